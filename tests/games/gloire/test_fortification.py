"""Phase 16: palisades, walls, enceintes (§5.17)."""

from __future__ import annotations

import pytest

from heraut.games.gloire.phases.battle import Ground, Side, fight
from heraut.games.gloire.state import ENCEINTE, PALISADE, WALL, Realm
from tests.games.gloire.builders import (
    Drawn,
    ally,
    arm,
    find,
    garrison,
    give,
    knight,
    land,
    lord,
    lord_knight,
    one,
    play,
    realm,
    refused,
    war,
)

A, B = '"Seigneur A"', '"Seigneur B"'


def works() -> Realm:
    """j1 in NARVIK, j2 in DOLON, j3 far away."""
    return realm(3, starts=["NARVIK", "DOLON", "OLAND"])


@pytest.mark.rule("GP-FOR-01", "GP-FOR-03")
@pytest.mark.parametrize(
    ("work", "level", "price", "happiness"),
    [("palissade", PALISADE, 500, 21.0), ("muraille", WALL, 1500, 22.0), ("enceinte", ENCEINTE, 5000, 24.0)],
)
def test_each_work_has_its_price_and_pleases_the_people(work: str, level: int, price: int, happiness: float) -> None:
    step = play(works(), {"j1": f"FOR NARVIK {work}"})

    assert land(step.state, "NARVIK").fortification == level
    assert land(step.state, "NARVIK").happiness == pytest.approx(happiness)
    assert lord(step.state, "j1").treasury == 5000 - price
    assert one(step, "fortified", "j1").data["price"] == price


@pytest.mark.rule("GP-FOR-01", "GP-FOR-02")
def test_the_full_price_is_paid_over_an_existing_work_which_is_replaced() -> None:
    state = works()
    land(state, "NARVIK").fortification = PALISADE

    step = play(state, {"j1": "FOR NARVIK muraille"})

    assert land(step.state, "NARVIK").fortification == WALL
    assert lord(step.state, "j1").treasury == 3500
    assert land(step.state, "NARVIK").happiness == pytest.approx(22.0)


@pytest.mark.rule("GP-FOR-01")
def test_only_ones_own_land_is_fortified_as_it_is_owned_in_phase_16() -> None:
    state = works()
    arm(state, lord_knight(state, "j1"), 3000)

    conquered = play(state, {"j1": f"ATT {A} THULE 0\nFOR THULE palissade\nFOR LAPPLAND palissade"})

    assert refused(state, "j1", "FOR DOLON palissade") == []  # tested at resolution only
    assert refused(state, "j1", "FOR NARVIK donjon") == [("GP-GEN-19", "unknown_work")]
    assert land(conquered.state, "THULE").fortification == PALISADE
    assert land(conquered.state, "LAPPLAND").fortification == 0
    assert one(conquered, "order_ignored", "j1").data["reason"] == "not_your_land"


@pytest.mark.rule("GP-FOR-01")
def test_lords_build_in_increasing_order_with_what_is_left_after_the_wages() -> None:
    state = works()
    lord_knight(state, "j1").renown = 130.0
    lord(state, "j1").treasury = 599
    garrison(state, "j1", "NARVIK", 1000)  # costs 100: 499 left

    step = play(state, {"j1": "FOR NARVIK palissade", "j2": "FOR DOLON palissade", "j3": "FOR OLAND palissade"})

    assert [event.data["land"] for event in find(step, "fortified")] == ["DOLON", "OLAND"]
    assert one(step, "order_ignored", "j1").data["reason"] == "short_treasury"
    assert lord(step.state, "j1").treasury == 499


@pytest.mark.rule("GP-FOR-02")
@pytest.mark.parametrize("work", ["palissade", "muraille"])
def test_the_same_or_a_lower_work_is_not_built_and_costs_nothing(work: str) -> None:
    state = works()
    land(state, "NARVIK").fortification = WALL

    step = play(state, {"j1": f"FOR NARVIK {work}"})

    assert one(step, "order_ignored", "j1").data["reason"] == "no_stronger"
    assert (land(step.state, "NARVIK").fortification, lord(step.state, "j1").treasury) == (WALL, 5000)
    assert land(step.state, "NARVIK").happiness == 20.0


