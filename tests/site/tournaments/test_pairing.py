"""Pairings: everybody once a round, tables of the right size, old acquaintances as late as can be."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.site.tournaments.pairing import circle, grouped, league, met_in, pairs, sizes, swiss

COUNTS = st.integers(2, 30)


@given(st.integers(1, 200), st.integers(2, 12))
def test_tables_are_as_few_and_as_even_as_can_be(count: int, size: int) -> None:
    found = sizes(count, size)
    assert sum(found) == count and len(found) == -(-count // size)
    assert max(found) <= size and max(found) - min(found) <= 1


@settings(deadline=None)
@given(COUNTS, st.integers(2, 6), st.integers(1, 6), st.randoms())
def test_a_swiss_round_seats_everybody_once(count: int, size: int, rounds: int, chance: object) -> None:
    met: Counter[frozenset[int]] = Counter()
    free: list[int] = []
    order = list(range(count))
    for _ in range(rounds):
        chance.shuffle(order)  # type: ignore[attr-defined]
        groups = swiss(order, met, size, free)
        assert sorted(one for group in groups for one in group) == list(range(count))
        if size == 2:
            assert Counter(map(len, groups)) == Counter([2] * (count // 2) + [1] * (count % 2))
        else:
            assert sorted(map(len, groups)) == sorted(sizes(count, size))
        free += [group[0] for group in groups if len(group) == 1]
        met.update(met_in(groups))
    assert max(Counter(free).values(), default=0) <= -(-rounds // count)


@settings(deadline=None)
@given(st.integers(2, 12).map(lambda half: 2 * half))
def test_two_by_two_nobody_is_met_twice_before_half_of_all_have_been(count: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    for _ in range(count // 2):
        met.update(met_in(swiss(range(count), met, 2)))
    assert max(met.values()) == 1


def test_those_with_like_points_meet() -> None:
    assert pairs([1, 2, 3, 4], {}) == [(1, 2), (3, 4)]
    assert pairs([1, 2, 3, 4], met_in([(1, 2), (3, 4)])) == [(1, 3), (2, 4)]
    assert pairs([1, 2, 3, 4], met_in([(1, 2), (1, 3), (2, 4)])) == [(1, 4), (2, 3)]


def test_when_all_have_met_the_nearest_meet_again() -> None:
    assert pairs([1, 2], met_in([(1, 2)])) == [(1, 2)]


def test_a_table_of_several_avoids_those_who_have_met() -> None:
    assert grouped([1, 2, 3, 4, 5, 6], met_in([(1, 2, 3)]), [3, 3]) == [(1, 4, 5), (2, 6, 3)]


def test_the_last_one_who_has_not_had_it_has_the_round_free() -> None:
    assert swiss([1, 2, 3], {}, 2)[-1] == (3,)
    assert swiss([1, 2, 3], {}, 2, [3])[-1] == (2,)
    assert swiss([1, 2, 3], {}, 2, [1, 2, 3])[-1] == (3,)


@given(COUNTS)
def test_in_a_full_league_each_meets_each_once(count: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    for number in range(1, count - 1 + count % 2 + 1):
        groups = circle(range(count), number)
        assert sorted(one for group in groups for one in group) == list(range(count))
        met.update(met_in(groups))
    assert set(met.values()) == {1} and len(met) == count * (count - 1) // 2


@given(COUNTS, st.integers(3, 6), st.integers(1, 6))
def test_a_league_of_larger_tables_seats_everybody_once(count: int, size: int, number: int) -> None:
    groups = league(range(count), number, {}, size)
    assert sorted(one for group in groups for one in group) == list(range(count))
