"""Phase 8: wars, alliances, peace, calls to arms (§5.9, §10.8)."""

from __future__ import annotations

import pytest

from heraut.games import gloire
from heraut.games.gloire.state import Realm
from tests.games.gloire.builders import (
    ally,
    arm,
    find,
    give,
    knight,
    lines_ignored,
    lord,
    lord_knight,
    one,
    play,
    realm,
    refused,
    war,
)

A, B, C, D, E, F = (f'"Seigneur {letter}"' for letter in "ABCDEF")
STARTS = ["NARVIK", "OLAND", "BORNHOLM", "ESTLAND", "FIONIE", "TURKU", "SAVO", "JUTLAND"]


def court(lords: int = 6) -> Realm:
    """So many lords, far from each other, unrelated."""
    return realm(lords, starts=STARTS[:lords])


def renown(state: Realm, seat: str) -> float:
    """The global renown of this lord, as all see it."""
    return float(gloire.view(state, None)["lords"][seat]["global_renown"])


def related(state: Realm, a: str, b: str) -> str:
    """What these two are to each other, which both must agree on."""
    kinds = {
        (seat in lord(state, other).allies, seat in lord(state, other).enemies) for seat, other in ((a, b), (b, a))
    }
    assert len(kinds) == 1, "one of them thinks otherwise"
    return {(True, False): "allied", (False, True): "at war", (False, False): "neutral"}[kinds.pop()]


# Steps and targets


@pytest.mark.rule("GP-DIP-01")
def test_the_six_steps_follow_each_other_whatever_the_order_of_entry() -> None:
    state = court(8)
    ally(state, "j1", "j2")
    ally(state, "j1", "j3")
    war(state, "j1", "j4")
    war(state, "j1", "j5")
    state = play(state, {"j1": f"APP {B}"}).state
    lord_knight(state, "j8").renown = 300.0  # a step is for all lords: the last lord's war comes before any alliance

    step = play(
        state,
        {
            "j1": f'APP {B}\nANN {C}\nPAI {E}\nALL {F}\nGUE "Seigneur G"',
            "j5": f"PAI {A}",
            "j6": f"ALL {A}",
            "j8": "GUE " + D,
        },
    )

    kinds = ("war_declared", "alliance", "peace", "alliance_cancelled", "call_refused", "called_to_arms")
    assert [event.kind for event in step.events if event.kind in kinds] == [
        "war_declared",
        "war_declared",
        "alliance",
        "peace",
        "alliance_cancelled",
        "call_refused",
        "called_to_arms",
    ]


@pytest.mark.rule("GP-DIP-01")
def test_in_a_step_the_least_renowned_lord_comes_first_and_his_orders_as_entered() -> None:
    state = court()
    lord_knight(state, "j1").renown = 110.0

    step = play(state, {"j1": f"GUE {D}\nGUE {C}", "j2": f"GUE {F}\nGUE {E}"})

    wars = [(event.data["lord"], event.data["other"]) for event in find(step, "war_declared", None)]
    assert wars == [("j2", "j6"), ("j2", "j5"), ("j1", "j4"), ("j1", "j3")]


@pytest.mark.rule("GP-DIP-02")
def test_war_and_alliance_bind_both_sides_and_exclude_each_other() -> None:
    state = court()
    ally(state, "j3", "j4")

    state = play(state, {"j1": f"GUE {B}", "j3": f"GUE {D}", "j5": f"ALL {F}", "j6": f"ALL {E}"}).state

    assert related(state, "j1", "j2") == "at war"
    assert related(state, "j3", "j4") == "at war"
    assert related(state, "j5", "j6") == "allied"
    assert related(state, "j1", "j3") == "neutral"


@pytest.mark.rule("GP-DIP-02")
@pytest.mark.parametrize("code", ["GUE", "ALL", "PAI", "ANN", "APP"])
def test_diplomacy_is_addressed_to_another_living_lord(code: str) -> None:
    state = play(court(), {"j2": "ABD"}).state

    assert refused(state, "j1", f"{code} {A}") == [("GP-DIP-02", "yourself")]
    assert refused(state, "j1", f"{code} {B}") == [("GP-DIP-02", "dead_lord")]
    assert refused(state, "j1", f'{code} "Seigneur Z"') == [("GP-GEN-13", "unknown_lord")]
    assert refused(state, "j1", f"{code} {C}") == []


