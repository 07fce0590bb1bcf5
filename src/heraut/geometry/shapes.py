"""Elements of a table: convex shapes, closed (their edge belongs to them), and what touches or crosses them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from heraut.geometry.measure import Point

Box = tuple[int, int, int, int]
"""A rectangle along the axes: west, south, east, north."""

Ratio = tuple[int, int]


class Shape(NamedTuple):
    """A convex polygon, its corners counter-clockwise, in the box that tells most questions apart at once.

    Box and outline are whole numbers kept as floats: a corridor passes dozens by, faster than with integers.
    """

    west: float
    south: float
    east: float
    north: float
    outline: tuple[tuple[float, float], ...]
    points: tuple[Point, ...]


def polygon(points: Iterable[Point]) -> Shape:
    """The shape with these corners, in either order; refused unless it is convex, without a straight corner."""
    corners = tuple(points)
    after = corners[1:] + corners[:1]
    turns = [orientation(a, b, c) for a, b, c in zip(corners, after, after[1:] + after[:1], strict=True)]
    if len(corners) < 3 or min(turns) <= 0 <= max(turns):
        raise ValueError(f"not a convex polygon: {corners}")
    if turns[0] < 0:
        corners = corners[::-1]
    outline = tuple((float(x), float(y)) for x, y in corners)
    across, up = [x for x, _ in outline], [y for _, y in outline]
    return Shape(min(across), min(up), max(across), max(up), outline, corners)


def rectangle(west: int, south: int, east: int, north: int) -> Shape:
    """The rectangle along the axes with these sides."""
    return polygon(((west, south), (east, south), (east, north), (west, north)))


def carve(box: Box, cover: Box) -> list[Box]:
    """What is left of a box under another that covers part of it: at most four boxes."""
    west, south, east, north = box
    left, low, right, high = (
        max(west, cover[0]),
        max(south, cover[1]),
        min(east, cover[2]),
        min(north, cover[3]),
    )
    if left >= right or low >= high:
        return [box]
    parts = [
        (west, south, left, north),
        (right, south, east, north),
        (left, south, right, low),
        (left, high, right, north),
    ]
    return [(w, s, e, n) for w, s, e, n in parts if w < e and s < n]


def orientation(a: Point, b: Point, c: Point) -> int:
    """Positive when c lies left of the line from a to b, negative when right of it, 0 on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def shape_holds(shape: Shape, point: Point) -> bool:
    """Whether a point lies in the shape, its edge included."""
    return all(orientation(a, b, point) >= 0 for a, b in _edges(shape))


def shape_closer(shape: Shape, point: Point, limit: int) -> bool:
    """Whether a point lies at less than `limit` from the shape (with a base's radius: whether the base overlaps it)."""
    if _is_far(shape, point, limit):
        return False
    top, bottom = _squared_distance(shape, point)
    return top < limit * limit * bottom


def shape_within(shape: Shape, point: Point, limit: int) -> bool:
    """Whether a point lies at `limit` or less from the shape."""
    if _is_far(shape, point, limit):
        return False
    top, bottom = _squared_distance(shape, point)
    return top <= limit * limit * bottom


def touches(shape: Shape, start: Point, end: Point) -> bool:
    """Whether a straight line from point to point meets the shape, if only at its edge."""
    return not _is_aside(shape, start, end, 0) and _clip(shape.points, start, end) is not None


def crosses(shape: Shape, start: Point, end: Point) -> bool:
    """Whether a straight line from point to point passes through the inside of the shape (not along its edge)."""
    span = None if _is_aside(shape, start, end, 0) else _clip(shape.points, start, end)
    if span is None:
        return False
    (low, low_of), (high, high_of) = span
    along_an_edge = any(orientation(a, b, start) == 0 == orientation(a, b, end) for a, b in _edges(shape))
    return low * high_of < high * low_of and not along_an_edge


def leg_is_closer(shape: Shape, start: Point, end: Point, limit: int) -> bool:
    """Whether a straight line from point to point comes nearer to the shape than `limit`."""
    if _is_aside(shape, start, end, limit):
        return False
    if limit > 0 and touches(shape, start, end):
        return True
    corners = any(segment_closer(start, end, corner, limit) for corner in shape.points)
    return corners or shape_closer(shape, start, limit) or shape_closer(shape, end, limit)


def segment_closer(start: Point, end: Point, point: Point, limit: int) -> bool:
    """Whether a point lies at less than `limit` from a straight line between two points."""
    top, bottom = _squared_from_segment(start, end, point)
    return top < limit * limit * bottom


def _squared_distance(shape: Shape, point: Point) -> Ratio:
    """The square of the distance from a point to the shape, as an exact fraction."""
    if shape_holds(shape, point):
        return 0, 1
    best = None
    for a, b in _edges(shape):
        ratio = _squared_from_segment(a, b, point)
        if best is None or ratio[0] * best[1] < best[0] * ratio[1]:
            best = ratio
    assert best is not None
    return best


def _squared_from_segment(start: Point, end: Point, point: Point) -> Ratio:
    dx, dy = end[0] - start[0], end[1] - start[1]
    px, py = point[0] - start[0], point[1] - start[1]
    ahead, whole = px * dx + py * dy, dx * dx + dy * dy
    if ahead <= 0:
        return px * px + py * py, 1
    if ahead >= whole:
        return (px - dx) ** 2 + (py - dy) ** 2, 1
    aside = px * dy - py * dx
    return aside * aside, whole


def _clip(points: tuple[Point, ...], start: Point, end: Point) -> tuple[Ratio, Ratio] | None:
    """The part of a straight line inside a convex polygon, as two exact fractions of its length; None outside."""
    low, low_of, high, high_of = 0, 1, 1, 1
    a = points[-1]
    for b in points:
        first, last = orientation(a, b, start), orientation(a, b, end)
        a = b
        if first < 0 and last < 0:
            return None
        if first < 0:
            if -first * low_of > low * (last - first):
                low, low_of = -first, last - first
        elif last < 0 and first * high_of < high * (first - last):
            high, high_of = first, first - last
    return ((low, low_of), (high, high_of)) if low * high_of <= high * low_of else None


def _is_far(shape: Shape, point: Point, limit: int) -> bool:
    x, y = point
    west, south, east, north, _, _ = shape
    return limit < 0 or x + limit < west or x - limit > east or y + limit < south or y - limit > north


def _is_aside(shape: Shape, start: Point, end: Point, limit: int) -> bool:
    (ax, ay), (bx, by) = start, end
    west, south, east, north, _, _ = shape
    return (
        (ax + limit < west and bx + limit < west)
        or (ax - limit > east and bx - limit > east)
        or (ay + limit < south and by + limit < south)
        or (ay - limit > north and by - limit > north)
    )


def _edges(shape: Shape) -> Iterable[tuple[Point, Point]]:
    points = shape.points
    return zip(points, points[1:] + points[:1], strict=True)
