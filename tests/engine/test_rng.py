"""Chance: streams are named, independent, and the same for ever."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.engine.rng import Rng, commitment, match_rng

GOLDEN = {
    "random": [0.7101978330493691, 0.9060412775292364, 0.8574328783618219],
    "attack": [44],
    "mixed": [1.3893990403568408, 3, "c"],
    "shuffled": [0, 3, 1, 5, 4, 7, 6, 2],
    "stirred": 0.7549206255699944,
}


@pytest.mark.rule("GP-GEN-04")
def test_draws_are_the_same_for_ever() -> None:
    rng = Rng(b"golden")

    assert [rng.random() for _ in range(3)] == GOLDEN["random"]
    assert [Rng(b"golden").at("attack", "j3", 2).randint(1, 100)] == GOLDEN["attack"]
    stream = Rng(b"golden").at("combat", "THULE")
    assert [stream.uniform(1, 2), stream.randint(1, 6), stream.choice("abcdef")] == GOLDEN["mixed"]
    hand = list(range(8))
    stream.shuffle(hand)
    assert hand == GOLDEN["shuffled"]


@pytest.mark.rule("GP-GEN-04")
def test_a_stream_is_not_disturbed_by_draws_elsewhere() -> None:
    quiet, busy = Rng(b"seed"), Rng(b"seed")
    for _ in range(50):
        busy.random()
        busy.at("other").random()

    assert quiet.at("spy", 1).random() == busy.at("spy", 1).random()


@given(st.lists(st.one_of(st.text(max_size=6), st.integers(0, 99)), max_size=4), st.data())
def test_the_name_of_a_stream_is_its_whole_path(path: list[str | int], data: st.DataObject) -> None:
    other = data.draw(st.lists(st.one_of(st.text(max_size=6), st.integers(0, 99)), max_size=4))
    rng = Rng(b"paths")

    assert (rng.at(*path).random() == rng.at(*other).random()) == (path == other)


def test_names_that_look_alike_are_different_streams() -> None:
    rng = Rng(b"seed")
    streams = [rng, rng.at(), rng.at("1"), rng.at(1), rng.at("1", "2"), rng.at("12"), rng.at("1").at("2")]

    assert len({stream.random() for stream in streams}) == len(streams)


@given(st.binary(max_size=8), st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_a_uniform_draw_lies_between_its_bounds(seed: bytes, low: float, width: float) -> None:
    assert low <= Rng(seed).uniform(low, low + width) <= low + width


@given(st.binary(max_size=8), st.integers(-1000, 1000), st.integers(0, 1000))
def test_a_whole_draw_lies_between_its_bounds(seed: bytes, low: int, width: int) -> None:
    draw = Rng(seed).randint(low, low + width)

    assert isinstance(draw, int)
    assert low <= draw <= low + width


def test_both_ends_of_a_whole_draw_come_up_as_often_as_the_rest() -> None:
    rng = Rng(b"dice")
    rolls = Counter(rng.randint(1, 6) for _ in range(6000))

    assert sorted(rolls) == [1, 2, 3, 4, 5, 6]
    assert all(850 < times < 1150 for times in rolls.values())  # 1000 expected, deviation 29


def test_a_uniform_draw_fills_its_interval_evenly() -> None:
    rng = Rng(b"uniform")
    tenths = Counter(int((rng.uniform(5, 7) - 5) * 5) for _ in range(10_000))

    assert all(880 < times < 1120 for times in tenths.values())
    assert len(tenths) == 10


def test_every_item_and_every_order_comes_up_as_often() -> None:
    rng = Rng(b"cards")
    items = Counter(rng.choice("abc") for _ in range(3000))
    orders: Counter[tuple[str, ...]] = Counter()
    for _ in range(6000):
        hand = list("abc")
        rng.shuffle(hand)
        orders[tuple(hand)] += 1

    assert all(880 < items[item] < 1120 for item in "abc")
    assert set(orders) == set(permutations("abc"))
    assert all(850 < times < 1150 for times in orders.values())


def test_there_is_no_choice_among_nothing() -> None:
    with pytest.raises(IndexError):
        Rng(b"").choice([])


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(b"secret") == hashlib.sha256(b"secret").hexdigest()
    assert commitment(b"secret") != commitment(b"Secret")


def test_words_of_the_players_stir_the_seed_in_any_order() -> None:
    first = match_rng(b"s", {"j1": "lys", "j2": "rose"}).random()

    assert first == match_rng(b"s", {"j2": "rose", "j1": "lys"}).random()
    assert len({first, match_rng(b"s", {"j1": "rose", "j2": "lys"}).random(), match_rng(b"s", {}).random()}) == 3
    assert match_rng(b"t", {"j1": "lys", "j2": "rose"}).random() != first


def test_words_with_accents_stir_the_seed_as_their_own_letters_for_ever() -> None:
    assert match_rng(b"s", {"j1": "Épée", "j2": "œil"}).random() == GOLDEN["stirred"]
