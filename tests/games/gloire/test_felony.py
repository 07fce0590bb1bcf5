"""Felony (GP-FEL): who is a felon, what it costs him, and the wars that follow at once."""

from __future__ import annotations

import pytest

from heraut.games.gloire.state import Realm
from tests.games.gloire.builders import (
    WINS,
    YIELDS,
    Fate,
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
    reasons,
    run,
    war,
)

ATTACK = {"j1": "ATT Guy THULE 0"}


def border(*, lords: int = 4) -> Realm:
    """Guy, a knight of Seigneur A, stands with men in Narvik before Thule, of Seigneur B, who is a stranger to him."""
    state = realm(lords, starts=("NARVIK", "OLAND", "TURKU", "FIONIE"))
    give(state, "j2", "THULE")
    knight(state, "j1", "Guy", "NARVIK", renown=90, men=1000)
    return state


def at_war(a: str, b: str, state: Realm) -> bool:
    """Whether these two are at war, on both sides."""
    sides = (b in lord(state, a).enemies, a in lord(state, b).enemies)
    assert sides[0] == sides[1]
    return sides[0]


@pytest.mark.rule("GP-FEL-01", "GP-FEL-03", "GP-FEL-04")
@pytest.mark.parametrize("defended", [True, False])
def test_to_attack_the_land_of_a_stranger_is_a_felony_defended_or_not(defended: bool) -> None:
    state = border()
    if defended:
        garrison(state, "j2", "THULE", 10)

    step = run(state, ATTACK, 7)

    assert len(find(step, "battle")) == defended
    assert one(step, "felony", None).data == {"felon": "j1", "victim": "j2"}
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 / 3)
    assert at_war("j1", "j2", step.state)


@pytest.mark.rule("GP-FEL-01", "GP-ATT-04", "GP-FEL-06")
def test_an_attack_that_is_cancelled_for_want_of_men_is_no_felony() -> None:
    step = run(border(), {"j1": "ATT Guy THULE 1001"}, 7)

    assert find(step, "felony") == []
    assert not at_war("j1", "j2", step.state)


@pytest.mark.rule("GP-FEL-02", "GP-FEL-03", "GP-FEL-04")
def test_to_fight_a_stranger_who_helps_an_enemy_is_a_felony_toward_him() -> None:
    state = border()
    war(state, "j1", "j2")
    ally(state, "j2", "j3")
    garrison(state, "j2", "THULE", 10)
    knight(state, "j3", "Friend", "THULE", renown=95, men=10)

    step = run(state, ATTACK, 7, chance=Fate(attack=WINS * 2))

    kinds = [event.kind for event in step.events if event.kind in ("battle", "felony")]
    assert kinds == ["battle", "felony", "battle"]  # at the moment when his army's battle begins
    assert one(step, "felony", None).data == {"felon": "j1", "victim": "j3"}
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 / 3)
    assert at_war("j1", "j3", step.state)


@pytest.mark.rule("GP-FEL-02")
@pytest.mark.parametrize("spared", ["he stands aside", "the attack fails before", "he is an enemy"])
def test_an_ally_of_the_owner_whom_nobody_engages_is_no_victim(spared: str) -> None:
    state = border()
    war(state, "j1", "j2")
    ally(state, "j2", "j3")
    garrison(state, "j2", "THULE", 900)
    friend = knight(state, "j3", "Friend", "THULE", renown=95, men=10)
    orders = {"j1": f"ATT Guy THULE {1000 if spared == 'the attack fails before' else 0}"}
    if spared == "he stands aside":
        orders["j3"] = f"DEF #{friend.army} 11"
    if spared == "he is an enemy":
        war(state, "j1", "j3")

    step = run(state, orders, 4, 7, chance=Fate(attack=YIELDS if "fails" in spared else WINS * 9))

    assert find(step, "felony") == []
    assert lord_knight(step.state, "j1").renown == 100
    assert at_war("j1", "j3", step.state) == (spared == "he is an enemy")


@pytest.mark.rule("GP-FEL-03", "GP-FEL-02", "GP-FEL-04")
def test_an_attack_with_three_victims_is_paid_for_once_and_makes_three_wars() -> None:
    state = border()
    for friend in ("j3", "j4"):
        ally(state, "j2", friend)
        knight(state, friend, f"Friend {friend}", "THULE", renown=95, men=10)

    step = run(state, ATTACK, 7, chance=Fate(attack=WINS * 2))

    assert [(event.data["victim"], event.rule) for event in find(step, "felony")] == [
        ("j2", "GP-FEL-01"),
        ("j3", "GP-FEL-02"),
        ("j4", "GP-FEL-02"),
    ]
    assert len(find(step, "felony_price")) == 1
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 / 3)
    assert all(at_war("j1", victim, step.state) for victim in ("j2", "j3", "j4"))


@pytest.mark.rule("GP-FEL-03")
def test_two_felonious_attacks_in_a_turn_are_paid_for_twice() -> None:
    state = border()
    give(state, "j3", "SVARTSEN")
    knight(state, "j1", "Alix", "NARVIK", men=100)

    step = run(state, {"j1": "ATT Guy THULE\nATT Alix SVARTSEN"}, 7)

    assert lord_knight(step.state, "j1").renown == pytest.approx(100 / 9)


@pytest.mark.rule("GP-FEL-03")
def test_a_second_attack_on_the_same_victim_is_open_war() -> None:
    state = border()
    give(state, "j2", "SVARTSEN")
    knight(state, "j1", "Alix", "NARVIK", men=100)

    step = run(state, {"j1": "ATT Guy THULE\nATT Alix SVARTSEN"}, 7)

    assert len(find(step, "felony")) == 1
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 / 3)