@pytest.mark.rule("GP-DIP-02")
@pytest.mark.parametrize("code", ["GUE", "ALL", "PAI", "ANN", "APP"])
def test_an_order_addressed_to_a_lord_who_died_this_turn_is_ignored(code: str) -> None:
    step = play(court(), {"j1": f"{code} {B}", "j2": f"ABD\n{code} {A}"})

    assert lines_ignored(step, "j1") == [(1, "dead_lord")]
    assert not lord(step.state, "j1").enemies and not lord(step.state, "j1").allies


# GUE


@pytest.mark.rule("GP-GUE-01")
def test_war_is_declared_by_one_and_known_to_all() -> None:
    step = play(court(), {"j1": f"GUE {B}"})

    assert related(step.state, "j1", "j2") == "at war"
    assert one(step, "war_declared", None).data == {"lord": "j1", "other": "j2"}


@pytest.mark.rule("GP-GUE-01")
def test_a_second_declaration_changes_nothing() -> None:
    state = court()
    lord_knight(state, "j1").renown = 90.0

    step = play(state, {"j2": f"GUE {A}", "j1": f"GUE {B}"})
    again = play(step.state, {"j2": f"GUE {A}"})

    assert one(step, "war_declared").data == {"lord": "j1", "other": "j2"}
    assert lines_ignored(step, "j2") == lines_ignored(again, "j2") == [(1, "at_war_already")]
    assert not find(again, "war_declared")
    assert again.state.lords == step.state.lords


@pytest.mark.rule("GP-GUE-02")
def test_common_allies_of_the_two_lose_both_alliances() -> None:
    state = court()
    for friend in ("j3", "j4"):
        ally(state, "j1", friend)
        ally(state, "j2", friend)
    ally(state, "j1", "j5")
    ally(state, "j2", "j6")
    ally(state, "j3", "j4")

    step = play(state, {"j1": f"GUE {B}"})

    for friend in ("j3", "j4"):
        assert related(step.state, friend, "j1") == related(step.state, friend, "j2") == "neutral"
    assert related(step.state, "j1", "j5") == related(step.state, "j2", "j6") == "allied"
    assert related(step.state, "j3", "j4") == "allied"
    assert [(event.data["lord"], event.data["other"]) for event in find(step, "alliance_broken", None)] == [
        ("j3", "j1"),
        ("j3", "j2"),
        ("j4", "j1"),
        ("j4", "j2"),
    ]


@pytest.mark.rule("GP-GUE-02", "GP-GUE-03")
def test_an_alliance_broken_by_an_earlier_declaration_makes_no_felon_of_the_next() -> None:
    state = court()
    ally(state, "j1", "j3")
    ally(state, "j2", "j3")
    lord_knight(state, "j2").renown = 120.0

    step = play(state, {"j2": f"GUE {C}", "j1": f"GUE {B}"})  # j1, less renowned, declares first

    assert related(step.state, "j2", "j3") == "at war"
    assert not find(step, "felony")
    assert lord_knight(step.state, "j2").renown == 120.0


@pytest.mark.rule("GP-GUE-03", "GP-FEL-05")
def test_war_on_an_ally_is_a_felony_and_cancelling_the_same_turn_comes_too_late() -> None:
    state = court()
    ally(state, "j1", "j2")

    step = play(state, {"j1": f"ANN {B}\nGUE {B}"})

    assert related(step.state, "j1", "j2") == "at war"
    assert one(step, "felony", None).data == {"felon": "j1", "victim": "j2"}
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 / 3)
    assert lord_knight(step.state, "j2").renown == 100.0
    assert lines_ignored(step, "j1") == [(1, "not_allied")]


@pytest.mark.rule("GP-GUE-03", "GP-FEL-05")
def test_two_allies_betrayed_cost_two_thirds_twice_and_never_leave_less_than_one() -> None:
    state = court()
    ally(state, "j1", "j2")
    ally(state, "j1", "j3")
    ally(state, "j4", "j5")
    lord_knight(state, "j1").renown = 90.0
    lord_knight(state, "j4").renown = 2.0

    state = play(state, {"j1": f"GUE {B}\nGUE {C}", "j4": f"GUE {E}"}).state

    assert lord_knight(state, "j1").renown == pytest.approx(10.0)
    assert lord_knight(state, "j4").renown == 1.0


