"""Phase 14: migration, revolts, the people's memory (§5.15)."""

from __future__ import annotations

import pytest

from heraut.games.gloire.state import LandName, Memory, Realm
from tests.games.gloire.builders import (
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
THULE = LandName("THULE")


def people() -> Realm:
    """j1 in NARVIK, whose neighbours are LAPPLAND, SVARTSEN, THULE and VADVET-JAKKO; j2 in BORNHOLM, j3 in OLAND."""
    return realm(3, starts=["NARVIK", "BORNHOLM", "OLAND"])


def population(state: Realm, *names: str) -> list[int]:
    """How many people live in each of these lands."""
    return [land(state, name).population for name in names]


# Migration


@pytest.mark.rule("GP-MIG-01")
def test_people_leave_for_each_happier_neighbour_by_the_square_of_the_difference() -> None:
    state = people()
    land(state, "NARVIK").happiness = 10.0
    land(state, "THULE").happiness = 40.0
    land(state, "LAPPLAND").happiness = 8.0

    state = play(state).state

    # out of NARVIK: 1650 (1/2)² = 412.5 to each of SVARTSEN and VADVET-JAKKO, 1650 (3/4)² = 928.125 to THULE
    # out of LAPPLAND: 1650 (1/5)² = 66 to NARVIK, 1650 (32/40)² = 1056 to THULE, 1650 (12/20)² = 594 to four others
    # out of DOLON: 1650 (1/2)² = 412.5 to THULE
    assert population(state, "NARVIK") == [16_500 - 412 - 412 - 928 + 66]
    assert population(state, "LAPPLAND") == [16_500 - 66 - 1056 - 4 * 594]
    assert population(state, "THULE") == [16_500 + 928 + 1056 + 412]
    assert population(state, "SVARTSEN", "VADVET-JAKKO") == [16_500 + 412, 16_500 + 412 + 594]


@pytest.mark.rule("GP-MIG-01")
def test_all_lands_move_at_once_from_the_values_of_the_start() -> None:
    state = people()
    land(state, "BORNHOLM").happiness = 5.0  # BORNHOLM -> SEELAND -> FIONIE -> JUTLAND
    for name, happiness in (("SEELAND", 10.0), ("FIONIE", 20.0), ("SCANIE", 0.1)):
        land(state, name).happiness = happiness
    land(state, "SCANIE").population = 1000  # nobody may leave it

    state = play(state).state

    # out of BORNHOLM 412 to SEELAND, out of SEELAND 412 of the 16 500 it had before they came
    assert population(state, "BORNHOLM", "SEELAND") == [16_500 - 412, 16_500 + 412 - 412]


@pytest.mark.rule("GP-MIG-01")
def test_nobody_leaves_for_an_equal_or_unhappier_land() -> None:
    state = people()
    before = {name: land.population for name, land in state.lands.items()}

    assert {name: land.population for name, land in play(state).state.lands.items()} == before


@pytest.mark.rule("GP-MIG-01")
def test_the_happiness_that_counts_is_that_of_phase_14() -> None:
    state = play(people(), {"j1": "IMP 5 NARVIK\nFOR NARVIK enceinte"}).state

    assert population(state, "NARVIK") == [16_500 - 4 * 412]


@pytest.mark.rule("GP-MIG-02")
def test_at_most_half_of_a_land_leaves_in_one_turn() -> None:
    state = realm(3, starts=["NARVIK", "BORNHOLM", "OLAND"], migration_share=0.3)
    land(state, "NARVIK").happiness = 0.01
    lord(state, "j1").treasury = 0

    state = play(state).state

    # four flows of 4945.05 are worth 19 780: they are cut down to 8250 in all, 2062.5 each, rounded down
    assert population(state, "NARVIK") == [16_500 - 4 * 2062]


@pytest.mark.rule("GP-MIG-02")
@pytest.mark.parametrize(("before", "after"), [(1100, 1100 - 4 * 25), (1000, 1000), (900, 900), (1003, 1003)])
def test_a_thousand_people_always_stay(before: int, after: int) -> None:
    state = people()
    land(state, "NARVIK").happiness = 0.006
    land(state, "NARVIK").population = before

    state = play(state).state

    assert population(state, "NARVIK") == [after]


@pytest.mark.rule("GP-MIG-02")
@pytest.mark.parametrize(("before", "after"), [(1002, 1000), (1001, 1000), (1000, 1000), (999, 999)])
def test_one_who_would_leave_alone_leaves_only_above_a_thousand(before: int, after: int) -> None:
    state = people()
    land(state, "NARVIK").population = before
    for name in ("NARVIK", "LAPPLAND", "SVARTSEN", "VADVET-JAKKO"):
        land(state, name).happiness = 0.006  # only in THULE are they happier

    assert population(play(state).state, "NARVIK") == [after]


@pytest.mark.rule("GP-MIG-02")
def test_each_flow_is_rounded_down_after_the_reduction() -> None:
    state = people()
    land(state, "NARVIK").happiness = 10.0
    land(state, "NARVIK").population = 1070  # 26.75 to each of four, in all 107 > 70: 17.5 each
    assert population(play(state).state, "NARVIK", "SVARTSEN") == [1070 - 4 * 17, 16_500 + 17]

    land(state, "NARVIK").population = 16_500
    land(state, "THULE").happiness = 15.0  # (1/3)² × 1650 = 183.33
    assert population(play(state).state, "NARVIK") == [16_500 - 3 * 412 - 183]


@pytest.mark.rule("GP-MIG-03")
def test_migration_moves_people_and_nothing_else() -> None:
    state = people()
    for index, spot in enumerate(state.lands.values()):
        spot.happiness = float(5 + 7 * index % 31)
        spot.population = 900 + 1357 * index
    before = {name: (spot.happiness, spot.tax_coefficient) for name, spot in state.lands.items()}
    total = sum(spot.population for spot in state.lands.values())

    state = play(state).state

    assert {name: (spot.happiness, spot.tax_coefficient) for name, spot in state.lands.items()} == before
    assert sum(spot.population for spot in state.lands.values()) == total


@pytest.mark.rule("GP-MIG-04")
@pytest.mark.parametrize("owner", [None, "j1", "j2"])
def test_owned_and_neutral_lands_behave_alike(owner: str | None) -> None:
    state = people()
    give(state, owner, "THULE")
    land(state, "THULE").happiness = 10.0

    assert population(play(state).state, "THULE", "DOLON") == [16_500 - 3 * 412, 16_500 + 412]


# Revolts


@pytest.mark.rule("GP-REV-01", "GP-MEM-01", "GP-MEM-04")
def test_a_land_without_happiness_throws_its_lord_out() -> None:
    state = people()
    give(state, "j1", "THULE")
    thule = land(state, "THULE")
    thule.happiness, thule.population, thule.tax_coefficient, thule.fortification = 0.0, 900, 0.31, 2

    step = play(state)

    thule = land(step.state, "THULE")
    assert (thule.owner, thule.happiness) == (None, 20.0)
    assert (thule.population, thule.tax_coefficient, thule.fortification) == (900, 0.31, 2)
    assert lord(step.state, "j1").memories == {THULE: Memory(0.0, 1)}
    assert one(step, "revolt", None).data == {"land": "THULE", "lord": "j1"}


@pytest.mark.rule("GP-REV-01")
@pytest.mark.parametrize(("happiness", "revolts"), [(0.0049, True), (0.005, False), (0.006, False)])
def test_null_means_below_five_thousandths(happiness: float, revolts: bool) -> None:
    state = people()
    give(state, "j1", "THULE")
    land(state, "THULE").happiness = happiness

    step = play(state)

    assert bool(find(step, "revolt")) == revolts
    if revolts:
        assert lord(step.state, "j1").memories[THULE].happiness == 0.0  # not 0.0049


@pytest.mark.rule("GP-REV-01")
def test_neutral_lands_have_nobody_to_revolt_against() -> None:
    state = people()
    land(state, "THULE").happiness = 0.0

    step = play(state)

    assert not find(step, "revolt")
    assert land(step.state, "THULE").happiness == 0.0


@pytest.mark.rule("GP-REV-01", "GP-MIG-01")
def test_people_leave_before_the_revolt_makes_their_land_happy_again() -> None:
    state = people()
    give(state, "j1", "THULE")
    land(state, "THULE").happiness = 0.0

    assert population(play(state).state, "THULE") == [16_500 - 3 * 1650]


@pytest.mark.rule("GP-REV-02", "GP-RAP-01", "GP-RAP-02", "GP-RAP-04")
def test_a_revolt_expels_its_lords_men_and_nobody_elses() -> None:
    state = people()
    give(state, "j1", "THULE")
    land(state, "THULE").happiness = 0.0
    rider = knight(state, "j1", "Guy", "THULE", men=100)
    alone = knight(state, "j1", "Luc", "THULE")
    guest = knight(state, "j2", "Raoul", "THULE", men=100)
    guard = garrison(state, "j1", "THULE", 90)

    step = play(state)

    assert [step.state.knights[one.id].land for one in (rider, alone, guest)] == ["NARVIK", "NARVIK", "THULE"]
    assert step.state.armies[guard.id].land == "NARVIK"
    assert one(step, "garrison_repatriated", "j1").data["land"] == "NARVIK"


@pytest.mark.rule("GP-REV-02", "GP-RAP-01")
def test_men_who_stood_on_neutral_land_anyway_are_not_expelled() -> None:
    state = people()
    rider = knight(state, "j1", "Guy", "THULE", men=100)

    assert play(state).state.knights[rider.id].land == "THULE"


@pytest.mark.rule("GP-REV-03")
def test_neither_garrison_nor_works_prevent_a_revolt() -> None:
    state = people()
    garrison(state, "j1", "NARVIK", 3000)
    land(state, "NARVIK").fortification = 1

    step = play(state, {"j1": "IMP 10 NARVIK\nRED 1000 NARVIK\nFOR NARVIK enceinte"})

    assert land(step.state, "NARVIK").owner is None
    assert land(step.state, "NARVIK").happiness == 20.0
    assert land(step.state, "NARVIK").fortification == 1


@pytest.mark.rule("GP-REV-01", "GP-MEM-03")
def test_a_change_of_owner_before_phase_14_saves_the_land() -> None:
    state = people()
    state.turn = 2
    give(state, "j1", "THULE")

    step = play(state, {"j1": f"IMP 10 THULE\nVND {B} THULE 1", "j2": f"ACH {A} THULE 1"})

    assert not find(step, "revolt")
    assert (land(step.state, "THULE").owner, land(step.state, "THULE").happiness) == ("j2", 20.0)
    assert lord(step.state, "j1").memories[THULE] == Memory(0.0, 2)


# Memory


@pytest.mark.rule("GP-MEM-01", "GP-MEM-03", "GP-ATT-14")
def test_a_conquered_land_remembers_both_its_lords() -> None:
    state = people()
    state.turn = 4
    give(state, "j2", "THULE")
    land(state, "THULE").happiness = 33.0
    lord(state, "j1").memories[THULE] = Memory(7.0, 2)
    war(state, "j1", "j2")
    arm(state, lord_knight(state, "j1"), 10)

    step = play(state, {"j1": f"ATT {A} THULE"})

    assert land(step.state, "THULE").happiness == 7.0
    assert lord(step.state, "j2").memories == {THULE: Memory(33.0, 4)}
    assert lord(step.state, "j1").memories == {}


@pytest.mark.rule("GP-MEM-02")
def test_a_bad_memory_fades_by_one_point_every_third_turn_after_the_loss() -> None:
    state = people()
    state.turn = 5
    lord(state, "j1").memories[THULE] = Memory(3.5, 4)
    seen = []

    for _ in range(9):  # turns 5 to 13
        state = play(state).state
        seen.append(lord(state, "j1").memories[THULE].happiness)

    assert seen == [3.5, 3.5, 4.5, 4.5, 4.5, 5.5, 5.5, 5.5, 6.5]


@pytest.mark.rule("GP-MEM-02")
@pytest.mark.parametrize(("before", "after"), [(18.9, 19.9), (19.5, 20.0), (20.0, 20.0), (45.0, 45.0)])
def test_memory_fades_up_to_20_and_a_good_one_never(before: float, after: float) -> None:
    state = people()
    state.turn = 4
    lord(state, "j1").memories[THULE] = Memory(before, 1)

    assert lord(play(state).state, "j1").memories[THULE].happiness == pytest.approx(after)


@pytest.mark.rule("GP-MEM-02", "GP-MEM-01")
def test_a_land_lost_again_is_remembered_from_the_new_loss() -> None:
    state = people()
    state.turn = 4
    give(state, "j1", "THULE")
    land(state, "THULE").happiness = 6.0
    lord(state, "j1").memories[THULE] = Memory(1.0, 1)  # written over when it is lost

    state = play(state, {"j1": f"VND {B} THULE 1", "j2": f"ACH {A} THULE 1"}).state
    assert lord(state, "j1").memories[THULE] == Memory(6.0, 4)
    for _ in range(3):
        state = play(state).state

    assert lord(state, "j1").memories[THULE] == Memory(7.0, 4)


@pytest.mark.rule("GP-MEM-03")
def test_a_new_lord_is_met_with_20_however_unhappy_or_happy_the_land_was() -> None:
    for happiness in (2.0, 90.0):
        state = people()
        land(state, "THULE").happiness = happiness
        arm(state, lord_knight(state, "j1"), 3000)

        assert land(play(state, {"j1": f"ATT {A} THULE 0"}).state, "THULE").happiness == 20.0


@pytest.mark.rule("GP-MEM-04", "GP-ELI-02")
def test_a_land_made_independent_by_abdication_has_20() -> None:
    state = people()
    land(state, "BORNHOLM").happiness = 55.0

    step = play(state, {"j2": "ABD"})

    assert (land(step.state, "BORNHOLM").owner, land(step.state, "BORNHOLM").happiness) == (None, 20.0)


@pytest.mark.rule("GP-MEM-05", "GP-MEM-02", "GP-MEM-03", "GP-REV-01")
@pytest.mark.parametrize(("retaken", "revolts"), [(7, True), (8, True), (9, True), (10, False)])
def test_example_18_a_land_that_revolted_forgives_from_the_fourth_turn(retaken: int, revolts: bool) -> None:
    state = people()
    state.turn = 6
    give(state, "j1", "THULE")
    arm(state, lord_knight(state, "j1"), 3000)

    state = play(state, {"j1": "IMP 10 THULE"}).state
    assert land(state, "THULE").owner is None
    while state.turn < retaken:
        state = play(state).state
    step = play(state, {"j1": f"ATT {A} THULE 0"})

    assert find(step, "land_taken", None, land="THULE", lord="j1")
    assert bool(find(step, "revolt", None, land="THULE")) == revolts
    assert land(step.state, "THULE").owner == (None if revolts else "j1")
    assert land(step.state, "THULE").happiness == (20.0 if revolts else 1.0)
    if revolts:
        assert lord(step.state, "j1").memories[THULE] == Memory(0.0, retaken)
