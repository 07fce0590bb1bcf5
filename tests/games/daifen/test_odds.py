"""The odds of an assault: against exact figures, and against assaults fought by the arbiter's code.

Every test runs with the odds of the game and, where numpy is there, with those of the laboratory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb, sqrt

import pytest

from heraut.engine.rng import Rng
from heraut.engine.spread import distribution
from heraut.games.daifen.battle.assault import Assault, Defence, Force, assault
from heraut.games.daifen.calculators import odds as by_hand
from heraut.games.daifen.calculators.odds import Course, Kinds, Odds, odds
from heraut.games.daifen.calculators.sums import (
    MOST,
    chances,
    handful_chances,
    take_handful,
    throw_at_once,
)
from heraut.games.daifen.calculators.tally import Tally, frequency
from heraut.games.daifen.races import Profile

from .armies import Fate, defence, force

# Draws from exact distributions


@pytest.mark.parametrize("dice", [1, 2, 3, 10, 200, MOST])
def test_the_chances_of_a_sum_of_d3_are_exact(dice: int) -> None:
    coefficients = [1]  # of (1 + x + x²) to the power of the dice
    for _ in range(dice):
        padded = [0, 0, *coefficients, 0, 0]
        coefficients = [sum(padded[place : place + 3]) for place in range(len(coefficients) + 2)]

    assert len(chances(dice)) == len(coefficients) == 2 * dice + 1
    for found, exact in zip(chances(dice), coefficients, strict=True):
        assert found == pytest.approx(exact / 3**dice, rel=1e-11)


def test_a_sum_is_drawn_where_the_exact_chances_put_it() -> None:
    bounds = [Fraction(1, 9), Fraction(3, 9), Fraction(6, 9), Fraction(8, 9)]  # of two dice: 2, 3, 4, 5, 6

    for total, (low, high) in enumerate(zip([Fraction(0), *bounds], [*bounds, Fraction(1)], strict=True), start=2):
        assert throw_at_once(2, Fate([float(low) + 1e-9]).random) == total
        assert throw_at_once(2, Fate([float(high) - 1e-9]).random) == total
    assert throw_at_once(0, Fate().random) == 0
    assert throw_at_once(1, Fate([1 - 2**-53]).random) == 3


def test_more_dice_than_a_table_holds() -> None:
    rng = Rng(b"many")
    sums = [throw_at_once(2 * MOST + 100, rng.random) for _ in range(2000)]
    mean, deviation = 2 * (2 * MOST + 100), sqrt((2 * MOST + 100) * 2 / 3)

    assert abs(sum(sums) / 2000 - mean) < 4 * deviation / sqrt(2000)
    assert abs(sqrt(sum((one - mean) ** 2 for one in sums) / 2000) / deviation - 1) < 0.07


@pytest.mark.parametrize(
    ("marked", "everything", "taken"), [(3, 10, 4), (1, 1, 1), (40, 123, 58), (9, 10, 9), (5, 5, 3)]
)
def test_a_handful_follows_the_hypergeometric_law(marked: int, everything: int, taken: int) -> None:
    least, relative = handful_chances(marked, everything, taken)

    exact = {
        number: comb(marked, number) * comb(everything - marked, taken - number) / comb(everything, taken)
        for number in range(marked + 1)
        if 0 <= taken - number <= everything - marked
    }
    found = {least + place: one / sum(relative) for place, one in enumerate(relative)}
    assert all(found.get(number, 0) == pytest.approx(one, rel=1e-9, abs=1e-18) for number, one in exact.items())


def test_a_handful_of_thousands() -> None:
    rng = Rng(b"handful")
    taken = [take_handful(3000, 9000, 4000, rng.random) for _ in range(500)]
    deviation = sqrt(4000 * (1 / 3) * (2 / 3) * 5000 / 8999)

    assert take_handful(0, 9000, 4000, Fate().random) == 0
    assert abs(sum(taken) / 500 - 4000 / 3) < 4 * deviation / sqrt(500)


# Exact odds, computed apart


@cache
def kills(hits: int, guerriers: int) -> dict[int, Fraction]:
    """How many of so many Guerriers die of these hits."""
    if hits <= 0 or not guerriers:
        return {0: Fraction(1)}
    found: Counter[int] = Counter()
    for die in (1, 2, 3):
        left = hits - die
        if left > 1:
            for more, share in kills(left - 1, guerriers - 1).items():
                found[more + 1] += share / 3
        else:
            found[0] += Fraction(1, 3)
    return dict(found)


@cache
def losses(strikers: int, guerriers: int) -> dict[int, Fraction]:
    """The same, of the dice of so many enemies."""
    found: Counter[int] = Counter()
    sums = {0: Fraction(1)}
    for _ in range(strikers):
        new: Counter[int] = Counter()
        for total, share in sums.items():
            for die in (1, 2, 3):
                new[total + die] += share / 3
        sums = dict(new)
    for total, share in sums.items():
        for dead, one in kills(total, guerriers).items():
            found[dead] += share * one
    return dict(found)


@cache
def exactly(attackers: int, defenders: int) -> dict[str, Fraction]:
    """The chances of so many Guerriers against so many, without walls or towers."""
    found: Counter[str] = Counter()
    for lost, one in losses(defenders, attackers).items():
        for slain, other in losses(attackers, defenders).items():
            if lost == attackers:
                found["repelled"] += one * other
            elif slain == defenders:
                found["pillage"] += one * other
            elif not lost and not slain:
                found["stand_off"] += one * other
            else:
                for ending, share in exactly(attackers - lost, defenders - slain).items():
                    found[ending] += one * other * share
    return dict(found)


def game(attackers: Sequence[Force], against: Defence, runs: int) -> Odds:
    return odds(attackers, against, Rng(b"odds"), runs=runs)


def laboratory(attackers: Sequence[Force], against: Defence, runs: int) -> Odds:
    pytest.importorskip("numpy")
    from heraut.lab import assaults

    return assaults.odds(attackers, against, 2026, runs=runs)


Way = Callable[[Sequence[Force], Defence, int], Odds]
WAYS = pytest.mark.parametrize("way", [game, laboratory])


@pytest.mark.rule("DA-ASS-13", "DA-ASS-14")
def test_the_exact_chances_are_those_of_the_catalogue() -> None:  # DA-EX-16, DA-GAP-11
    assert exactly(1, 1) == {"repelled": Fraction(9, 81), "pillage": Fraction(8, 81), "stand_off": Fraction(64, 81)}
    assert round(float(exactly(2, 1)["pillage"]), 2) == 0.63
    assert round(float(exactly(3, 1)["pillage"]), 2) == 0.94
    assert abs(exactly(4, 4)["stand_off"] - Fraction(1, 3)) < 0.02


@WAYS
@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (2, 1), (3, 4), (6, 6), (12, 10)])
def test_the_odds_agree_with_exact_chances(way: Way, ours: int, theirs: int) -> None:
    runs = 10_000
    found = way([force("a", guerrier=ours)], defence(guerrier=theirs), runs)

    assert found.runs == runs
    for ending, exact in exactly(ours, theirs).items():
        share = getattr(found, ending).share
        assert abs(share - exact) <= 4 * sqrt(exact * (1 - exact) / runs), (ending, share, float(exact))


# Against assaults fought by the arbiter's code

FIELDS: dict[str, tuple[list[Force], Defence]] = {
    "walls": ([force("a", troll=9, goule=12)], defence(archer=11, buildings={"mur": 3, "barricades": 4}, gold=30)),
    "towers": (
        [force("a", dryade=4, scout=12), force("b", fee=20)],
        defence(guerrier=20, buildings={"tour_de_garde": 2, "piege": 3, "mine": 2}, gold=10),
    ),
    "crowd": (
        [force("a", guerrier=40, archer=40, centaure=20), force("b", paladin=30)],
        defence(force("c", gardien=20), guerrier=50, catapulte=20, espion=9, buildings={"mur": 9, "telhin": 2}),
    ),
    "nobody": ([force("a", goule=6)], defence(moine=3, buildings={"mine": 4, "sacrifices": 6, "mur": 2}, gold=77)),
    "no blow": ([force("a", dryade=3)], defence(guerrier=2, buildings={"piege": 2})),
}


class Sample:
    """What the arbiter's own assaults come to."""

    def __init__(self, attackers: Sequence[Force], against: Defence, runs: int) -> None:
        rng = Rng(b"sample")
        self.outcomes = [assault(attackers, against, rng) for _ in range(runs)]
        self.runs = runs

    def counts(self) -> dict[str, Counter[object]]:
        """How often each ending, number of units left, loot and number of rounds came."""
        return {
            "endings": Counter(one.ending for one in self.outcomes),
            "attackers": Counter(sum(sum(units.values()) for units in one.attackers.values()) for one in self.outcomes),
            "defenders": Counter(sum(sum(units.values()) for units in one.defenders.values()) for one in self.outcomes),
            "loot": Counter(one.loot for one in self.outcomes),
        }

    def rounds(self) -> float:
        """The mean number of rounds."""
        return sum(len(one.rounds) for one in self.outcomes) / self.runs

    def survivors(self, seat: str, code: str) -> list[int]:
        """How many of a type an owner kept, each time."""
        return [(one.attackers | one.defenders)[seat].get(code, 0) for one in self.outcomes]  # type: ignore[index]


