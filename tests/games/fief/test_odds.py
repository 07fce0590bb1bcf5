"""Exact odds: proven against fractions worked out in another way, die by die and lord by lord."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heraut.games.fief.calculators.chances import MOST, chances
from heraut.games.fief.calculators.dice import ROWS, Row, dice_of
from heraut.games.fief.calculators.odds import Aim, Camp, Odds, odds

DIVISOR = {"open": 2, "castle": 3, "city": 4}
NEAR = 1e-12


class Troop(NamedTuple):
    """A camp in the middle of a battle: soldiers, and the places of the lords who still stand."""

    soldiers: int
    lords: tuple[int, ...]

    @property
    def points(self) -> int:
        return self.soldiers + len(self.lords)

    def losing(self, number: int) -> Troop:
        left = max(0, number - self.soldiers)
        return Troop(max(0, self.soldiers - number), self.lords[left:])


def faces(dice: int) -> list[tuple[int, ...]]:
    return list(product(range(1, 7), repeat=dice))


def blows(camp: Camp, troop: Troop, enemy: Camp, foe: Troop) -> dict[Troop, Fraction]:
    """What the throw of `camp` may leave of `foe`, every face of every die looked at."""
    dice = 1 if troop.points <= 6 else 2 if troop.points <= 12 else 3
    aims = 0
    if camp.aim is not None and enemy.row == "open" and camp.aim.place in foe.lords:
        aims = min(camp.aim.dice, dice)
    bonus = 6 if camp.darc in troop.lords else 0
    found: dict[Troop, Fraction] = {}
    for throw in faces(dice):
        left = foe
        if camp.aim is not None and 6 in throw[:aims]:
            left = Troop(foe.soldiers, tuple(lord for lord in foe.lords if lord != camp.aim.place))
        left = left.losing((sum(throw[aims:]) + bonus) // DIVISOR[enemy.row])
        found[left] = found.get(left, Fraction(0)) + Fraction(1, 6**dice)
    return found


class Fate(NamedTuple):
    """How a battle ends, on average: win, lose, both out, rounds, and per camp points left and lords dead."""

    win: Fraction
    lose: Fraction
    both_out: Fraction
    rounds: Fraction
    points: tuple[Fraction, Fraction]
    dead: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


def worked_out(attacker: Camp, defender: Camp) -> Fate:
    """The same by recursion over fractions."""

    @cache
    def fate(mine: Troop, theirs: Troop) -> Fate:
        if not mine.points or not theirs.points:
            dead = tuple(
                tuple(Fraction(place not in troop.lords) for place in range(camp.lords))
                for camp, troop in ((attacker, mine), (defender, theirs))
            )
            ends = (mine.points > 0, theirs.points > 0, not mine.points and not theirs.points)
            points = (Fraction(mine.points), Fraction(theirs.points))
            return Fate(*(Fraction(end) for end in ends), Fraction(0), points, dead)
        hit, struck = blows(attacker, mine, defender, theirs), blows(defender, theirs, attacker, mine)
        stay = hit.get(theirs, Fraction(0)) * struck.get(mine, Fraction(0))
        weighed = [
            (a * b / (1 - stay), fate(left, other))
            for other, a in hit.items()
            for left, b in struck.items()
            if (left, other) != (mine, theirs)
        ]

        def mean(value: object) -> Fraction:
            return sum((share * value(end) for share, end in weighed), Fraction(0))  # type: ignore[operator]

        sides = (attacker, defender)
        return Fate(
            mean(lambda end: end.win),
            mean(lambda end: end.lose),
            mean(lambda end: end.both_out),
            mean(lambda end: end.rounds) + 1 / (1 - stay),
            tuple(mean(lambda end, side=side: end.points[side]) for side in (0, 1)),  # type: ignore[arg-type]
            tuple(
                tuple(mean(lambda end, side=side, place=place: end.dead[side][place]) for place in range(camp.lords))
                for side, camp in enumerate(sides)
            ),  # type: ignore[arg-type]
        )

    return fate(*(Troop(camp.soldiers, tuple(range(camp.lords))) for camp in (attacker, defender)))


def agree(found: Odds, fate: Fate) -> None:
    for name in ("win", "lose", "both_out"):
        assert getattr(found, name) == pytest.approx(float(getattr(fate, name)), abs=NEAR, rel=0)
    assert found.rounds == pytest.approx(float(fate.rounds), rel=NEAR)
    for number, side in enumerate((found.attacker, found.defender)):
        mean = sum(points * chance for points, chance in enumerate(side.left))
        assert mean == pytest.approx(float(fate.points[number]), abs=40 * NEAR, rel=0)
        assert sum(side.left) == pytest.approx(1, abs=NEAR)
        for chance, dead in zip(side.deaths, fate.dead[number], strict=True):
            assert chance == pytest.approx(float(dead), abs=NEAR, rel=0)
        assert side.lords_lost == pytest.approx(float(sum(fate.dead[number])), abs=NEAR)


@st.composite
def camps(draw: st.DrawFn) -> Camp:
    lords = draw(st.integers(0, 3))
    darc = draw(st.none() | st.integers(0, lords - 1)) if lords else None
    aim = draw(st.none() | st.builds(Aim, st.integers(1, 3), st.integers(0, 3)))
    return Camp(draw(st.integers(0, 9)), lords, draw(st.sampled_from(ROWS)), darc, aim)


@pytest.mark.slow
@pytest.mark.rule("FI-TOO-01", "FI-ARC-05", "FI-AIM-02", "FI-AIM-04")
@example(Camp(1, aim=Aim(1, 0)), Camp(0, 2))  # once the aimed lord is gone, the camp goes on in states of their own
@given(camps(), camps())
@settings(max_examples=60, deadline=None)
def test_odds_are_what_fractions_come_to(attacker: Camp, defender: Camp) -> None:
    agree(odds(attacker, defender), worked_out(attacker, defender))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        (Camp(18, 2), Camp(14, 4, "castle")),
        (Camp(22, 3, darc=0), Camp(15, 1, "city")),
        (Camp(14, 2, aim=Aim(3, 1)), Camp(13, 2, darc=0, aim=Aim(1, 1))),
    ],
)
def test_odds_of_large_camps_are_what_fractions_come_to(attacker: Camp, defender: Camp) -> None:
    agree(odds(attacker, defender), worked_out(attacker, defender))


@pytest.mark.rule("FI-TOO-01")
def test_the_worked_example() -> None:
    """FI-EX-01: ten points in the open before a castle held by six."""
    found = odds(Camp(8, 2), Camp(5, 1, "castle"))
    agree(found, worked_out(Camp(8, 2), Camp(5, 1, "castle")))
    assert [round(chance, 3) for chance in (found.win, found.lose, found.both_out)] == [0.856, 0.083, 0.061]


@pytest.mark.rule("FI-BAT-12", "FI-BAT-15")
def test_whoever_has_no_point_is_beaten_before_it_begins() -> None:
    assert odds(Camp(1), Camp(0, row="city")).win == 1
    assert odds(Camp(0), Camp(3)).lose == 1
    nobody = odds(Camp(0), Camp(0))
    assert (nobody.both_out, nobody.rounds, nobody.attacker.left) == (1, 0, (1.0,))


def test_soldiers_fall_first_and_the_last_lord_last() -> None:
    found = odds(Camp(3, 2), Camp(9, 1))
    first, last = found.attacker.deaths
    assert last < first
    assert found.attacker.soldiers_lost <= 3
    assert found.attacker.lords_lost == pytest.approx(first + last)


@pytest.mark.rule("FI-AIM-03")
def test_nobody_aims_at_a_lord_behind_walls() -> None:
    aimed, plain = odds(Camp(9, aim=Aim(3, 0)), Camp(5, 1, "castle")), odds(Camp(9), Camp(5, 1, "castle"))
    assert aimed == plain


def test_aiming_kills_more_lords_and_wins_less_often() -> None:
    aimed, plain = odds(Camp(9, aim=Aim(2, 0)), Camp(8, 1)), odds(Camp(9), Camp(8, 1))
    assert aimed.win < plain.win
    assert aimed.defender.deaths[0] - aimed.win > plain.defender.deaths[0] - plain.win


@pytest.mark.parametrize("attacker", ROWS)
@pytest.mark.parametrize("defender", ROWS)
def test_the_table_holds_every_battle(attacker: Row, defender: Row) -> None:
    found = chances(attacker, defender)
    for mine, theirs in [(0, 0), (0, 3), (3, 0), (1, 1), (6, 7), (13, 12), (20, 18), (7, 40), (MOST, MOST)]:
        exact = odds(Camp(mine, row=attacker), Camp(theirs, row=defender))
        assert found.win[mine][theirs] == pytest.approx(exact.win, abs=NEAR)
        assert found.both_out[mine][theirs] == pytest.approx(exact.both_out, abs=NEAR)


@pytest.mark.slow
def test_the_table_is_what_fractions_come_to() -> None:
    found = chances("open", "castle", 20)
    for mine, theirs in [(1, 1), (5, 6), (12, 7), (13, 13), (20, 18)]:
        exact = worked_out(Camp(mine), Camp(theirs, row="castle"))
        assert found.win[mine][theirs] == pytest.approx(float(exact.win), abs=NEAR)
        assert found.both_out[mine][theirs] == pytest.approx(float(exact.both_out), abs=NEAR)


def test_a_small_table_is_the_corner_of_a_large_one() -> None:
    small, large = chances("open", "city", 5), chances("open", "city")
    assert small.win == tuple(row[:6] for row in large.win[:6])


@pytest.mark.rule("FI-AIM-01", "FI-AIM-05", "FI-BAT-11")
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        (Camp(7, 1, aim=Aim(1, 0)), Camp(3, 2)),
        (Camp(4, aim=Aim(1, 0)), Camp(0, 3)),
        (Camp(6, 1, aim=Aim(2, 1)), Camp(5, 3, darc=0)),
        (Camp(1, 2, aim=Aim(1, 0)), Camp(1, 2, aim=Aim(1, 1))),
        (Camp(0, 1), Camp(0, 1, aim=Aim(1, 0))),
        (Camp(3, 2, darc=1), Camp(6, 2, aim=Aim(2, 1))),
    ],
)
def test_odds_of_small_camps_that_aim_are_what_fractions_come_to(attacker: Camp, defender: Camp) -> None:
    agree(odds(attacker, defender), worked_out(attacker, defender))


@pytest.mark.rule("FI-BAT-07")
def test_dice_by_points() -> None:
    assert [dice_of(points) for points in (0, 1, 6, 7, 12, 13, 45)] == [0, 1, 1, 2, 2, 3, 3]