@pytest.mark.rule("GP-GUE-03")
def test_war_on_a_stranger_is_no_felony() -> None:
    step = play(court(), {"j1": f"GUE {B}"})

    assert not find(step, "felony")
    assert lord_knight(step.state, "j1").renown == 100.0


@pytest.mark.rule("GP-GUE-03")
def test_an_alliance_destroyed_by_a_felony_of_phase_7_does_not_make_a_second_one() -> None:
    state = court()
    give(state, "j2", "THULE")
    ally(state, "j1", "j3")
    ally(state, "j2", "j3")
    arm(state, lord_knight(state, "j1"), 100)

    step = play(state, {"j1": f'ATT "Seigneur A" THULE 0\nGUE {C}'})

    assert related(step.state, "j1", "j3") == "at war"
    assert [event.data["victim"] for event in find(step, "felony")] == ["j2"]
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 / 3)


@pytest.mark.rule("GP-GUE-04")
def test_war_costs_both_a_tenth_of_the_other_lord_knight_and_nothing_else() -> None:
    state = court()
    lord_knight(state, "j1").renown = 80.0
    lord_knight(state, "j2").renown = 150.0
    before = renown(state, "j1"), renown(state, "j2")

    after = play(state, {"j1": f"GUE {B}"}).state

    assert before[0] - renown(after, "j1") == pytest.approx(15.0)
    assert before[1] - renown(after, "j2") == pytest.approx(8.0)
    assert (lord_knight(after, "j1").renown, lord_knight(after, "j2").renown) == (80.0, 150.0)
    assert (lord(after, "j1").treasury, lord(after, "j2").treasury) == (5000, 5000)


# ALL


@pytest.mark.rule("GP-ALL-01")
def test_an_alliance_takes_the_word_of_both_in_one_turn() -> None:
    alone = play(court(), {"j1": f"ALL {B}"})
    late = play(alone.state, {"j2": f"ALL {A}"})
    both = play(court(), {"j1": f"ALL {B}", "j2": f"ALL {A}"})

    assert lines_ignored(alone, "j1") == [(1, "no_answer")]
    assert related(late.state, "j1", "j2") == "neutral"
    assert related(both.state, "j1", "j2") == "allied"
    assert one(both, "alliance", None).data == {"lord": "j1", "other": "j2"}
    done = [(event.rule, event.data["order"]) for seat in ("j1", "j2") for event in find(both, "order_done", seat)]
    assert done == [("GP-ALL-01", 1), ("GP-ALL-01", 1)]


@pytest.mark.rule("GP-ALL-01", "GP-ALL-02")
def test_an_alliance_is_tested_when_the_first_of_the_two_is_reached() -> None:
    state = court()
    war(state, "j1", "j3")
    for seat, own in (("j1", 80.0), ("j3", 90.0), ("j2", 110.0)):
        lord_knight(state, seat).renown = own

    # j2 asks j3 before j1, but j1 is reached first: at that instant nothing stands between j1 and j2
    step = play(state, {"j2": f"ALL {C}\nALL {A}", "j3": f"ALL {B}", "j1": f"ALL {B}"})

    assert related(step.state, "j1", "j2") == "allied"
    assert related(step.state, "j2", "j3") == "neutral"
    assert lines_ignored(step, "j2") == [(1, "ally_at_war")]
    assert lines_ignored(step, "j3") == [(1, "ally_at_war")]
    assert lines_ignored(step, "j1") == []


@pytest.mark.rule("GP-ALL-02")
def test_enemies_cannot_ally() -> None:
    state = court()
    war(state, "j1", "j2")

    step = play(state, {"j1": f"ALL {B}", "j2": f"ALL {A}"})

    assert related(step.state, "j1", "j2") == "at war"
    assert lines_ignored(step, "j1") == lines_ignored(step, "j2") == [(1, "still_at_war")]
    assert {event.rule for event in find(step, "order_ignored")} == {"GP-ALL-02"}


