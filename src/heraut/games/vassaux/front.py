"""The front line that a charge may not pass (SV-CHG-08), in integers."""

from __future__ import annotations

from itertools import combinations

from heraut.games.vassaux.field import Field
from heraut.games.vassaux.state import Point

REACH = 6000  # no charger is set down farther from his leader than this


class Front:
    """The front of all enemy groups, seen along the direction of a charge.

    Each centre is kept as how far along the direction and how far across it stands (times the length of the direction).
    """

    def __init__(self, field: Field, seat: int, direction: Point, width: int, around: Point) -> None:
        ux, uy = direction
        self.ux, self.uy = ux, uy
        whole = ux * ux + uy * uy
        self.posts: list[tuple[int, int, int]] = []  # along, across, square of the radius at this scale
        self.lines: list[tuple[int, int, int, int]] = []
        for group in field.enemy_groups(seat):
            stands = []
            for figure in field.b.figures(group):
                x, y, r = field.disc(figure)
                if abs(x - around[0]) < REACH and abs(y - around[1]) < REACH:
                    stands.append((x, y, r))
                    self.posts.append((x * ux + y * uy, x * uy - y * ux, r * r * whole))
            for (ax, ay, ar), (bx, by, br) in combinations(stands, 2):
                # joined when their gap is at most the charger's base; compared exactly, without tolerance
                if (ax - bx) ** 2 + (ay - by) ** 2 <= (ar + br + width) ** 2:
                    self.lines.append((ax * ux + ay * uy, ax * uy - ay * ux, bx * ux + by * uy, bx * uy - by * ux))

    def is_behind(self, place: Point) -> bool:
        """Whether the straight way in to this place, along the charge, crosses the front."""
        x, y = place
        along, across = x * self.ux + y * self.uy, x * self.uy - y * self.ux
        for post, aside, width in self.posts:
            if post < along and (aside - across) ** 2 < width:
                return True
        for a, p, b, q in self.lines:
            if (p < across < q or q < across < p) and (
                a * abs(q - p) + (b - a) * (across - p) * (1 if q > p else -1)
            ) < along * abs(q - p):
                return True
        return False
