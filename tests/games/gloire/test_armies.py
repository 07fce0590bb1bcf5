"""Phase 6 (GP-AFF, GP-TSF, GP-GAR): men change hands."""

from __future__ import annotations

import pytest

from heraut.games.gloire.state import KnightId, Realm
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


def narvik() -> Realm:
    """Two lords; j1 in Narvik, j2 next door in Thule."""
    return realm(2, starts=("NARVIK", "THULE"))


def men_of(state: Realm, id: KnightId) -> int:
    """The men whom this knight commands."""
    army = state.knights[id].army
    return 0 if army is None else state.armies[army].men


@pytest.mark.rule("GP-AFF-01")
def test_assignments_then_transfers_in_the_house_then_gifts_then_garrisons_whatever_the_entry() -> None:
    state = narvik()
    guy = knight(state, "j1", "Guy", "NARVIK")
    ode = knight(state, "j2", "Ode", "THULE", men=10)
    garrison(state, "j1", "NARVIK", 100)
    orders = 'GAR Guy 5\nTSF Guy "Seigneur B/Ode" 10\nTSF Guy "Seigneur A" 20\nAFF Guy #1'

    step = run(state, {"j1": orders}, 6)

    told = [event.kind for event in step.events if event.kind != "men_received"]
    assert told == ["assigned", "transferred", "transferred", "garrisoned"]
    assert [event.data["men"] for event in find(step, "transferred")] == [20, 10]
    assert (men_of(step.state, guy.id), men_of(step.state, ode.id)) == (65, 20)


@pytest.mark.rule("GP-AFF-01", "GP-TSF-02")
def test_a_gift_never_comes_before_the_transfers_inside_another_house() -> None:
    state = narvik()
    lord(state, "j2").treasury += 1000  # j2 acts last
    guy = knight(state, "j1", "Guy", "NARVIK", men=100)
    ode, ysé = knight(state, "j2", "Ode", "THULE", men=100), knight(state, "j2", "Ysé", "THULE")

    step = run(state, {"j1": 'TSF Guy "Seigneur B/Ode" 30', "j2": "TSF Ode Ysé 50"}, 6)

    assert [men_of(step.state, id) for id in (guy.id, ode.id, ysé.id)] == [70, 80, 50]


@pytest.mark.rule("GP-AFF-01", "GP-GEN-09")
@pytest.mark.parametrize(("richer", "order"), [("j1", ["j2", "j1"]), ("j2", ["j1", "j2"])])
def test_in_each_step_the_least_renowned_lord_acts_first(richer: str, order: list[str]) -> None:
    state = narvik()
    lord(state, richer).treasury += 1000
    orders = {}
    for seat, house, foe, at in (("j1", "A", "B", "NARVIK"), ("j2", "B", "A", "THULE")):
        knight(state, seat, f"Guy {house}", at, men=100)
        knight(state, seat, f"Ode {house}", at, men=100)
        number = garrison(state, seat, at, 10).id
        orders[seat] = f'AFF "Guy {house}" #{number}\nTSF "Guy {house}" "Ode {house}" 1\nGAR "Guy {house}" 1\n'
        orders[seat] += f'TSF "Guy {house}" "Seigneur {foe}/Ode {foe}" 1'

    step = run(state, orders, 6)

    assert [event.seen_by for event in find(step, "assigned")] == [(seat,) for seat in order]
    assert [event.seen_by for event in find(step, "transferred")] == [(seat,) for seat in order * 2]
    assert [event.seen_by for event in find(step, "garrisoned")] == [(seat,) for seat in order]


@pytest.mark.rule("GP-AFF-02", "GP-ARM-09")
def test_a_whole_garrison_passes_under_a_knight_in_the_land_or_next_to_it() -> None:
    state = narvik()
    give(state, "j1", "LAPPLAND")
    guy = knight(state, "j1", "Guy", "LAPPLAND")
    alix = knight(state, "j1", "Alix", "NARVIK", men=50)
    garrison(state, "j1", "NARVIK", 100)  # 101
    garrison(state, "j1", "LAPPLAND", 30)  # 201

    after = run(state, {"j1": "AFF Guy #101\nAFF Alix #201"}, 6).state

    assert {id: (army.men, army.land, army.knight) for id, army in after.armies.items()} == {
        1: (80, "NARVIK", alix.id),
        101: (100, "LAPPLAND", guy.id),
    }


