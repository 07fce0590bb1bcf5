"""Where a unit goes, whom it runs at, how it closes up (SV-DP-05, SV-DP-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.identities import FigureId, opposite
from heraut.games.vassaux.orders import Charge, Move
from heraut.games.vassaux.phases.approach import nearest_enemy
from heraut.games.vassaux.phases.charging import aims, charge_default, charge_refusals, in_reach
from heraut.games.vassaux.phases.melee import regrouping
from heraut.games.vassaux.phases.movement import abandoned, move_refusals, regroup_refusals, ties, way_fault
from heraut.games.vassaux.phases.scenarios import EXIT, markers
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import overlaps, reach, speed, straight
from heraut.games.vassaux.tables import R
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point, along, squared

AROUND = (60, -60, 180)  # degrees from the nearest enemy
SHARES = (1.0, 0.5)  # of a full move at the nearest enemy; at other ends a whole one
AIMS = 2  # men of each target


def moves(field: Field) -> Iterator[Move]:
    """Nobody moves; all close up; straight ways to what a unit may want, and around the nearest enemy."""
    act, unit, _ = hand(field)
    yield Move("hold")
    start, run, foe = field.now.at[unit.leader], act.code == "CRS", nearest_enemy(field, unit)
    most = reach(unit, speed(field, unit, [start], run=run))
    staying = abandoned(unit, act.code, Move("move"), ties(field, unit))
    tried = [Move("reorganise")]
    for rank, goal in enumerate(goals(field, unit, foe)):
        direction = (goal[0] - start[0], goal[1] - start[1])
        if direction != (0, 0):
            far = most if squared(start, goal) >= most * most else int(squared(start, goal) ** 0.5)
            tried += [
                Move("move", straight(start, direction, int(far * share))) for share in SHARES[: 1 if rank else 2]
            ]
    for degrees in AROUND:
        tried.append(Move("move", straight(start, turned(field, unit, foe, degrees), most)))
    for answer in dict.fromkeys(tried):
        if may(field, unit, act.code, answer, staying):
            yield answer


def may(field: Field, unit: Unit, code: OrderCode, answer: Move, staying: Sequence[FigureId] | Refusal) -> bool:
    """Whether a move is legal: where no man of its own could be in the way, nobody need be set down to say so."""
    if answer.how != "move":
        return not move_refusals(field, unit, code, answer)
    start = field.now.at[unit.leader]
    if isinstance(staying, Refusal) or not answer.path or way_fault(field, unit, code, start, answer.path) is not None:
        return False
    men = [man for man in unit.men if man != unit.leader]
    return overlaps(field, unit, answer.path[-1], men) is None or not move_refusals(field, unit, code, answer)


def goals(field: Field, unit: Unit, foe: FigureId | None) -> Iterator[Point]:
    """What a unit may go to: the nearest enemy, the enemy's Lord, its own, what its scenario wants it to reach."""
    at, battle = field.now.at, field.now
    if foe is not None:
        yield at[foe]
    for seat in (opposite(unit.seat), unit.seat):
        lord = field.lord(seat)
        if lord.leader in at and lord is not unit:
            yield at[lord.leader]
    wanted = objectives(field, unit)
    if wanted:
        yield min(wanted, key=lambda point: (squared(at[unit.leader], point), point))
    if battle.settings.scenario == 4 and battle.edge and unit.seat == 0:
        x, y = at[unit.leader]
        wide, high, r = battle.settings.width, battle.settings.height, unit.sheet.radius
        yield {"N": (x, high - r), "S": (x, r), "E": (wide - r, y), "W": (r, y)}[battle.edge]


def objectives(field: Field, unit: Unit) -> list[Point]:
    """Points of the table that a scenario makes worth reaching."""
    battle = field.now
    if battle.settings.scenario == 1:
        return [(sum(EXIT) // 2, battle.settings.height - unit.sheet.radius)] if unit.seat == 1 else []
    if battle.settings.scenario == 2:
        return [point for point, lit in zip(markers(), battle.lit, strict=True) if not lit] if unit.seat == 0 else []
    own = battle.hosts[unit.seat].point
    return [*battle.points, *((own,) if own is not None else ())]


def turned(field: Field, unit: Unit, foe: FigureId | None, degrees: int) -> Point:
    """A direction so many degrees from that to an enemy; where there is none, from where the unit looks."""
    start = field.now.at[unit.leader]
    x, y = field.now.at[foe] if foe is not None else (start[0] + unit.face[0], start[1] + unit.face[1])
    return along((0, 0), (x - start[0], y - start[1]), 100_000, degrees)


def charges(field: Field) -> Iterator[Charge]:
    """At the nearest men of every target that can be reached, as far as may be."""
    act, unit, chain = hand(field)
    default = charge_default(field, unit, act.code, chain.against, chain.left)
    yield default
    tried: dict[int, int] = {}
    for aim in aims(field, unit, act.code, chain.against, chain.left):
        tried[aim.target] = tried.get(aim.target, 0) + 1
        answer = Charge(aim.target, aim.figure)
        if tried[aim.target] > AIMS or answer == default or not in_reach(field, unit, aim.figure):
            continue
        if not charge_refusals(field, unit, act.code, answer, chain.against, chain.left):
            yield answer


def regroupings(field: Field) -> Iterator[Move]:
    """Stay; close up; close up around a leader who steps aside, on or back."""
    unit = regrouping(field)
    yield Move("hold")
    start, step = field.now.at[unit.leader], R // 2
    tried = [Move("reorganise")]
    if unit.leader not in field.touches(unit.id):
        foe = nearest_enemy(field, unit)
        tried += [Move("reorganise", (along(start, turned(field, unit, foe, degrees), step),)) for degrees in (0, 180)]
    for answer in tried:
        if not regroup_refusals(field, unit, answer):
            yield answer
