"""Phases 1 and 2 (GP-ABD, GP-RNM, GP-DEM, GP-LIB): abdicate, rename, demobilise, dismiss."""

from __future__ import annotations

import pytest

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
    realm,
    reasons,
    refused,
    run,
    war,
)


@pytest.mark.rule("GP-ABD-01", "GP-ELI-01", "GP-ELI-02")
def test_a_lord_who_abdicates_leaves_as_if_he_had_died() -> None:
    state = realm(3, starts=("NARVIK", "DOLON", "TURKU"))
    give(state, "j1", "THULE")
    land(state, "THULE").happiness = 3
    arm(state, knight(state, "j1", "Guy", "THULE"), 200)
    garrison(state, "j1", "NARVIK", 100)
    ally(state, "j1", "j2")
    war(state, "j1", "j3")

    step = run(state, {"j1": "ABD"}, 1)

    gone = lord(step.state, "j1")
    assert (gone.alive, gone.treasury) == (False, 0)
    assert land(step.state, "NARVIK").owner is None and land(step.state, "THULE").owner is None
    assert land(step.state, "THULE").happiness == 20
    assert all(knight.lord != "j1" for knight in step.state.knights.values())
    assert step.state.armies == {}
    assert (lord(step.state, "j2").allies, lord(step.state, "j3").enemies) == ({}, {})
    assert one(step, "abdicated", None).data["lord"] == "j1"
    assert one(step, "order_done", "j1").data == {"order": 1}


@pytest.mark.rule("GP-ABD-01")
def test_all_abdications_come_before_any_new_name() -> None:
    state = realm(2)

    step = run(state, {"j1": 'REN "Seigneur A" Guy', "j2": "ABD"}, 1)
    late = run(state, {"j1": 'REN "Seigneur A" Guy\nABD'}, 1)

    assert [event.kind for event in step.events].index("abdicated") < [event.kind for event in step.events].index(
        "knight_renamed"
    )
    assert not find(late, "knight_renamed")


@pytest.mark.rule("GP-RNM-01")
def test_any_knight_may_be_renamed_and_a_lord_keeps_his_own_name() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    guy = knight(state, "j1", "Guy", "NARVIK")

    after = run(state, {"j1": 'REN Guy "Alix la Brune"\nREN "Seigneur A" Galaad'}, 1).state

    assert after.knights[guy.id].name == "Alix la Brune"
    assert (lord_knight(after, "j1").name, lord(after, "j1").name) == ("Galaad", "Seigneur A")


@pytest.mark.rule("GP-RNM-01")
def test_a_name_that_another_knight_of_the_house_bears_is_not_given_twice() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    guy = knight(state, "j1", "Guy", "NARVIK")
    knight(state, "j1", "Élie-Noël", "NARVIK")
    knight(state, "j2", "Alix", "NARVIK")

    step = run(state, {"j1": 'REN Guy "elie noel"'}, 1)

    assert reasons(step, "j1") == ["name_taken"]
    assert step.state.knights[guy.id].name == "Guy"
    assert run(state, {"j1": "REN Guy Alix"}, 1).state.knights[guy.id].name == "Alix"
    assert run(state, {"j1": "REN Guy GUY"}, 1).state.knights[guy.id].name == "GUY"


@pytest.mark.rule("GP-RNM-01")
def test_whether_a_name_is_taken_is_judged_when_the_order_is_executed() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    guy, alix = knight(state, "j1", "Guy", "NARVIK"), knight(state, "j1", "Alix", "NARVIK")

    after = run(state, {"j1": "REN Guy Ode\nREN Alix Guy"}, 1).state

    assert (after.knights[guy.id].name, after.knights[alix.id].name) == ("Ode", "Guy")


@pytest.mark.rule("GP-RNM-01")
@pytest.mark.parametrize("name", ['"1er Guy"', f'"{"A" * 31}"', "Guy/Alix", '"Guy_Alix"', '""'])
def test_a_new_name_follows_the_rules_of_names(name: str) -> None:
    assert refused(realm(2), "j1", f'REN "Seigneur A" {name}') == [("GP-RNM-01", "bad_name")]


