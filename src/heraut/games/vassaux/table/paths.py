"""The way of a leader (SV-MOV-02, 03, SV-TER): rulers laid end to end, what stops him, where he may end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.identities import FigureId, GroupId
from heraut.games.vassaux.orders import refusal
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CLEAR, CONSTANTS, EPS, R
from heraut.geometry import Point, along, leg_strikes, length, longer, squared


def flies(unit: Unit) -> bool:
    """Whether terrain does not hinder it (SV-TER-04)."""
    return "VOLANT" in unit.sheet.powers or "IMMATERIEL" in unit.sheet.powers


def speed(field: Field, unit: Unit, path: Sequence[Point], *, run: bool = False) -> int:
    """M: rulers that may be laid, one less in difficult ground (SV-MOV-01, SV-TER-02)."""
    mv = unit.sheet.mv + (CONSTANTS.run if run else 0)
    if not flies(unit) and field.ground.is_difficult(list(path)):
        return max(1, mv - 1)
    return mv


def reach(unit: Unit, rulers: int) -> int:
    """How far straight ahead so many rulers carry: M·R and the width of the base (SV-MOV-02)."""
    return rulers * R + 2 * unit.sheet.radius


def straight(start: Point, direction: Point, far: int) -> tuple[Point, ...]:
    """A straight way of this length: its end alone, for the rulers are laid by `length_fault`."""
    return (along(start, direction, far),) if far > 0 else ()


def length_fault(start: Point, path: Sequence[Point], rulers: int, radius: int) -> Refusal | None:
    """Whether so many rulers can be laid along a way, a new one at each of its corners (SV-MOV-02)."""
    whole, needed = rulers * R + 2 * radius, len(path)
    if needed <= rulers:
        if longer((start, *path), whole + EPS):
            return refusal("SV-MOV-02", "path_too_long", length=length((start, *path)), most=whole)
        needed = sum(rulers_needed(start, path, radius))
    if needed > rulers:
        return refusal("SV-MOV-02", "too_many_rulers", number=needed, most=rulers)
    return None


def rulers_needed(start: Point, path: Sequence[Point], radius: int) -> Iterator[int]:
    """The fewest rulers for each straight part of a way (SV-MOV-02).

    They are laid from the edge of the base and it is set down beyond the last, so that the first and the last ruler
    carry half of its width more; each is granted the tolerance. A part of no length takes one all the same.
    """
    last = len(path)
    for number, (one, other) in enumerate(pairwise((start, *path)), start=1):
        beyond = radius * ((number == 1) + (number == last))
        count = 1
        while squared(one, other) > (count * (R + EPS) + beyond) ** 2:
            count += 1
        yield count


def blocked(field: Field, unit: Unit, start: Point, path: Sequence[Point]) -> Refusal | None:
    """What stands in the way: the table's edge, impassable ground, figures that are not his own (SV-MOV-03)."""
    r = unit.sheet.radius
    settings = field.now.settings
    points = (start, *path)
    for x, y in path:
        if not (r <= x <= settings.width - r and r <= y <= settings.height - r):
            return refusal("SV-GEO-02", "off_table")
    if not flies(unit):
        for one, other in pairwise(points):
            if field.ground.stops(one, other, r):
                return refusal("SV-TER-03", "impassable")
    margin = r + CONSTANTS.mounted_radius
    west, east = min([p[0] for p in points]) - margin, max([p[0] for p in points]) + margin
    south, north = min([p[1] for p in points]) - margin, max([p[1] for p in points]) + margin
    near = [one for one in field.others(unit) if west <= one[1] <= east and south <= one[2] <= north]
    if near:
        swollen = [(x, y, r + er - EPS) for _, x, y, er in near]
        for one, other in pairwise(points):
            struck = leg_strikes(one, other, swollen)
            if struck:
                return refusal("SV-MOV-03", "figure_in_the_way", figure=near[struck[0]][0])
    return None


def end_fault(field: Field, unit: Unit, end: Point, touchable: Sequence[GroupId] = ()) -> Refusal | None:
    """Whether he may stop here: clear of enemies he must not touch, on ground that bears him (SV-MOV-04, SV-TER-03)."""
    r = unit.sheet.radius
    px, py = end
    far = r + CLEAR
    if field.foe_is_near(unit.seat, px - far, py - far, px + far, py + far):
        for figure, x, y, er in field.foes(unit.seat):
            keep = far + er
            too_close = (x - px) * (x - px) + (y - py) * (y - py) < keep * keep
            if too_close and not (touchable and field.group_of(figure) in touchable):
                return refusal("SV-MOV-04", "too_close", figure=figure, clear=CLEAR)
    if not field.ground.bears(end, r):
        return refusal("SV-TER-03", "no_rest")
    return None


def overlaps(field: Field, unit: Unit, end: Point, stayers: Sequence[FigureId]) -> Refusal | None:
    """He may not end upon one of his own who stays (SV-MOV-03)."""
    keep, (px, py), at = 2 * unit.sheet.radius - EPS, end, field.now.at
    for man in stayers:
        x, y = at[man]
        if (x - px) * (x - px) + (y - py) * (y - py) < keep * keep:
            return refusal("SV-MOV-03", "own_in_the_way", figure=man)
    return None


def rest_of_path(start: Point, path: Sequence[Point], reached: int) -> tuple[Point, ...]:
    """The corners still ahead of a unit that stands so far along its way."""
    points = [start, *path]
    done = 0
    for index in range(1, len(points)):
        done = length(points[: index + 1])
        if done > reached:
            return tuple(points[index:])
    return ()
