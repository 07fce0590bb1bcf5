"""What touches, crosses and overlaps the elements of a table, against shapely."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, MultiPoint, Polygon, box
from shapely import Point as Spot

from heraut.geometry import (
    Box,
    Point,
    Shape,
    carve,
    crosses,
    leg_strikes_shape,
    polygon,
    rectangle,
    shape_closer,
    shape_holds,
    shape_within,
    touches,
)

side = st.integers(0, 2_000)
point = st.tuples(side, side)
NOISE = 1e-6  # what shapely's floating point may leave


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """Rectangles and other convex shapes."""
    if draw(st.booleans()):
        west, south = draw(point)
        return rectangle(west, south, west + draw(st.integers(1, 900)), south + draw(st.integers(1, 900)))
    hull = MultiPoint(draw(st.lists(point, min_size=3, max_size=9))).convex_hull
    assume(hull.geom_type == "Polygon")
    corners = [(round(x), round(y)) for x, y in hull.exterior.coords[:-1]]
    try:
        return polygon(corners)
    except ValueError:  # a straight corner
        assume(False)
        raise


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """Rectangles as west, south, east, north."""
    west, south = draw(point)
    return west, south, west + draw(st.integers(1, 900)), south + draw(st.integers(1, 900))


def test_a_shape_is_convex_whichever_way_it_is_drawn() -> None:
    square = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))
    assert {polygon(square[::-1]).points[0], polygon(square).points[0]} <= set(square)
    assert shape_holds(polygon(square[::-1]), (500, 500)) and shape_holds(rectangle(0, 0, 9, 9), (9, 0))
    for wrong in (
        square[:2],
        (*square, (500, 500)),
        ((0, 0), (1, 0), (2, 0), (1, 5)),
        ((1, 5), (2, 0), (1, 0), (0, 0)),
        ((0, 0), (9, 9), (9, 0), (0, 9)),
    ):
        with pytest.raises(ValueError, match="convex"):
            polygon(wrong)


@given(shapes(), point, st.integers(1, 700))
def test_a_base_overlaps_what_it_is_near_enough_to(shape: Shape, place: Point, radius: int) -> None:
    distance = Polygon(shape.points).distance(Spot(place))
    assume(abs(distance - radius) > NOISE)
    assert shape_closer(shape, place, radius) == shape_within(shape, place, radius) == (distance < radius)


def test_overlap_and_contact_to_the_last_unit() -> None:
    house = rectangle(4000, 3000, 5000, 4000)
    assert shape_within(house, (5250, 3500), 250) and not shape_closer(house, (5250, 3500), 250)
    assert shape_within(house, (5150, 4200), 250) and not shape_closer(house, (5150, 4200), 250)  # the corner: 3, 4, 5
    assert shape_closer(house, (5149, 4200), 250) and not shape_within(house, (5151, 4200), 250)


@pytest.mark.slow
@given(shapes(), point, point)
def test_a_line_meets_a_shape(shape: Shape, start: Point, end: Point) -> None:
    area, line = Polygon(shape.points), LineString((start, end))
    assume(area.distance(line) > NOISE or area.buffer(-NOISE).intersects(line))
    assert touches(shape, start, end) == area.intersects(line)


@pytest.mark.slow
@given(shapes(), point, point)
def test_a_line_crosses_the_inside_of_a_shape(shape: Shape, start: Point, end: Point) -> None:
    inside, line = Polygon(shape.points), LineString((start, end))
    shared = inside.intersection(line).length if start != end else 0
    deep = inside.buffer(-NOISE).intersects(line)
    assume(deep or shared < NOISE)
    assert crosses(shape, start, end) == deep or (shared < 1 and not deep)


def test_a_line_along_a_wall_does_not_cross_it() -> None:
    wall = rectangle(1000, 1000, 3000, 1200)
    assert touches(wall, (0, 1000), (5000, 1000)) and not crosses(wall, (0, 1000), (5000, 1000))
    assert touches(wall, (500, 500), (1000, 1000)) and not crosses(wall, (500, 500), (1000, 1000))  # its corner
    assert crosses(wall, (500, 500), (1001, 1001)) and crosses(wall, (2000, 1100), (2000, 1100))
    assert not touches(wall, (0, 999), (5000, 999)) and not crosses(wall, (1000, 1100), (1000, 1100))


@given(shapes(), point, point, st.integers(1, 500))
def test_a_moving_base_overlaps_what_its_way_is_near_to(shape: Shape, start: Point, end: Point, radius: int) -> None:
    distance = Polygon(shape.points).distance(LineString((start, end)))
    assume(abs(distance - radius) > NOISE)
    assert leg_strikes_shape(start, end, radius, [shape]) == ([0] if distance < radius else [])


def test_a_moving_base_is_stopped_by_a_corner_that_it_only_passes() -> None:
    house = rectangle(4000, 3000, 5000, 4000)
    # The ways fall at 45 degrees: the corner is 250 off where they begin 353.55 lower than one through it.
    assert leg_strikes_shape((3000, 3646), (4600, 2046), 250, [house]) == []
    assert leg_strikes_shape((3000, 3647), (4600, 2047), 250, [house]) == [0]


@given(boxes(), boxes())
def test_what_is_left_of_a_box_under_another(under: Box, over: Box) -> None:
    parts = [box(*part) for part in carve(under, over)]
    left = box(*under).difference(box(*over))
    assert abs(sum(part.area for part in parts) - left.area) < NOISE
    assert all(left.buffer(NOISE).contains(part) for part in parts)
