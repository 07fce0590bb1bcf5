"""Moves: polylines of the centre of a base. What it meets, how far it may run, where it stands on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import isqrt, sqrt

from heraut.geometry.measure import FINE_BITS, Disc, Point, squared
from heraut.geometry.places import along
from heraut.geometry.shapes import Shape, leg_is_closer, polygon, segment_closer

Path = Sequence[Point]


def length(path: Path) -> int:
    """The length of a path, in whole millirulers, rounded down: one leg's exactly, the sum of more to 2**-58."""
    return fine_length(path) >> FINE_BITS


def longer(path: Path, limit: int) -> bool:
    """Whether a path is longer than a whole number of millirulers: of one leg exactly, of more to 2**-58."""
    return fine_length(path) > limit << FINE_BITS


def fine_length(path: Path) -> int:
    """The length of a path in units of 2**-60 milliruler, the length of each leg rounded down."""
    return sum(isqrt(squared(a, b) << (2 * FINE_BITS)) for a, b in pairwise(path))


def point_at(path: Path, distance: int) -> Point:
    """The point of a path at this distance from its start, rounded; its end when it is no longer."""
    left: float = distance
    for start, end in pairwise(path):
        leg = sqrt(squared(start, end))
        if left < leg:
            return along(start, (end[0] - start[0], end[1] - start[1]), left)
        left -= leg
    return path[-1]


def leg_strikes(start: Point, end: Point, swollen: Sequence[Disc]) -> list[int]:
    """The ranks of the discs that a point strikes on a straight line: those it comes to lie strictly inside."""
    sx, sy = start
    dx, dy = end[0] - sx, end[1] - sy
    whole = dx * dx + dy * dy
    found = []
    for rank, (x, y, r) in enumerate(swollen):
        px, py = x - sx, y - sy
        aside = px * dy - py * dx
        # Beside the line there is no need to ask where along it.
        if (aside * aside < r * r * whole or whole == 0) and segment_closer(start, end, (x, y), r):
            found.append(rank)
    return found


def leg_strikes_shape(start: Point, end: Point, radius: int, shapes: Sequence[Shape]) -> list[int]:
    """The ranks of the shapes that a base of this radius overlaps on a straight line."""
    return [rank for rank, shape in enumerate(shapes) if leg_is_closer(shape, start, end, radius)]


def run_to_disc(start: Point, direction: Point, swollen: Disc, limit: int) -> int:
    """How far a point may run straight ahead, in whole millirulers up to `limit`, without lying strictly inside a disc.

    Exact on the real line; 0 when it starts inside.
    """
    dx, dy = direction
    px, py, r = swollen[0] - start[0], swollen[1] - start[1], swollen[2]
    if px * px + py * py < r * r:
        return 0
    ahead, aside, whole = px * dx + py * dy, px * dy - py * dx, dx * dx + dy * dy
    depth = r * r * whole - aside * aside
    if ahead <= 0 or depth <= 0:
        return limit
    # The disc is entered at (ahead - sqrt(depth)) / sqrt(whole): guess too far, then come back in integers.
    guess = int((ahead - sqrt(depth)) / sqrt(whole)) + 2
    while guess > 0 and not _is_before(guess, ahead, depth, whole):
        guess -= 1
    return min(limit, guess)


def run_to_discs(start: Point, direction: Point, swollen: Iterable[Disc], limit: int) -> int:
    """The same for several discs: how far he may run without lying strictly inside any of them."""
    (sx, sy), (dx, dy) = start, direction
    whole = dx * dx + dy * dy
    for disc in swollen:
        x, y, r = disc
        px, py = x - sx, y - sy
        aside = px * dy - py * dx
        # Whoever stands beside the line, or behind, is in nobody's way, unless the run starts upon him.
        if aside * aside < r * r * whole and (px * dx + py * dy > 0 or px * px + py * py < r * r):
            limit = run_to_disc(start, direction, disc, limit)
    return limit


def run_to_shape(start: Point, direction: Point, radius: int, shape: Shape, limit: int) -> int:
    """How far a base may run straight ahead, in whole millirulers up to `limit`, without overlapping a shape.

    Found by halving on the exact line, to a millionth of a milliruler; 0 when it starts upon it.
    """
    dx, dy = direction
    norm = isqrt(dx * dx + dy * dy) + 1
    grain = 1_000_000 * norm
    # On a table magnified `grain` times, n * direction is a point of the line, and the next is close by.
    big = polygon(((x - start[0]) * grain, (y - start[1]) * grain) for x, y in shape.points)
    low, high = 0, (limit + 1) * grain * grain // isqrt((dx * dx + dy * dy) * grain * grain)
    if not leg_is_closer(big, (0, 0), (high * dx, high * dy), radius * grain):
        return limit
    while high - low > 1:
        middle = (low + high) // 2
        if leg_is_closer(big, (0, 0), (middle * dx, middle * dy), radius * grain):
            high = middle
        else:
            low = middle
    return min(limit, isqrt(high * high * (dx * dx + dy * dy)) // grain)


def _is_before(run: int, ahead: int, depth: int, whole: int) -> bool:
    """Whether run <= (ahead - sqrt(depth)) / sqrt(whole), in integers: sqrt(depth) + run * sqrt(whole) <= ahead."""
    rest = ahead * ahead - depth - run * run * whole
    return rest >= 0 and 4 * run * run * depth * whole <= rest * rest
