"""The assault, rule by rule, with every die told; the worked examples of the rulebook are exact."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from heraut.engine.rng import Rng
from heraut.games.daifen.battle.assault import Pillage, Round, Volley, assault
from heraut.games.daifen.battle.spoils import share_loot
from heraut.games.daifen.races import BUILDINGS

from .armies import chanced, d, defence, endings, fight, force, one_round, pick, pillage, volley

TOWER = {"tour_de_garde": 1}


def traps(number: int) -> dict[str, int]:
    """As many dice in the volley."""
    return {"piege": number}


# Who fights


@pytest.mark.rule("DA-ASS-01")
def test_all_attackers_form_one_force() -> None:
    fought = one_round(
        [force("b", guerrier=1), force("a", guerrier=1)],
        defence(guerrier=1),
        d(1),
        d(2, 2),  # 4 hits together destroy what 2 of either could not have
        pick(1, 2),
        d(1),
        pick(0, 1),
        d(2),
    )

    assert (fought.attacker_dice, fought.attacker_hits) == (2, 4)
    assert (fought.attacker_losses, fought.defender_losses) == ({}, {"d": {"guerrier": 1}})


@pytest.mark.rule("DA-ASS-01", "DA-RNG-03")
def test_the_order_in_which_forces_are_handed_over_changes_nothing() -> None:
    forces = [force("a", archer=3, dryade=1), force("b", guerrier=4), force("e", troll=2)]
    supports = [force("c", archer=2), force("e", guerrier=2)]

    assert chanced(forces[:2], defence(*supports, guerrier=3)) == chanced(
        forces[1::-1], defence(*supports[::-1], guerrier=3)
    )
    assert chanced(forces, defence(guerrier=9)) == chanced(forces[::-1], defence(guerrier=9))


@pytest.mark.rule("DA-ASS-02")
def test_supports_defend_with_the_kingdom_s_own_units() -> None:
    fought = one_round(
        [force("a", eluros=2)],
        defence(force("b", gobelin=1), goule=2),
        d(1, 1, 1, 1, 1),  # one of the Gobelin, two of each Goule
        d(3, 3, 1, 1, 1, 1),
        pick(0, 2),
        d(3, 3),
        pick(0, 3),  # all three can be drawn: the supporter's, of the lower kingdom number, is the first
        pick(1, 2),
        pick(0, 1),
    )

    assert fought.defender_dice == 5
    assert fought.defender_losses == {"b": {"gobelin": 1}, "d": {"goule": 2}}


@pytest.mark.rule("DA-ASS-03")
@pytest.mark.parametrize("unit", ["espion", "scribe", "moine", "barde", "caravane", "dryade", "harpie"])
def test_units_that_do_not_defend_stay_out_of_it(unit: str) -> None:
    outcome = fight([force("a", guerrier=2)], defence(gold=7, **{unit: 9}), d(3, 3))

    assert (outcome.ending, outcome.rounds, outcome.loot) == ("pillage", (), 7)
    assert outcome.defenders == {"d": {}}


@pytest.mark.rule("DA-ASS-03")
def test_units_that_do_not_defend_are_not_hit_beside_those_that_do() -> None:
    fought = one_round([force("a", goule=2)], defence(espion=5, gobelin=1), d(1), d(3, 3, 3, 3), pick(0, 2), pick(0, 1))

    assert (fought.defender_dice, fought.defender_losses) == (1, {"d": {"gobelin": 1}})


@pytest.mark.rule("DA-ASS-04")
def test_a_unit_throws_as_many_dice_as_its_attack() -> None:
    first = chanced([force("a", harpie=2, archer=1, dryade=3)], defence(catapulte=2, fee=5)).rounds[0]

    assert (first.attacker_dice, first.defender_dice) == (2 * 4 + 2, 2 * 3)
    assert 10 <= first.attacker_hits <= 30 and 6 <= first.defender_hits <= 18


@pytest.mark.rule("DA-ASS-04")
def test_hits_are_the_sum_of_the_dice() -> None:
    fought = one_round(
        [force("a", troll=1)], defence(catapulte=1), d(3, 2, 2), d(1, 3, 1), pick(0, 1), d(3), pick(0, 1)
    )

    assert (fought.defender_hits, fought.attacker_hits) == (7, 5)


# The volley


@pytest.mark.rule("DA-ASS-05")
def test_towers_and_traps_fire_once_at_everybody_even_without_defenders() -> None:
    outcome = fight(
        [force("a", goule=1), force("b", goule=2)],
        defence(buildings={"tour_de_garde": 2, "piege": 1, "caserne": 1}),
        d(*[1] * 11),  # five for each tower, one for the trap
        pick(2, 3),
        pick(0, 2),
        pick(0, 1),
    )

    assert outcome.volley == Volley(11, 11, 0, {"a": {"goule": 1}, "b": {"goule": 2}})


@pytest.mark.rule("DA-ASS-05")
@pytest.mark.parametrize(("towers", "least", "most"), [(1, 5, 15), (2, 10, 30)])
def test_a_tower_makes_5_to_15_hits(towers: int, least: int, most: int) -> None:  # DA-EX-03
    hits = []
    for n in range(400):
        fired = chanced([force("a", troll=40)], defence(buildings={"tour_de_garde": towers}), n).volley
        assert fired and fired.dice == 5 * towers
        hits.append(fired.hits)

    assert least <= min(hits) and max(hits) <= most
    assert abs(sum(hits) / 400 - 10 * towers) < 0.6


@pytest.mark.rule("DA-ASS-05")
def test_without_arrows_there_is_no_volley() -> None:
    assert volley([force("a", goule=1)], defence(archer=9, buildings={"mur": 9, "caserne": 1})) is None


@pytest.mark.rule("DA-ASS-06")
def test_who_dies_in_the_volley_does_not_strike() -> None:
    outcome = fight(
        [force("a", goule=2)],
        defence(fee=1, buildings=traps(1)),
        d(2),
        pick(0, 2),
        pick(0, 1),  # one hit is left, which the other holds
        d(1, 1),  # the dice of one Goule
        pick(0, 1),
        d(2),
    )

    assert outcome.volley == Volley(1, 2, 0, {"a": {"goule": 1}})
    assert outcome.rounds[0].attacker_dice == 2


@pytest.mark.rule("DA-ASS-06")
def test_if_the_volley_leaves_nobody_the_assault_is_over() -> None:
    outcome = fight([force("a", goule=1)], defence(gobelin=1, buildings=traps(1), gold=9), d(2), pick(0, 1))

    assert (outcome.ending, outcome.rounds, outcome.pillage, outcome.loot) == ("repelled", (), None, 0)


# Dryades


@pytest.mark.rule("DA-ASS-07")
def test_the_shield_of_all_dryades_takes_the_first_hits_of_volley_and_round() -> None:
    outcome = fight(
        [force("a", dryade=1, gobelin=1), force("b", dryade=1)],
        defence(goule=3, buildings=TOWER),
        d(2, 2, 1, 1, 1),  # 7 of the 10 points
        d(1, 1, 1, 1, 1, 1),  # 3 more; 3 hits get through
        d(1),
        pick(1, 3),  # the Gobelin takes one, after its Dryade in canonical order
        pick(1, 2),  # b's Dryade holds two
        pick(0, 3),
        d(1, 1, 1, 1, 1, 1),  # nothing is left of the shield: six hits get through
        pick(0, 2),
        pick(0, 1),
    )

    assert outcome.volley == Volley(5, 7, 7, {})
    assert [(fought.defender_hits, fought.absorbed) for fought in outcome.rounds] == [(6, 3), (6, 0)]
    assert outcome.rounds[0].attacker_losses == {"a": {"gobelin": 1}}
    assert outcome.rounds[1].attacker_losses == {"a": {"dryade": 1}, "b": {"dryade": 1}}


@pytest.mark.rule("DA-ASS-07")
def test_one_dryade_absorbs_five_hits_and_no_more() -> None:  # DA-EX-11
    fired = volley(
        [force("a", dryade=1, goule=1)],
        defence(buildings=TOWER),
        d(1, 1, 1, 2, 3),  # 8: 5 absorbed, 1 taken by the Goule that dies, 2 held by the Dryade
        pick(1, 2),
        pick(0, 1),
    )

    assert fired == Volley(5, 8, 5, {"a": {"goule": 1}})


@pytest.mark.rule("DA-ASS-08")
def test_dryades_at_home_protect_nobody() -> None:
    assert chanced([force("a", troll=9)], defence(dryade=50, archer=9)) == chanced(
        [force("a", troll=9)], defence(archer=9)
    )


# Spreading hits


@pytest.mark.rule("DA-ASS-09")
@pytest.mark.parametrize(
    ("unit", "hits", "dice", "dies"),
    [
        ("guerrier", 3, (1,), True),  # 3 - 1 = 2, more than 1
        ("guerrier", 3, (2,), False),  # 1 is not more than 1
        ("guerrier", 2, (1,), False),
        ("goule", 2, (), True),
        ("goule", 1, (), False),
        ("cavalier", 2, (1,), True),  # no resistance
        ("cavalier", 2, (2,), False),
        ("cavalier", 1, (3,), False),
        ("catapulte", 5, (), True),
        ("catapulte", 4, (), False),
        ("inquisiteur", 8, (3, 1, 1), True),
        ("inquisiteur", 8, (3, 2, 1), False),
    ],
)
def test_a_unit_dies_of_more_hits_than_its_dice_and_its_resistance(
    unit: str, hits: int, dice: tuple[int, ...], dies: bool
) -> None:
    fired = volley([force("a", **{unit: 1})], defence(buildings=traps(hits)), d(*[1] * hits), pick(0, 1), d(*dice))

    assert fired and fired.losses == ({"a": {unit: 1}} if dies else {})


@pytest.mark.rule("DA-ASS-09")
def test_one_that_dies_takes_its_dice_and_its_resistance_and_one_that_holds_takes_the_rest() -> None:
    fired = volley(
        [force("a", guerrier=4)],
        defence(buildings=traps(9)),
        d(*[1] * 9),
        pick(2, 4),
        d(3),  # 9 - 3 - 1 = 5
        pick(1, 3),
        d(2),  # 5 - 2 - 1 = 2
        pick(0, 2),
        d(1),  # 2 - 1 = 1: it holds, and the fourth is not even drawn
    )

    assert fired == Volley(9, 9, 0, {"a": {"guerrier": 2}})


@pytest.mark.rule("DA-ASS-09", "DA-RNG-03")
def test_units_are_drawn_by_kingdom_number_then_in_canonical_order_each_by_itself() -> None:
    forces = [force("b", goule=1, gobelin=1), force("a", fanatique=2, gobelin=1)]
    killed = []
    for place in range(5):
        fired = volley(forces, defence(buildings=traps(1)), d(2), pick(place, 5), pick(0, 4))
        assert fired
        killed += [(seat, code) for seat, units in fired.losses.items() for code in units]

    assert killed == [("a", "gobelin"), ("a", "fanatique"), ("a", "fanatique"), ("b", "gobelin"), ("b", "goule")]


@pytest.mark.rule("DA-ASS-09")
def test_every_living_unit_is_drawn_with_the_same_chance() -> None:
    rng, victims = Rng(b"victims"), Counter[str]()
    for _ in range(3000):
        fired = assault([force("a", goule=1, gobelin=2, squelette=3)], defence(buildings=traps(1)), rng).volley
        if fired and fired.hits == 2:  # one dies, the next holds
            victims.update(fired.losses["a"])

    total = victims.total()
    assert total > 900
    for unit, share in (("goule", 1 / 6), ("gobelin", 2 / 6), ("squelette", 3 / 6)):
        assert abs(victims[unit] / total - share) < 0.06


@pytest.mark.rule("DA-ASS-10")
def test_nothing_carries_over_to_the_next_round() -> None:
    outcome = fight(
        [force("a", guerrier=2)],
        defence(guerrier=1),
        d(3),
        d(1, 1),
        pick(0, 2),
        d(1),  # 3 - 1 - 1: he dies, and one hit goes on
        pick(0, 1),
        d(1),
        pick(0, 1),
        d(1),  # 2 - 1: the defender holds
        d(2),
        d(2),
        pick(0, 1),
        d(1),
        pick(0, 1),
        d(1),  # 2 - 1: a hit kept from before would kill him
    )

    assert outcome.ending == "stand_off" and len(outcome.rounds) == 2


@pytest.mark.rule("DA-ASS-10")
def test_hits_that_find_no_unit_are_lost() -> None:
    outcome = fight(
        [force("a", goule=1)],
        defence(gobelin=1, buildings={"sacrifices": 1}),
        d(1),
        d(3, 3),
        pick(0, 1),
        pick(0, 1),
        d(1, 1),  # thrown anew for the pillage: the five hits left over would bring the building down
        pick(0, 1),
    )

    assert outcome.pillage == Pillage(2, 2, 0, {}, 0)


# Rounds


@pytest.mark.rule("DA-ASS-11")
def test_the_dying_strike_in_the_round_in_which_they_die() -> None:
    fought = one_round([force("a", guerrier=1)], defence(guerrier=1), d(3), d(3), pick(0, 1), d(1), pick(0, 1), d(1))

    assert fought == Round(1, 3, 1, 3, 0, 0, 0, {}, {"a": {"guerrier": 1}}, {"d": {"guerrier": 1}})


@pytest.mark.rule("DA-ASS-11", "DA-RNG-05")
def test_a_round_goes_defenders_dice_attackers_dice_attackers_walls_defenders() -> None:
    fought = one_round(
        [force("a", goule=2)],
        defence(gobelin=2, buildings={"barricades": 1, "mur": 1}),
        d(1, 1),  # of the defenders
        d(3, 3, 3, 3),  # of the attackers: 12 hits
        pick(1, 2),  # one attacker dies, the other holds
        pick(0, 1),
        pick(0, 2),  # the Barricades fall to 6; the Mur takes the last one
        pick(0, 1),
        pick(1, 2),  # both defenders die of 6
        pick(0, 1),
    )

    assert (fought.defender_hits, fought.attacker_hits) == (2, 12)
    assert fought.attacker_losses == {"a": {"goule": 1}} and fought.defender_losses == {"d": {"gobelin": 2}}
    assert (fought.walls, fought.spent, fought.protections) == (6, 6, {"barricades": 1})


@pytest.mark.rule("DA-ASS-11")
def test_the_first_round_of_one_guerrier_against_one_exactly() -> None:  # DA-EX-16
    found = Counter[tuple[bool, bool]]()
    for struck, hits, guard, parry in product((1, 2, 3), repeat=4):
        draws = (d(struck), d(hits), pick(0, 1), d(guard), pick(0, 1), d(parry))
        fought = one_round([force("a", guerrier=1)], defence(guerrier=1), *draws)
        found[bool(fought.attacker_losses), bool(fought.defender_losses)] += 1

    assert found == {(True, True): 1, (True, False): 8, (False, True): 8, (False, False): 64}


# Walls


@pytest.mark.rule("DA-ASS-12")
@pytest.mark.parametrize(
    ("buildings", "dice", "picks", "walls", "spent", "fallen"),
    [
        ({}, (3, 3), [], 0, 0, {}),  # no protection: all the hits
        ({"caserne": 3}, (3, 3), [], 0, 0, {}),  # other buildings protect nobody
        ({"barricades": 1}, (1, 2), [pick(0, 1)], 1, 1, {}),  # half of 3, rounded down
        ({"barricades": 1}, (3, 3, 2, 2), [pick(0, 1)], 5, 5, {}),  # 5 is not more than 5
        ({"barricades": 1}, (3, 3, 3, 3), [pick(0, 1)], 6, 5, {"barricades": 1}),  # 1 goes on to the troops
        ({"barricades": 2}, (3, 3, 3, 3), [pick(1, 2), pick(0, 1)], 6, 6, {"barricades": 1}),
        ({"barricades": 1, "mur": 1}, (3, 3, 3, 3), [pick(1, 2)], 6, 6, {}),  # the Mur is drawn, and holds
    ],
)
def test_protections_take_half_of_the_hits(
    buildings: dict[str, int],
    dice: tuple[int, ...],
    picks: list[list[float]],
    walls: int,
    spent: int,
    fallen: dict[str, int],
) -> None:
    attackers = [force("a", gobelin=len(dice))]
    taken = [pick(0, 1), d(1)]
    fought = one_round(attackers, defence(fee=1, buildings=buildings), d(*dice), *picks, *taken)

    assert (fought.walls, fought.spent, fought.protections) == (walls, spent, fallen)


@pytest.mark.rule("DA-ASS-12")
def test_what_the_walls_do_not_take_reaches_the_troops() -> None:
    fought = one_round(
        [force("a", goule=2)],
        defence(squelette=9, buildings={"barricades": 1}),
        d(*[1] * 9),
        d(3, 3, 3, 3),  # 12: half for the Barricades, which take 5, so 7 for the troops
        pick(0, 2),
        pick(0, 1),
        pick(0, 1),
        *(pick(0, n) for n in (9, 8, 7, 6, 5, 4, 3)),
    )

    assert fought.defender_losses == {"d": {"squelette": 6}}  # the seventh holds the last hit


@pytest.mark.rule("DA-ASS-12")
def test_a_single_attack_point_cannot_kill_a_guerrier_behind_barricades_and_two_do_1_time_in_9() -> None:
    shelter = defence(guerrier=1, buildings={"barricades": 1})
    deaths = 0
    for first, second, parry in product((1, 2, 3), repeat=3):
        attack = [pick(0, 1)] if first + second > 1 else []
        two = one_round(
            [force("a", guerrier=2)], shelter, d(1), d(first, second), pick(0, 2), d(1), *attack, pick(0, 1), d(parry)
        )
        deaths += bool(two.defender_losses)
    for hits, parry in product((1, 2, 3), repeat=2):
        attack = [pick(0, 1)] if hits > 1 else []
        one = one_round(
            [force("a", guerrier=1)], shelter, d(1), d(hits), pick(0, 1), d(1), *attack, pick(0, 1), d(parry)
        )
        assert not one.defender_losses

    assert deaths * 9 == 27


# The end


@pytest.mark.rule("DA-ASS-13")
def test_a_round_that_destroys_nothing_ends_in_a_stand_off() -> None:
    outcome = fight(
        [force("a", guerrier=1)], defence(guerrier=1, gold=50), d(2), d(2), pick(0, 1), d(1), pick(0, 1), d(1)
    )

    assert (outcome.ending, len(outcome.rounds)) == ("stand_off", 1)


@pytest.mark.rule("DA-ASS-13")
def test_shield_points_and_the_volley_are_no_destruction() -> None:
    outcome = fight(
        [force("a", dryade=1, goule=1)],
        defence(fee=1, guerrier=1, buildings=traps(8)),
        d(*[1] * 8),  # 5 absorbed; the Goule dies of the other 3
        pick(1, 2),
        pick(0, 1),
        d(2),  # a round in which nobody falls, although the volley killed
        pick(0, 1),
    )

    assert outcome.volley and outcome.volley.losses
    assert (outcome.ending, len(outcome.rounds)) == ("stand_off", 1)

    absorbed = fight([force("a", dryade=9)], defence(guerrier=1), d(3))
    assert (absorbed.ending, absorbed.rounds[0].absorbed) == ("stand_off", 3)


@pytest.mark.rule("DA-ASS-13")
def test_a_fallen_wall_is_a_destruction() -> None:
    outcome = fight(
        [force("a", goule=3)],
        defence(gardien=1, buildings={"barricades": 1}),
        d(1),
        d(2, 2, 2, 2, 2, 2),  # the Barricades fall to 6 of the 12 hits
        pick(0, 3),
        pick(0, 1),
        pick(0, 1),
        d(3, 3, 3),
        d(1),
        d(1, 1, 1, 1, 1, 1),  # and it goes on with a round that destroys nothing
        pick(0, 3),
        pick(0, 1),
        d(2, 2, 2),
    )

    assert outcome.rounds[0].protections == {"barricades": 1}
    assert not outcome.rounds[0].attacker_losses and not outcome.rounds[0].defender_losses
    assert (outcome.ending, len(outcome.rounds)) == ("stand_off", 2)


@pytest.mark.rule("DA-ASS-14")
def test_if_both_sides_die_in_one_round_nobody_pillages() -> None:
    outcome = fight(
        [force("a", guerrier=1)], defence(guerrier=1, gold=50), d(3), d(3), pick(0, 1), d(1), pick(0, 1), d(1)
    )

    assert (outcome.ending, outcome.attackers, outcome.defenders) == ("repelled", {"a": {}}, {"d": {}})
    assert (outcome.pillage, outcome.loot) == (None, 0)


@pytest.mark.rule("DA-ASS-15")
def test_attackers_without_an_enemy_left_pillage_next() -> None:
    outcome = fight([force("a", goule=2)], defence(fee=1), d(3, 1, 1, 1), pick(0, 1), d(1), d(1, 2, 3, 1))

    assert (outcome.ending, len(outcome.rounds)) == ("pillage", 1)
    assert outcome.pillage == Pillage(4, 7, 0, {}, 0)


@pytest.mark.rule("DA-ASS-15")
def test_without_any_defender_the_pillage_comes_at_once() -> None:
    assert fight([force("a", goule=1)], defence(gold=3), d(1, 1)).rounds == ()


# The pillage


@pytest.mark.rule("DA-ASS-17")
def test_the_pillage_takes_all_the_gold() -> None:
    outcome = fight([force("a", guerrier=1)], defence(gold=1234), d(3))

    assert (outcome.loot, outcome.shares) == (1234, {"a": 1234})


@pytest.mark.rule("DA-ASS-18", "DA-RNG-03")
def test_the_pillage_strikes_buildings_drawn_at_random_and_makes_gold_of_them() -> None:
    done = pillage(
        [force("a", goule=4)],
        defence(gold=10, buildings={"manoir": 1, "mur": 1, "barricades": 1, "mine": 1}),
        d(*[3] * 8),  # 24 hits, none of them halved by the walls
        pick(1, 4),  # in canonical order: Mine, Barricades, Mur, Manoir; the Barricades take 5
        pick(1, 3),  # the Mur takes 10
        pick(0, 2),  # the Mine takes 5
        pick(0, 1),  # the Manoir holds the 4 that are left
    )

    assert done == Pillage(8, 24, 10, {"mine": 1, "barricades": 1, "mur": 1}, 20)


@pytest.mark.rule("DA-ASS-18")
@pytest.mark.parametrize(("dice", "falls"), [((2, 1), True), ((1, 1), False)])
def test_a_building_falls_to_more_hits_than_its_resistance(dice: tuple[int, int], falls: bool) -> None:
    done = pillage([force("a", goule=1)], defence(buildings={"sacrifices": 1}), d(*dice), pick(0, 1))

    assert (done.buildings, done.scrap) == (({"sacrifices": 1}, 2) if falls else ({}, 0))


@pytest.mark.rule("DA-ASS-18")
def test_a_building_that_holds_absorbs_the_hits_that_are_left() -> None:
    done = pillage(
        [force("a", goule=2)],
        defence(buildings={"sacrifices": 3, "caserne": 1}),
        d(2, 3, 3, 3),  # 11; in canonical order the Caserne comes before the Sacrifices
        pick(1, 4),
        pick(0, 3),  # the Caserne holds the 9 that are left, and the other Sacrifices are spared
    )

    assert (done.buildings, done.scrap) == ({"sacrifices": 1}, 2)


@pytest.mark.rule("DA-ASS-19")
def test_the_gold_goes_even_to_those_who_strike_nothing() -> None:
    outcome = fight([force("a", dryade=1)], defence(gold=40, buildings={"tour_sombre": 1}))

    assert (outcome.ending, outcome.loot, outcome.lost_buildings) == ("pillage", 40, {})
    assert outcome.pillage == Pillage(0, 0, 40, {}, 0)


@pytest.mark.rule("DA-ASS-20")
def test_protections_that_fall_in_a_round_bring_no_gold() -> None:
    outcome = fight(
        [force("a", goule=3)],
        defence(fee=1, gold=1, buildings={"barricades": 1, "sacrifices": 1}),
        d(*[2] * 6),  # 12: the Barricades fall, 7 reach the Fée
        pick(0, 1),
        pick(0, 1),
        d(1),
        d(*[1] * 6),
        pick(0, 1),
    )

    assert outcome.rounds[0].protections == {"barricades": 1}
    assert outcome.pillage == Pillage(6, 6, 1, {"sacrifices": 1}, 2)
    assert (outcome.loot, outcome.lost_buildings) == (3, {"barricades": 1, "sacrifices": 1})


@pytest.mark.rule("DA-ASS-20", "DA-ASS-22")
def test_without_a_pillage_only_protections_fall() -> None:
    buildings = {"mine": 3, "barricades": 4, "tour_de_garde": 1, "mur": 2, "piege": 1}
    for n in range(300):
        outcome = chanced([force("a", guerrier=9)], defence(archer=4, gold=30, buildings=buildings), n)
        if outcome.ending == "pillage":
            continue
        assert all(BUILDINGS[code].protection for code in outcome.lost_buildings)
        assert (outcome.pillage, outcome.loot, outcome.shares) == (None, 0, {"a": 0})


# Sharing


@pytest.mark.rule("DA-ASS-21")
def test_five_guerriers_and_a_forgeron_share_100_in_75_and_25() -> None:  # DA-EX-02
    outcome = fight([force("a", guerrier=5), force("b", forgeron=1)], defence(gold=100), d(*[1] * 7))

    assert outcome.shares == {"a": 75, "b": 25}


@pytest.mark.rule("DA-ASS-21")
@pytest.mark.parametrize(
    ("loot", "units", "shares"),
    [
        (10, ({"guerrier": 1}, {"guerrier": 1}, {"guerrier": 1}), (4, 3, 3)),  # equal remainders: the lower number
        (11, ({"guerrier": 1}, {"guerrier": 1}, {"guerrier": 1}), (4, 4, 3)),
        (10, ({"fee": 1}, {"archer": 1}, {"valkyrie": 1}), (1, 4, 5)),  # 10/12, 50/12 and 60/12: the largest remainder
        (9, ({"archer": 1}, {"veteran": 1}, {"automate": 1}), (3, 3, 3)),  # a value in place of a price
        (7, ({}, {"gobelin": 3}, {"dryade": 1}), (0, 4, 3)),  # nothing for the dead; 42/11 and 35/11
        (0, ({"guerrier": 1}, {"archer": 1}, {}), (0, 0, 0)),
        (5, ({}, {}, {"fee": 1}), (0, 0, 5)),
    ],
)
def test_the_loot_is_shared_to_the_last_coin(
    loot: int, units: tuple[dict[str, int], ...], shares: tuple[int, ...]
) -> None:
    parts = share_loot(loot, dict(zip("abc", units, strict=True)))  # type: ignore[arg-type]

    assert tuple(parts.values()) == shares and sum(shares) == loot


@pytest.mark.rule("DA-ASS-21", "DA-RNG-03")
def test_the_odd_coin_goes_to_the_lower_kingdom_number_whoever_is_named_first() -> None:
    assert fight([force("b", goule=1), force("a", goule=1)], defence(gold=7), d(1, 1, 1, 1)).shares == {"a": 4, "b": 3}


@pytest.mark.rule("DA-ASS-22")
def test_a_stand_off_leaves_the_gold_where_it_is() -> None:
    outcome = fight(
        [force("a", guerrier=1)], defence(guerrier=1, gold=50), d(1), d(1), pick(0, 1), d(1), pick(0, 1), d(1)
    )

    assert (outcome.loot, outcome.shares, outcome.lost_buildings) == (0, {"a": 0}, {})


# Skeletons


@pytest.mark.rule("DA-ASS-23")
def test_three_surviving_necromanciens_make_three_squelettes() -> None:  # DA-EX-12
    outcome = fight([force("a", necromancien=3)], defence(), d(1, 1, 1))

    assert outcome.skeletons == {"a": 3} and outcome.attackers == {"a": {"necromancien": 3}}


@pytest.mark.rule("DA-ASS-23")
def test_each_necromancien_works_for_its_owner_on_both_sides_and_whatever_the_outcome() -> None:
    outcome = fight(
        [force("a", necromancien=1)],
        defence(force("b", necromancien=2), necromancien=1, guerrier=1),
        d(1, 1, 1, 1),
        d(1),
        pick(0, 1),
        pick(1, 4),
    )

    assert outcome.rounds[0].attacker_losses == {"a": {"necromancien": 1}}
    assert (outcome.ending, outcome.skeletons) == ("repelled", {"b": 2, "d": 1})

    calm = fight([force("a", necromancien=1)], defence(fee=1), d(1), pick(0, 1), d(1))
    assert (calm.ending, calm.skeletons) == ("stand_off", {"a": 1})


@pytest.mark.rule("DA-ASS-23")
def test_squelettes_do_not_weigh_in_the_loot_of_the_assault_that_raised_them() -> None:
    outcome = fight([force("a", necromancien=2), force("b", archer=2)], defence(gold=100), d(*[1] * 6))

    assert (outcome.shares, outcome.skeletons) == ({"a": 50, "b": 50}, {"a": 2})


# What the catalogue tells of whole assaults (DA-GAP-10, DA-GAP-11)


@pytest.mark.rule("DA-ASS-13")
@pytest.mark.parametrize(
    ("attackers", "defenders", "ending", "share"),
    [
        (4, 4, "stand_off", 1 / 3),
        (2, 1, "pillage", 0.63),
        (3, 1, "pillage", 0.94),
        (4, 1, "pillage", 0.99),
        (10, 10, "stand_off", 1 / 6),
        (40, 40, "stand_off", 1 / 20),
    ],
)
def test_superiority_decides_and_a_skirmish_of_equals_breaks_off(
    attackers: int, defenders: int, ending: str, share: float
) -> None:
    found = endings([force("a", guerrier=attackers)], defence(guerrier=defenders), 1500)

    assert abs(found[ending] - share) < 0.045  # type: ignore[index]


@pytest.mark.rule("DA-ASS-12")
@pytest.mark.parametrize(("guerriers", "share"), [(4, 0.75), (6, 0.99)])
def test_barricades_before_a_lone_guerrier(guerriers: int, share: float) -> None:
    shelter = defence(guerrier=1, buildings={"barricades": 1})

    assert abs(endings([force("a", guerrier=guerriers)], shelter, 1500)["pillage"] - share) < 0.045