@pytest.mark.rule("GP-RNM-02", "GP-GEN-09")
@pytest.mark.parametrize(("richer", "order"), [("j1", ["j2", "j1"]), ("j2", ["j1", "j2"])])
def test_names_are_given_from_the_least_to_the_most_renowned_lord(richer: str, order: list[str]) -> None:
    state = realm(2)
    lord(state, richer).treasury += 100

    step = run(state, {"j2": 'REN "Seigneur B" Ode', "j1": 'REN "Seigneur A" Guy'}, 1)

    assert [event.seen_by for event in find(step, "knight_renamed")] == [(seat,) for seat in order]


@pytest.mark.rule("GP-DEM-01")
def test_a_demobilised_army_is_gone_and_nothing_else_changes() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    guy = knight(state, "j1", "Guy", "NARVIK", men=200)
    garrison(state, "j1", "NARVIK", 100)

    step = run(state, {"j1": "DEM #1\nDEM #101"}, 2)

    assert step.state.armies == {}
    assert step.state.knights[guy.id].army is None
    assert step.state.knights[guy.id].land == "NARVIK"
    assert land(step.state, "NARVIK") == land(state, "NARVIK")
    assert lord(step.state, "j1").treasury == 5000


@pytest.mark.rule("GP-LIB-01")
def test_a_dismissed_knight_leaves_with_his_men() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    guy = knight(state, "j1", "Guy", "NARVIK", men=200)
    other = garrison(state, "j1", "NARVIK", 100)

    step = run(state, {"j1": "LIB Guy"}, 2)

    assert guy.id not in step.state.knights
    assert list(step.state.armies) == [other.id]
    assert one(step, "knight_dismissed", "j1").data["men"] == 200


@pytest.mark.rule("GP-LIB-01")
def test_a_knight_is_dismissed_once() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    knight(state, "j1", "Guy", "NARVIK")

    assert reasons(run(state, {"j1": "LIB Guy\nLIB Guy"}, 2), "j1") == ["no_such_knight"]


@pytest.mark.rule("GP-LIB-01")
def test_a_lord_cannot_dismiss_himself() -> None:
    assert refused(realm(2), "j1", 'LIB "Seigneur A"') == [("GP-LIB-01", "lord_knight")]


@pytest.mark.rule("GP-LIB-02", "GP-GEN-01")
def test_men_moved_in_the_turn_of_the_dismissal_are_lost_all_the_same() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    knight(state, "j1", "Guy", "NARVIK", men=200)

    step = run(state, {"j1": 'TSF Guy "Seigneur A" 100\nGAR Guy 100\nLIB Guy'}, 2, 6)

    assert step.state.armies == {}
    assert reasons(step, "j1") == ["no_army_to_give", "no_army_to_give"]


@pytest.mark.rule("GP-DEM-02")
def test_demobilisations_and_dismissals_are_mixed_in_the_order_of_entry() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    knight(state, "j1", "Guy", "NARVIK", men=200)

    first = run(state, {"j1": "LIB Guy\nDEM #1"}, 2)
    second = run(state, {"j1": "DEM #1\nLIB Guy"}, 2)

    assert reasons(first, "j1") == ["no_such_army"]
    assert one(first, "knight_dismissed", "j1").data["men"] == 200
    assert reasons(second, "j1") == []
    assert one(second, "knight_dismissed", "j1").data["men"] == 0


@pytest.mark.rule("GP-DEM-02", "GP-GEN-09")
def test_the_least_renowned_lord_demobilises_first() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    lord(state, "j1").treasury += 5000
    garrison(state, "j1", "NARVIK", 100)
    knight(state, "j2", "Ode", "DOLON")

    step = run(state, {"j1": "DEM #1", "j2": "LIB Ode"}, 2)

    assert [event.kind for event in step.events] == ["knight_dismissed", "army_dissolved"]
