"""Gaps, orders of nearness, places at a length and an angle."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, getcontext
from math import cos, hypot, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.geometry import (
    Disc,
    Point,
    along,
    closer,
    degrees,
    fine_gap,
    gap,
    rings,
    within,
)

side = st.integers(0, 20_000)
point = st.tuples(side, side)
disc = st.tuples(side, side, st.sampled_from((0, 250, 375)))
direction = st.tuples(st.integers(-20_000, 20_000), st.integers(-20_000, 20_000)).filter(lambda d: d != (0, 0))


def exactly(a: Disc, b: Disc) -> Decimal:
    """The gap to eighty digits."""
    getcontext().prec = 80
    return Decimal((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2).sqrt() - a[2] - b[2]


@given(disc, disc, st.integers(-800, 21_000))
def test_a_limit_is_kept_to_the_last_unit(a: Disc, b: Disc, limit: int) -> None:
    assert within(a, b, limit) == (exactly(a, b) <= limit)
    assert closer(a, b, limit) == (exactly(a, b) < limit)


@given(disc, disc)
def test_a_gap_is_the_same_both_ways_and_rounded_down(a: Disc, b: Disc) -> None:
    assert gap(a, b) == gap(b, a) == exactly(a, b).__floor__()
    assert within(a, b, gap(a, b) + 1) and not closer(a, b, gap(a, b))


@given(disc, disc, disc)
def test_the_fine_gap_orders_as_the_real_one(base: Disc, a: Disc, b: Disc) -> None:
    real = (exactly(base, a) - exactly(base, b)).quantize(Decimal(1).scaleb(-40))
    assert (fine_gap(base, a) > fine_gap(base, b)) == (real > 0)
    assert (fine_gap(base, a) == fine_gap(base, b)) == (real == 0)


def test_of_equal_gaps_a_wide_base_and_a_narrow_one_are_told_apart() -> None:
    base = (0, 0, 250)
    assert fine_gap(base, (3000, 0, 250)) > fine_gap(base, (3124, 0, 375))
    assert fine_gap(base, (3000, 0, 250)) == fine_gap(base, (0, 3125, 375))


@given(point, direction, st.integers(0, 9000), st.integers(-180, 180))
def test_a_place_is_the_real_point_rounded(start: Point, ahead: Point, length: int, turn: int) -> None:
    found = along(start, ahead, length, turn)
    angle, norm = radians(turn), hypot(*ahead)
    x = start[0] + length * (ahead[0] * cos(angle) - ahead[1] * sin(angle)) / norm
    y = start[1] + length * (ahead[0] * sin(angle) + ahead[1] * cos(angle)) / norm
    assert abs(found[0] - x) <= 0.501 and abs(found[1] - y) <= 0.501


@pytest.mark.rule("SV-GEO-07")
def test_halves_are_not_left_to_the_noise_of_a_cosine() -> None:
    assert along((5000, 5000), (1, 0), 625, 60) == (5313, 5541)  # 312.5 and 541.266
    assert along((5000, 5000), (1, 0), 625, 120) == (4688, 5541)  # 4687.5: away from zero
    assert along((5000, 5000), (0, -1), 625, -30) == (4688, 4459)
    lengths = (312.4989, 312.4994, 312.4996, 312.5)  # the first two are 312.499 to a thousandth
    assert [along((0, 0), (1, 0), length)[0] for length in lengths] == [312, 312, 313, 313]
    assert [along((0, 0), (1, 0), 8000, 90 * n) for n in range(4)] == [(8000, 0), (0, 8000), (-8000, 0), (0, -8000)]


@given(st.integers(1, 20), st.sampled_from((3, 5, 13)), st.integers(0, 3000))
def test_a_direction_of_whole_length_is_followed_to_the_tie(factor: int, kind: int, length: int) -> None:
    legs = {3: (3, 4, 5), 5: (5, 12, 13), 13: (13, 84, 85)}[kind]
    x = (Decimal(1000) + Decimal(length) * legs[0] / legs[2]).quantize(Decimal("0.001"), ROUND_HALF_UP)
    expected = int(x.quantize(Decimal(1), ROUND_HALF_UP))
    assert along((1000, 1000), (legs[0] * factor, legs[1] * factor), length)[0] == expected


@pytest.mark.rule("SV-PLA-03")
def test_rings_around_a_leader() -> None:
    """Example SV-EX-10."""
    first = [(5000, 5500), (4567, 5250), (5433, 5250), (4567, 4750), (5433, 4750), (5000, 4500)]
    second = [
        (5000, 6000), (4500, 5866), (5500, 5866), (4134, 5500), (5866, 5500), (4000, 5000),
        (6000, 5000), (4134, 4500), (5866, 4500), (4500, 4134), (5500, 4134), (5000, 4000),
    ]  # fmt: skip
    assert list(rings((5000, 5000), (0, 1), 500, 2)) == first + second
    assert (
        len(list(rings((5000, 5000), (3, -2), 500, 3))) == 36 and len(list(rings((5000, 5000), (1, 0), 500, 5))) == 90
    )


@given(point, direction, st.sampled_from((500, 750)))
def test_ring_places_neither_overlap_nor_depend_on_where_the_table_lies(
    centre: Point, facing: Point, width: int
) -> None:
    places = list(rings(centre, facing, width, 3))
    discs = [(x, y, width // 2) for x, y in [centre, *places]]
    assert not any(closer(a, b, -2) for n, a in enumerate(discs) for b in discs[:n])
    moved = list(rings((centre[0] + 777, centre[1]), facing, width, 3))
    assert moved == [(x + 777, y) for x, y in places]


@given(direction)
def test_degrees_of_a_direction(ahead: Point) -> None:
    angle = radians(degrees(ahead))
    far = hypot(*ahead)
    assert 0 <= degrees(ahead) < 360
    assert ahead[0] * cos(angle) + ahead[1] * sin(angle) >= far * cos(radians(0.5001))
