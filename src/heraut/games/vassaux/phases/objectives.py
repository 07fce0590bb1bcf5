"""Scenario 5 (SV-SCN-50 to 53): objectives, objective points, the defence line, the score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import Question
from heraut.games.vassaux.identities import PLACES, SOUTH, Place, opposite
from heraut.games.vassaux.orders import Objective, refusal
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, EPS
from heraut.games.vassaux.tables.codes import Goal
from heraut.geometry import Point, shape_holds

DEFENDER: tuple[Goal, ...] = (
    "kill_lord",
    "eliminate",
    "centre",
    "far_point",
    "points",
    "line",
)  # faces 1 to 6 (SV-SCN-51)


def draw_roles(turn: Turn) -> Place:
    """Who attacks, and both objectives, in the order of SV-GEN-06; the attacker's seat."""
    attacker = PLACES[1 - turn.die() % 2]
    mine, theirs = turn.die(), turn.die()
    goal = DEFENDER[theirs - 1]
    turn.now.hosts[opposite(attacker)].objective = goal
    turn.now.hosts[attacker].objective = goal if mine > 4 else DEFENDER[(mine - 1) // 2]
    turn.announce(
        "SV-SCN-50", "roles", attacker=attacker, dice=[mine, theirs], objectives=[h.objective for h in turn.now.hosts]
    )
    return attacker


# Objective points (SV-DP-17)


Sort = Literal["far_point", "points"]


class PointDue(NamedTuple):
    """Who places a point, and of which sort."""

    place: Place
    sort: Sort


def point_due(field: Field) -> PointDue | None:
    """Who places the next point, and of which sort; None once all are placed."""
    attacker = PLACES[field.now.settings.attacker]  # there is one in scenario 5
    defender = opposite(attacker)
    for seat in (defender, attacker):
        host = field.now.hosts[seat]
        if host.objective == "far_point" and host.point is None:
            return PointDue(opposite(seat), "far_point")
    wanted = any(host.objective == "points" for host in field.now.hosts)
    if wanted and len(field.now.points) < CONSTANTS.points_max and next(grid(field, "points"), None) is not None:
        return PointDue(defender if len(field.now.points) % 2 == 0 else attacker, "points")
    return None


def set_points(turn: Turn) -> None:
    """Asks for points one after the other; the centre is nobody's choice."""
    if any(host.objective == "centre" for host in turn.now.hosts) and not turn.now.points:
        turn.now.points = [(turn.now.settings.width // 2, turn.now.settings.height // 2)]
    found = point_due(turn)
    if found is None:
        turn.now.phase = "deployment"
        return None
    return turn.ask(found.place, "objective")


def is_legal(field: Field, place: Point, sort: Sort) -> Refusal | None:
    """On the table, off impassable ground; 2R from the other points, or 2R from the edge of who places it."""
    x, y = place
    settings = field.now.settings
    if not (0 <= x <= settings.width and 0 <= y <= settings.height):
        return refusal("SV-GEO-02", "off_table")
    if sort == "far_point":
        line = edge_line(field, placer(field))
        return None if y == line else refusal("SV-SCN-51", "far_point", y=line)
    if any(shape_holds(shape, place) for shape in field.ground.impassable):
        return refusal("SV-SCN-51", "point_on_impassable")
    apart = CONSTANTS.points_apart
    if any((x - ox) ** 2 + (y - oy) ** 2 < (apart - EPS) ** 2 for ox, oy in field.now.points):
        return refusal("SV-SCN-51", "points_too_near", apart=apart)
    return None


def placer(field: Field) -> Place:
    """The seat that places the point at hand."""
    found = point_due(field)
    return found.place if found else SOUTH


def edge_line(field: Field, seat: Place) -> int:
    """The line 2R from a seat's own edge."""
    return CONSTANTS.point_from_edge if seat == SOUTH else field.now.settings.height - CONSTANTS.point_from_edge


def grid(field: Field, sort: Sort) -> Iterator[Point]:
    """Legal points of the 0.5R grid, nearest to the centre first; ties: smallest x, then y."""
    settings, step = field.now.settings, CONSTANTS.grid
    cx, cy = settings.width // 2, settings.height // 2
    points = [(x, y) for x in range(0, settings.width + 1, step) for y in range(0, settings.height + 1, step)]
    points.sort(key=lambda p: ((p[0] - cx) ** 2 + (p[1] - cy) ** 2, p))
    return (point for point in [(cx, cy), *points] if is_legal(field, point, sort) is None)


def _sort(field: Field) -> Sort:
    found = point_due(field)
    assert found is not None
    return found.sort


def check(field: Field, answer: Objective) -> list[Refusal]:
    """Where the point may lie."""
    fault = is_legal(field, answer.place, _sort(field))
    return [fault] if fault is not None else []


def sample(field: Field, rng: Rng) -> Objective:
    """One of the points of the grid."""
    return Objective(rng.choice(list(grid(field, _sort(field)))))


def take(turn: Turn, answer: Objective) -> None:
    """The point is placed."""
    found = point_due(turn)
    assert found is not None
    seat, sort = found
    if sort == "far_point":
        turn.now.hosts[opposite(seat)].point = answer.place
    else:
        turn.now.points = [*turn.now.points, answer.place]
    turn.announce("SV-SCN-51", "point_placed", place=seat, point=list(answer.place), sort=sort)


OBJECTIVE = Question(
    (Objective,), check, lambda field: Objective(next(grid(field, _sort(field)))), sample, take,
    lambda field: (Objective(point) for point in grid(field, _sort(field))),
)  # fmt: skip


# Control and score (SV-SCN-52, SV-SCN-53)


def controls(field: Field, seat: Place, point: Point) -> bool:
    """A living Vassal of the seat is within 1R of the point, and no enemy Vassal is."""
    return stands_by(field, seat, point) and not stands_by(field, opposite(seat), point)


def stands_by(field: Field, seat: Place, point: Point) -> bool:
    """Whether a Vassal's base is within 1R of a point; Lords do not count."""
    for unit in field.leaders(seat):
        x, y, r = field.disc(unit.leader)
        limit = r + CONSTANTS.point_reach + EPS
        if not unit.sheet.lord and (x - point[0]) ** 2 + (y - point[1]) ** 2 <= limit * limit:
            return True
    return False


def capture(turn: Turn) -> None:
    """The far point counts once controlled at the end of any turn."""
    for seat, host in zip(PLACES, turn.now.hosts, strict=True):
        if host.objective == "far_point" and host.point and not host.captured and controls(turn, seat, host.point):
            host.captured = True
            turn.announce("SV-SCN-51", "point_captured", place=seat)


def fulfilled(field: Field, seat: Place) -> bool:
    """Whether a seat has reached its objective at the end (SV-SCN-50, 51)."""
    host, other = field.now.hosts[seat], field.now.hosts[opposite(seat)]
    part, whole = CONSTANTS.elimination
    match host.objective:
        case "kill_lord":
            return other.lord_lost
        case "eliminate":
            return other.eliminated * whole >= other.total * part
        case "centre":
            return controls(field, seat, field.now.points[0])
        case "far_point":
            return host.captured
        case "points":
            mine = sum(controls(field, seat, point) for point in field.now.points)
            return mine > sum(controls(field, opposite(seat), point) for point in field.now.points)
    return not broken(field, seat)


def broken(field: Field, seat: Place) -> bool:
    """Whether the enemy Lord and two enemy Vassals stand beyond the line 3R from the seat's edge."""
    depth, height = CONSTANTS.defence_line, field.now.settings.height
    past = [
        unit
        for unit in field.leaders(opposite(seat))
        if (field.now.at[unit.leader][1] < depth if seat == SOUTH else field.now.at[unit.leader][1] > height - depth)
    ]
    return any(unit.sheet.lord for unit in past) and sum(not unit.sheet.lord for unit in past) >= 2


def score(field: Field, seat: Place) -> int:
    """Objective 8, enemy Lord 2, each enemy Vassal 1 (SV-SCN-53)."""
    other = field.now.hosts[opposite(seat)]
    return (
        CONSTANTS.score_objective * fulfilled(field, seat)
        + CONSTANTS.score_lord * other.lord_lost
        + CONSTANTS.score_vassal * other.vassals_lost
    )
