"""The calculators: the exact tables of the catalogue, and the same attacks counted die by die."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.games.vassaux.calculators.attack import Attack, attack_odds, mean, melee_odds, thresholds_of
from heraut.games.vassaux.calculators.fighters import Stance, ready_made, shot, strike
from heraut.games.vassaux.calculators.hits import hits
from heraut.games.vassaux.calculators.opposed import first_wins, sums
from heraut.games.vassaux.calculators.spells import spell_succeeds
from heraut.games.vassaux.tables.codes import FighterCode

EXPECTED = {  # hits of N dice against a threshold
    1: (1, 2, 3, 4),
    2: (F(5, 6), F(5, 3), F(5, 2), F(10, 3)),
    3: (F(2, 3), F(37, 27), F(679, 324), F(49589, 17496)),
    4: (F(1, 2), F(19, 18), F(353, 216), F(6485, 2916)),
    5: (F(1, 3), F(13, 18), F(9, 8), F(1985, 1296)),
    6: (F(1, 6), F(1, 3), F(1, 2), F(2, 3)),
}


def shares(*figures: F) -> dict[int, F]:
    """Chances of 0, 1, 2, …"""
    return dict(enumerate(figures))


def test_expected_hits_against_each_threshold() -> None:
    for threshold, row in EXPECTED.items():
        for dice, expected in enumerate(row, start=1):
            found = hits(dice, threshold, rerolls=threshold < 6)
            assert sum(found) == 1 and mean(dict(enumerate(found))) == expected
    sixes = {6: (4.3350, 3.4185, 2.3465), 8: (5.8538, 4.6222, 3.1593)}
    for dice, row_of in sixes.items():
        for threshold, about in zip((3, 4, 5), row_of, strict=True):
            assert abs(float(mean(dict(enumerate(hits(dice, threshold, rerolls=True))))) - about) < 6e-5


def test_thresholds_and_blocks() -> None:
    blocks = (F(1, 6), F(11, 36), F(91, 216), F(671, 1296), F(4651, 7776), F(31031, 46656))
    for dice, expected in enumerate(blocks, start=1):
        assert attack_odds(Attack(1, dice)).block == expected
        assert sum(share for _, share in thresholds_of(dice, worst=False)) == 1
        assert sum(share for _, share in thresholds_of(dice, worst=True)) == 1
        assert attack_odds(Attack(1, dice, worst=True)).block == expected  # a 6 blocks wherever it stands


@pytest.mark.parametrize(
    ("name", "dice", "threshold", "expected"),
    [
        ("SV-PRB-01", 2, 4, (F(1, 4), F(4, 9), F(11, 36))),
        ("SV-PRB-02", 3, 5, (F(8, 27), F(3, 8), F(17, 72), F(5, 54))),
    ],
)
def test_hits_of_a_known_threshold(name: str, dice: int, threshold: int, expected: tuple[F, ...]) -> None:
    assert hits(dice, threshold, rerolls=True) == expected, name


def test_attacks_of_the_catalogue() -> None:
    third = attack_odds(Attack(2, 1))
    assert third.hits == shares(F(55, 216), F(97, 324), F(289, 648)) and third.mean_hits == F(193, 162)
    fourth = attack_odds(Attack(2, 2))
    assert fourth.hits == shares(F(505, 1296), F(677, 1944), F(1019, 3888)) and fourth.mean_hits == F(212, 243)
    fifth = attack_odds(Attack(4, 2))
    assert fifth.hits == shares(F(9829, 46656), F(8897, 34992), F(5407, 26244), F(227887, 1259712), F(93307, 629856))
    assert fifth.mean_hits == F(2269481, 1259712)
    sixth = attack_odds(Attack(4, 2, barred=True))
    assert sixth.hits == shares(F(9829, 46656), F(3269, 11664), F(1813, 7776), F(1925, 11664), F(5173, 46656))
    assert sixth.mean_hits == F(91, 54)
    assert attack_odds(Attack(3, 3)).mean_hits == F(76111, 69984)
    assert attack_odds(Attack(3, 3, fierce=True)).mean_hits == F(78113, 69984)
    assert attack_odds(Attack(4, 2, worst=True)).mean_hits == F(3815585, 1259712)
    ninth = attack_odds(Attack(8, 5, health=2)).casualties
    assert [round(float(ninth[number]), 5) for number in range(5)] == [0.41042, 0.36114, 0.14893, 0.07004, 0.00948]
    tenth = [attack_odds(Attack(1, defence)).hits[1] for defence in (1, 2, 3)]
    assert tenth == [F(7, 12), F(91, 216), F(49, 144)]


def test_opposed_tests_of_the_catalogue() -> None:
    one = {(0, 0): F(1, 2), (0, 1): F(21, 31), (0, 2): F(13, 16), (0, 3): F(10, 11), (2, 3): F(21, 32)}
    two = {(4, 5): F(241, 388), (4, 6): F(287, 394), (5, 8): F(163, 204), (6, 9): F(961, 1244)}
    assert {pair: first_wins(1, *pair) for pair in one} == one
    assert {pair: first_wins(2, *pair) for pair in two} == two
    # A counter-spell: the caster, Cd 3, must reach 5, his opponent 3.
    assert first_wins(1, 5, 3) == F(9, 34)
    assert sums(2)[7] == 6


@given(st.integers(1, 2), st.integers(0, 14), st.integers(0, 14))
def test_one_side_wins_an_opposed_test(dice: int, own: int, other: int) -> None:
    assert first_wins(dice, own, other) + first_wins(dice, other, own) == 1


def test_spells_of_the_catalogue() -> None:
    table = {
        1: {3: F(2, 3), 4: F(1, 2), 6: F(1, 6)},
        2: {6: F(13, 18), 7: F(7, 12), 8: F(5, 12), 9: F(17, 54), 10: F(2, 9), 12: F(7, 108)},
        3: {9: F(20, 27), 10: F(139, 216), 12: F(185, 432)},
    }
    for dice, powers in table.items():
        assert {power: spell_succeeds(dice, power) for power in powers} == powers


def counted(dice: int, threshold: int, *, fierce: bool) -> list[F]:
    """The hits of so many dice, by playing every roll and every re-roll as the rule reads (SV-ATK-05)."""
    found = [F(0)] * (dice + 1)

    def play(roll: tuple[int, ...], left: int, weight: F) -> None:
        again = [rank for rank, die in enumerate(roll) if die < threshold and (die > 1 or fierce)]
        if not left or not again:
            found[sum(die >= threshold for die in roll)] += weight
            return
        for face in range(1, 7):
            rolled = (*roll[: again[0]], face, *roll[again[0] + 1 :])
            play(rolled, left - 1 + (face == 6), weight / 6)

    for roll in product(range(1, 7), repeat=dice):
        play(roll, roll.count(6), F(1, 6**dice))
    return found


@pytest.mark.rule("SV-ATK-04", "SV-ATK-05", "SV-ATK-06", "SV-ATK-10")
@pytest.mark.parametrize("fierce", [False, True])
def test_hits_are_those_of_every_roll_played_out(fierce: bool) -> None:
    for threshold in range(1, 6):
        assert list(hits(3, threshold, rerolls=True, fierce=fierce)) == counted(3, threshold, fierce=fierce)


@settings(max_examples=30)
@given(st.integers(0, 30), st.integers(1, 6), st.booleans(), st.booleans())
def test_chances_add_up(dice: int, threshold: int, rerolls: bool, fierce: bool) -> None:
    found = hits(dice, threshold, rerolls=rerolls, fierce=fierce)
    assert sum(found) == 1 and len(found) == dice + 1 and min(found) >= 0


def test_a_bonus_die_adds_its_value() -> None:
    plain = [attack_odds(Attack(2 + face, 3)).mean_hits for face in range(1, 7)]
    assert attack_odds(Attack(2, 3, bonus=True)).mean_hits == sum(plain) / 6


def test_casualties_are_hits_by_health_and_no_more_than_stand_in_contact() -> None:
    odds = attack_odds(Attack(5, 2, health=2, most=1))
    assert set(odds.casualties) == {0, 1} and odds.casualties[0] == odds.hits[0] + odds.hits[1]


def test_a_blow_is_returned_by_those_who_are_left() -> None:
    """Two against two, one die each: the defender strikes back with what the attack left him."""
    attack, back = Attack(2, 1), Attack(0, 1)
    odds = melee_odds(attack, 2, 1, back)
    first = attack_odds(attack).hits
    both, one = attack_odds(Attack(2, 1)).hits, attack_odds(Attack(1, 1)).hits
    assert odds.attack.casualties == first
    assert odds.returned[2] == first[0] * both[2]
    assert odds.returned[1] == first[0] * both[1] + first[1] * one[1]
    assert sum(odds.returned.values()) == 1 and odds.mean_returned == mean(odds.returned)


@pytest.mark.rule("SV-SHT-04", "SV-OST-05", "SV-ATK-02")
@pytest.mark.parametrize(
    ("shooter", "target", "stance", "dice", "defence"),
    [
        ("ARCHER", "BRETTEUR", Stance(), 3, 4),  # a bow adds nothing to the At of 1
        ("ARBALETRIER", "BRETTEUR", Stance(), 9, 4),  # a crossbow 2
        ("ARCHER", "LANCIER", Stance(), 3, 4),  # siege armour doubles 2 against any shot
        ("ARCHER", "LANCIER", Stance(fortified=True, sheltered=True), 3, 16),
    ],
)
def test_a_shot_of_three_has_the_dice_of_their_weapon_against_the_doubled_defence(
    shooter: FighterCode, target: FighterCode, stance: Stance, dice: int, defence: int
) -> None:
    found = shot(3, ready_made(shooter), ready_made(target), stance)
    assert (found.dice, found.defence, found.health, found.barred) == (dice, defence, 1, False)


@pytest.mark.rule("SV-ATK-07", "SV-ATK-09", "SV-ATK-11", "SV-CHG-11")
@pytest.mark.parametrize(
    ("attacker", "target", "stance", "dice", "defence", "barred"),
    [
        ("SOLDAT_REGULIER", "BRETTEUR", Stance(), 6, 4, False),
        ("SOLDAT_REGULIER", "MERCENAIRE", Stance(), 6, 5, True),  # criticals glance off knights' armour
        ("MERCENAIRE", "MERCENAIRE", Stance(), 9, 5, False),  # but for a knight's
        ("LANCIER", "BRETTEUR", Stance(), 6, 4, False),
        ("LANCIER", "ECLAIREUR", Stance(), 9, 4, False),  # one die more each against riders
        ("BRETTEUR", "LANCIER", Stance(), 6, 2, False),
        ("BRETTEUR", "LANCIER", Stance(charged=True), 6, 4, False),  # siege armour doubles 2 against a charge
        ("BRETTEUR", "BRETTEUR", Stance(charged=True, fortified=True), 6, 8, False),
    ],
)
def test_a_blow_of_three_has_the_dice_of_their_weapon_against_the_doubled_defence(
    attacker: FighterCode, target: FighterCode, stance: Stance, dice: int, defence: int, barred: bool
) -> None:
    found = strike(3, ready_made(attacker), ready_made(target), stance)
    assert (found.dice, found.defence, found.barred) == (dice, defence, barred)


@pytest.mark.rule("SV-GRN-02", "SV-ATK-10", "SV-SHT-10")
def test_the_fierce_roll_ones_again_in_blows_and_shots_and_whoever_shoots_from_above() -> None:
    tame, stance = ready_made("ARCHER"), Stance()
    wild = msgspec.structs.replace(tame, powers=("FEROCE",))
    assert [strike(1, one, other, stance).fierce for one, other in ((wild, tame), (tame, wild))] == [True, False]
    assert [shot(1, one, other, stance).fierce for one, other in ((wild, tame), (tame, wild))] == [True, False]
    assert shot(1, tame, wild, stance, above=True).fierce


@pytest.mark.rule("SV-GRN-04", "SV-GEN-04", "SV-ATK-07")
@pytest.mark.parametrize(("sheltered", "defence", "airy"), [(False, 3, 4), (True, 6, 8)])
def test_the_immaterial_have_one_die_more_against_shots_before_it_is_doubled(
    sheltered: bool, defence: int, airy: int
) -> None:
    solid, stance = ready_made("ARCHER"), Stance(sheltered=sheltered)
    ghosts = msgspec.structs.replace(solid, powers=("IMMATERIEL",))
    assert [shot(1, solid, target, stance).defence for target in (solid, ghosts)] == [defence, airy]