@pytest.mark.rule("GP-AFF-02")
def test_a_garrison_two_lands_away_or_already_taken_is_out_of_reach() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "DOLON")
    garrison(state, "j1", "NARVIK", 100)

    far = run(state, {"j1": "AFF Guy #1"}, 6)
    twice = run(state, {"j1": 'AFF "Seigneur A" #1\nAFF "Seigneur A" #1'}, 6)

    assert (reasons(far, "j1"), far.state.armies[1].knight) == (["too_far"], None)
    assert reasons(twice, "j1") == ["no_such_garrison"]


@pytest.mark.rule("GP-AFF-02")
def test_men_levied_this_turn_follow_the_garrison_they_joined_but_a_new_one_has_no_number() -> None:
    state = narvik()
    garrison(state, "j1", "NARVIK", 100)

    after = run(state, {"j1": 'ARM NARVIK 500\nAFF "Seigneur A" #1'}, 5, 6).state

    assert men_of(after, lord_knight(after, "j1").id) == 200
    assert refused(state, "j1", 'ARM NARVIK 500\nAFF "Seigneur A" #101') == [("GP-GEN-13", "unknown_army")]


@pytest.mark.rule("GP-AFF-02", "GP-LIB-01")
def test_a_knight_dismissed_in_the_same_turn_takes_no_garrison() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK")
    garrison(state, "j1", "NARVIK", 100)

    step = run(state, {"j1": "AFF Guy #1\nLIB Guy"}, 2, 6)

    assert (reasons(step, "j1"), step.state.armies[1].knight) == (["no_such_knight"], None)


@pytest.mark.rule("GP-AFF-02", "GP-GEN-13")
def test_an_army_under_a_knight_cannot_be_assigned() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK", men=10)

    assert refused(state, "j1", 'AFF "Seigneur A" #1') == [("GP-AFF-02", "not_a_garrison")]


@pytest.mark.rule("GP-AFF-03", "GP-GEN-08")
def test_a_garrison_that_leaves_makes_its_own_land_sadder_by_the_mean_of_the_start() -> None:
    state = narvik()
    give(state, "j1", "LAPPLAND", "SVARTSEN")
    land(state, "SVARTSEN").happiness, land(state, "OLAND").happiness = 0.5, 39.5  # mean 20
    garrison(state, "j1", "LAPPLAND", 1000)
    garrison(state, "j1", "NARVIK", 1000)
    garrison(state, "j1", "SVARTSEN", 1000)

    after = run(state, {"j1": "\n".join(f'AFF "Seigneur A" #{n}' for n in (1, 101, 201))}, 6).state

    for name in ("LAPPLAND", "NARVIK"):
        assert land(after, name).happiness == pytest.approx(20 - 20 * 1000 / 16500, abs=1e-9)
    assert land(after, "SVARTSEN").happiness == 0


@pytest.mark.rule("GP-AFF-03")
def test_a_garrison_on_land_that_is_no_longer_its_lord_s_leaves_nobody_sad() -> None:
    state = narvik()
    garrison(state, "j1", "LAPPLAND", 1000)  # neutral: its lord lost the land by a revolt

    after = run(state, {"j1": 'AFF "Seigneur A" #1'}, 6).state

    assert land(after, "LAPPLAND").happiness == 20
    assert men_of(after, lord_knight(after, "j1").id) == 1000


@pytest.mark.rule("GP-TSF-01")
@pytest.mark.parametrize(("asked", "given"), [(1, 1), (99, 99), (100, 100), (101, 100)])
def test_a_knight_gives_the_men_that_are_asked_or_all_he_has(asked: int, given: int) -> None:
    state = narvik()
    guy, alix = knight(state, "j1", "Guy", "NARVIK", men=100), knight(state, "j1", "Alix", "THULE")

    after = run(state, {"j1": f"TSF Guy Alix {asked}"}, 6).state

    assert (men_of(after, guy.id), men_of(after, alix.id)) == (100 - given, given)
    assert refused(state, "j1", "TSF Guy Alix 0") == [("GP-TSF-01", "out_of_range")]


@pytest.mark.rule("GP-TSF-01")
def test_both_knights_stand_in_the_same_land_or_in_adjacent_ones() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK", men=100)
    knight(state, "j1", "Alix", "DOLON", men=10)

    assert reasons(run(state, {"j1": "TSF Guy Alix 10"}, 6), "j1") == ["target_too_far"]


