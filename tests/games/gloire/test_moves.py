"""Phase 9: knights move, their armies with them (§5.10, §10.9)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Step
from heraut.games.gloire.state import Realm
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
    refused,
    war,
)

A, B, C = '"Seigneur A"', '"Seigneur B"', '"Seigneur C"'
FIRST, SECOND = f"MOV {A}", f"MOV {B}"


def march() -> Realm:
    """j1 in NARVIK, j2 in DOLON, with THULE and LAPPLAND between them; j3 is far away."""
    return realm(3, starts=["NARVIK", "DOLON", "OLAND"])


@pytest.mark.rule("GP-MOV-01")
def test_a_knight_goes_one_land_away_and_no_further() -> None:
    state = march()

    assert refused(state, "j1", f"{FIRST} DOLON") == [("GP-MOV-01", "out_of_reach")]
    assert refused(state, "j1", f"{FIRST} NARVIK") == [("GP-MOV-01", "out_of_reach")]
    assert refused(state, "j1", f"{SECOND} THULE") == [("GP-GEN-13", "unknown_knight")]
    assert refused(state, "j1", f"{FIRST} THULE") == []


@pytest.mark.rule("GP-MOV-01")
@pytest.mark.parametrize(("owner", "goes"), [(None, True), ("j1", True), ("j3", True), ("j2", False), ("enemy", False)])
def test_a_knight_goes_to_neutral_own_and_allied_land_only(owner: str | None, goes: bool) -> None:
    state = march()
    ally(state, "j1", "j3")
    if owner == "enemy":
        war(state, "j1", "j2")
        owner = "j2"
    give(state, owner, "THULE")

    step = play(state, {"j1": f"{FIRST} THULE"})

    assert lord_knight(step.state, "j1").land == ("THULE" if goes else "NARVIK")
    assert [event.data["reason"] for event in find(step, "order_ignored", "j1")] == ([] if goes else ["foreign_land"])


@pytest.mark.rule("GP-MOV-01")
def test_an_army_follows_its_knight_and_a_garrison_stays() -> None:
    state = march()
    army = arm(state, lord_knight(state, "j1"), 120)
    guard = garrison(state, "j1", "NARVIK", 80)

    step = play(state, {"j1": f"{FIRST} THULE"})

    assert step.state.armies[army.id].land == "THULE"
    assert step.state.armies[guard.id].land == "NARVIK"
    assert one(step, "moved", "j1").data == {"order": 1, "knight": "Seigneur A", "origin": "NARVIK", "land": "THULE"}
    assert refused(state, "j1", f"MOV #{guard.id} THULE") == [("GP-GEN-13", "unknown_knight")]


@pytest.mark.rule("GP-MOV-01")
def test_of_several_moves_the_first_that_can_be_made_is_made() -> None:
    state = march()
    give(state, "j2", "THULE")

    step = play(state, {"j1": f"{FIRST} THULE\n{FIRST} LAPPLAND\n{FIRST} SVARTSEN"})

    assert lord_knight(step.state, "j1").land == "LAPPLAND"
    assert [(event.data["order"], event.data["reason"]) for event in find(step, "order_ignored", "j1")] == [
        (1, "foreign_land"),
        (3, "moved_already"),
    ]


@pytest.mark.rule("GP-MOV-02")
def test_example_23_a_knight_moves_after_a_failed_attack_and_not_after_a_conquest() -> None:
    def turn(men: int, threshold: int) -> Step[Realm]:
        state = march()
        arm(state, lord_knight(state, "j1"), men)
        return play(state, {"j1": f"ATT {A} THULE {threshold}\n{FIRST} LAPPLAND"})

    won, lost = turn(3000, 0), turn(100, 99)

    assert find(won, "attack_won", "j1") and find(lost, "attack_failed", "j1")
    assert lord_knight(won.state, "j1").land == "THULE"
    assert [event.data["reason"] for event in find(won, "order_ignored", "j1")] == ["conquered_already"]
    assert lord_knight(lost.state, "j1").land == "LAPPLAND"
    assert not find(lost, "order_ignored")


@pytest.mark.rule("GP-MOV-02")
def test_a_cancelled_attack_leaves_the_move_free() -> None:
    step = play(march(), {"j1": f"ATT {A} THULE\n{FIRST} LAPPLAND"})  # he has no army

    assert lord_knight(step.state, "j1").land == "LAPPLAND"


@pytest.mark.rule("GP-MOV-02")
def test_a_conqueror_stays_even_if_his_move_would_take_him_no_further() -> None:
    state = march()
    arm(state, lord_knight(state, "j1"), 3000)

    step = play(state, {"j1": f"ATT {A} THULE 0\n{FIRST} THULE"})

    assert [event.data["reason"] for event in find(step, "order_ignored", "j1")] == ["conquered_already"]


@pytest.mark.rule("GP-MOV-03")
@pytest.mark.parametrize("men", [0, 100])
def test_a_land_held_by_a_foreign_knight_is_closed_with_or_without_army(men: int) -> None:
    state = march()
    knight(state, "j2", "Guy", "THULE", men=men)

    step = play(state, {"j1": f"{FIRST} THULE"})

    assert lord_knight(step.state, "j1").land == "NARVIK"
    assert [event.data["reason"] for event in find(step, "order_ignored", "j1")] == ["land_held"]


@pytest.mark.rule("GP-MOV-03")
def test_own_land_held_by_a_foreign_knight_is_closed_too() -> None:
    state = march()
    give(state, "j1", "THULE")
    knight(state, "j2", "Guy", "THULE")

    assert lord_knight(play(state, {"j1": f"{FIRST} THULE"}).state, "j1").land == "NARVIK"


@pytest.mark.rule("GP-MOV-03")
def test_knights_of_allies_and_foreign_garrisons_hold_nobody_back() -> None:
    state = march()
    ally(state, "j1", "j2")
    knight(state, "j2", "Guy", "THULE")
    knight(state, "j1", "Luc", "THULE")
    garrison(state, "j3", "THULE", 50)

    assert lord_knight(play(state, {"j1": f"{FIRST} THULE"}).state, "j1").land == "THULE"


@pytest.mark.rule("GP-MOV-03")
@pytest.mark.parametrize(("renown", "first"), [(90.0, "j1"), (110.0, "j2")])
def test_of_two_strangers_the_first_arrived_keeps_the_place(renown: float, first: str) -> None:
    state = march()
    lord_knight(state, "j1").renown = renown

    step = play(state, {"j1": f"{FIRST} THULE", "j2": f"{SECOND} THULE"})

    second = {"j1": "j2", "j2": "j1"}[first]
    assert lord_knight(step.state, first).land == "THULE"
    assert lord_knight(step.state, second).land != "THULE"
    assert one(step, "order_ignored", second).data["reason"] == "land_held"


@pytest.mark.rule("GP-MOV-03")
def test_moves_are_sequential_so_that_a_place_left_can_be_taken() -> None:
    state = march()
    knight(state, "j1", "Guy", "THULE")
    lord_knight(state, "j1").renown = 60.0

    step = play(state, {"j2": f"{SECOND} THULE", "j1": "MOV Guy LAPPLAND"})
    late = play(state, {"j2": f"{SECOND} LAPPLAND\n{SECOND} THULE", "j1": "MOV Guy LAPPLAND"})

    assert lord_knight(step.state, "j2").land == "THULE"
    assert lord_knight(late.state, "j2").land == "THULE"  # LAPPLAND has just been taken


@pytest.mark.rule("GP-MOV-04")
def test_alliances_of_phase_8_open_and_close_lands() -> None:
    state = march()
    give(state, "j2", "THULE")
    made = play(state, {"j1": f"ALL {B}\n{FIRST} THULE", "j2": f"ALL {A}"})
    ally(state, "j1", "j2")
    ended = play(state, {"j1": f"{FIRST} THULE", "j2": f"ANN {A}"})

    assert lord_knight(made.state, "j1").land == "THULE"
    assert lord_knight(ended.state, "j1").land == "NARVIK"


@pytest.mark.rule("GP-MOV-04", "GP-MOV-03")
def test_alliances_of_phase_8_make_room_beside_a_knight() -> None:
    state = march()
    knight(state, "j2", "Guy", "THULE")

    made = play(state, {"j1": f"ALL {B}\n{FIRST} THULE", "j2": f"ALL {A}"})
    ally(state, "j1", "j2")
    ended = play(state, {"j1": f"{FIRST} THULE", "j2": f"ANN {A}"})

    assert lord_knight(made.state, "j1").land == "THULE"
    assert lord_knight(ended.state, "j1").land == "NARVIK"


@pytest.mark.rule("GP-MOV-05")
def test_a_guest_stays_and_defends_as_long_as_the_alliance_lasts() -> None:
    state = march()
    give(state, "j2", "THULE")
    ally(state, "j1", "j2")
    guest = knight(state, "j1", "Guy", "THULE", men=200)
    war(state, "j3", "j2")
    war(state, "j3", "j1")
    knight(state, "j3", "Raoul", "LAPPLAND", men=10)

    attacked = play(state, {"j3": "ATT Raoul THULE 5"})
    ended = play(attacked.state, {"j2": f"ANN {A}"})

    assert attacked.state.knights[guest.id].land == "THULE"
    assert one(attacked, "battle", "j1").data["defender"] == "j1"
    assert land(attacked.state, "THULE").owner == "j2"
    assert ended.state.knights[guest.id].land == "NARVIK"
    assert lord(ended.state, "j1").alive
