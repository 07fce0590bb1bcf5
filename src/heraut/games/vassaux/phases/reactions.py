"""Reactions (SV-REA): who may interrupt an order, at which point of its way, and what the others then see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import Question
from heraut.games.vassaux.identities import NO_UNIT, FigureId, Place, opposite
from heraut.games.vassaux.orders import Charge, Move, React, refusal
from heraut.games.vassaux.phases.cohesion import confuse
from heraut.games.vassaux.phases.movement import abandoned, ties
from heraut.games.vassaux.phases.needs import order_refusal
from heraut.games.vassaux.phases.opposed import contest
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Act, Chain, Unit, Window
from heraut.games.vassaux.table.cache import TableCache
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import overlaps
from heraut.games.vassaux.table.placement import Placed, gather
from heraut.games.vassaux.tables import CLEAR, STEP
from heraut.games.vassaux.tables.codes import SIMPLE, AnyOrder
from heraut.geometry import Disc, Point, length, point_at, run_to_discs


def open_window(turn: Turn, act: Act, unit: Unit) -> None:
    """Before an order is resolved, and along its way, the other player may react (SV-REA-01, SV-REA-10)."""
    seat = opposite(unit.seat)
    if not reactors(turn, seat):
        return
    path = way(act)
    turn.push(Window(seat, unit.id, path, last_point(turn, act, unit, path)))


def way(act: Act) -> list[Point]:
    """The declared way of the leader; nothing for an order that does not move him."""
    if isinstance(act.answer, Move) and act.answer.path:
        return [act.start, *act.answer.path]
    if isinstance(act.answer, Charge) and act.plan is not None and act.plan.end != act.start:
        return [act.start, act.plan.end]
    return []


def last_point(field: Field, act: Act, unit: Unit, path: Sequence[Point]) -> int:
    """The end of the way; of a charge, the last whole mR before the first approach below CLEAR (SV-REA-01)."""
    if not path:
        return 0
    most = length(path)
    if isinstance(act.answer, Charge):
        r = unit.sheet.radius
        swollen = [(x, y, r + er + CLEAR) for foe, x, y, er in field.foes(unit.seat) if foe not in act.touched]
        most = run_to_discs(act.start, act.line, swollen, most)
    return most


# Who may react (SV-REA-02)


def reactors(field: Field, seat: Place) -> list[Unit]:
    """Units that have had no order, or are on alert, and that nothing forbids to react; sight is asked elsewhere."""
    battle = field.now
    at = battle.at
    able = [
        unit
        for unit in battle.units.values()
        if unit.seat == seat
        and (unit.alert or not unit.ordered)
        and not unit.fortified
        and not unit.fm  # automated units never react (SV-SOL-12)
        and unit.leader in at
    ]
    if not able:
        return able
    busy = {frame.unit for frame in battle.stack if isinstance(frame, Chain)}
    busy.update(unit for unit, _ in battle.corrupted)
    return [unit for unit in able if unit.id not in busy]


def forbidden(field: Field, unit: Unit) -> bool:
    """Before his player's number only the Lord may act (SV-SCN-31)."""
    host = field.now.hosts[unit.seat]
    return field.now.settings.scenario == 3 and host.number > field.now.turn and not unit.sheet.lord


# Points of the way


class Interrupted(NamedTuple):
    """The order in hand and its window."""

    act: Act
    window: Window


def frames(field: Field) -> Interrupted:
    """The order in hand and its window."""
    act, window = field.now.stack[-2], field.now.stack[-1]
    assert isinstance(act, Act) and isinstance(window, Window)
    return Interrupted(act, window)