@pytest.mark.rule("GP-TSF-01")
@pytest.mark.parametrize("relation", ["ally", "neutral", "enemy"])
def test_men_go_to_allies_and_neutrals_without_their_consent_but_never_to_an_enemy(relation: str) -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK", men=100)
    ode = knight(state, "j2", "Ode", "THULE")
    {"ally": ally, "enemy": war}.get(relation, lambda *_: None)(state, "j1", "j2")

    step = run(state, {"j1": 'TSF Guy "Seigneur B/ode" 40'}, 6)

    assert men_of(step.state, ode.id) == (0 if relation == "enemy" else 40)
    assert reasons(step, "j1") == (["enemy_target"] if relation == "enemy" else [])


@pytest.mark.rule("GP-TSF-01")
def test_a_knight_without_army_gives_nothing() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK")

    assert reasons(run(state, {"j1": 'TSF Guy "Seigneur A" 10'}, 6), "j1") == ["no_army_to_give"]


@pytest.mark.rule("GP-TSF-01")
def test_another_lord_cannot_arm_a_lord_in_person_who_commands_nobody() -> None:
    state = narvik()
    guy = knight(state, "j1", "Guy", "NARVIK", men=100)

    step = run(state, {"j1": 'TSF Guy "Seigneur B/Seigneur B" 1'}, 6)

    assert reasons(step, "j1") == ["no_such_target"]
    assert (lord_knight(step.state, "j2").army, men_of(step.state, guy.id)) == (None, 100)


@pytest.mark.rule("GP-TSF-01")
def test_a_lord_in_person_who_has_men_at_that_instant_may_be_given_more() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK", men=100)
    knight(state, "j2", "Ode", "THULE", men=5)
    gift = 'TSF Guy "Seigneur B/Seigneur B" 20'

    after = run(state, {"j1": gift, "j2": 'TSF Ode "Seigneur B" 1'}, 6).state

    assert men_of(after, lord_knight(after, "j2").id) == 21


@pytest.mark.rule("GP-TSF-01")
def test_a_lord_in_person_may_always_be_armed_by_his_own_knights() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "THULE", men=100)

    after = run(state, {"j1": 'TSF Guy "Seigneur A" 100'}, 6).state

    assert men_of(after, lord_knight(after, "j1").id) == 100


@pytest.mark.rule("GP-TSF-02")
def test_men_who_were_handed_over_are_not_handed_on_in_the_same_turn() -> None:
    state = narvik()
    guy = knight(state, "j1", "Guy", "NARVIK", men=100)
    alix = knight(state, "j1", "Alix", "NARVIK", men=50)

    step = run(state, {"j1": 'TSF Guy Alix 1\nTSF Alix "Seigneur A" 30\nTSF Guy "Seigneur A" 20'}, 6)

    assert reasons(step, "j1") == ["men_passed_on"]
    assert [men_of(step.state, id) for id in (guy.id, alix.id, lord_knight(state, "j1").id)] == [79, 51, 20]


@pytest.mark.rule("GP-INF-04", "GP-TSF-02")
@pytest.mark.parametrize("place", ["THULE", "OLAND"])
def test_men_who_cannot_be_handed_on_find_out_nothing_of_a_foreign_knight(place: str) -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK", men=100)
    knight(state, "j1", "Alix", "NARVIK", men=50)
    knight(state, "j2", "Ode", place, men=50)

    step = run(state, {"j1": 'TSF Guy Alix 1\nTSF Alix "Seigneur B/Ode" 1'}, 6)

    assert reasons(step, "j1") == ["men_passed_on"]


@pytest.mark.rule("GP-TSF-02")
def test_a_gift_blocks_its_receiver_too_but_only_for_this_turn() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK", men=100)
    knight(state, "j2", "Ode", "THULE", men=50)
    orders = {"j1": 'TSF Guy "Seigneur B/Ode" 10', "j2": 'TSF Ode "Seigneur A/Guy" 10'}

    step = run(state, orders, 6)

    assert len(find(step, "transferred")) == 1
    assert reasons(step, "j2") == ["men_passed_on"]
    assert find(run(step.state, {"j2": orders["j2"]}, 6), "transferred")


@pytest.mark.rule("GP-TSF-02")
def test_men_assigned_or_levied_this_turn_may_be_handed_over() -> None:
    state = narvik()
    guy = knight(state, "j1", "Guy", "NARVIK")
    garrison(state, "j1", "NARVIK", 100)

    step = run(state, {"j1": 'AFF Guy #1\nTSF Guy "Seigneur A" 100\nARM NARVIK 500 Guy'}, 5, 6)

    assert reasons(step, "j1") == []
    assert (men_of(step.state, guy.id), men_of(step.state, lord_knight(state, "j1").id)) == (100, 100)


