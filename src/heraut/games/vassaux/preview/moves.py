"""Where a unit would go and stand: ways measured as they are judged, places as they would be taken."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from heraut.games.vassaux.identities import FigureId
from heraut.games.vassaux.phases.movement import carry_out
from heraut.games.vassaux.preview.rehearsal import NoDice
from heraut.games.vassaux.preview.shapes import EndPosition, Stretch, Way
from heraut.games.vassaux.resolution import Turn, copy
from heraut.games.vassaux.state import Plan, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import flies, reach, rulers_needed, speed
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point, length


class Carried(NamedTuple):
    """The table with a plan carried out, and how the unit then stands."""

    turn: Turn
    standing: EndPosition


def rehearsed(field: Field) -> Turn:
    """A copy of the table on which anything may be tried that takes no dice."""
    return Turn(copy(field.now), NoDice(), field.cache)


def carried(field: Field, unit: Unit, plan: Plan) -> Carried:
    """The table once a move or a charge has been carried out that nobody has disturbed (SV-MOV-05, 12, SV-COH-03)."""
    turn = rehearsed(field)
    moved = turn.now.units[unit.id]
    carry_out(turn, moved, plan)
    return Carried(turn, stands(field, turn, unit, plan.facing, plan.abandoned, plan.stay))


def stands(
    before: Field,
    after: Turn,
    unit: Unit,
    face: Point,
    abandoned: Sequence[FigureId] = (),
    stay: Sequence[FigureId] = (),
) -> EndPosition:
    """How a unit of the former table stands on the other."""
    now, was = after.now.at, before.now.at
    lost = [man for event in after.events if event.kind == "confused" for man in event.data["figures"]]
    moved = after.now.units[unit.id]
    return EndPosition(
        unit.id, unit.leader, face,
        {man: now[man] for man in unit.men if man in now and now[man] != was.get(man)},
        confused=[man for man in lost if man in unit.men and man not in abandoned],
        abandoned=list(abandoned), stay=list(stay),
        contacts=[(man, foe) for man, foes in after.touches(unit.id).items() for foe in foes],
        number=len(moved.men), size=len(unit.men),
    )  # fmt: skip


def way(field: Field, unit: Unit, path: Sequence[Point], rulers: int) -> Way:
    """A way, its parts measured as they are judged (SV-MOV-02), `rulers` being those that may be laid."""
    start = field.now.at[unit.leader]
    points = (start, *path)
    counts = list(rulers_needed(start, path, unit.sheet.radius)) if path else []
    parts = tuple(
        Stretch(one, other, length((one, other)), count, slows(field, unit, one, other))
        for (one, other), count in zip(pairwise(points), counts, strict=True)
    )
    return Way(parts, length(points), reach(unit, rulers), sum(counts), rulers)


def march_way(field: Field, unit: Unit, code: OrderCode, path: Sequence[Point]) -> Way:
    """The way of a march, a tactical move or a run; the ground that it touches decides how many rulers there are."""
    start = field.now.at[unit.leader]
    return way(field, unit, path, speed(field, unit, [start, *path], run=code == "CRS"))


def charge_way(field: Field, unit: Unit, end: Point) -> Way:
    """The straight way of a charge (SV-CHG-02)."""
    start = field.now.at[unit.leader]
    return way(field, unit, (end,) if end != start else (), speed(field, unit, [start, end]))


def step_way(field: Field, unit: Unit, path: Sequence[Point]) -> Way:
    """The single step of a leader whose unit reorganises (SV-MOV-11)."""
    return way(field, unit, path, 1)


def slows(field: Field, unit: Unit, one: Point, other: Point) -> bool:
    """Whether a straight part touches ground that is difficult for this unit."""
    return not flies(unit) and field.ground.is_difficult([one, other])
