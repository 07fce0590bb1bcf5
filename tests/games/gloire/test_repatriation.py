"""Phase 18: knights and armies go home from lands where they have no business (§5.19)."""

from __future__ import annotations

import pytest

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
    war,
)

A, B, C = '"Seigneur A"', '"Seigneur B"', '"Seigneur C"'

# BORNHOLM - SEELAND - FIONIE - JUTLAND - TELEMARK - HARDANGER: a line along which no shorter way exists
LINE = ["SEELAND", "FIONIE", "JUTLAND", "TELEMARK", "HARDANGER"]


def exile() -> Realm:
    """j1 in BORNHOLM, j2 in NARVIK, j3 in DOLON."""
    return realm(3, starts=["BORNHOLM", "NARVIK", "DOLON"])


@pytest.mark.rule("GP-RAP-01")
@pytest.mark.parametrize(
    ("owner", "stays"), [(None, True), ("j1", True), ("j3", True), ("j2", False), ("enemy", False)]
)
def test_men_leave_the_lands_of_strangers_and_enemies_only(owner: str | None, stays: bool) -> None:
    state = exile()
    ally(state, "j1", "j3")
    if owner == "enemy":
        war(state, "j1", "j2")
        owner = "j2"
    give(state, owner, "SEELAND")
    rider = knight(state, "j1", "Guy", "SEELAND", men=100)
    alone = knight(state, "j1", "Luc", "SEELAND")
    guard = garrison(state, "j1", "SEELAND", 50)

    step = play(state)

    home = "SEELAND" if stays else "BORNHOLM"
    assert [step.state.knights[one.id].land for one in (rider, alone)] == [home, home]
    assert step.state.armies[guard.id].land == home  # under the same number
    assert sum(army.men for army in step.state.armies.values() if army.land == home) == 150


@pytest.mark.rule("GP-RAP-01", "GP-MOV-05")
def test_an_alliance_cancelled_sends_guests_home() -> None:
    state = exile()
    ally(state, "j1", "j2")
    give(state, "j2", "SEELAND")
    guest = knight(state, "j1", "Guy", "SEELAND", men=100)

    assert play(state).state.knights[guest.id].land == "SEELAND"
    assert play(state, {"j2": f"ANN {A}"}).state.knights[guest.id].land == "BORNHOLM"


@pytest.mark.rule("GP-RAP-02")
def test_home_is_the_nearest_own_land_and_a_knight_goes_with_his_army() -> None:
    state = exile()
    give(state, "j1", "TELEMARK")
    give(state, "j2", "SEELAND", "JUTLAND")
    near_bornholm = knight(state, "j1", "Guy", "SEELAND", men=100)
    near_telemark = knight(state, "j1", "Luc", "JUTLAND", men=100)

    step = play(state)

    assert step.state.knights[near_bornholm.id].land == "BORNHOLM"
    assert step.state.knights[near_telemark.id].land == "TELEMARK"
    assert step.state.armies[near_telemark.army].land == "TELEMARK"


@pytest.mark.rule("GP-RAP-02", "GP-GEN-15")
def test_the_way_home_is_counted_through_any_lands() -> None:
    state = exile()
    give(state, "j2", "SEELAND", "FIONIE")  # the enemy holds the whole way
    knight(state, "j1", "Guy", "FIONIE", men=100)

    assert one(play(state), "knight_repatriated", "j1").data == {
        "knight": "Guy", "origin": "FIONIE", "land": "BORNHOLM", "distance": 2, "lost": 25, "men": 75,
    }  # fmt: skip


@pytest.mark.rule("GP-RAP-02")
def test_among_equally_near_lands_chance_decides() -> None:
    state = exile()
    give(state, "j1", "FIONIE")
    give(state, "j2", "SEELAND")  # BORNHOLM and FIONIE are both next to it
    rider = knight(state, "j1", "Guy", "SEELAND", men=100)
    garrison(state, "j1", "SEELAND", 10)
    homes = {"BORNHOLM": 0, "FIONIE": 0}
    together = 0

    for number in range(60):
        step = play(state, seed=b"%d" % number)
        homes[step.state.knights[rider.id].land] += 1
        together += one(step, "garrison_repatriated").data["land"] == step.state.knights[rider.id].land

    assert min(homes.values()) >= 18
    assert 15 <= together <= 45  # each has a draw of his own