@pytest.mark.rule("GP-ALL-02")
@pytest.mark.parametrize(("friend_of", "foe_of"), [("j1", "j2"), ("j2", "j1")])
def test_nobody_allies_with_the_enemy_of_an_ally(friend_of: str, foe_of: str) -> None:
    state = court()
    ally(state, friend_of, "j3")
    war(state, foe_of, "j3")

    step = play(state, {"j1": f"ALL {B}", "j2": f"ALL {A}"})

    assert related(step.state, "j1", "j2") == "neutral"
    assert lines_ignored(step, "j1") == lines_ignored(step, "j2") == [(1, "ally_at_war")]


@pytest.mark.rule("GP-ALL-02")
def test_a_common_enemy_or_a_common_ally_stands_in_nobodys_way() -> None:
    state = court()
    ally(state, "j1", "j3")
    ally(state, "j2", "j3")
    war(state, "j1", "j4")
    war(state, "j2", "j4")

    assert related(play(state, {"j1": f"ALL {B}", "j2": f"ALL {A}"}).state, "j1", "j2") == "allied"


@pytest.mark.rule("GP-ALL-03", "GP-DIP-01")
def test_peace_and_alliance_take_two_turns() -> None:
    state = court()
    war(state, "j1", "j2")
    orders = {"j1": f"PAI {B}\nALL {B}", "j2": f"PAI {A}\nALL {A}"}

    first = play(state, orders).state
    second = play(first, orders).state

    assert related(first, "j1", "j2") == "neutral"
    assert related(second, "j1", "j2") == "allied"


@pytest.mark.rule("GP-ALL-04", "GP-GUE-02", "GP-DIP-01")
def test_example_16_an_alliance_lost_to_a_war_is_formed_again_the_same_turn() -> None:
    state = court()
    ally(state, "j1", "j2")
    ally(state, "j1", "j3")

    lost = play(state, {"j3": f"GUE {B}"}).state
    saved = play(state, {"j3": f"GUE {B}\nALL {A}", "j1": f"ALL {C}"}).state

    assert related(lost, "j1", "j2") == related(lost, "j1", "j3") == "neutral"
    assert related(saved, "j1", "j2") == "neutral"
    assert related(saved, "j1", "j3") == "allied"


@pytest.mark.rule("GP-ALL-04", "GP-ALL-02")
def test_only_one_side_of_a_new_war_can_be_won_back() -> None:
    state = court()
    ally(state, "j1", "j2")
    ally(state, "j1", "j3")
    lord_knight(state, "j2").renown = 60.0  # he is reached first

    step = play(state, {"j3": f"GUE {B}\nALL {A}", "j2": f"ALL {A}", "j1": f"ALL {C}\nALL {B}"})

    assert related(step.state, "j1", "j2") == "allied"
    assert related(step.state, "j1", "j3") == "neutral"


# PAI, ANN


@pytest.mark.rule("GP-PAI-01")
def test_peace_takes_the_word_of_both_in_one_turn() -> None:
    state = court()
    war(state, "j1", "j2")

    alone = play(state, {"j1": f"PAI {B}"})
    both = play(state, {"j1": f"PAI {B}", "j2": f"PAI {A}"})

    assert related(alone.state, "j1", "j2") == "at war"
    assert lines_ignored(alone, "j1") == [(1, "no_answer")]
    assert related(both.state, "j1", "j2") == "neutral"
    assert one(both, "peace", None).data == {"lord": "j1", "other": "j2"}
    assert not find(both, "order_ignored")


@pytest.mark.rule("GP-PAI-01")
def test_those_who_are_not_at_war_have_no_peace_to_make() -> None:
    step = play(court(), {"j1": f"PAI {B}", "j2": f"PAI {A}"})

    assert lines_ignored(step, "j1") == lines_ignored(step, "j2") == [(1, "not_at_war")]
    assert not find(step, "peace")


@pytest.mark.rule("GP-PAI-01", "GP-DIP-01")
def test_a_war_declared_this_turn_can_be_ended_this_turn() -> None:
    assert related(play(court(), {"j1": f"GUE {B}\nPAI {B}", "j2": f"PAI {A}"}).state, "j1", "j2") == "neutral"