def distances(field: Field, act: Act, window: Window) -> Iterator[int]:
    """The points still open: multiples of STEP and the end; a unit that has been stopped goes no farther."""
    if stopped(field, act, window):
        yield act.reached
        return
    first = -(-window.least // STEP) * STEP
    clear = is_clear(field, act, window)
    for distance in range(first, window.end + 1, STEP):
        if clear or open_at(field, act, window, distance):
            yield distance
    if window.end % STEP and window.end >= window.least and (clear or open_at(field, act, window, window.end)):
        yield window.end


def is_open(field: Field, act: Act, window: Window, distance: int) -> bool:
    """Whether this is one of the points still open."""
    if distance == act.reached:
        return distance >= window.least
    if stopped(field, act, window) or not window.least <= distance <= window.end:
        return False
    return (distance % STEP == 0 or distance == window.end) and open_at(field, act, window, distance)


def stopped(field: Field, act: Act, window: Window) -> bool:
    """Whether the unit goes nowhere, or no farther."""
    return not window.path or (act.stirred and ties(field, field.now.units[act.unit]).pinned)


def open_at(field: Field, act: Act, window: Window, distance: int) -> bool:
    """Whether the leader is clear of enemies there (SV-REA-01); where he stands already he always is."""
    if distance == act.reached:
        return True
    unit = field.now.units[act.unit]
    r = unit.sheet.radius
    x, y = place_at(window, distance)
    for foe, ex, ey, er in field.foes(unit.seat):
        keep = r + er + CLEAR
        if (
            -keep < x - ex < keep and (x - ex) * (x - ex) + (y - ey) * (y - ey) < keep * keep
        ) and foe not in act.touched:
            return False
    # a move that a reaction stops ends here, and nobody rests on a wall (SV-TER-03)
    return field.ground.bears((x, y), r)


def is_clear(field: Field, act: Act, window: Window) -> bool:
    """A quick yes: no enemy and no wall stands near the way, so that all of its points are open."""
    unit, path = field.now.units[act.unit], window.path
    far = unit.sheet.radius + CLEAR
    west, east = min([p[0] for p in path]) - far, max([p[0] for p in path]) + far
    south, north = min([p[1] for p in path]) - far, max([p[1] for p in path]) + far
    return not (field.foe_is_near(unit.seat, west, south, east, north) or field.ground.bars(west, south, east, north))


def place_at(window: Window, distance: int) -> Point:
    """Where the leader stands at a point of his way."""
    return point_at(window.path, distance)


def stand(field: Field, act: Act, window: Window, distance: int) -> Placed | Refusal:
    """The unit halfway: new places, and who is left behind (SV-REA-06); refused where one of his own is in the way."""
    unit = field.now.units[act.unit]
    point = place_at(window, distance)
    held: list[FigureId] = []
    staying: list[FigureId] = []
    if isinstance(act.answer, Move) and act.answer.how == "reorganise":
        held = ties(field, unit).engaged  # who is in contact stays, and is abandoned by nobody (SV-MOV-11)
    elif isinstance(act.answer, Move) and act.reached == 0:
        left = abandoned(unit, act.code, act.answer, ties(field, unit))
        staying = left if isinstance(left, list) else []
    places, stay = gather(field, unit, point, direction_at(window, distance, unit), [*held, *staying])
    return overlaps(field, unit, point, [*held, *staying, *stay]) or Placed({**places, unit.leader: point}, staying)


def direction_at(window: Window, distance: int, unit: Unit) -> Point:
    """The direction of the segment on which the point lies."""
    for index in range(1, len(window.path)):
        if distance <= length(window.path[: index + 1]):
            break
    (ax, ay), (bx, by) = window.path[index - 1], window.path[index]
    return (bx - ax, by - ay) if (ax, ay) != (bx, by) else unit.face


def halfway(field: Field, act: Act, window: Window, distance: int) -> Field | Refusal:
    """The table as it is when the unit has come so far."""
    if distance == act.reached:
        return field
    found = stand(field, act, window, distance)
    if isinstance(found, Refusal):
        return found
    places, staying = found
    battle = msgspec.structs.replace(field.now, at={**field.now.at, **places})
    unit = field.now.units[act.unit]
    if staying:
        men = [man for man in unit.men if man not in staying]
        unit = msgspec.structs.replace(unit, men=men, band=sorted([*unit.band, *staying]))
        battle.units = {**battle.units, unit.id: unit}
    return Field(battle, TableCache(battle, field.cache, unit))


def anybody(field: Field, act: Act, window: Window) -> bool:
    """Whether some unit may react at some open point (SV-REA-10)."""
    able = reactors(field, window.seat)
    if not able:
        return False
    here = window.least <= act.reached
    if here and any(field.sees_group(unit.leader, act.unit) for unit in able):
        return True
    acting = field.now.units[act.unit]
    open_points = [distance for distance in distances(field, act, window) if distance != act.reached]
    for distance in open_points:
        point: Disc = (*place_at(window, distance), acting.sheet.radius)
        seen = any(field.sees_disc(unit.leader, point) for unit in able)
        if seen and not isinstance(stand(field, act, window, distance), Refusal):
            return True
    for distance in open_points:
        there = halfway(field, act, window, distance)
        if not isinstance(there, Refusal) and any(there.sees_group(unit.leader, act.unit) for unit in able):
            return True
    return False


# The window


def step(turn: Turn, window: Window) -> None:
    """Asks as long as somebody may react (SV-REA-08)."""
    act, _ = frames(turn)
    if turn.now.units[act.unit].leader not in turn.now.at or not anybody(turn, act, window):
        return turn.pop()
    return turn.ask(window.seat, "react")


def react_refusals(field: Field, answer: React) -> list[Refusal]:
    """Why this unit cannot react so, there (SV-REA-02, 05)."""
    act, window = frames(field)
    if not answer.unit:
        return []
    unit = next((one for one in reactors(field, window.seat) if one.id == answer.unit), None)
    if unit is None:
        return [refusal("SV-REA-02", "cannot_react", units=[one.id for one in reactors(field, window.seat)])]
    if forbidden(field, unit):
        return [refusal("SV-SCN-31", "not_yet", unit=unit.id)]
    there = halfway(field, act, window, answer.point) if is_open(field, act, window, answer.point) else None
    if not isinstance(there, Field):
        return [refusal("SV-REA-01", "bad_point", point=answer.point, step=STEP, end=window.end)]
    return order_refusals(there, act, unit, answer.order)


def order_refusals(there: Field, act: Act, unit: Unit, order: AnyOrder) -> list[Refusal]:
    """Why a unit that may react cannot give this order, the interrupted one standing as it does (SV-REA-02, 05)."""
    if order not in SIMPLE and not (order == "MT" and there.effect(unit.id, "APPEL_CHASSE")):
        return [refusal("SV-REA-05", "not_simple", orders=list(SIMPLE))]
    if not there.sees_group(unit.leader, act.unit):
        return [refusal("SV-REA-02", "sees_nobody", unit=unit.id)]
    fault = order_refusal(there, there.now.units[unit.id], order, against=act.unit)
    return [fault] if fault is not None else []


def react_sample(field: Field, rng: Rng) -> React:
    """Mostly a pass; else any unit, order and point that go together."""
    if rng.random() < 0.7:
        return React(NO_UNIT)
    act, window = frames(field)
    unit = rng.choice(reactors(field, window.seat))
    point = act.reached
    if window.path and rng.random() < 0.7:
        point = rng.choice(list(distances(field, act, window)))
    answer = React(unit.id, rng.choice(SIMPLE), point)
    return answer if not react_refusals(field, answer) else React(NO_UNIT)


def take(turn: Turn, answer: React) -> None:
    """A pass closes the window; a try is decided at once (SV-REA-03, 04)."""
    act, window = frames(turn)
    if not answer.unit:
        return turn.pop()
    unit = turn.now.units[answer.unit]
    window.least = answer.point
    if not granted(turn, unit, answer, act):
        return None
    arrive(turn, act, window, answer.point)
    act.stirred = True
    order = answer.order
    assert order, "a try gives an order"
    unit.simple = order
    turn.push(Chain(unit.id, [order], simple=True, against=act.unit))
    return None


def granted(turn: Turn, unit: Unit, answer: React, act: Act) -> bool:
    """On alert there is no roll; else the better reactivity decides, and a failure costs the order."""
    data = {"unit": unit.id, "target": act.unit, "order": answer.order, "point": answer.point}
    alert, unit.alert, unit.ordered = unit.alert, False, True
    if alert:
        turn.announce("SV-REA-04", "reaction_on_alert", **data)
        return True
    re = turn.now.re
    found = contest(turn, 2, re[unit.seat], re[opposite(unit.seat)])
    won = found.winner == 0
    if not won:
        unit.simple = "WAI"
    turn.announce(
        "SV-REA-03", "reaction_won" if won else "reaction_lost", **data,
        re=[re[unit.seat], re[opposite(unit.seat)]], rolls=found.rolls, lot=found.lot,
    )  # fmt: skip
    return won


def arrive(turn: Turn, act: Act, window: Window, distance: int) -> None:
    """The interrupted unit stands at that point of its way; who was to be abandoned is (SV-REA-06)."""
    if distance == act.reached:
        return
    unit = turn.now.units[act.unit]
    found = stand(turn, act, window, distance)
    assert not isinstance(found, Refusal)
    places, staying = found
    turn.now.at.update(places)
    turn.moved(unit)
    unit.face = direction_at(window, distance, unit)
    act.reached = distance
    if staying:
        confuse(turn, unit, staying, "abandoned")
    turn.announce(
        "SV-REA-06", "halted", unit=unit.id, end=list(places[unit.leader]),
        places={str(man): list(place) for man, place in places.items() if man != unit.leader},
    )  # fmt: skip


REACT = Question(
    (React,),
    react_refusals,
    lambda field: React(NO_UNIT),
    react_sample,
    take,
)