@cache
def sample(field: str) -> Sample:
    return Sample(*FIELDS[field], 2000)


@cache
def tally(way: Way, field: str, together: int = by_hand.TOGETHER) -> tuple[Tally, Odds]:
    """The counts behind the odds of 8,000 runs."""
    attackers, against = FIELDS[field]
    if way is game:
        course = Course(Assault(attackers, against, Rng(b"never")))
        rng = Rng(b"tally")
        for _ in range(8_000):
            course.run(rng.random)
        return course.counts, course.odds()
    numpy = pytest.importorskip("numpy")
    from heraut.lab.assaults import Field

    course = Course(Assault(attackers, against, Rng(b"never")))
    Field(course, numpy.random.default_rng(7)).fight(8_000)
    return course.counts, course.odds()


def assert_alike(first: Counter[object], second: Counter[object]) -> None:
    """Two samples of one distribution: chi-square over values that are common enough, at about four deviations."""
    one, two = first.total(), second.total()
    bins: list[tuple[int, int]] = []
    rest = (0, 0)
    for value in sorted({*first, *second}, key=str):
        rest = rest[0] + first[value], rest[1] + second[value]
        if sum(rest) * min(one, two) / (one + two) >= 8:
            bins.append(rest)
            rest = (0, 0)
    if bins:
        bins[-1] = bins[-1][0] + rest[0], bins[-1][1] + rest[1]
    square = sum((a * sqrt(two / one) - b * sqrt(one / two)) ** 2 / (a + b) for a, b in bins)
    freedom = max(1, len(bins) - 1)
    assert square < freedom + 4 * sqrt(2 * freedom) + 4, (square, freedom, bins)


