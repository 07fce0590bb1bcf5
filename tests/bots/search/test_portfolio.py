"""The portfolio: the better candidate is found, most of the time goes to those that are hard to tell apart."""

from __future__ import annotations

from collections import Counter

import pytest

from heraut.bots.search.portfolio import best
from heraut.engine.rng import Rng

WORTH = {"poor": 0.1, "fair": 0.5, "good": 0.55, "bad": 0.2, "worse": 0.15}


def test_the_best_candidate_is_found_among_noise_and_the_poor_are_laid_aside_first() -> None:
    asked: Counter[str] = Counter()

    def value(name: str, number: int) -> float:
        asked[name] += 1
        return WORTH[name] + Rng(b"noise").at(name, number).uniform(-0.2, 0.2)

    assert best(list(WORTH), value, 800) == "good"
    assert asked["fair"] > asked["bad"]
    assert asked["good"] > asked["bad"]
    assert sum(asked.values()) <= 800


def test_every_candidate_meets_the_same_guesses() -> None:
    met: dict[str, list[int]] = {name: [] for name in WORTH}

    def value(name: str, number: int) -> float:
        met[name].append(number)
        return WORTH[name]

    best(list(WORTH), value, 40)
    assert all(numbers == list(range(len(numbers))) for numbers in met.values())


def test_the_first_yields_only_to_what_is_better_beyond_doubt() -> None:
    def value(name: str, number: int) -> float:
        return WORTH[name] + Rng(b"noise").at(name, number).uniform(-1, 1)

    lucky = [
        best(["fair", "good"], lambda name, number, at=at: value(name, at + number), 40) for at in range(0, 4000, 40)
    ]
    assert lucky.count("good") < 40  # a twentieth more is lost in this noise, and half of all means are above the other
    assert best(["poor", "good"], value, 100) == "good"
    assert best(["fair", "good"], lambda name, number: WORTH[name] + number, 2) == "fair"  # once is no evidence


def test_the_first_wins_a_tie_and_none_is_no_choice() -> None:
    assert best(["first", "second"], lambda name, number: 0.5, 10) == "first"
    assert best(["only"], lambda name, number: 0.0, 10) == "only"
    with pytest.raises(IndexError):
        best([], lambda name, number: 0.0, 10)