@pytest.mark.rule("GP-PAI-02")
def test_an_attack_in_the_turn_of_the_peace_is_no_felony() -> None:
    state = court()
    give(state, "j2", "THULE")
    war(state, "j1", "j2")
    arm(state, lord_knight(state, "j1"), 100)

    step = play(state, {"j1": f'ATT "Seigneur A" THULE 0\nPAI {B}', "j2": f"PAI {A}"})

    assert one(step, "land_taken", None).data == {"land": "THULE", "lord": "j1", "former": "j2"}
    assert not find(step, "felony")
    assert lord_knight(step.state, "j1").renown == 100.0
    assert related(step.state, "j1", "j2") == "neutral"


@pytest.mark.rule("GP-ANN-01")
def test_one_word_ends_an_alliance_at_no_cost() -> None:
    state = court()
    ally(state, "j1", "j2")

    step = play(state, {"j1": f"ANN {B}"})

    assert related(step.state, "j1", "j2") == "neutral"
    assert one(step, "alliance_cancelled", None).data == {"lord": "j1", "other": "j2"}
    assert (lord_knight(step.state, "j1").renown, lord(step.state, "j1").treasury) == (100.0, 5000)


@pytest.mark.rule("GP-ANN-01", "GP-DIP-01")
def test_an_alliance_concluded_and_cancelled_in_one_turn_ends_cancelled() -> None:
    step = play(court(), {"j1": f"ANN {B}\nALL {B}", "j2": f"ALL {A}"})

    assert related(step.state, "j1", "j2") == "neutral"
    assert find(step, "alliance") and find(step, "alliance_cancelled")


@pytest.mark.rule("GP-ANN-01")
def test_without_alliance_there_is_nothing_to_cancel() -> None:
    step = play(court(), {"j1": f"ANN {B}"})

    assert lines_ignored(step, "j1") == [(1, "not_allied")]


# APP


@pytest.mark.rule("GP-APP-01")
def test_a_call_needs_an_enemy_and_goes_to_an_ally_only() -> None:
    state = court()
    ally(state, "j1", "j2")
    peaceful = play(state, {"j1": f"APP {B}"})
    war(state, "j1", "j4")

    step = play(state, {"j1": f"APP {B}\nAPP {C}\nAPP {D}"})

    assert lines_ignored(peaceful, "j1") == [(1, "no_enemy")]
    assert lines_ignored(step, "j1") == [(2, "not_allied"), (3, "not_allied")]
    assert [(call.caller, call.called, call.enemies) for call in step.state.calls] == [("j1", "j2", ("j4",))]


@pytest.mark.rule("GP-APP-01", "GP-APP-02", "GP-DIP-01")
def test_a_war_declared_this_turn_is_part_of_the_call_of_this_turn() -> None:
    state = court()
    ally(state, "j1", "j2")

    step = play(state, {"j1": f"APP {B}\nGUE {D}"})

    assert one(step, "called_to_arms", "j2").data == {"caller": "j1", "enemies": ["j4"]}


@pytest.mark.rule("GP-APP-01", "GP-DIP-01")
def test_a_peace_made_this_turn_leaves_the_call_without_object() -> None:
    state = court()
    ally(state, "j1", "j2")
    war(state, "j1", "j4")

    step = play(state, {"j1": f"APP {B}\nPAI {D}", "j4": f"PAI {A}"})

    assert lines_ignored(step, "j1") == [(1, "no_enemy")]


@pytest.mark.rule("GP-APP-01")
def test_several_calls_to_one_lord_in_one_turn_are_one_call() -> None:
    state = court()
    ally(state, "j1", "j2")
    war(state, "j1", "j4")

    state = play(state, {"j1": f"APP {B}\nAPP {B}"}).state
    assert len(state.calls) == 1

    before, worth = lord_knight(state, "j2").renown, renown(state, "j1")
    assert before - lord_knight(play(state).state, "j2").renown == pytest.approx(0.10 * worth)


