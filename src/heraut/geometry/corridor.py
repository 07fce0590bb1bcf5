"""Sight: the corridor of the observer's base's width that runs from his centre to his target's.

Widths are taken across the corridor in floating point, with sums, products, quotients and square roots alone: these are
the same to the last bit on every machine, and true to far less than a millionth of a milliruler. By that millionth each
limit is eased, so that a width of just the limit counts as reaching it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from math import sqrt

from heraut.geometry.measure import Disc, Point
from heraut.geometry.shapes import Shape, shape_within

Span = tuple[float, float]

NOISE = 1e-6


class Sight(IntEnum):
    """What an observer sees of a target."""

    HIDDEN = 0
    COVERED = 1
    CLEAR = 2


def sight(
    observer: Disc,
    target: Disc,
    walls: Iterable[Shape],
    screens: Iterable[Shape],
    bodies: Iterable[Disc],
    slit: int,
    touch: int,
) -> Sight:
    """What one base sees of another.

    `walls` stop sight, `screens` (woods, hedges) and `bodies` only cover. Hidden: less than `slit` of the corridor's
    width is free of walls. Covered: at least `slit` of it meets anything. A screen that touches the observer's base, at
    `touch` or less, is not in his way unless it also touches the target's.
    """
    ax, ay, radius = observer
    ux, uy, far = _heading(observer, target)
    start, middle, half, least = ux * ax + uy * ay, ux * ay - uy * ax, float(radius), slit - NOISE
    left, low, right, top = _box(observer, target, half * abs(uy), half * abs(ux))
    spans: list[Span] = []
    for west, south, east, north, outline, _ in walls:
        if west <= right and east >= left and south <= top and north >= low:
            _shade(spans, outline, ux, uy, start, middle, far, half)
    if spans:
        width = _union(spans)
        if 2 * half - width < least:
            return Sight.HIDDEN
        if width >= least:
            return Sight.COVERED
    for shape in screens:
        west, south, east, north, outline, _ = shape
        if (
            (west <= right and east >= left and south <= top and north >= low)
            and _shade(spans, outline, ux, uy, start, middle, far, half)
            and _is_own_screen(shape, observer, target, touch)
        ):
            spans.pop()
    _shade_bodies(spans, bodies, ux, uy, start, middle, far, half)
    return Sight.COVERED if spans and _union(spans) >= least else Sight.CLEAR


def _heading(start: Sequence[int], end: Sequence[int]) -> tuple[float, float, float]:
    """The way from point to point as a vector of length one, and how far it is."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = sqrt(dx * dx + dy * dy)
    return dx / far, dy / far, far


def _box(observer: Disc, target: Disc, wide: float, high: float) -> tuple[float, float, float, float]:
    """West, south, east and north of a corridor that reaches so far to the sides of both its ends."""
    ax, ay, _ = observer
    bx, by, _ = target
    return min(ax, bx) - wide, min(ay, by) - high, max(ax, bx) + wide, max(ay, by) + high


def coverage(start: Point, end: Point, half_width: int, shapes: Iterable[Shape], bodies: Iterable[Disc]) -> float:
    """The width, in millirulers, of the corridor from point to point that these shapes and discs touch together."""
    ux, uy, far = _heading(start, end)
    half = float(half_width)
    here, middle = ux * start[0] + uy * start[1], ux * start[1] - uy * start[0]
    spans: list[Span] = []
    for shape in shapes:
        _shade(spans, shape.outline, ux, uy, here, middle, far, half)
    _shade_bodies(spans, bodies, ux, uy, here, middle, far, half)
    return _union(spans) if spans else 0.0


def _shade(
    spans: list[Span],
    outline: Sequence[tuple[float, float]],
    ux: float,
    uy: float,
    start: float,
    middle: float,
    far: float,
    half: float,
) -> bool:
    """Adds the part of the corridor's width that a convex polygon touches between its ends; whether there is any."""
    asides = [ux * y - uy * x - middle for x, y in outline]
    low, high = min(asides), max(asides)
    if high <= -half or low >= half:
        return False
    aheads = [ux * x + uy * y - start for x, y in outline]
    if min(aheads) > far or max(aheads) < 0:
        return False
    if min(aheads) < 0 or max(aheads) > far:
        low, high = _between_ends(aheads, asides, far)
    low, high = max(low, -half), min(high, half)
    if low >= high:
        return False
    spans.append((low, high))
    return True


def _between_ends(aheads: list[float], asides: list[float], far: float) -> Span:
    """How far aside a polygon reaches, left and right, between the two ends of a corridor."""
    reached = [aside for ahead, aside in zip(aheads, asides, strict=True) if 0 <= ahead <= far]
    before, beside = aheads[-1], asides[-1]
    for ahead, aside in zip(aheads, asides, strict=True):
        for end in (0.0, far):
            if (before < end) != (ahead < end):
                reached.append(beside + (aside - beside) * (end - before) / (ahead - before))
        before, beside = ahead, aside
    return min(reached), max(reached)


def _shade_bodies(
    spans: list[Span],
    bodies: Iterable[Disc],
    ux: float,
    uy: float,
    start: float,
    middle: float,
    far: float,
    half: float,
) -> None:
    """Adds what discs touch of the corridor's width; those that stand beside it are passed over at once."""
    for x, y, reach in bodies:
        if -(edge := half + reach) < ux * y - uy * x - middle < edge:
            _shade_body(spans, ux * x + uy * y - start, ux * y - uy * x - middle, reach, far, half)


def _shade_body(spans: list[Span], ahead: float, aside: float, reach: int, far: float, half: float) -> None:
    """Adds the part of the corridor's width that a disc touches between its two ends."""
    beyond = -ahead if ahead < 0 else max(0.0, ahead - far)
    if beyond >= reach:
        return
    chord = sqrt(reach * reach - beyond * beyond)
    low, high = max(aside - chord, -half), min(aside + chord, half)
    if low < high:
        spans.append((low, high))


def _union(spans: list[Span]) -> float:
    """How wide these spans are together, what they share counted once."""
    if len(spans) == 1:
        return spans[0][1] - spans[0][0]
    total, reached = 0.0, -float("inf")
    for low, high in sorted(spans):
        if high > reached:
            total += high - max(low, reached)
            reached = high
    return total


def _is_own_screen(shape: Shape, observer: Disc, target: Disc, touch: int) -> bool:
    """Whether a screen is at the observer's elbow, and not at the target's."""
    at_hand = shape_within(shape, observer[:2], observer[2] + touch)
    return at_hand and not shape_within(shape, target[:2], target[2] + touch)
