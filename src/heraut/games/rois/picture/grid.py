"""The world's hexes as drawn: their middles, and borders that wander as those of a drawn map do (RO-MAP-01 to 04).

The grid is the same in every world, and so are its borders: how one wanders follows from where it lies and tells
nothing of what lies on either side. All lengths are units of the drawing, whole numbers; a hex is 104 wide. What is
drawn repeats itself after `ROUND` units to the right: the world wraps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from heraut.games.rois.world.geography import COLUMNS, PROVINCES, ROWS, number, place

HALF, LEVEL = 52, 30  # corners lie on a lattice of half a hex across and a quarter of its height down
WIDE, HIGH = 2 * HALF, 3 * LEVEL  # from one hex to the next in its row; from one row to the next
ROUND = COLUMNS * WIDE
ICE = 54  # above the first row and below the last one
HEIGHT = 2 * ICE + ROWS * HIGH + LEVEL
STRAY = 8  # how far a corner lies from its place on the lattice, at most
BENDS, WANDER, CALMER = 8, 0.19, 0.55  # pieces of a border; how far it wanders, of its length; and each half of it
HEX = "M0-60 52-30V30L0 60-52 30V-30z"  # around its middle, with a ruler: where a pointer meets it
MIXED = 0xFFFFFFFFFFFFFFFF

Point = tuple[int, int]


class Side(NamedTuple):
    """One of the six sides of a hex, clockwise from the north-east; `start` and `end` are corners of the lattice."""

    hex: int
    start: Point
    end: Point
    across: int  # the hex behind it; 0: the ice
    wraps: bool  # whether that one lies behind the edge of the drawing


def noise(*key: int) -> float:
    """A figure from 0 to 1 that is always the same for the same numbers, and without pattern (splitmix64)."""
    state = 0x9E3779B97F4A7C15
    for each in key:
        state = (state + each * 0xBF58476D1CE4E5B9 + 0x9E3779B97F4A7C15) & MIXED
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MIXED
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MIXED
        state ^= state >> 31
    return state / (MIXED + 1)


def middle(province: int) -> Point:
    """Where the middle of a province lies."""
    q, r = place(province)
    return HALF * (2 * q + 1 + r % 2), ICE + HIGH * r + 2 * LEVEL


@cache
def sides(province: int) -> tuple[Side, ...]:
    """The six sides of a hex."""
    q, r = place(province)
    x, y, odd = 2 * q + 1 + r % 2, 3 * r, r % 2
    corners = ((x, y), (x + 1, y + 1), (x + 1, y + 3), (x, y + 4), (x - 1, y + 3), (x - 1, y + 1))
    behind = ((q + odd, r - 1), (q + 1, r), (q + odd, r + 1), (q + odd - 1, r + 1), (q - 1, r), (q + odd - 1, r - 1))
    return tuple(
        Side(
            province,
            corners[turn],
            corners[(turn + 1) % 6],
            number(*behind[turn]) if 0 <= behind[turn][1] < ROWS else 0,
            not 0 <= behind[turn][0] < COLUMNS,
        )
        for turn in range(6)
    )


def corner(lattice: Point) -> tuple[float, float]:
    """Where a corner is drawn."""
    x, y = lattice
    around = x % (2 * COLUMNS)
    return (
        HALF * x + STRAY * (2 * noise(around, y, 1) - 1),
        ICE + LEVEL * y + STRAY * (2 * noise(around, y, 2) - 1),
    )


@cache
def border(start: Point, end: Point) -> tuple[Point, ...]:
    """The points of a side from one corner to the other; the same ones backwards from the other side."""
    if start[1] > end[1]:
        return border(end, start)[::-1]
    key = (start[0] % (2 * COLUMNS), start[1], end[0] - start[0])
    points = [corner(start), corner(end)]
    wander = WANDER
    while len(points) <= BENDS:
        bent = [points[0]]
        for place_of_it, ((x0, y0), (x1, y1)) in enumerate(pairwise(points)):
            far = wander * (2 * noise(*key, len(points), place_of_it) - 1)
            bent += [((x0 + x1) / 2 - far * (y1 - y0), (y0 + y1) / 2 + far * (x1 - x0)), (x1, y1)]
        points, wander = bent, wander * CALMER * 1.6
    return tuple((round(x), round(y)) for x, y in points)


# Lines and areas


def chains(edges: Iterable[Side]) -> Iterator[list[Side]]:
    """Sides one after the other as far as they follow each other; a ring begins anywhere."""
    after = {side.start: side for side in edges}
    ends = {side.end for side in after.values()}
    for first in [*(side for corner_, side in after.items() if corner_ not in ends), *list(after.values())]:
        if first.start not in after:
            continue
        chain, side = [], first
        while side is not None and side.start in after:
            chain.append(after.pop(side.start))
            side = after.get(side.end)  # type: ignore[assignment]
        yield chain


def edges_of(provinces: Collection[int], ends: Callable[[Side], bool] | None = None) -> Iterator[Side]:
    """The sides of these provinces behind which something else lies, or for which `ends` holds."""
    inside = provinces if isinstance(provinces, frozenset | set) else set(provinces)
    for province in sorted(inside):
        for side in sides(province):
            if ends(side) if ends is not None else side.across not in inside:
                yield side


def area(provinces: Collection[int]) -> str:
    """The provinces as one shape to be filled: cut where the drawing ends."""
    inside = set(provinces)
    cut = edges_of(inside, lambda side: side.wraps or side.across not in inside)
    return "".join(f"{line(chain)}z" for chain in chains(cut))


def outline(provinces: Collection[int], inset: float = 0.0) -> str:
    """The border around provinces as a line, drawn so far (0 to 1) towards the middles; open where the world wraps."""
    return "".join(
        line(chain, inset) + "z" * (chain[0].start == chain[-1].end) for chain in chains(edges_of(provinces))
    )


def line(chain: list[Side], inset: float = 0.0) -> str:
    """Sides that follow each other, as the steps of a path."""
    points: list[Point] = []
    for side in chain:
        own = border(side.start, side.end)
        if inset:
            x, y = middle(side.hex)
            own = tuple((round(u + (x - u) * inset), round(v + (y - v) * inset)) for u, v in own)
        points += own if not points or points[-1] != own[0] else own[1:]
    return steps(points)


def steps(points: list[Point]) -> str:
    """Points as a path, each from the one before: as few letters as can be."""
    (x, y), written = points[0], []
    written.append(f"M{x} {y}l")
    for u, v in points[1:]:
        down = v - y
        written.append(f"{u - x}{'' if down < 0 else ' '}{down} ")
        x, y = u, v
    return "".join(written).strip().replace(" -", "-")


ALL = range(1, PROVINCES + 1)