@pytest.mark.rule("GP-RAP-03", "GP-RAP-02")
@pytest.mark.parametrize(("distance", "left"), [(1, 1000), (2, 750), (3, 500), (4, 250), (5, 0)])
@pytest.mark.parametrize("commanded", [True, False])
def test_example_24_the_way_home_costs_a_quarter_more_for_each_land(distance: int, left: int, commanded: bool) -> None:
    state = exile()
    far = LINE[distance - 1]
    give(state, "j2", far)
    if commanded:
        rider = knight(state, "j1", "Guy", far, men=1000)
    else:
        garrison(state, "j1", far, 1000)

    step = play(state)

    armies = list(step.state.armies.values())
    assert [army.men for army in armies] == ([left] if left else [])
    assert all(army.land == "BORNHOLM" for army in armies)
    if commanded:
        assert step.state.knights[rider.id].land == "BORNHOLM"
        assert (step.state.knights[rider.id].army is None) == (left == 0)


@pytest.mark.rule("GP-RAP-03")
@pytest.mark.parametrize(("men", "left"), [(1, 1), (2, 1), (3, 2), (5, 4), (6, 4), (10, 7)])
def test_losses_on_the_way_are_rounded_half_up(men: int, left: int) -> None:
    state = exile()
    give(state, "j2", "FIONIE")
    knight(state, "j1", "Guy", "FIONIE", men=men)

    assert [army.men for army in play(state).state.armies.values()] == [left]


@pytest.mark.rule("GP-RAP-03", "GP-ELI-03")
def test_a_lord_whose_army_melts_on_the_way_home_does_not_die() -> None:
    state = exile()
    give(state, "j2", "HARDANGER")
    lord_knight(state, "j1").land = land(state, "HARDANGER").name
    arm(state, lord_knight(state, "j1"), 10)

    step = play(state)

    assert lord(step.state, "j1").alive
    assert lord_knight(step.state, "j1").land == "BORNHOLM"
    assert step.state.armies == {}


@pytest.mark.rule("GP-RAP-03")
def test_a_knight_without_army_loses_nothing() -> None:
    state = exile()
    give(state, "j2", "HARDANGER")
    rider = knight(state, "j1", "Guy", "HARDANGER", renown=33.0)

    step = play(state)

    assert step.state.knights[rider.id].land == "BORNHOLM"
    assert step.state.knights[rider.id].renown == 33.0


@pytest.mark.rule("GP-RAP-04")
def test_the_garrison_of_a_conquered_land_joins_that_of_the_nearest_land() -> None:
    state = exile()
    give(state, "j1", "SEELAND")
    at_home = garrison(state, "j1", "BORNHOLM", 40)
    garrison(state, "j1", "SEELAND", 100)
    war(state, "j1", "j2")
    knight(state, "j2", "Guy", "SCANIE", men=400, renown=50.0)

    step = play(state, {"j2": "ATT Guy SEELAND 0"})

    home = one(step, "garrison_repatriated", "j1").data
    assert (home["origin"], home["land"], home["lost"]) == ("SEELAND", "BORNHOLM", 0)
    assert 0 < home["men"] < 100  # what broke off at half its strength
    mine = [army for army in step.state.armies.values() if army.lord == "j1"]
    assert [(army.id, army.men) for army in mine] == [(at_home.id, 40 + home["men"])]


@pytest.mark.rule("GP-RAP-04", "GP-RAP-03")
@pytest.mark.parametrize(("distance", "left"), [(1, 100), (2, 75), (3, 50), (4, 25), (5, 0)])
def test_a_garrison_far_from_home_joins_the_one_there_with_what_the_way_has_left(distance: int, left: int) -> None:
    state = exile()
    at_home = garrison(state, "j1", "BORNHOLM", 41)
    garrison(state, "j1", LINE[distance - 1], 100)
    give(state, "j2", LINE[distance - 1])

    step = play(state)

    told = one(step, "garrison_repatriated", "j1").data
    assert (told["land"], told["distance"], told["lost"], told["men"]) == ("BORNHOLM", distance, 100 - left, left)
    assert [(army.id, army.men) for army in step.state.armies.values()] == [(at_home.id, 41 + left)]


