"""Phase 12: lands are sold and bought (§5.13)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Step
from heraut.games.gloire.state import LandName, Memory, Realm
from tests.games.gloire.builders import (
    arm,
    find,
    garrison,
    give,
    knight,
    land,
    lines_ignored,
    lord,
    lord_knight,
    one,
    play,
    realm,
    refused,
    war,
)

A, B, C, D = (f'"Seigneur {letter}"' for letter in "ABCD")


def market(turn: int = 2) -> Realm:
    """j1 holds NARVIK and THULE, j2 DOLON, j3 OLAND, j4 FIONIE."""
    state = realm(4, starts=["NARVIK", "DOLON", "OLAND", "FIONIE"])
    give(state, "j1", "THULE")
    state.turn = turn
    return state


def owner(step: Step[Realm], name: str = "THULE") -> str | None:
    """Whose land it is now."""
    return land(step.state, name).owner


@pytest.mark.rule("GP-VTE-01", "GP-VTE-08")
def test_a_land_changes_hands_when_seller_and_buyer_say_the_same() -> None:
    step = play(market(), {"j1": f"VND {B} THULE 1200", "j2": f"ACH {A} THULE 1200"})

    assert owner(step) == "j2"
    assert (lord(step.state, "j1").treasury, lord(step.state, "j2").treasury) == (6200, 3800)
    assert one(step, "land_sold", None).data == {"land": "THULE", "seller": "j1", "buyer": "j2"}


@pytest.mark.rule("GP-VTE-01")
@pytest.mark.parametrize(
    "purchase",
    [f"ACH {A} THULE 1199", f"ACH {A} THULE 1201", f"ACH {C} THULE 1200", f"ACH {A} NARVIK 1200", ""],
)
def test_an_offer_that_is_not_answered_word_for_word_comes_to_nothing(purchase: str) -> None:
    step = play(market(), {"j1": f"VND {B} THULE 1200", "j2": purchase, "j4": f"ACH {A} THULE 1200"})

    assert owner(step) == "j1"
    assert lines_ignored(step, "j1") == [(1, "no_buyer")]
    assert lines_ignored(step, "j2") == ([(1, "no_seller")] if purchase else [])
    assert lines_ignored(step, "j4") == [(1, "no_seller")]


@pytest.mark.rule("GP-VTE-01")
def test_buyer_and_seller_must_speak_in_the_same_turn() -> None:
    step = play(play(market(), {"j1": f"VND {B} THULE 9"}).state, {"j2": f"ACH {A} THULE 9"})

    assert owner(step) == "j1"


@pytest.mark.rule("GP-VTE-01")
def test_a_land_may_be_given_for_nothing_but_not_for_less() -> None:
    step = play(market(), {"j1": f"VND {B} THULE 0", "j2": f"ACH {A} THULE 0"})

    assert owner(step) == "j2"
    assert refused(market(), "j1", f"VND {B} THULE -1") == [("GP-GEN-19", "not_a_number")]
    assert refused(market(), "j1", f"VND {A} THULE 1") == [("GP-VTE-01", "yourself")]


@pytest.mark.rule("GP-VTE-02")
def test_only_the_first_offer_of_a_land_counts_done_or_not() -> None:
    orders = {"j1": f"VND {B} THULE 100\nVND {C} THULE 200", "j3": f"ACH {A} THULE 200"}
    alone = play(market(), orders)
    both = play(market(), {**orders, "j2": f"ACH {A} THULE 100"})

    assert owner(alone) == "j1"
    assert lines_ignored(alone, "j1") == [(1, "no_buyer"), (2, "offered_already")]
    assert owner(both) == "j2"


@pytest.mark.rule("GP-VTE-02", "GP-VTE-03")
@pytest.mark.parametrize(("renown", "first"), [(60.0, "THULE"), (110.0, "OLAND")])
def test_the_least_renowned_seller_is_served_first(renown: float, first: str) -> None:
    state = market()
    lord_knight(state, "j1").renown = renown

    step = play(state, {"j2": f"ACH {C} OLAND 7\nACH {A} THULE 7", "j1": f"VND {B} THULE 7", "j3": f"VND {B} OLAND 7"})

    assert [event.data["land"] for event in find(step, "land_sold")] == [first]


@pytest.mark.rule("GP-VTE-03")
def test_a_buyer_completes_one_purchase_a_turn() -> None:
    step = play(market(), {"j1": f"VND {B} THULE 1\nVND {B} NARVIK 1", "j2": f"ACH {A} NARVIK 1\nACH {A} THULE 1"})

    assert (owner(step), owner(step, "NARVIK")) == ("j2", "j1")
    assert lines_ignored(step, "j1") == [(2, "one_purchase")]
    assert lines_ignored(step, "j2") == [(1, "one_purchase")]


@pytest.mark.rule("GP-VTE-03", "GP-VTE-04")
def test_a_purchase_that_failed_leaves_the_next_one_free() -> None:
    step = play(
        market(), {"j1": f"VND {B} THULE 9000\nVND {B} NARVIK 1", "j2": f"ACH {A} NARVIK 1\nACH {A} THULE 9000"}
    )

    assert (owner(step), owner(step, "NARVIK")) == ("j1", "j2")


@pytest.mark.rule("GP-VTE-03")
def test_one_seller_may_sell_to_several_buyers() -> None:
    step = play(
        market(),
        {"j1": f"VND {B} THULE 1\nVND {C} NARVIK 1", "j2": f"ACH {A} THULE 1", "j3": f"ACH {A} NARVIK 1"},
    )

    assert (owner(step), owner(step, "NARVIK")) == ("j2", "j3")


@pytest.mark.rule("GP-VTE-04")
@pytest.mark.parametrize(("price", "sold"), [(5000, True), (5001, False)])
def test_the_buyer_pays_to_his_last_ecu_and_no_further(price: int, sold: bool) -> None:
    step = play(market(), {"j1": f"VND {B} THULE {price}", "j2": f"ACH {A} THULE {price}"})

    assert owner(step) == ("j2" if sold else "j1")
    assert lord(step.state, "j2").treasury == (0 if sold else 5000)


@pytest.mark.rule("GP-VTE-04")
def test_money_from_an_earlier_sale_of_the_phase_can_be_spent() -> None:
    state = market()
    lord(state, "j2").treasury = 0
    lord_knight(state, "j2").renown = 60.0  # sells first

    step = play(
        state,
        {
            "j2": f"VND {C} DOLON 400\nACH {A} THULE 400",
            "j3": f"ACH {B} DOLON 400",
            "j1": f"VND {B} THULE 400",
        },
    )

    assert (owner(step, "DOLON"), owner(step)) == ("j3", "j2")


@pytest.mark.rule("GP-VTE-04", "GP-GEN-13")
def test_a_land_lost_meanwhile_cannot_be_sold_and_one_conquered_meanwhile_can() -> None:
    state = market()
    war(state, "j2", "j1")
    arm(state, lord_knight(state, "j2"), 100)

    step = play(
        state,
        {"j1": f"VND {C} THULE 5", "j3": f"ACH {A} THULE 5\nACH {B} THULE 5", "j2": f"ATT {B} THULE"},
    )
    assert owner(step) == "j2"
    assert lines_ignored(step, "j1") == [(1, "seller_not_owner")]

    lord(state, "j2").enemies.clear()
    lord(state, "j1").enemies.clear()
    give(state, None, "THULE")
    arm(state, lord_knight(state, "j2"), 5000)
    step = play(state, {"j2": f"ATT {B} THULE 0\nVND {C} THULE 5", "j3": f"ACH {B} THULE 5"})
    assert owner(step) == "j3"


@pytest.mark.rule("GP-VTE-04", "GP-ELI-02")
@pytest.mark.parametrize("price", [0, 10])
def test_a_lord_who_has_gone_buys_nothing_even_for_nothing(price: int) -> None:
    step = play(market(), {"j1": f"VND {B} THULE {price}", "j2": f"ABD\nACH {A} THULE {price}"})

    assert owner(step) == "j1"
    assert lines_ignored(step, "j1") == [(1, "no_buyer")]


@pytest.mark.rule("GP-VTE-04", "GP-ELI-02")
def test_a_lord_who_has_gone_sells_nothing() -> None:
    step = play(market(), {"j1": f"ABD\nVND {B} THULE 10", "j2": f"ACH {A} THULE 10"})

    assert owner(step) is None
    assert lines_ignored(step, "j2") == [(1, "no_seller")]


@pytest.mark.rule("GP-VTE-05")
@pytest.mark.parametrize(
    ("foe_of", "place", "sold"),
    [("j1", "LAPPLAND", False), ("j2", "LAPPLAND", True), ("j1", "SVARTSEN", True), (None, "LAPPLAND", True)],
)
def test_no_sale_next_to_an_enemy_of_the_seller(foe_of: str | None, place: str, sold: bool) -> None:
    state = market()
    give(state, "j4", place)  # LAPPLAND touches THULE, SVARTSEN does not
    if foe_of:
        war(state, "j4", foe_of)

    step = play(state, {"j1": f"VND {B} THULE 5", "j2": f"ACH {A} THULE 5"})

    assert owner(step) == ("j2" if sold else "j1")
    assert lines_ignored(step, "j1") == ([] if sold else [(1, "enemy_next_door")])


@pytest.mark.rule("GP-VTE-05")
def test_the_buyer_himself_may_be_the_enemy_next_door() -> None:
    state = market()
    war(state, "j1", "j2")  # DOLON, next to THULE, is j2's

    step = play(state, {"j1": f"VND {B} THULE 5", "j2": f"ACH {A} THULE 5"})

    assert owner(step) == "j1"


@pytest.mark.rule("GP-VTE-05")
def test_neighbours_are_looked_at_when_the_sale_is_made() -> None:
    state = market()
    war(state, "j1", "j3")
    lord_knight(state, "j2").renown = 60.0  # sells DOLON, next to THULE, to j1's enemy first

    step = play(
        state,
        {
            "j2": f"VND {C} DOLON 1",
            "j3": f"ACH {B} DOLON 1",
            "j1": f"VND {D} THULE 1",
            "j4": f"ACH {A} THULE 1",
        },
    )

    assert owner(step, "DOLON") == "j3"
    assert owner(step) == "j1"


@pytest.mark.rule("GP-VTE-06")
def test_a_land_sold_waits_a_whole_turn_before_it_is_sold_again() -> None:
    bought = play(market(), {"j1": f"VND {B} THULE 1", "j2": f"ACH {A} THULE 1"}).state
    orders = {"j2": f"VND {C} THULE 1", "j3": f"ACH {B} THULE 1"}

    next_turn = play(bought, orders)
    assert owner(next_turn) == "j2"
    assert lines_ignored(next_turn, "j2") == lines_ignored(next_turn, "j3") == [(1, "sold_lately")]
    assert owner(play(next_turn.state, orders)) == "j3"


@pytest.mark.rule("GP-VTE-06")
def test_a_land_is_not_sold_twice_in_one_turn() -> None:
    state = market()
    lord_knight(state, "j1").renown = 60.0

    step = play(
        state,
        {"j1": f"VND {B} THULE 1", "j2": f"ACH {A} THULE 1\nVND {C} THULE 1", "j3": f"ACH {B} THULE 1"},
    )

    assert owner(step) == "j2"
    assert lines_ignored(step, "j2") == [(2, "sold_lately")]


@pytest.mark.rule("GP-VTE-07", "GP-SET-06")
def test_no_sale_in_the_first_turn() -> None:
    state = market(turn=1)

    assert refused(state, "j1", f"VND {B} THULE 1") == [("GP-VTE-07", "too_early")]
    assert refused(state, "j2", f"ACH {A} THULE 1") == [("GP-VTE-07", "too_early")]
    assert refused(market(turn=2), "j1", f"VND {B} THULE 1") == []


@pytest.mark.rule("GP-VTE-08", "GP-MEM-01", "GP-MEM-03")
def test_the_people_change_lord_with_their_memories_and_the_rest_stays() -> None:
    state = market()
    thule = land(state, "THULE")
    thule.happiness, thule.population, thule.tax_coefficient, thule.fortification = 31.0, 20_000, 0.33, 2
    lord(state, "j2").memories[LandName("THULE")] = Memory(27.0, 1)

    step = play(state, {"j1": f"VND {B} THULE 1", "j2": f"ACH {A} THULE 1\nESP THULE"}, seed=b"spy 0")

    assert lord(step.state, "j1").memories[LandName("THULE")] == Memory(31.0, 2)
    assert LandName("THULE") not in lord(step.state, "j2").memories
    assert land(step.state, "THULE").happiness == 27.0
    assert (land(step.state, "THULE").tax_coefficient, land(step.state, "THULE").fortification) == (0.33, 2)


@pytest.mark.rule("GP-VTE-08", "GP-MEM-03")
def test_a_buyer_who_never_held_the_land_finds_it_at_20() -> None:
    state = market()
    land(state, "THULE").happiness = 3.0

    step = play(state, {"j1": f"VND {B} THULE 1", "j2": f"ACH {A} THULE 1"})

    assert land(step.state, "THULE").happiness == 20.0


@pytest.mark.rule("GP-VTE-08", "GP-RAP-01", "GP-RAP-04")
def test_the_sellers_men_stay_until_they_are_repatriated() -> None:
    state = market()
    rider = knight(state, "j1", "Guy", "THULE", men=100)
    garrison(state, "j1", "THULE", 1000)

    step = play(state, {"j1": f"VND {B} THULE 1", "j2": f"ACH {A} THULE 1"})

    assert land(step.state, "THULE").happiness == 20.0  # the seller's garrison comforts nobody any more
    assert one(step, "wages", "j1").data["armies"] == 110
    assert step.state.knights[rider.id].land == "NARVIK"
    assert one(step, "garrison_repatriated", "j1").data["men"] == 1000
