"""Ends of a march that are often wanted, for whoever does not point at the table: all of them legal as they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from heraut.games.vassaux.identities import NO_UNIT, NORTH, SOUTH
from heraut.games.vassaux.orders import Move
from heraut.games.vassaux.phases.approach import away, full_length, longest_free, nearest_enemy, towards
from heraut.games.vassaux.phases.movement import move_refusals, way_fault
from heraut.games.vassaux.phases.scenarios import EXIT, markers, villagers
from heraut.games.vassaux.preview.reaches import RAYS, snapped
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import straight
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point, Sight, along, length, squared

LEAST = 50  # mR: half a tenth of a ruler
EndName = Literal["towards", "cover", "objective", "lord", "away", "close_up", "hold"]


class End(NamedTuple):
    """A march that is often wanted."""

    name: EndName
    answer: Move


def useful_ends(field: Field, unit: Unit, code: OrderCode) -> list[End]:
    """Those that this order allows now, each once; none that leads nowhere."""
    found: list[End] = []
    for name, make in ENDS.items():
        answer = make(field, unit, code)
        if answer is None or stays(field, unit, answer) or any(answer == end.answer for end in found):
            continue
        if not move_refusals(field, unit, code, answer):
            found.append(End(name, answer))
    return found


def stays(field: Field, unit: Unit, answer: Move) -> bool:
    """Whether a way is so short that its length in tenths of a ruler would be told as nothing."""
    return bool(answer.path) and length((field.now.at[unit.leader], *answer.path)) < LEAST


def into_cover(field: Field, unit: Unit, code: OrderCode) -> Move | None:
    """The shortest straight way into cover from the nearest enemy who has him in the open (SV-VIS-04, 05)."""
    foe = nearest_enemy(field, unit)
    if foe is None or field.clearness(foe, unit.leader) is not Sight.CLEAR:
        return None
    seer, r = field.disc(foe), unit.sheet.radius
    start = field.now.at[unit.leader]
    hidden = [end for end in ends(field, unit, code) if field.look(seer, (*end, r), foe) is not Sight.CLEAR]
    for end in sorted(hidden, key=lambda one: (squared(start, one), one)):
        answer = Move("move", (end,))
        if not move_refusals(field, unit, code, answer):
            return answer
    return None


def ends(field: Field, unit: Unit, code: OrderCode) -> Iterator[Point]:
    """Where he may come to stand all around him: as far as he may, half and a quarter of it."""
    start = field.now.at[unit.leader]
    for degrees in RAYS:
        direction = along((0, 0), (0, 1), 100_000, degrees)
        most = full_length(field, unit, code, start, direction)
        far = longest_free(field, unit, code, start, direction, most)
        for share in (far, far // 2, far // 4):
            path = straight(start, direction, share)
            if path and way_fault(field, unit, code, start, path) is None:
                yield path[0]


def to_objective(field: Field, unit: Unit, code: OrderCode) -> Move | None:
    """Towards the nearest point that the scenario makes worth reaching."""
    goals, start = objectives(field, unit), field.now.at[unit.leader]
    return snapped(field, unit, code, min(goals, key=lambda goal: (squared(start, goal), goal))) if goals else None


def objectives(field: Field, unit: Unit) -> list[Point]:
    """The points that matter to this unit's side (SV-SCN-12, 21, 41, 51)."""
    battle, (x, y) = field.now, field.now.at[unit.leader]
    settings, r = battle.settings, unit.sheet.radius
    if settings.scenario == 1 and unit is villagers(field):
        return [((EXIT[0] + EXIT[1]) // 2, settings.height - r)]
    if settings.scenario == 2 and unit.seat == SOUTH:
        return [place for place, by in zip(markers(), battle.lit, strict=True) if by == NO_UNIT]
    if settings.scenario == 4 and unit.seat != NORTH:
        edges = {"N": (x, settings.height - r), "S": (x, r), "E": (settings.width - r, y), "W": (r, y)}
        return [edges[battle.edge]] if battle.edge else []
    host = battle.hosts[unit.seat]
    return ([host.point] if host.point else []) + list(battle.points)


def to_lord(field: Field, unit: Unit, code: OrderCode) -> Move | None:
    """Back towards a Lord out of whose Aura the unit is."""
    lord = field.lord(unit.seat)
    if unit is lord or lord.leader not in field.now.at or field.in_aura(unit.seat, unit.leader):
        return None
    return snapped(field, unit, code, field.now.at[lord.leader])


ENDS: dict[EndName, Callable[[Field, Unit, OrderCode], Move | None]] = {
    "towards": towards,
    "objective": to_objective,
    "cover": into_cover,
    "lord": to_lord,
    "away": away,
    "close_up": lambda field, unit, code: Move("reorganise"),
    "hold": lambda field, unit, code: Move("hold"),
}