@pytest.mark.rule("GP-RAP-04", "GP-RAP-02")
def test_several_garrisons_go_each_to_its_nearest_land_where_they_become_one() -> None:
    state = exile()
    give(state, "j1", "TELEMARK")
    give(state, "j2", "SEELAND", "JUTLAND", "HARDANGER")
    for name, men in (("HARDANGER", 100), ("SEELAND", 30), ("JUTLAND", 10)):
        garrison(state, "j1", name, men)

    after = play(state).state

    mine = [(army.id, army.land, army.men, army.knight) for army in after.armies.values() if army.lord == "j1"]
    assert mine == [(1, "TELEMARK", 110, None), (101, "BORNHOLM", 30, None)]  # the first to come keeps its number


@pytest.mark.rule("GP-RAP-05")
def test_landless_knights_take_refuge_with_the_nearest_ally() -> None:
    state = exile()
    ally(state, "j1", "j3")
    give(state, "j3", "JUTLAND", "HARDANGER")
    give(state, "j2", "BORNHOLM", "SEELAND")  # j1 has no land; FIONIE, neutral, is nearer than JUTLAND
    rider = knight(state, "j1", "Guy", "SEELAND", men=100)
    guard = garrison(state, "j1", "SEELAND", 50)

    step = play(state)

    assert step.state.knights[rider.id].land == "JUTLAND"
    assert step.state.armies[rider.army].men == 75
    assert guard.id not in step.state.armies
    assert one(step, "garrison_lost", "j1").data == {"land": "SEELAND", "men": 50}


@pytest.mark.rule("GP-RAP-05")
def test_landless_and_friendless_knights_go_to_the_nearest_neutral_land() -> None:
    state = exile()
    give(state, "j2", "BORNHOLM", "SEELAND", "SCANIE")
    rider = knight(state, "j1", "Guy", "SEELAND", men=100)

    step = play(state)

    assert step.state.knights[rider.id].land == "FIONIE"
    assert step.state.armies[rider.army].men == 100


@pytest.mark.rule("GP-RAP-05", "GP-REV-02")
def test_a_revolt_drives_the_landless_to_another_neutral_land_than_their_own() -> None:
    state = exile()

    step = play(state, {"j1": "IMP 10 BORNHOLM"})

    assert land(step.state, "BORNHOLM").owner is None
    assert lord_knight(step.state, "j1").land in ("SEELAND", "SCANIE")
    homes = {lord_knight(play(state, {"j1": "IMP 10 BORNHOLM"}, seed=b"%d" % n).state, "j1").land for n in range(20)}
    assert homes == {"SEELAND", "SCANIE"}


@pytest.mark.rule("GP-RAP-05")
def test_where_no_refuge_is_left_knights_stay() -> None:
    state = exile()
    give(state, "j2", *state.lands)
    give(state, "j3", "DOLON")
    state.settings = type(state.settings)(
        map=state.settings.map, constants=realm(3, conquest_victory=99, renown_victory=99_999).settings.constants
    )

    step = play(state)

    assert lord_knight(step.state, "j1").land == "BORNHOLM"
    assert one(step, "no_refuge", "j1").data == {"knight": "Seigneur A", "land": "BORNHOLM"}
    assert lord(step.state, "j1").alive


@pytest.mark.rule("GP-RAP-06")
def test_nobody_moves_when_the_owner_took_his_land_back_before_phase_18() -> None:
    state = exile()
    war(state, "j1", "j2")
    give(state, "j1", "SEELAND")
    lord_knight(state, "j1").renown = 300.0  # he attacks last
    guard = garrison(state, "j1", "SEELAND", 100)
    arm(state, lord_knight(state, "j1"), 3000)
    knight(state, "j2", "Guy", "SCANIE", men=1000, renown=100.0)

    step = play(state, {"j2": "ATT Guy SEELAND 0", "j1": f"ATT {A} SEELAND 0\nDEF #{guard.id} 101"})

    assert find(step, "land_taken", None, land="SEELAND", lord="j2")
    assert land(step.state, "SEELAND").owner == "j1"
    assert step.state.armies[guard.id].land == "SEELAND"
    assert not find(step, "garrison_repatriated")


@pytest.mark.rule("GP-RAP-06")
def test_guests_stay_where_a_new_alliance_makes_them_welcome() -> None:
    state = exile()
    give(state, "j2", "SEELAND")
    guest = knight(state, "j1", "Guy", "SEELAND", men=100)

    assert play(state, {"j1": f"ALL {B}", "j2": f"ALL {A}"}).state.knights[guest.id].land == "SEELAND"