@pytest.mark.rule("GP-TSF-03")
def test_a_knight_who_gives_his_last_man_has_no_army_and_stays() -> None:
    state = narvik()
    guy = knight(state, "j1", "Guy", "NARVIK", men=100)

    after = run(state, {"j1": 'TSF Guy "Seigneur A" 100'}, 6).state

    assert list(after.armies) == [101]
    assert after.knights[guy.id].army is None


@pytest.mark.rule("GP-TSF-03")
def test_men_given_away_are_paid_by_their_new_lord() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK", men=100)
    ode = knight(state, "j2", "Ode", "THULE")

    after = run(state, {"j1": 'TSF Guy "Seigneur B/Ode" 100'}, 6, 15).state

    assert {army.lord for army in after.armies.values()} == {"j2"}
    assert men_of(after, ode.id) == 100
    assert (lord(after, "j1").treasury, lord(after, "j2").treasury) == (5000, 4990)


@pytest.mark.rule("GP-TSF-04")
def test_a_transfer_makes_nobody_happy_or_sad() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK", men=1000)
    knight(state, "j2", "Ode", "THULE")

    after = run(state, {"j1": 'TSF Guy "Seigneur A" 500\nTSF Guy "Seigneur B/Ode" 500'}, 6).state

    assert {place.happiness for place in after.lands.values()} == {20}


@pytest.mark.rule("GP-GAR-01")
@pytest.mark.parametrize(("asked", "left"), [(30, 30), (100, 100), (500, 100)])
def test_a_knight_leaves_men_in_garrison_where_they_join_those_who_are_there(asked: int, left: int) -> None:
    state = narvik()
    guy = knight(state, "j1", "Guy", "NARVIK", men=100)
    garrison(state, "j1", "NARVIK", 7)

    after = run(state, {"j1": f"GAR Guy {asked}"}, 6).state

    assert (after.armies[101].men, after.armies[101].knight, men_of(after, guy.id)) == (7 + left, None, 100 - left)
    assert land(after, "NARVIK").happiness == 20
    assert refused(state, "j1", "GAR Guy 0") == [("GP-GAR-01", "out_of_range")]


@pytest.mark.rule("GP-GAR-01")
@pytest.mark.parametrize("owner", ["j2", None])
def test_a_garrison_is_left_in_an_own_land_only_not_even_in_an_ally_s(owner: str | None) -> None:
    state = narvik()
    give(state, owner, "LAPPLAND")
    ally(state, "j1", "j2")
    guy = knight(state, "j1", "Guy", "LAPPLAND", men=100)

    step = run(state, {"j1": "GAR Guy 50"}, 6)

    assert (reasons(step, "j1"), men_of(step.state, guy.id)) == (["not_your_land"], 100)


@pytest.mark.rule("GP-GAR-01")
def test_men_received_this_turn_may_be_left_in_garrison() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "NARVIK", men=100)
    alix = knight(state, "j1", "Alix", "NARVIK")

    step = run(state, {"j1": "TSF Guy Alix 60\nGAR Alix 50"}, 6)

    assert men_of(step.state, alix.id) == 10
    assert one(step, "garrisoned", "j1").data["men"] == 50


@pytest.mark.rule("GP-GAR-02")
def test_a_knight_may_leave_all_his_men() -> None:
    state = narvik()
    guy = arm(state, lord_knight(state, "j1"), 100)

    step = run(state, {"j1": 'GAR "Seigneur A" 100\nGAR "Seigneur A" 1'}, 6)

    assert guy.id not in step.state.armies
    assert lord_knight(step.state, "j1").army is None
    assert reasons(step, "j1") == ["no_army_to_give"]


@pytest.mark.rule("GP-ARM-03", "GP-TSF-01", "GP-TSF-02", "GP-ATT-01")
def test_example_10_men_levied_in_one_land_attack_three_lands_away() -> None:
    state = realm(2, starts=("TURKU", "DOLON"))
    k1, k2 = knight(state, "j1", "Guy", "VAASA"), knight(state, "j1", "Alix", "OULU")

    step = run(state, {"j1": "ARM TURKU 5000 Guy\nTSF Guy Alix 1000\nATT Alix LIVO-JOKI 0"}, 5, 6, 7)

    assert reasons(step, "j1") == []
    assert one(step, "battle").data["attacker_men"] == 1000
    assert one(step, "attack_won", "j1").data["knight"] == "Alix"
    assert (step.state.knights[k1.id].army, step.state.knights[k2.id].land) == (None, "LIVO-JOKI")
