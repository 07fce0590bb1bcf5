"""How far two bases stand from one another. A gap is measured from edge to edge, and is negative when bases overlap."""

from __future__ import annotations

from collections.abc import Sequence
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