@pytest.mark.rule("GP-APP-01")
def test_all_allies_may_be_called_and_called_again_every_turn() -> None:
    state = court()
    ally(state, "j1", "j2")
    ally(state, "j1", "j3")
    war(state, "j1", "j4")
    orders = {"j1": f"APP {B}\nAPP {C}"}

    state = play(state, orders).state
    step = play(state, orders)

    assert sorted(call.called for call in step.state.calls) == ["j2", "j3"]
    assert sorted(event.data["called"] for event in find(step, "call_refused", "j1")) == ["j2", "j3"]


# Refused calls


def called(lords: int = 6) -> Realm:
    """j1, at war with j4 and allied with j2 and j3, called j2 last turn."""
    state = court(lords)
    ally(state, "j1", "j2")
    ally(state, "j1", "j3")
    war(state, "j1", "j4")
    return play(state, {"j1": f"APP {B}"}).state


@pytest.mark.rule("GP-REF-01", "GP-DIP-01")
def test_a_refusal_costs_a_tenth_of_the_caller_and_a_hundredth_of_each_other_ally() -> None:
    state = called()
    # j1 = 100 + 20.625 + 10 + (100 + 100) / 10 - 100 / 10; j3 = 100 + 20.625 + 10 + 100 / 10
    assert (renown(state, "j1"), renown(state, "j3")) == (pytest.approx(140.625), pytest.approx(140.625))

    step = play(state)

    assert lord_knight(step.state, "j2").renown == pytest.approx(100 - 14.0625 - 1.40625)
    assert lord_knight(step.state, "j3").renown == 100.0  # he was not called


@pytest.mark.rule("GP-REF-01")
def test_the_price_of_a_refusal_is_reckoned_with_the_renowns_of_the_start_of_the_phase() -> None:
    state = called()

    step = play(state, {"j5": f"GUE {A}", "j6": f"GUE {C}"})  # wars lower the renown of j1 and j3, after the snapshot

    assert lord_knight(step.state, "j2").renown == pytest.approx(100 - 14.0625 - 1.40625)


@pytest.mark.rule("GP-REF-01", "GP-DIP-01")
def test_only_present_allies_of_the_caller_count() -> None:
    state = called()

    left = play(state, {"j3": f"ANN {A}"}).state
    joined = play(state, {"j5": f"ALL {A}", "j1": f"ALL {E}"}).state

    assert lord_knight(left, "j2").renown == pytest.approx(100 - 14.0625)
    assert lord_knight(joined, "j2").renown == pytest.approx(100 - 14.0625 - 1.40625 - 1.30625)


@pytest.mark.rule("GP-REF-01", "GP-APP-01", "GP-DIP-01")
def test_who_declares_war_on_every_enemy_of_the_caller_has_answered() -> None:
    state = called()
    war(state, "j1", "j5")  # an enemy of after the call

    step = play(state, {"j2": f"GUE {D}"})

    assert not find(step, "call_refused")
    assert lord_knight(step.state, "j2").renown == 100.0


@pytest.mark.rule("GP-REF-01")
def test_half_an_answer_is_a_refusal_paid_for_once() -> None:
    state = court()
    ally(state, "j1", "j2")
    for foe in ("j4", "j5", "j6"):
        war(state, "j1", foe)
    state = play(state, {"j1": f"APP {B}"}).state
    worth = renown(state, "j1")

    step = play(state, {"j2": f"GUE {D}"})

    assert one(step, "call_refused", "j1").data["enemies"] == ["j5", "j6"]
    assert lord_knight(step.state, "j2").renown == pytest.approx(100 - 0.10 * worth)


@pytest.mark.rule("GP-REF-01", "GP-DIP-01")
def test_an_enemy_with_whom_the_caller_has_made_peace_is_owed_nothing() -> None:
    step = play(called(), {"j1": f"PAI {D}", "j4": f"PAI {A}"})

    assert not find(step, "call_refused")
    assert lord_knight(step.state, "j2").renown == 100.0


@pytest.mark.rule("GP-REF-01")
def test_a_dead_enemy_is_owed_nothing() -> None:
    step = play(called(), {"j4": "ABD"})

    assert not find(step, "call_refused")
    assert lord_knight(step.state, "j2").renown == 100.0