@pytest.mark.rule("GP-FEL-03")
def test_a_lord_in_person_fights_on_with_what_is_left_of_his_renown_and_his_knights_with_theirs() -> None:
    state = border()
    arm(state, lord_knight(state, "j1"), 1000)
    garrison(state, "j2", "THULE", 10)

    in_person = run(state, {"j1": 'ATT "Seigneur A" THULE 0'}, 7)
    by_a_knight = run(state, ATTACK, 7)

    assert one(in_person, "battle").data["attacker_renown"] == pytest.approx(100 / 3)
    assert one(by_a_knight, "battle").data["attacker_renown"] == 90


@pytest.mark.rule("GP-FEL-03", "GP-BAT-09")
def test_a_felon_s_knight_who_is_repelled_loses_of_his_own_renown_what_any_other_would() -> None:
    state = border()
    garrison(state, "j2", "THULE", 500)

    step = run(state, {"j1": "ATT Guy THULE 1000"}, 7, chance=Fate(attack=YIELDS))

    (guy,) = [each for each in step.state.knights.values() if each.name == "Guy"]
    assert guy.renown == pytest.approx(90 - 0.01 * 49)  # the mean is 98, and a garrison's renown half of it


@pytest.mark.rule("GP-FEL-03", "GP-FEL-02", "GP-BAT-09")
def test_a_lord_in_person_repelled_by_his_second_victim_has_paid_for_one() -> None:
    state = border()
    arm(state, lord_knight(state, "j1"), 1000)
    ally(state, "j2", "j3")
    knight(state, "j3", "Friend", "THULE", renown=95, men=500)

    step = run(state, {"j1": 'ATT "Seigneur A" THULE 1000'}, 7, chance=Fate(attack=YIELDS))

    assert [event.data["victim"] for event in find(step, "felony")] == ["j2", "j3"]
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 / 3 - 0.95)


@pytest.mark.rule("GP-FEL-03")
def test_example_14_a_felon_of_120_is_left_with_40() -> None:
    state = border()
    lord_knight(state, "j1").renown = 120

    step = run(state, ATTACK, 7)

    assert lord_knight(step.state, "j1").renown == pytest.approx(40)
    price = one(step, "felony_price", "j1").data
    assert (price["before"], price["after"]) == (120, pytest.approx(40))


@pytest.mark.rule("GP-FEL-04")
def test_whoever_is_allied_with_felon_and_victim_is_allied_with_neither_any_more() -> None:
    state = border()
    ally(state, "j3", "j1")
    ally(state, "j3", "j2")
    ally(state, "j4", "j1")

    step = run(state, ATTACK, 7)

    assert lord(step.state, "j3").allies == {}
    assert lord(step.state, "j2").allies == {}
    assert list(lord(step.state, "j1").allies) == ["j4"]
    assert not at_war("j3", "j1", step.state) and not at_war("j3", "j2", step.state)
    assert len(find(step, "alliance_broken", None)) == 2


@pytest.mark.rule("GP-FEL-04", "GP-GEN-05")
def test_the_war_is_on_at_once_so_the_victim_may_strike_back_in_the_same_phase() -> None:
    state = border()
    lord(state, "j2").treasury += 50_000  # he acts last
    knight(state, "j2", "Ode", "LAPPLAND", men=100)

    step = run(state, {**ATTACK, "j2": "ATT Ode NARVIK"}, 7)

    assert [event.data["felon"] for event in find(step, "felony")] == ["j1"]
    assert land(step.state, "NARVIK").owner == "j2"
    assert lord_knight(step.state, "j2").renown == 100


@pytest.mark.rule("GP-FEL-05", "GP-GUE-03")
@pytest.mark.parametrize(("relation", "renown"), [("ally", 100 / 3), ("neutral", 100)])
def test_to_declare_war_on_an_ally_is_a_felony_and_on_a_stranger_is_not(relation: str, renown: float) -> None:
    state = border()
    if relation == "ally":
        ally(state, "j1", "j2")

    step = run(state, {"j1": 'GUE "Seigneur B"'}, 8)

    assert lord_knight(step.state, "j1").renown == pytest.approx(renown)
    assert len(find(step, "felony", None)) == (relation == "ally")
    assert at_war("j1", "j2", step.state) and lord(step.state, "j1").allies == {}


@pytest.mark.rule("GP-FEL-06")
@pytest.mark.parametrize("relation", ["neutral land", "enemy", "ally"])
def test_no_felony_against_peasants_enemies_and_allies(relation: str) -> None:
    state = border()
    if relation == "neutral land":
        give(state, None, "THULE")
    {"enemy": war, "ally": ally}.get(relation, lambda *_: None)(state, "j1", "j2")

    step = run(state, ATTACK, 7)

    assert find(step, "felony") == []
    assert lord_knight(step.state, "j1").renown == 100
    assert reasons(step, "j1") == (["allied_land"] if relation == "ally" else [])


@pytest.mark.rule("GP-FEL-06", "GP-GUE-01")
def test_example_15_a_war_declared_in_the_turn_of_the_attack_comes_too_late() -> None:
    step = play(border(), {"j1": 'GUE "Seigneur B"\nATT Guy THULE'})

    assert len(find(step, "felony", None)) == 1
    assert reasons(step, "j1") == ["at_war_already"]
    assert find(step, "war_declared") == []
