"""Moves: what a base meets on its way, how far it may run, where it stands on the way."""

from __future__ import annotations

from math import hypot

from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString
from shapely import Point as Spot

from heraut.geometry import (
    Disc,
    Point,
    Shape,
    along,
    leg_strikes,
    length,
    longer,
    point_at,
    rectangle,
    run_to_disc,
    run_to_discs,
    run_to_shape,
    shape_closer,
)
from tests.geometry.test_shapes import NOISE, point, shapes

disc = st.tuples(st.integers(0, 2000), st.integers(0, 2000), st.integers(1, 600))
direction = st.tuples(st.integers(-900, 900), st.integers(-900, 900)).filter(lambda d: d != (0, 0))
path = st.lists(point, min_size=2, max_size=5)


@given(path)
def test_the_length_of_a_path(corners: list[Point]) -> None:
    real = LineString(corners).length
    assert length(corners) <= real + NOISE < length(corners) + 1 + 2 * NOISE
    assert length([(0, 0), (1500, 2000), (1500, 2500)]) == 3000 and length([(7, 7), (7, 7)]) == 0


@given(path, st.integers(-3, 3))
def test_a_path_is_longer_than_a_whole_number_or_not(corners: list[Point], more: int) -> None:
    limit = length(corners) + more
    real = LineString(corners).length
    assume(abs(real - limit) > NOISE)
    assert longer(corners, limit) == (real > limit)


def test_exactly_as_long_is_not_longer() -> None:
    assert not longer([(0, 0), (1500, 2000), (1500, 2500)], 3000) and longer([(0, 0), (1500, 2000), (1500, 2500)], 2999)
    assert longer([(0, 0), (1500, 2001)], 2500) and not longer([(7, 7), (7, 7)], 0) and not longer([(7, 7)], 0)


@given(path, st.integers(0, 9000))
def test_a_point_of_a_path(corners: list[Point], distance: int) -> None:
    found = point_at(corners, distance)
    real = LineString(corners).interpolate(distance)
    assert hypot(found[0] - real.x, found[1] - real.y) < 0.75


@given(point, point, st.lists(disc, max_size=6))
def test_discs_struck_on_the_way(start: Point, end: Point, discs: list[Disc]) -> None:
    line = LineString((start, end))
    gaps = [line.distance(Spot(x, y)) - r for x, y, r in discs]
    assume(all(abs(gap) > NOISE for gap in gaps))
    assert leg_strikes(start, end, discs) == [rank for rank, gap in enumerate(gaps) if gap < 0]


@given(point, direction, disc, st.integers(0, 3000))
def test_how_far_a_point_runs_before_a_disc(start: Point, ahead: Point, disc: Disc, limit: int) -> None:
    run = run_to_disc(start, ahead, disc, limit)
    assert 0 <= run <= limit
    norm = hypot(*ahead)

    def depth(distance: float) -> float:
        x, y = (start[n] + distance * ahead[n] / norm for n in (0, 1))
        return disc[2] - hypot(x - disc[0], y - disc[1])

    on_the_way = [depth(run * part / 40) for part in range(41)]
    if depth(0) > 0:
        assert run == 0
    else:
        assert max(on_the_way) < NOISE
        if run < limit:  # it enters within the next milliruler
            assert max(depth(run + part / 40) for part in range(41)) > -NOISE


@given(point, direction, shapes(), st.integers(1, 400), st.integers(0, 3000))
def test_how_far_a_base_runs_before_a_shape(start: Point, ahead: Point, shape: Shape, radius: int, limit: int) -> None:
    run = run_to_shape(start, ahead, radius, shape, limit)
    assert 0 <= run <= limit
    norm = hypot(*ahead)

    def touched(distance: float) -> Point:
        return round(start[0] + distance * ahead[0] / norm), round(start[1] + distance * ahead[1] / norm)

    if shape_closer(shape, start, radius):
        assert run == 0
    else:
        assert not any(shape_closer(shape, touched(run * part / 20), radius - 2) for part in range(21))
        if run < limit:
            assert shape_closer(shape, touched(run + 1), radius + 2)


@given(point, direction, st.lists(disc, max_size=6), st.integers(0, 3000))
def test_how_far_a_point_runs_before_the_first_of_several_discs(
    start: Point, ahead: Point, discs: list[Disc], limit: int
) -> None:
    runs = [run_to_disc(start, ahead, disc, limit) for disc in discs]
    assert run_to_discs(start, ahead, discs, limit) == min([limit, *runs])


def test_a_run_ends_in_contact() -> None:
    """Example SV-EX-07: a leader two and a half rulers from the man he charges touches him."""
    assert run_to_disc((5000, 2000), (0, 3000), (5000, 5000, 500), 9999) == 2500
    assert run_to_disc((5000, 2000), (0, 3000), (5600, 5000, 500), 9999) == 9999
    assert run_to_disc((5000, 2000), (0, -1), (5000, 2500, 500), 9999) == 9999
    house = rectangle(4000, 5000, 6000, 6000)
    assert run_to_shape((5000, 2000), (0, 7), 250, house, 9999) == 2750
    assert run_to_shape((2000, 1000), (3, 4), 250, rectangle(5000, 5000, 6000, 6000), 9999) == 4750
    assert run_to_shape((3750, 2000), (0, 7), 250, house, 9999) == 9999  # it slides along the wall


@given(point, direction, st.integers(0, 3000))
def test_a_run_and_its_place(start: Point, ahead: Point, distance: int) -> None:
    end = along(start, ahead, distance)
    assert abs(hypot(end[0] - start[0], end[1] - start[1]) - distance) < 0.75
