"""Sight: the corridor between two bases, against shapely."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import Point as Spot
from shapely import Polygon, box
from shapely.affinity import affine_transform, translate
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from heraut.geometry import Disc, Point, Shape, Sight, coverage, polygon, rectangle, sight
from tests.geometry.test_shapes import point, shapes

SLIT, TOUCH = 10, 5
body = st.tuples(st.integers(0, 2000), st.integers(0, 2000), st.sampled_from((250, 375)))
HERE, THERE = (5000, 2000, 250), (5000, 6000, 250)


def seen(walls: Sequence[Shape] = (), screens: Sequence[Shape] = (), bodies: Sequence[Disc] = ()) -> Sight:
    """What a man sees of another four rulers north of him."""
    return sight(HERE, THERE, walls, screens, bodies, SLIT, TOUCH)


def projected(start: Point, end: Point, half: int, things: Sequence[BaseGeometry]) -> float:
    """The width of the corridor that these shapes touch, found by turning the table until the corridor lies level."""
    far = hypot(end[0] - start[0], end[1] - start[1])
    strip = box(0, -half, far, half)
    cosine, sine = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    spans = []
    for thing in things:
        level = translate(thing, -start[0], -start[1])
        level = rotate_by(level, cosine, sine)
        part = level.intersection(strip)
        if not part.is_empty:
            spans.append(box(0, part.bounds[1], 1, part.bounds[3]))
    return unary_union(spans).area if spans else 0.0


def rotate_by(thing: BaseGeometry, cosine: float, sine: float) -> BaseGeometry:
    """The shape turned so that the direction (cosine, sine) points east."""
    return affine_transform(thing, [cosine, sine, -sine, cosine, 0, 0])


@pytest.mark.slow
@given(point, point, st.lists(shapes(), max_size=4), st.lists(body, max_size=3))
def test_the_width_that_shapes_and_bodies_touch(
    start: Point, end: Point, elements: list[Shape], bodies: list[Disc]
) -> None:
    assume(start != end)
    things: list[BaseGeometry] = [Polygon(shape.points) for shape in elements]
    things += [Spot(x, y).buffer(r, quad_segs=720) for x, y, r in bodies]
    expected = projected(start, end, 250, things)
    found = coverage(start, end, 250, elements, bodies)
    # shapely's discs are polygons of 2,880 sides: at the end of a corridor their edge lies up to some 1e-2 inside.
    assert abs(found - expected) < (1e-5 if not bodies else 2.0)


@pytest.mark.parametrize(
    ("east", "expected"),
    [(5000, Sight.COVERED), (5260, Sight.HIDDEN), (5245, Sight.HIDDEN), (5240, Sight.COVERED), (5241, Sight.HIDDEN)],
)
@pytest.mark.rule("SV-VIS-01", "SV-VIS-02")
def test_a_house_in_the_corridor(east: int, expected: Sight) -> None:
    """Example SV-EX-11: a corridor from x 4750 to 5250, a house that leaves 250, 5 or 10 of it."""
    assert seen(walls=[rectangle(4000, 3000, east, 4000)]) == expected


@pytest.mark.rule("SV-VIS-01", "SV-VIS-02", "SV-VIS-04")
@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize(
    ("west", "east", "behind_walls", "behind_screens"),
    [
        (4000, 4760, Sight.COVERED, Sight.COVERED),  # ten on the left are enough
        (5240, 6000, Sight.COVERED, Sight.COVERED),
        (4000, 5241, Sight.HIDDEN, Sight.COVERED),
        (4000, 4759, Sight.CLEAR, Sight.CLEAR),
    ],
)
def test_sight_is_the_same_in_every_direction(
    quarters: int, west: int, east: int, behind_walls: Sight, behind_screens: Sight
) -> None:
    def turned(x: int, y: int) -> Point:
        across, up = x - 5000, y - 5000
        for _ in range(quarters):
            across, up = -up, across
        return 5000 + across, 5000 + up

    house = polygon([turned(west, 3000), turned(east, 3000), turned(east, 4000), turned(west, 4000)])
    here, there = ((*turned(*base[:2]), base[2]) for base in (HERE, THERE))
    assert sight(here, there, [house], [], [], SLIT, TOUCH) == behind_walls
    assert sight(here, there, [], [house], [], SLIT, TOUCH) == behind_screens


@pytest.mark.rule("SV-VIS-04")
def test_what_covers_without_hiding() -> None:
    assert seen() == Sight.CLEAR
    assert seen(screens=[rectangle(4000, 3000, 6000, 4000)]) == Sight.COVERED
    assert seen(screens=[rectangle(4000, 3000, 4760, 4000)]) == Sight.COVERED
    assert seen(screens=[rectangle(4000, 3000, 4759, 4000)]) == Sight.CLEAR
    assert seen(bodies=[(4510, 4000, 250)]) == Sight.COVERED and seen(bodies=[(4509, 4000, 250)]) == Sight.CLEAR
    assert seen(screens=[rectangle(4000, 3000, 4755, 3100), rectangle(5245, 3000, 6000, 3100)]) == Sight.COVERED
    assert seen(screens=[rectangle(4000, 3000, 4755, 3100)] * 2) == Sight.CLEAR  # what they share counts once


def test_two_houses_hide_together_what_neither_hides_alone() -> None:
    left, right = rectangle(4000, 3000, 5005, 3500), rectangle(4996, 4000, 6000, 4500)
    assert seen(walls=[left]) == seen(walls=[right]) == Sight.COVERED
    assert seen(walls=[left, right]) == Sight.HIDDEN


def test_only_what_stands_between_the_two_centres_counts() -> None:
    assert seen(walls=[rectangle(4000, 1000, 6000, 2000)]) == Sight.HIDDEN  # closed: the end of the strip belongs to it
    assert seen(walls=[rectangle(4000, 1000, 6000, 1999)]) == Sight.CLEAR
    assert seen(walls=[rectangle(4000, 6001, 6000, 7000)]) == Sight.CLEAR
    assert seen(bodies=[(5000, 6300, 250)]) == Sight.CLEAR


@pytest.mark.rule("SV-VIS-05")
def test_a_hedge_at_the_elbow_does_not_count_unless_it_is_at_the_target_too() -> None:
    assert seen(screens=[rectangle(4000, 2255, 6000, 2300)]) == Sight.CLEAR
    assert seen(screens=[rectangle(4000, 2256, 6000, 2300)]) == Sight.COVERED
    assert seen(screens=[rectangle(4000, 1900, 6000, 5745)]) == Sight.COVERED
    assert seen(screens=[rectangle(4000, 1900, 6000, 5744)]) == Sight.CLEAR


@pytest.mark.slow
@given(st.lists(shapes(), max_size=3), st.lists(shapes(), max_size=3), st.lists(body, max_size=4), point, point)
def test_sight_is_what_the_widths_say(
    walls: list[Shape], screens: list[Shape], bodies: list[Disc], here: Point, there: Point
) -> None:
    assume(hypot(here[0] - there[0], here[1] - there[1]) > 500)
    behind = coverage(here, there, 250, walls, ())
    touched = coverage(here, there, 250, [*walls, *screens], bodies)
    assume(all(abs(width - limit) > 1e-3 for width in (behind, touched) for limit in (SLIT, 500 - SLIT)))
    hidden, covered = 500 - behind < SLIT, touched >= SLIT
    expected = Sight.HIDDEN if hidden else Sight.COVERED if covered else Sight.CLEAR
    # A touch far below zero: no screen is at anybody's elbow.
    assert sight((*here, 250), (*there, 250), walls, screens, bodies, SLIT, -1000) == expected