@pytest.mark.rule("GP-FOR-02")
def test_one_work_a_land_and_turn_the_first_that_can_be_built() -> None:
    state = works()
    give(state, "j1", "THULE")
    lord(state, "j1").treasury = 4000

    step = play(state, {"j1": "FOR NARVIK enceinte\nFOR NARVIK palissade\nFOR NARVIK muraille\nFOR THULE palissade"})

    assert land(step.state, "NARVIK").fortification == PALISADE
    assert land(step.state, "THULE").fortification == PALISADE
    assert lord(step.state, "j1").treasury == 3000
    assert [(event.data["order"], event.data["reason"]) for event in find(step, "order_ignored", "j1")] == [
        (1, "short_treasury"),
        (3, "built_already"),
    ]


@pytest.mark.rule("GP-FOR-03")
def test_a_work_multiplies_the_happiness_left_by_the_garrison_under_the_ceiling() -> None:
    state = works()
    garrison(state, "j1", "NARVIK", 1000)
    land(state, "DOLON").happiness = 90.0

    step = play(state, {"j1": "FOR NARVIK muraille", "j2": "FOR DOLON enceinte"})

    assert land(step.state, "NARVIK").happiness == pytest.approx(21 * 1.10)
    assert land(step.state, "DOLON").happiness == 100.0


@pytest.mark.rule("GP-FOR-04")
def test_conquest_destroys_a_work_and_a_work_of_the_same_turn_is_new() -> None:
    state = works()
    land(state, "THULE").fortification = WALL
    give(state, "j2", "THULE")
    war(state, "j1", "j2")
    arm(state, lord_knight(state, "j1"), 100)

    step = play(state, {"j1": f"ATT {A} THULE"})

    assert land(step.state, "THULE").owner == "j1"
    assert land(step.state, "THULE").fortification == 0


@pytest.mark.rule("GP-FOR-04")
def test_sale_revolt_and_the_death_of_its_lord_leave_a_work_standing() -> None:
    state = works()
    state.turn = 2
    give(state, "j1", "THULE", "LAPPLAND")
    for name in ("THULE", "LAPPLAND", "OLAND"):
        land(state, name).fortification = ENCEINTE

    step = play(state, {"j1": f"VND {B} THULE 100\nIMP 10 LAPPLAND", "j2": f"ACH {A} THULE 100", "j3": "ABD"})

    assert land(step.state, "THULE").owner == "j2"
    assert land(step.state, "LAPPLAND").owner is land(step.state, "OLAND").owner is None
    assert [land(step.state, name).fortification for name in ("THULE", "LAPPLAND", "OLAND")] == [ENCEINTE] * 3


@pytest.mark.rule("GP-FOR-05")
@pytest.mark.parametrize("defender", ["knight", "garrison", "ally", "peasants"])
def test_a_work_helps_whoever_defends_the_land(defender: str) -> None:
    def losses(level: int) -> int:
        state = works()
        land(state, "THULE").fortification = level
        if defender != "peasants":
            give(state, "j2", "THULE")
            war(state, "j1", "j2")
        if defender == "knight":
            knight(state, "j2", "Guy", "THULE", men=1000, renown=100.0)
        if defender == "garrison":
            garrison(state, "j2", "THULE", 1000)
        if defender == "ally":
            ally(state, "j2", "j3")
            war(state, "j1", "j3")
            knight(state, "j3", "Guy", "THULE", men=1000, renown=100.0)
        arm(state, lord_knight(state, "j1"), 1000)
        first = one(play(state, {"j1": f"ATT {A} THULE 0"}), "battle", "j1").data["passes"][0]
        return int(first[4])

    assert losses(ENCEINTE) < losses(0) / 2


@pytest.mark.rule("GP-FOR-05")
def test_a_work_never_helps_the_attacker() -> None:
    figures = works().settings.constants
    sides = {}
    for level in (0, ENCEINTE):
        attacker, defender = Side(1000, 50.0, 999), Side(1000, 50.0, 0)
        fight(attacker, defender, Ground(level, peasants=False), Drawn(1.0, 1000.0).uniform, figures)
        sides[level] = attacker.men, defender.men

    assert sides == {0: (900, 900), ENCEINTE: (900, 970)}


@pytest.mark.rule("GP-FOR-05")
def test_a_work_in_the_land_he_comes_from_is_no_help_to_an_attacker() -> None:
    def first_pass(level: int) -> list[float]:
        state = works()
        land(state, "NARVIK").fortification = level
        arm(state, lord_knight(state, "j1"), 1000)
        return one(play(state, {"j1": f"ATT {A} THULE 0"}), "battle", "j1").data["passes"][0]

    assert first_pass(ENCEINTE) == first_pass(0)
