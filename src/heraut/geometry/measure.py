"""How far two bases stand from one another. A gap is measured from edge to edge, and is negative when bases overlap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt

Point = tuple[int, int]
Disc = tuple[int, int, int]

# Two gaps on a table of 20 rulers that differ at all differ by more than 1e-15 milliruler: the norm of
# sqrt(m) - sqrt(n) - c is a whole number, and its three other factors stay below 1e5. 2**-60 tells them apart.
FINE_BITS = 60


def squared(a: Sequence[int], b: Sequence[int]) -> int:
    """The square of the distance between two points, or between the centres of two discs."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return dx * dx + dy * dy


def gap(a: Disc, b: Disc) -> int:
    """The gap between two bases, in whole millirulers, rounded down."""
    return isqrt(squared(a, b)) - a[2] - b[2]


def fine_gap(a: Disc, b: Disc) -> int:
    """The gap between two bases in units of 2**-60 milliruler: equal gaps are equal numbers, and the order is exact."""
    return isqrt(squared(a, b) << (2 * FINE_BITS)) - ((a[2] + b[2]) << FINE_BITS)


def within(a: Disc, b: Disc, limit: int) -> bool:
    """Whether the gap between two bases is at most `limit`."""
    reach = a[2] + b[2] + limit
    return reach >= 0 and squared(a, b) <= reach * reach


def closer(a: Disc, b: Disc, limit: int) -> bool:
    """Whether the gap between two bases is less than `limit` (a negative limit: whether they overlap by more)."""
    reach = a[2] + b[2] + limit
    return reach > 0 and squared(a, b) < reach * reach


def nearest(base: Disc, others: Sequence[Disc]) -> int:
    """The rank of the base nearest to this one, the first in the list among equals; -1 when there is none."""
    gaps = [gap(base, other) for other in others]
    if not gaps:
        return -1
    # The gap rounded down settles nearly every comparison; only a draw needs the fine one.
    least = min(gaps)
    first = [rank for rank, one in enumerate(gaps) if one == least]
    return first[0] if len(first) == 1 else min(first, key=lambda rank: fine_gap(base, others[rank]))


def farthest_first(base: Disc, others: Sequence[Disc]) -> list[int]:
    """The ranks of these bases, from the farthest to the nearest; of equals, the later in the list comes first."""
    return sorted(range(len(others)), key=lambda rank: (fine_gap(base, others[rank]), rank), reverse=True)


def inside(disc: Disc, width: int, height: int) -> bool:
    """Whether a whole base lies on a table whose south-west corner is the origin."""
    x, y, r = disc
    return r <= x <= width - r and r <= y <= height - r


def swell(discs: Iterable[Disc], by: int) -> list[Disc]:
    """The discs grown by `by`: where the centre of a base of that radius may not stand."""
    return [(x, y, max(0, r + by)) for x, y, r in discs]


def strikes(point: Point, swollen: Iterable[Disc]) -> bool:
    """Whether a point lies strictly inside one of these discs."""
    px, py = point
    for x, y, r in swollen:
        dx, dy = x - px, y - py
        if dx * dx + dy * dy < r * r:
            return True
    return False
