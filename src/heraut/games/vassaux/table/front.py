"""The front line that a charge may not pass (SV-CHG-08), in integers."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from heraut.games.vassaux.identities import FigureId, Place
from heraut.games.vassaux.table.field import Field
from heraut.geometry import Point

REACH = 6000  # no charger is set down farther from his leader than this


# Plain tuples: they are unpacked in an inner loop.
Post = tuple[int, int, int]
"""An enemy: how far along the charge he stands, how far across it, the square of his radius at this scale."""
Line = tuple[int, int, int, int]
"""Two enemies between whom nobody passes, from right to left: across and along of either."""


class Front:
    """The front of all enemy groups, seen along the direction of a charge.

    Each centre is kept as how far along the direction and how far across it stands (times the length of the direction).
    """

    def __init__(self, field: Field, seat: Place, direction: Point, width: int, around: Point) -> None:
        self.ux, self.uy = ux, uy = direction
        whole, (cx, cy) = ux * ux + uy * uy, around
        near = [one for one in field.foes(seat) if -REACH < one[1] - cx < REACH and -REACH < one[2] - cy < REACH]
        self.posts: list[Post] = [(x * ux + y * uy, x * uy - y * ux, r * r * whole) for _, x, y, r in near]
        stands = {one[0]: post for one, post in zip(near, self.posts, strict=True)}
        self.lines: list[Line] = []
        for one, other in joined(field, seat, width):
            if one in stands and other in stands:
                (a, p, _), (b, q, _) = stands[one], stands[other]
                self.lines.append((p, a, q, b) if p < q else (q, b, p, a))

    def is_behind(self, place: Point) -> bool:
        """Whether the straight way in to this place, along the charge, crosses the front."""
        x, y = place
        along, across = x * self.ux + y * self.uy, x * self.uy - y * self.ux
        for post, aside, width in self.posts:
            if post < along and (aside - across) ** 2 < width:
                return True
        for p, a, q, b in self.lines:
            if p < across < q and a * (q - p) + (b - a) * (across - p) < along * (q - p):
                return True
        return False


class Pair(NamedTuple):
    """Two men between whom nobody passes."""

    one: FigureId
    other: FigureId


def joined(field: Field, seat: Place, width: int) -> list[Pair]:
    """The men of one enemy group between whom no base of this width can pass; asked of a table once.

    Compared exactly, without tolerance.
    """
    found: list[Pair] | None = field.cache.found.get(("joined", seat, width))
    if found is None:
        found = [
            Pair(one, other)
            for group in field.enemy_groups(seat)
            for (one, ax, ay, ar), (other, bx, by, br) in combinations(map(field.base, field.now.figures(group)), 2)
            if (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= (ar + br + width) * (ar + br + width)
        ]
        field.cache.found["joined", seat, width] = found
    return found