@pytest.mark.rule("GP-REF-01")
def test_each_call_refused_costs_its_own_price() -> None:
    state = court()
    for caller in ("j1", "j3"):
        ally(state, caller, "j2")
        war(state, caller, "j4")
    state = play(state, {"j1": f"APP {B}", "j3": f"APP {B}"}).state

    step = play(state)

    # each caller = 100 + 20.625 + 10 + 10 - 10, and has no other ally
    assert lord_knight(step.state, "j2").renown == pytest.approx(100 - 2 * 13.0625)


@pytest.mark.rule("GP-REF-01")
def test_a_refusal_never_leaves_less_than_one() -> None:
    state = called()
    lord_knight(state, "j2").renown = 5.0

    assert lord_knight(play(state).state, "j2").renown == 1.0


@pytest.mark.rule("GP-REF-01", "GP-DIP-01")
def test_a_call_is_judged_the_turn_after_not_the_turn_it_is_made() -> None:
    state = court()
    ally(state, "j1", "j2")
    war(state, "j1", "j4")

    step = play(state, {"j1": f"APP {B}"})

    assert not find(step, "call_refused")
    assert lord_knight(step.state, "j2").renown == 100.0


@pytest.mark.rule("GP-REF-02")
@pytest.mark.parametrize("dead", ["j1", "j2"])
def test_death_of_either_side_settles_a_call(dead: str) -> None:
    step = play(called(), {dead: "ABD"})

    assert not find(step, "call_refused")
    if dead == "j1":
        assert lord_knight(step.state, "j2").renown == 100.0


@pytest.mark.rule("GP-REF-02", "GP-DIP-01")
def test_no_refusal_between_enemies() -> None:
    state = called()
    lord(state, "j1").allies.clear()
    lord(state, "j2").allies.clear()

    step = play(state, {"j1": f"GUE {B}"})

    assert not find(step, "call_refused")
    assert lord_knight(step.state, "j2").renown == 100.0


@pytest.mark.rule("GP-REF-01", "GP-REF-02")
def test_the_called_lord_need_not_make_war_on_himself() -> None:
    state = court()
    ally(state, "j1", "j2")
    war(state, "j1", "j4")
    state = play(state, {"j1": f"APP {B}"}).state
    state.calls[0] = type(state.calls[0])("j1", "j2", ("j2",), 1)

    assert not find(play(state), "call_refused")


@pytest.mark.rule("GP-REF-03")
def test_example_17_cancelling_after_the_call_does_not_avoid_the_price() -> None:
    late = play(called(), {"j2": f"ANN {A}"})
    assert lord_knight(late.state, "j2").renown == pytest.approx(100 - 14.0625 - 1.40625)
    assert related(late.state, "j1", "j2") == "neutral"

    state = court()
    ally(state, "j1", "j2")
    war(state, "j1", "j4")
    intime = play(state, {"j1": f"APP {B}", "j2": f"ANN {A}"})

    assert lines_ignored(intime, "j1") == [(1, "not_allied")]
    assert lord_knight(play(intime.state).state, "j2").renown == 100.0


@pytest.mark.rule("GP-REF-03")
def test_an_alliance_broken_by_a_war_does_not_avoid_the_price_either() -> None:
    state = called()
    ally(state, "j2", "j5")

    step = play(state, {"j5": f"GUE {A}"})

    assert related(step.state, "j1", "j2") == "neutral"
    assert find(step, "call_refused", "j2")
    assert lord_knight(step.state, "j2").renown < 100


@pytest.mark.rule("GP-REF-04", "GP-APP-01")
def test_a_refusal_breaks_no_alliance_and_spends_the_call() -> None:
    refusal = play(called())
    next_turn = play(refusal.state)

    assert related(refusal.state, "j1", "j2") == "allied"
    assert refusal.state.calls == []
    assert not find(next_turn, "call_refused")
    assert lord_knight(next_turn.state, "j2").renown == lord_knight(refusal.state, "j2").renown


@pytest.mark.rule("GP-REF-01")
def test_the_price_is_taken_from_the_lord_in_person() -> None:
    state = called()
    other = knight(state, "j2", "Guy", "OLAND", renown=60.0)

    step = play(state)

    assert lord_knight(step.state, "j2").renown < 100
    assert step.state.knights[other.id].renown == 60.0
