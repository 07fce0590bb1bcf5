"""Opposed tests and attacks, die by die, and the exact tables of the catalogue (SV-SDR, SV-ATK, SV-PRB, SV-EX)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction as F
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

import pytest

from heraut.games.vassaux.phases.attack import Blows, defence, may_crit, melee_at, shooting_at, strike
from heraut.games.vassaux.phases.opposed import contest
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.table.field import Field
from tests.games.vassaux.builders import lord, marked, table, troop, turn_of

EMPTY = table()


def blows(*dice: int, at: int, df: int, **how: bool) -> Blows:
    turn = turn_of(EMPTY, *dice)
    found = strike(turn, at, df, **how)
    assert not turn.random.__closure__[0].cell_contents.faces  # type: ignore[attr-defined]
    return found


# Opposed tests


@pytest.mark.rule("SV-SDR-01", "SV-SDR-02")
def test_both_succeed_and_the_larger_margin_wins() -> None:
    # Jeanne needs 12 on 4d6 and rolls 18; Serge needs 14 and rolls 19 (worked example SV-EX-01)
    jeanne = contest(turn_of(EMPTY, 6, 6, 3, 3, 6, 6, 4, 3), 4, 12, 14)
    assert (jeanne.winner, jeanne.lot) == (0, 0)  # no lot is drawn
    assert contest(turn_of(EMPTY, 4, 4), 1, 4, 5).winner == 0  # reaching is enough (SV-EX-02)
    assert contest(turn_of(EMPTY, 6, 5), 1, 4, 5).winner == 0  # by 2 against him who just reaches his
    assert contest(turn_of(EMPTY, 4, 6), 1, 4, 5).winner == 1
    again = contest(turn_of(EMPTY, 5, 6, 1, 3), 1, 0, 1)
    assert (again.winner, again.rolls) == (1, [[[5], [6]], [[1], [3]]])


@pytest.mark.rule("SV-SDR-03", "SV-SDR-04")
def test_one_success_wins_and_two_failures_are_parted_by_a_die() -> None:
    assert contest(turn_of(EMPTY, 2, 5), 1, 3, 5) == (1, [[[2], [5]]], 0)
    assert contest(turn_of(EMPTY, 1, 1, 3), 1, 7, 9).winner == 0
    assert contest(turn_of(EMPTY, 1, 1, 4), 1, 7, 9).winner == 1
    assert contest(turn_of(EMPTY, 6, 1), 1, 9, 0).winner == 1


# Attacks


@pytest.mark.rule("SV-ATK-01", "SV-ATK-03", "SV-ATK-04", "SV-ATK-05", "SV-GEN-06")
def test_the_worked_example_of_rerolls() -> None:
    found = blows(3, 4, 6, 2, 1, 3, 5, 6, 1, at=5, df=2)  # SV-EX-14: die 2 becomes a 6, die 4 a dead 1
    assert (found.threshold, found.hits, found.rerolls) == (4, 3, [(1, 6), (3, 1)])
    blocked = blows(6, 2, 6, 2, 1, 3, 5, at=5, df=2)
    assert (blocked.threshold, blocked.blocked, blocked.hits, blocked.rerolls) == (6, True, 1, [])


@pytest.mark.rule("SV-ATK-03", "SV-ATK-06", "SV-ATK-01")
def test_no_dice_no_roll_and_a_one_hits_a_threshold_of_one() -> None:
    assert blows(at=0, df=3).hits == 0
    assert blows(1, 1, 2, at=2, df=1).hits == 2
    assert blows(2, 5, 4, 5, at=2, df=2).threshold == 5
    assert blows(2, 5, 2, at=1, df=2, worst=True).hits == 1


@pytest.mark.rule("SV-ATK-04", "SV-ATK-10", "SV-GRN-02")
def test_a_one_is_never_rerolled_unless_fierce_and_then_for_a_critical() -> None:
    assert blows(4, 6, 1, at=2, df=1).rerolls == []
    assert blows(4, 6, 1, 5, at=2, df=1, fierce=True).hits == 2
    assert blows(4, 5, 1, at=2, df=1, fierce=True).rerolls == []
    assert blows(4, 6, 2, at=2, df=1, criticals=False).rerolls == []


def scene(**more: object) -> Battle:
    return table(
        [troop((5000, 5000), (5500, 5000), **more)],  # type: ignore[arg-type]
        [troop((5000, 9000), (5500, 9000), fighter="ECLAIREUR"), troop((9000, 9000), (9500, 9000), fighter="LANCIER")],
    )


@pytest.mark.rule("SV-ATK-02", "SV-ATK-07", "SV-ATK-11", "SV-CHG-11", "SV-GEN-04")
def test_dice_of_attack_and_defence() -> None:
    state = scene(profile="ECUYER", weapon="SPECIALISED", armour="REINFORCED")
    field = Field(state)
    assert melee_at(field, 2, field.sheet(52)) == 1 + 2  # riders
    assert melee_at(field, 2, field.sheet(53)) == 1 + 1
    assert shooting_at(Field(scene(fighter="ARBALETRIER")), 2) == 1 + 2
    bows = Field(scene(fighter="ARBALETRIER"))
    assert melee_at(bows, 2, bows.sheet(53)) == 1
    assert defence(field, 52, shot=False) == 4
    assert defence(field, 52, shot=True, covered=True) == 8
    assert defence(field, 53, shot=False) == 2
    assert defence(field, 53, shot=True) == 4
    assert defence(field, 53, shot=False, charged=True) == 4
    dug_in = Field(marked(state, 53, fortified=True))
    assert [defence(dug_in, 53, shot=False), defence(dug_in, 53, shot=True, covered=True)] == [4, 16]


@pytest.mark.rule("SV-ORD-18", "SV-ATK-07")
@pytest.mark.parametrize("lord", [1, 51])
def test_a_lord_who_has_fortified_doubles_his_defence(lord: int) -> None:
    field = Field(scene())
    assert defence(field, lord, shot=False) == 6
    assert defence(Field(marked(field.now, lord, fortified=True)), lord, shot=False) == 12


@pytest.mark.rule("SV-ATK-09")
def test_only_knights_crit_against_knights_armour() -> None:
    state = table([troop((5000, 5000), (5500, 5000))], lords=(lord((1000, 1000)), lord((9000, 9000))))
    field = Field(state)
    assert not may_crit(field.sheet(2), field.sheet(51))
    assert may_crit(field.sheet(1), field.sheet(51))
    assert may_crit(field.sheet(51), field.sheet(2))


# Exact distributions: every course of the dice is followed


class Branch:
    """Follows all courses of the dice: each call takes the told faces first, then branches."""

    def __init__(self) -> None:
        self.path: list[int] = []

    def courses(self, play: Callable[[Turn], int], fixed: tuple[int, ...]) -> Iterator[tuple[F, int]]:
        open_paths: list[tuple[int, ...]] = [()]
        while open_paths:
            prefix = open_paths.pop()
            turn = turn_of(EMPTY, *fixed, *prefix)
            try:
                yield F(1, 6 ** len(prefix)), play(turn)
            except IndexError:
                open_paths += [(*prefix, face) for face in range(1, 7)]


def multisets(number: int) -> Iterator[tuple[tuple[int, ...], F]]:
    """So many dice in any order, and how likely they are."""
    for dice in combinations_with_replacement(range(1, 7), number):
        ways = factorial(number)
        for face in range(1, 7):
            ways //= factorial(dice.count(face))
        yield dice, F(ways, 6**number)


def thresholds(df: int, *, worst: bool = False) -> dict[tuple[int, bool], F]:
    """How likely each threshold is, with or without a block."""
    found: dict[tuple[int, bool], F] = {}
    for dice, chance in multisets(df):
        key = (min(dice) if worst else max(dice), 6 in dice)
        found[key] = found.get(key, F(0)) + chance
    return found


def hits_at(number: int, threshold: int, blocked: bool, **how: bool) -> dict[int, F]:
    """The exact hits of so many dice against a threshold, as the engine rolls them."""
    shield = (threshold, 6) if blocked and threshold < 6 else (threshold, threshold)
    how = {**how, "worst": blocked and threshold < 6}
    found: dict[int, F] = {}
    for dice, chance in multisets(number):
        play = lambda turn: strike(turn, number, 2, **how).hits  # noqa: E731
        for part, hits in Branch().courses(play, (*shield, *dice)):
            found[hits] = found.get(hits, F(0)) + chance * part
    return found


def attack(number: int, df: int, *, worst: bool = False, **how: bool) -> dict[int, F]:
    """The exact hits of so many dice against so many of defence."""
    found: dict[int, F] = {}
    for (threshold, blocked), chance in thresholds(df, worst=worst).items():
        for hits, part in hits_at(number, threshold, blocked, **how).items():
            found[hits] = found.get(hits, F(0)) + chance * part
    return found


def mean(distribution: dict[int, F]) -> F:
    return sum((hits * chance for hits, chance in distribution.items()), F(0))


def listed(distribution: dict[int, F]) -> list[F]:
    return [distribution.get(hits, F(0)) for hits in range(max(distribution) + 1)]


@pytest.mark.rule("SV-ATK-04", "SV-ATK-05", "SV-ATK-01")
def test_exact_attack_tables() -> None:
    assert listed(hits_at(2, 4, False)) == [F(1, 4), F(4, 9), F(11, 36)]  # SV-PRB-01
    assert listed(hits_at(3, 5, False)) == [F(8, 27), F(3, 8), F(17, 72), F(5, 54)]  # 02
    assert listed(attack(2, 1)) == [F(55, 216), F(97, 324), F(289, 648)]  # 03
    assert mean(attack(2, 1)) == F(193, 162)
    assert listed(attack(2, 2)) == [F(505, 1296), F(677, 1944), F(1019, 3888)]  # 04
    assert mean(attack(2, 2)) == F(212, 243)
    assert listed(attack(4, 2)) == [
        F(9829, 46656), F(8897, 34992), F(5407, 26244), F(227887, 1259712), F(93307, 629856),
    ]  # 05  # fmt: skip
    assert [attack(1, df)[1] for df in (1, 2, 3)] == [F(7, 12), F(91, 216), F(49, 144)]  # 10


@pytest.mark.rule("SV-ATK-09", "SV-ATK-10", "SV-BLK-04")
def test_exact_tables_without_criticals_with_fierceness_under_necrosis() -> None:
    assert listed(attack(4, 2, criticals=False)) == [
        F(9829, 46656), F(3269, 11664), F(1813, 7776), F(1925, 11664), F(5173, 46656),
    ]  # 06  # fmt: skip
    assert mean(attack(3, 3)) == F(76111, 69984)  # 07
    assert mean(attack(3, 3, fierce=True)) == F(78113, 69984)
    assert mean(attack(4, 2, worst=True)) == F(3815585, 1259712)  # 08


@cache
def extra_hits(misses: int, spare: int, threshold: int) -> dict[int, F]:
    """Hits that so many re-rolls win from so many misses, worked out by hand."""
    if not misses or not spare:
        return {0: F(1)}
    found: dict[int, F] = {}
    for face in range(1, 7):
        hit, six = face >= threshold, face == 6
        left = misses if 1 < face < threshold else misses - 1
        for hits, chance in extra_hits(left, spare - 1 + six, threshold).items():
            found[hits + hit] = found.get(hits + hit, F(0)) + chance / 6
    return found


def worked_out(number: int, threshold: int, blocked: bool) -> dict[int, F]:
    found: dict[int, F] = {}
    for dice, chance in multisets(number):
        misses = 0 if blocked else sum(1 < die < threshold for die in dice)
        for hits, part in extra_hits(misses, dice.count(6), threshold).items():
            total = hits + sum(die >= threshold for die in dice)
            found[total] = found.get(total, F(0)) + chance * part
    return found


@pytest.mark.rule("SV-ATK-05", "SV-ATK-08", "SV-GEN-03")
def test_exact_casualties_of_eight_dice() -> None:
    for threshold in (2, 3, 4, 5):
        assert worked_out(3, threshold, False) == hits_at(3, threshold, False)  # the engine's own dice
    casualties: dict[int, F] = {}
    for (threshold, blocked), chance in thresholds(5).items():
        for hits, part in worked_out(8, threshold, blocked).items():
            casualties[hits // 2] = casualties.get(hits // 2, F(0)) + chance * part
    assert [round(float(casualties[n]), 5) for n in range(5)] == [0.41042, 0.36114, 0.14893, 0.07004, 0.00948]  # 09


@pytest.mark.rule("SV-SDR-01", "SV-SDR-02", "SV-SDR-03")
@pytest.mark.parametrize(
    ("dice", "first", "second", "chance"),
    [(1, 0, 0, F(1, 2)), (1, 0, 1, F(21, 31)), (1, 0, 2, F(13, 16)), (1, 0, 3, F(10, 11)), (1, 2, 3, F(21, 32)),
     (2, 4, 5, F(241, 388)), (2, 5, 8, F(163, 204)), (1, 5, 3, F(9, 34))],
)  # fmt: skip
def test_exact_opposed_tests(dice: int, first: int, second: int, chance: F) -> None:
    won = tied = F(0)
    for mine, my_chance in multisets(dice):
        for theirs, their_chance in multisets(dice):
            for lot, part in ((2, F(1, 2)), (5, F(1, 2))):
                turn = turn_of(EMPTY, *mine, *theirs, lot, *(6, 1, 1, 6, 1, 1, 1, 1, 6, 6, 6, 6))
                found = contest(turn, dice, first, second)
                weight = my_chance * their_chance * part
                if len(found.rolls) > 1 or (sum(mine) - first == sum(theirs) - second >= 0):
                    tied += weight
                elif found.winner == 0:
                    won += weight
    assert won / (1 - tied) == chance