@pytest.mark.slow
@WAYS
@pytest.mark.parametrize("field", FIELDS)
def test_the_odds_are_distributed_as_the_arbiter_s_assaults(way: Way, field: str) -> None:
    counts, found = tally(way, field)

    for name, official in sample(field).counts().items():
        assert_alike(official, getattr(counts, name))
    assert abs(found.rounds - sample(field).rounds()) < 0.08


@pytest.mark.slow
@WAYS
@pytest.mark.parametrize("field", ["walls", "towers", "crowd"])
def test_the_mean_survivors_of_each_type_are_the_arbiter_s(way: Way, field: str) -> None:
    _, found = tally(way, field)

    assert any(found.survivors.values())
    for seat, units in found.survivors.items():
        for code, mean in units.items():
            official = sample(field).survivors(seat, code)
            centre = sum(official) / len(official)
            deviation = sqrt(sum((one - centre) ** 2 for one in official) / len(official) / len(official))
            assert abs(mean - centre) <= 4.5 * deviation + 2e-3, (seat, code, mean, centre)


@WAYS
@pytest.mark.parametrize("field", ["walls", "nobody"])
def test_the_mean_numbers_of_buildings_lost_are_the_arbiter_s(way: Way, field: str) -> None:
    _, found = tally(way, field)

    assert found.buildings
    for code, mean in found.buildings.items():
        official = [one.lost_buildings.get(code, 0) for one in sample(field).outcomes]
        centre = sum(official) / len(official)
        deviation = sqrt(sum((one - centre) ** 2 for one in official)) / len(official)
        assert abs(mean - centre) <= 4.5 * deviation + 2e-3, (code, mean, centre)


@pytest.mark.slow
def test_drawing_one_by_one_or_many_at_once_gives_the_same_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    together, _ = tally(game, "crowd")
    monkeypatch.setattr(by_hand, "TOGETHER", 10**9)
    singly, _ = tally(game, "crowd", 10**9)

    for name in ("endings", "attackers", "defenders"):
        assert_alike(getattr(together, name), getattr(singly, name))


