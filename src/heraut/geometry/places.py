"""Points at a length and an angle from another.

Each is the real point rounded twice: to a thousandth of a milliruler, which absorbs whatever noise an irrational leaves
(625 times the cosine of 60 degrees is exactly 312.5), then to a whole milliruler, halves upwards. On a table, whose
coordinates are positive, upwards is away from zero. Sums, products, quotients and square roots of floats are the same
on every machine; cosines are not, so that those used here come from a series in integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import atan2, floor, pi, sqrt

from heraut.geometry.measure import Point

_ONE = 10**30
_PI = 3141592653589793238462643383279


def along(start: Point, direction: Point, length: float, turn: int = 0) -> Point:
    """The point at `length` from `start`, `turn` degrees counter-clockwise of `direction` (which is no zero vector)."""
    dx, dy = direction
    share = length / sqrt(dx * dx + dy * dy)
    if not turn:
        return rounded(start[0] + dx * share), rounded(start[1] + dy * share)
    cosine, sine = circle(turn, 1)
    x, y = dx * cosine - dy * sine, dx * sine + dy * cosine
    return rounded(start[0] + x * share), rounded(start[1] + y * share)


def rings(centre: Point, facing: Point, spacing: int, count: int) -> Iterator[Point]:
    """Places in rings around a centre: 6k of them on ring k, from straight ahead, then left and right in turn."""
    x, y = centre
    scale = spacing / sqrt(facing[0] ** 2 + facing[1] ** 2)
    dx, dy = facing[0] * scale, facing[1] * scale
    for ring in range(1, count + 1):
        for cosine, sine in _ring_angles(ring):
            # `rounded`, written out: dozens of places are tried for each unit set down
            across = floor((x + ring * (dx * cosine - dy * sine)) * 1000 + 0.5)
            up = floor((y + ring * (dx * sine + dy * cosine)) * 1000 + 0.5)
            yield (across + 500) // 1000, (up + 500) // 1000


def rounded(value: float) -> int:
    """A coordinate to a thousandth, then to a whole number, halves upwards."""
    return (floor(value * 1000 + 0.5) + 500) // 1000


def degrees(direction: Point) -> int:
    """A direction as whole degrees, 0 to 359: 0 is east, 90 north."""
    return round(atan2(direction[1], direction[0]) * 180 / pi) % 360


@lru_cache(maxsize=32)
def _ring_angles(ring: int) -> tuple[tuple[float, float], ...]:
    """The angles of a ring's places: 0, +1, -1, +2, -2, ... times 60 degrees over its number, the one behind last."""
    order = [0, *(sign * j for j in range(1, 3 * ring) for sign in (1, -1)), 3 * ring]
    return tuple(circle(60 * j, ring) for j in order)


@lru_cache(maxsize=512)
def circle(numerator: int, denominator: int) -> tuple[float, float]:
    """Cosine and sine of a fraction of degrees, by their series in integers of thirty digits."""
    angle = _PI * abs(numerator) // (180 * denominator)
    sums, term, order = [0, 0], _ONE, 0
    while term:
        sums[order % 2] += term if order % 4 < 2 else -term
        order += 1
        term = term * angle // (order * _ONE)
    cosine, sine = (round(total, -10) / _ONE for total in sums)
    return cosine, sine if numerator >= 0 else -sine
