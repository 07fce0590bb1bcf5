"""A ruler laid between any two things on the table: gap, sight and cover both ways (SV-GEN-01, SV-GEN-02, SV-VIS)."""

from __future__ import annotations

from typing import NamedTuple

from heraut.games.vassaux.identities import FigureId, GroupId, is_band
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS
from heraut.geometry import Disc, Point, Sight, gap, squared


class End(NamedTuple):
    """One end of a ruler: a figure, or with `figure` None a bare place of the table."""

    place: Point
    figure: FigureId | None = None


class Measured(NamedTuple):
    """What a ruler tells. Lengths in mR, between the nearest points of bases; a bare place has no base.

    `there` is what the first end sees of the second, `back` the other way round; None from a place, where nobody looks.
    """

    one: End
    other: End
    gap: int
    there: Sight | None
    back: Sight | None


def measured(field: Field, one: End, other: End) -> Measured:
    """The gap, and who sees whom."""
    first, second = disc(field, one), disc(field, other)
    apart = 0 if one == other else gap(first, second)
    return Measured(one, other, apart, looked(field, one, other), looked(field, other, one))


def disc(field: Field, end: End) -> Disc:
    """The base at an end of the ruler; a place is a base of no width (SV-GEO-05)."""
    return field.disc(end.figure) if end.figure is not None else (*end.place, 0)


def looked(field: Field, one: End, other: End) -> Sight | None:
    """What a figure sees of the other end: of a bare place, what it would see of a man on foot there."""
    if one.figure is None or one.place == other.place:
        return None
    there = field.disc(other.figure) if other.figure is not None else (*other.place, CONSTANTS.foot_radius)
    return field.look(field.disc(one.figure), there, one.figure)


def between(field: Field, one: GroupId, other: GroupId) -> Measured:
    """The two nearest men of two groups, for the gap between these (SV-GEN-02): all bases of a group are as broad."""
    at = field.now.at
    pairs = [
        (squared(at[a], at[b]), a, b)
        for a in field.now.figures(one) for b in field.now.figures(other) if a in at and b in at
    ]  # fmt: skip
    _, a, b = min(pairs)
    return measured(field, End(at[a], a), End(at[b], b))


def head(field: Field, group: GroupId) -> End:
    """Where a group is measured from and to: its leader, else its first man on the table. Raises StopIteration."""
    unit, at = field.unit(group), field.now.at
    man = (
        unit.leader
        if not is_band(group) and unit.leader in at
        else next(one for one in field.now.figures(group) if one in at)
    )
    return End(at[man], man)