# What the counts come to


def test_a_share_comes_with_wilson_s_interval() -> None:
    found = frequency(50, 100)

    assert found.share == 0.5
    assert (round(found.low, 4), round(found.high, 4)) == (0.4038, 0.5962)
    assert frequency(0, 100).low == pytest.approx(0) and frequency(0, 100).high == pytest.approx(0.037, abs=1e-3)


def test_a_spread_gives_mean_extremes_and_quantiles() -> None:
    found = distribution({0: 50, 10: 30, 20: 20})

    assert (found.mean, found.least, found.most) == (7, 0, 20)
    assert found.quantiles == (0, 0, 0, 10, 20)


@WAYS
def test_the_same_seed_gives_the_same_odds(way: Way) -> None:
    assert way(*FIELDS["towers"], 500) == way(*FIELDS["towers"], 500)


@WAYS
def test_a_certain_outcome_is_certain(way: Way) -> None:
    found = way([force("a", troll=10)], defence(gold=12), 50)

    assert (found.pillage.share, found.rounds, found.loot.mean) == (1, 0, 12)
    assert found.survivors == {"a": {"troll": 10.0}, "d": {}}


@WAYS
def test_what_cannot_fall_does_not(way: Way) -> None:
    found = way([force("a", goule=1)], defence(guerrier=50, buildings={"mine": 4, "mur": 1}, gold=12), 50)

    assert (found.repelled.share, found.rounds, found.loot.mean) == (1, 1, 0)
    assert found.buildings == {"mur": 0.0, "mine": 0.0}
    assert found.survivors["a"] == {"goule": 0.0}
    shot = way([force("a", goule=1)], defence(archer=5, buildings={"tour_de_garde": 1}), 50)
    assert (shot.repelled.share, shot.rounds, shot.survivors) == (1, 0, {"a": {"goule": 0.0}, "d": {"archer": 5.0}})
    assert way([force("a", troll=10)], defence(gold=12), 50).attackers.mean == 10


@pytest.mark.rule("DA-ASS-09", "DA-ASS-10", "DA-ASS-18")
@pytest.mark.parametrize(
    ("resistance", "hits", "fallen", "rest"),
    [(0, -3, 0, 0), (0, 0, 0, 0), (0, 1, 1, 1), (2, 1, 0, 0), (2, 2, 0, 0), (2, 3, 1, 1), (2, 5, 1, 3)],
)
def test_what_has_no_dice_falls_to_more_hits_than_it_stands(resistance: int, hits: int, fallen: int, rest: int) -> None:
    kinds, left = Kinds({"one": 1}, lambda kind: Profile(1, 0, resistance)), [1]

    assert kinds.spread(hits, left, Fate([0.5] * fallen or [0.5]).random) == rest
    assert left == [1 - fallen]


@WAYS
@pytest.mark.rule("DA-ASS-13")
def test_no_assault_ends_in_a_stand_off_while_walls_fall(way: Way) -> None:
    found = way([force("a", troll=10)], defence(guerrier=20, buildings={"barricades": 40}), 50)

    assert found.stand_off.share == 0 and found.rounds > 1


@pytest.mark.rule("DA-ASS-09", "DA-ASS-10", "DA-ASS-18")
@pytest.mark.parametrize(("hits", "fallen"), [(27, 8), (28, 9), (29, 9), (30, 9), (31, 10), (60, 19), (61, 20)])
def test_of_many_that_fall_at_once_the_last_still_stands_what_it_can(hits: int, fallen: int) -> None:
    kinds, left = Kinds({"one": 20}, lambda kind: Profile(1, 0, 3)), [20]

    assert kinds.spread(hits, left, Rng(b"hits").random) == max(0, hits - 60)
    assert left == [20 - fallen]


@WAYS
@pytest.mark.rule("DA-ASS-07")
@pytest.mark.parametrize("against", [defence(buildings={"piege": 1}), defence(guerrier=1)])
def test_what_the_dryads_take_hurts_nobody(way: Way, against: Defence) -> None:
    found = way([force("a", dryade=1, guerrier=20)], against, 50)  # three hits at the most, and one round

    assert found.survivors["a"] == {"dryade": 1.0, "guerrier": 20.0}
