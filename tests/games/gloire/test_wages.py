"""Phase 15: desertion, knights' pay, armies' upkeep, the comfort that garrisons bring (§5.16, §5.6)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Step
from heraut.games.gloire.phases.wages import upkeep
from heraut.games.gloire.state import Realm
from heraut.games.gloire.tables import constants
from tests.games.gloire.builders import (
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
)

A, B = '"Seigneur A"', '"Seigneur B"'


def household(treasury: int = 5000) -> Realm:
    """j1 in NARVIK with so many écus; j2 in DOLON, j3 in OLAND."""
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"])
    lord(state, "j1").treasury = treasury
    return state


def names(step: Step[Realm]) -> set[str]:
    """The knights of j1 after the turn."""
    return {knight.name for knight in step.state.knights.values() if knight.lord == "j1"}


# Desertion


@pytest.mark.rule("GP-ENT-01")
@pytest.mark.parametrize(("renown", "leaves"), [(199.99, False), (200.0, True), (250.0, True)])
def test_a_knight_twice_as_renowned_as_his_lord_leaves_with_his_army_unpaid(renown: float, leaves: bool) -> None:
    state = household()
    knight(state, "j1", "Guy", "NARVIK", renown=renown, men=100, pay=40)

    step = play(state)

    assert ("Guy" in names(step)) != leaves
    assert len(step.state.armies) == (0 if leaves else 1)
    assert lord(step.state, "j1").treasury == (5000 if leaves else 4950)
    assert bool(find(step, "knight_scorned", "j1")) == leaves


@pytest.mark.rule("GP-ENT-01")
def test_a_lord_shamed_this_turn_loses_the_knights_who_outshine_him() -> None:
    state = household()
    knight(state, "j1", "Guy", "NARVIK", renown=70.0)
    knight(state, "j1", "Luc", "NARVIK", renown=60.0)
    ally(state, "j1", "j2")

    step = play(state, {"j1": f"GUE {B}"})  # a felony: 33.3 is left of his 100

    assert names(step) == {"Seigneur A", "Luc"}


@pytest.mark.rule("GP-ENT-01")
def test_desertion_comes_before_pay_for_all_lords() -> None:
    state = household(45)
    knight(state, "j1", "Guy", "NARVIK", renown=300.0, pay=40)  # first by number, but he leaves unpaid
    knight(state, "j1", "Luc", "NARVIK", renown=60.0, pay=40)

    step = play(state)

    assert names(step) == {"Seigneur A", "Luc"}
    assert lord(step.state, "j1").treasury == 5


@pytest.mark.rule("GP-ENT-01")
def test_a_lord_never_deserts_himself_even_where_equals_do() -> None:
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"], desertion_ratio=1.0)
    knight(state, "j1", "Guy", "NARVIK", renown=100.0)

    step = play(state)

    assert names(step) == {"Seigneur A"}
    assert all(each.alive for each in step.state.lords.values())


# Pay


@pytest.mark.rule("GP-ENT-02")
def test_knights_are_paid_their_fixed_pay_whatever_their_renown_and_the_lord_in_person_nothing() -> None:
    state = household()
    lord_knight(state, "j1").pay = 999
    knight(state, "j1", "Guy", "NARVIK", renown=90.0, pay=40)
    knight(state, "j1", "Luc", "DOLON", renown=10.0, pay=75)

    step = play(state)

    assert lord(step.state, "j1").treasury == 5000 - 115
    assert one(step, "wages", "j1").data == {"knights": 115, "armies": 0, "treasury": 4885}


@pytest.mark.rule("GP-ENT-02", "GP-CHE-03")
def test_a_knight_called_this_turn_is_not_paid_until_the_next() -> None:
    step = play(household(), {"j1": "CHE 1"})
    hired = one(step, "knight_hired", "j1").data

    assert lord(step.state, "j1").treasury == 5000 - hired["price"]
    assert lord(play(step.state).state, "j1").treasury == 5000 - hired["price"] - hired["renown"]


@pytest.mark.rule("GP-ENT-02")
def test_who_cannot_be_paid_deserts_with_his_army_and_the_next_is_considered() -> None:
    state = household(100)
    knight(state, "j1", "Guy", "NARVIK", pay=60)
    knight(state, "j1", "Luc", "NARVIK", pay=50, men=30)
    knight(state, "j1", "Max", "NARVIK", pay=40)

    step = play(state)

    assert names(step) == {"Seigneur A", "Guy", "Max"}
    assert step.state.armies == {}
    assert lord(step.state, "j1").treasury == 0
    assert one(step, "knight_unpaid", "j1").data == {"knight": "Luc", "pay": 50, "men": 30}


@pytest.mark.rule("GP-ENT-02")
def test_a_treasury_equal_to_the_pay_is_enough() -> None:
    state = household(60)
    knight(state, "j1", "Guy", "NARVIK", pay=60)

    assert "Guy" in names(play(state))


@pytest.mark.rule("GP-ENT-02", "GP-ENT-03")
def test_knights_are_paid_before_armies() -> None:
    state = household(60)
    arm(state, lord_knight(state, "j1"), 100)
    knight(state, "j1", "Guy", "NARVIK", pay=60)

    step = play(state)

    assert "Guy" in names(step)
    assert step.state.armies == {}


# Upkeep


@pytest.mark.rule("GP-ENT-03")
@pytest.mark.parametrize(("men", "cost"), [(1, 1), (10, 1), (11, 2), (100, 10), (999, 100), (1000, 100)])
def test_an_army_costs_a_tenth_of_its_men_rounded_up(men: int, cost: int) -> None:
    assert upkeep(men, constants("SCANDINAVIE", {})) == cost

    state = household()
    garrison(state, "j1", "NARVIK", men)
    assert lord(play(state).state, "j1").treasury == 5000 - cost


@pytest.mark.rule("GP-ENT-03")
def test_each_army_is_rounded_up_by_itself() -> None:
    state = household()
    arm(state, lord_knight(state, "j1"), 1)
    garrison(state, "j1", "NARVIK", 1)
    garrison(state, "j1", "THULE", 1)

    assert lord(play(state).state, "j1").treasury == 4997


@pytest.mark.rule("GP-ENT-03")
@pytest.mark.parametrize(
    ("treasury", "kept"),
    [(10, {"lord"}), (20, {"lord", "Guy"}), (30, {"lord", "Guy", "Luc"}), (40, {"lord", "Guy", "Luc", "NARVIK"})],
)
def test_the_lord_is_kept_first_then_his_knights_by_number_then_garrisons(treasury: int, kept: set[str]) -> None:
    state = household(treasury)
    give(state, "j1", "THULE")
    second = garrison(state, "j1", "NARVIK", 100)
    third = garrison(state, "j1", "THULE", 100)
    guy = knight(state, "j1", "Guy", "NARVIK")
    luc = knight(state, "j1", "Luc", "NARVIK", men=100)
    last = arm(state, guy, 100)  # a later army than Luc's, but an older knight
    first = arm(state, lord_knight(state, "j1"), 100)

    step = play(state)

    called = {first.id: "lord", last.id: "Guy", luc.army: "Luc", second.id: "NARVIK", third.id: "THULE"}
    assert {called[id] for id in step.state.armies} == kept
    assert {"Guy", "Luc"} <= names(step)  # the knights of demobilised armies stay


@pytest.mark.rule("GP-ENT-03")
def test_an_army_too_dear_is_dissolved_whole_and_the_next_is_considered() -> None:
    state = household(10)
    arm(state, lord_knight(state, "j1"), 101)
    garrison(state, "j1", "NARVIK", 100)

    step = play(state)

    assert [army.men for army in step.state.armies.values()] == [100]
    assert lord_knight(step.state, "j1").army is None
    assert land(step.state, "NARVIK").population == 16_500
    assert one(step, "army_unpaid", "j1").data["cost"] == 11


@pytest.mark.rule("GP-ENT-05", "GP-RAP-01")
def test_armies_cost_wherever_they_are_even_on_land_just_lost() -> None:
    state = household()
    give(state, "j1", "THULE")
    guard = garrison(state, "j1", "THULE", 200)
    knight(state, "j1", "Guy", "SVARTSEN", men=300)
    arm(state, lord_knight(state, "j2"), 500)

    step = play(state, {"j2": f"ATT {B} THULE 0", "j1": f"DEF #{guard.id} 201"})  # it lets the enemy pass

    assert one(step, "garrison_repatriated", "j1").data["origin"] == "THULE"
    assert one(step, "wages", "j1").data["armies"] == 30 + 20


@pytest.mark.rule("GP-ENT-03", "GP-ARM-07")
def test_men_levied_or_received_this_turn_are_kept_this_turn() -> None:
    state = household()
    knight(state, "j2", "Guy", "DOLON", men=100)
    arm(state, lord_knight(state, "j1"), 1)
    lord_knight(state, "j1").land = state.armies[lord_knight(state, "j1").army].land = land(state, "THULE").name

    step = play(state, {"j1": "ARM NARVIK 500", "j2": 'TSF Guy "Seigneur A/Seigneur A" 99'})

    raised = one(step, "levied", "j1").data["men"]
    assert one(step, "wages", "j1").data["armies"] == 10 + upkeep(raised, state.settings.constants)
    assert one(step, "wages", "j2").data["armies"] == 1


# Comfort


@pytest.mark.rule("GP-ENT-04")
@pytest.mark.parametrize(("men", "gain"), [(1, 0.001), (500, 0.5), (1000, 1.0), (3000, 3.0), (4500, 3.0)])
def test_a_garrison_comforts_its_land(men: int, gain: float) -> None:
    state = household()
    garrison(state, "j1", "NARVIK", men)

    assert land(play(state).state, "NARVIK").happiness == pytest.approx(20 + gain)


@pytest.mark.rule("GP-ENT-04")
def test_only_the_owners_garrison_comforts_and_only_if_it_is_kept() -> None:
    state = household(0)
    give(state, "j2", "THULE")
    garrison(state, "j1", "NARVIK", 1000)  # cannot be kept
    arm(state, lord_knight(state, "j2"), 1000)  # is no garrison
    garrison(state, "j3", "THULE", 1000)  # is not the owner's
    garrison(state, "j3", "LAPPLAND", 1000)  # stands on neutral land

    state = play(state).state

    assert [land(state, name).happiness for name in ("NARVIK", "DOLON", "THULE", "LAPPLAND")] == [20.0] * 4


@pytest.mark.rule("GP-ENT-04", "GP-RED-05")
def test_comfort_stops_at_the_ceiling() -> None:
    state = household()
    land(state, "NARVIK").happiness = 98.5
    garrison(state, "j1", "NARVIK", 3000)

    assert land(play(state).state, "NARVIK").happiness == 100.0


@pytest.mark.rule("GP-ENT-04", "GP-MIG-01")
def test_comfort_comes_after_migration() -> None:
    state = household()
    garrison(state, "j1", "NARVIK", 3000)

    assert land(play(state).state, "NARVIK").population == 16_500
