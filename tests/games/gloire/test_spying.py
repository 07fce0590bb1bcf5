"""Phase 13: spies (§5.14)."""

from __future__ import annotations

import pytest

from heraut.games import gloire
from heraut.games.gloire.phases.spying import spy_chance
from heraut.games.gloire.state import Realm
from heraut.games.gloire.tables import constants
from tests.games.gloire.builders import arm, find, garrison, give, knight, land, lord, lord_knight, one, play, realm

A = '"Seigneur A"'
CONSTANTS = constants("SCANDINAVIE", {})


def intrigue() -> Realm:
    """j1 in NARVIK, sure to learn what he wants to know; j2 in DOLON, j3 in OLAND."""
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"])
    lord_knight(state, "j1").renown = 400.0
    return state


@pytest.mark.rule("GP-ESP-01")
@pytest.mark.parametrize("renown", [400.0, 1.0])
def test_a_spy_costs_500_ecus_whatever_he_brings_back(renown: float) -> None:
    state = intrigue()
    lord_knight(state, "j1").renown = renown

    step = play(state, {"j1": "ESP DOLON"}, seed=b"spy 2")

    assert lord(step.state, "j1").treasury == 4500
    assert bool(find(step, "nothing_learnt", "j1")) == (renown == 1.0)


@pytest.mark.rule("GP-ESP-01")
def test_several_spies_a_turn_as_long_as_the_treasury_holds() -> None:
    state = intrigue()
    lord(state, "j1").treasury = 1499

    step = play(state, {"j1": "ESP DOLON\nESP DOLON\nESP OLAND"})

    assert [event.data["land"] for event in find(step, "spied", "j1")] == ["DOLON", "DOLON"]
    assert one(step, "order_ignored", "j1").data == {
        "order": 3, "reason": "short_treasury", "price": 500, "treasury": 499
    }  # fmt: skip
    assert lord(step.state, "j1").treasury == 499


@pytest.mark.rule("GP-ESP-02")
@pytest.mark.parametrize(
    ("mine", "mean", "chance"), [(100, 100, 0.5), (50, 100, 0.25), (200, 100, 1.0), (199, 100, 0.995), (900, 100, 1.0)]
)
def test_the_chance_is_half_of_the_fame_over_the_average(mine: float, mean: float, chance: float) -> None:
    assert spy_chance(mine, mean, CONSTANTS) == pytest.approx(chance)


@pytest.mark.rule("GP-ESP-02")
def test_chances_of_one_turn_are_those_of_the_start_of_the_phase() -> None:
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"])
    lord_knight(state, "j1").renown = 70.0
    shown = gloire.view(state, None)
    expected = 0.5 * shown["lords"]["j1"]["global_renown"] / shown["means"]["global_renown"]

    step = play(state, {"j1": "ESP DOLON\nESP OLAND\nESP THULE"})  # each costs a point of renown, but not in this phase

    spies = [event.data for event in step.events if event.kind in ("spied", "nothing_learnt")]
    assert [data["chance"] for data in spies] == [pytest.approx(expected)] * 3


@pytest.mark.rule("GP-ESP-02", "GP-ESP-06")
def test_a_spy_succeeds_when_his_draw_is_below_his_chance() -> None:
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"])
    orders = {"j1": "\n".join(["ESP DOLON"] * 9)}
    outcomes = []

    for number in range(15):
        for event in play(state, orders, seed=b"%d" % number).events:
            if event.kind in ("spied", "nothing_learnt"):
                assert (event.kind == "spied") == (event.data["draw"] < event.data["chance"])
                outcomes.append(event.kind)

    assert 0.4 < outcomes.count("spied") / len(outcomes) < 0.6  # chance 1/2, 135 spies


@pytest.mark.rule("GP-ESP-03", "GP-INF-04")
def test_a_spy_tells_all_of_an_owned_land() -> None:
    state = intrigue()
    dolon = land(state, "DOLON")
    dolon.happiness, dolon.population, dolon.tax_coefficient, dolon.fortification = 33.0, 12_000, 0.55, 2
    arm(state, lord_knight(state, "j2"), 300)
    knight(state, "j3", "Guy", "DOLON", renown=61.0)
    knight(state, "j3", "Luc", "THULE", renown=62.0, men=5)
    garrison(state, "j2", "DOLON", 70)

    found = one(play(state, {"j1": "ESP DOLON"}), "spied", "j1").data["found"]

    assert found == {
        "owner": "j2",
        "happiness": 33.0,
        "population": 12_000,
        "tax_coefficient": 0.55,
        "fortification": 2,
        "forces": [
            {"lord": "j2", "knight": "Seigneur B", "renown": 100.0, "men": 300},
            {"lord": "j3", "knight": "Guy", "renown": 61.0, "men": 0},
            {"lord": "j2", "knight": None, "renown": None, "men": 70},
        ],
        "peasants": None,
    }


@pytest.mark.rule("GP-ESP-04")
@pytest.mark.parametrize(("population", "peasants"), [(16_500, 330), (2500, 50), (1000, 50), (10_025, 201)])
def test_a_spy_estimates_the_peasants_of_a_neutral_land(population: int, peasants: int) -> None:
    state = intrigue()
    land(state, "THULE").population = population
    knight(state, "j2", "Guy", "THULE", renown=61.0, men=9)

    found = one(play(state, {"j1": "ESP THULE"}), "spied", "j1").data["found"]

    assert found["peasants"] == peasants
    assert found["owner"] is None
    assert found["forces"] == [{"lord": "j2", "knight": "Guy", "renown": 61.0, "men": 9}]
    assert found["tax_coefficient"] == 0.40


@pytest.mark.rule("GP-ESP-05")
def test_a_spy_sees_the_land_after_taxes_levies_and_sales_and_before_migration_and_works() -> None:
    state = intrigue()
    state.turn = 2
    give(state, "j2", "THULE")
    for name in ("KOLA", "LAPPLAND"):
        land(state, name).happiness = 80.0  # they will draw people out of DOLON

    step = play(
        state,
        {
            "j1": 'ESP DOLON\nESP THULE\nACH "Seigneur B" THULE 5',
            "j2": f"IMP 5 DOLON\nARM DOLON 500\nFOR DOLON palissade\nVND {A} THULE 5",
        },
    )

    dolon, thule = [event.data["found"] for event in find(step, "spied", "j1")]
    assert dolon["happiness"] == 10.0
    assert dolon["tax_coefficient"] == pytest.approx(0.20)
    assert dolon["forces"][-1]["men"] > 0
    assert dolon["population"] == 16_500 > land(step.state, "DOLON").population
    assert dolon["fortification"] == 0 < land(step.state, "DOLON").fortification
    assert thule["owner"] == "j1"


@pytest.mark.rule("GP-ESP-06")
def test_a_failed_spy_brings_nothing_and_spies_leave_in_increasing_order() -> None:
    state = intrigue()
    lord_knight(state, "j2").renown = 1.0
    orders = {"j1": "ESP OLAND", "j2": "ESP OLAND"}

    step = next(
        step for step in (play(state, orders, seed=b"%d" % n) for n in range(20)) if find(step, "nothing_learnt", "j2")
    )

    assert "found" not in one(step, "nothing_learnt", "j2").data
    assert [event.seen_by for event in step.events if event.kind in ("spied", "nothing_learnt")] == [("j2",), ("j1",)]
