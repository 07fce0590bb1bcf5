"""Global renown (GP-RG): the six parts of the formula, its divisors by scale, its floor."""

from __future__ import annotations

import pytest

from heraut.games import gloire
from heraut.games.gloire.phases.battle import Side, change_renowns, loser_renown
from heraut.games.gloire.renown import Breakdown, breakdowns
from heraut.games.gloire.state import Realm
from tests.games.gloire.builders import ally, arm, give, knight, land, lord, lord_knight, realm, run, war

SCALES = [("SCANDINAVIE", 10, 100), ("MOYEN-ORIENT", 15, 150), ("EUROPE", 20, 200)]


def parts(state: Realm, seat: str) -> Breakdown:
    """The parts of this lord's global renown."""
    return breakdowns(state)[lord(state, seat).seat]


def poor(map_name: str = "SCANDINAVIE", number: int = 2) -> Realm:
    """Lords without land nor money: nothing but themselves and their relations."""
    state = realm(number, map=map_name)
    for each in state.lords.values():
        each.treasury = 0
    for place in state.lands.values():
        place.owner = None
    return state


@pytest.mark.rule("GP-RG-01")
def test_global_renown_adds_the_five_parts_and_takes_the_enemies_away() -> None:
    state = realm(3, starts=("NARVIK", "DOLON", "TURKU"))
    lord_knight(state, "j1").renown = 120.5
    knight(state, "j1", "Guy", "NARVIK", renown=30)
    lord(state, "j1").treasury = 1234
    ally(state, "j1", "j2")
    war(state, "j1", "j3")

    assert parts(state, "j1").total == pytest.approx(120.5 + 3 + 20.625 + 2.468 + 10 - 10)


@pytest.mark.rule("GP-RG-01")
@pytest.mark.parametrize(("renown", "total"), [(11.25, 1.25), (11, 1), (10, 1), (1, 1)])
def test_global_renown_never_falls_below_one(renown: float, total: float) -> None:
    state = poor()
    lord_knight(state, "j1").renown = renown
    war(state, "j1", "j2")  # costs 10

    assert parts(state, "j1").total == total


@pytest.mark.rule("GP-RG-02")
def test_a_tenth_of_each_other_knight_s_renown_counts_but_not_of_the_lord_in_person() -> None:
    state = realm(2)
    knight(state, "j1", "Guy", "NARVIK", renown=30)
    knight(state, "j1", "Alix", "NARVIK", renown=47.5)
    knight(state, "j2", "Ode", "NARVIK", renown=1000)

    assert (parts(state, "j1").lord_knight, parts(state, "j1").knights) == (100, pytest.approx(7.75))


@pytest.mark.rule("GP-RG-03")
def test_a_land_counts_by_its_happiness_against_the_mean_of_the_whole_map_and_its_people() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    give(state, "j1", "THULE")
    land(state, "NARVIK").happiness = 30
    land(state, "THULE").population = 8000
    mean = (44 * 20 + 30) / 45

    assert parts(state, "j1").lands == pytest.approx(30 / mean * 16500 / 800 + 20 / mean * 8000 / 800)


@pytest.mark.rule("GP-RG-03")
@pytest.mark.parametrize(("happiness", "worth"), [(100, 5 * 20.625), (4, 4 / (48 / 45) * 20.625)])
def test_happiness_counts_for_at_most_five_times_the_mean(happiness: float, worth: float) -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    for place in state.lands.values():
        place.happiness = 1
    land(state, "NARVIK").happiness = happiness

    assert parts(state, "j1").lands == pytest.approx(worth)


@pytest.mark.rule("GP-RG-04")
@pytest.mark.parametrize(("map_name", "divisor", "_"), SCALES)
def test_allies_bring_a_share_of_their_lord_knights_own_renown(map_name: str, divisor: float, _: float) -> None:
    state = poor(map_name, 3)
    ally(state, "j1", "j2")
    ally(state, "j1", "j3")
    lord_knight(state, "j2").renown = 60
    lord(state, "j2").treasury = 50_000  # his global renown is another matter
    knight(state, "j2", "Guy", "NARVIK" if map_name == "SCANDINAVIE" else "CHYPRE", renown=500)

    assert parts(state, "j1").allies == pytest.approx((60 + 100) / divisor)


@pytest.mark.rule("GP-RG-05")
@pytest.mark.parametrize(("map_name", "divisor", "ally_divisor"), SCALES)
def test_enemies_and_their_allies_weigh_by_the_divisors_of_the_scale(
    map_name: str, divisor: float, ally_divisor: float
) -> None:
    state = poor(map_name, 3)
    war(state, "j1", "j2")
    ally(state, "j2", "j3")
    lord_knight(state, "j2").renown = 80
    lord_knight(state, "j3").renown = 60

    assert parts(state, "j1").enemies == pytest.approx(80 / divisor + 60 / ally_divisor)


@pytest.mark.rule("GP-RG-05")
def test_an_ally_of_two_enemies_counts_twice_and_an_enemy_allied_with_another_in_both_places() -> None:
    state = poor(number=4)
    for foe in ("j2", "j3"):
        war(state, "j1", foe)
        ally(state, foe, "j4")
    ally(state, "j2", "j3")
    for seat, renown in (("j2", 70), ("j3", 50), ("j4", 30)):
        lord_knight(state, seat).renown = renown

    assert parts(state, "j1").enemies == pytest.approx((70 + 50) / 10 + (50 + 30) / 100 + (70 + 30) / 100)


@pytest.mark.rule("GP-RG-06")
def test_global_renown_follows_the_values_of_the_moment_and_is_kept_nowhere() -> None:
    state = realm(2)
    before = parts(state, "j1").total

    lord(state, "j1").treasury += 1000

    assert gloire.view(state, "j2")["lords"]["j1"]["global_renown"] == pytest.approx(before + 2)
    assert b"global_renown" not in gloire.dump(state)


@pytest.mark.rule("GP-RG-06", "GP-FEL-03")
def test_a_felony_hits_the_lord_knight_and_global_renown_only_through_him() -> None:
    state = realm(3, starts=("NARVIK", "THULE", "TURKU"))
    arm(state, lord_knight(state, "j1"), 500)
    before = parts(state, "j1")

    after = parts(run(state, {"j1": 'ATT "Seigneur A" THULE'}, 7).state, "j1")

    assert after.lord_knight == pytest.approx(100 / 3)
    assert after.treasury == before.treasury
    assert after.lands == pytest.approx(2 * before.lands)
    assert after.enemies == 10


@pytest.mark.rule("GP-RG-07")
def test_no_knight_s_renown_falls_below_one() -> None:
    state = realm(3, starts=("NARVIK", "THULE", "TURKU"))
    felon = lord_knight(state, "j1")
    felon.renown = 2.4
    arm(state, felon, 500)
    figures = state.settings.constants
    weak, strong = Side(100, 1.5, 0), Side(100, 100, 0)

    change_renowns(weak, strong, False, figures)

    assert lord_knight(run(state, {"j1": 'ATT "Seigneur A" THULE'}, 7).state, "j1").renown == 1
    assert weak.renown == 1
    assert loser_renown(1.5, 1.5, 100, figures) == 1
