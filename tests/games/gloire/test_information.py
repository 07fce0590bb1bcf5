"""Who may know what (GP-INF)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from heraut.engine.play import play as play_match
from heraut.engine.protocol import Seat, Step, seen_by
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.renown import snapshot
from heraut.games.gloire.state import Call, LandName, Memory, Realm, Retreat
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
from tests.games.gloire.scramble import scramble

A, B, C, D = (f'"Seigneur {letter}"' for letter in "ABCD")
J1, J2, J3, J4 = (Seat(f"j{n}") for n in range(1, 5))


def neighbours(turn: int = 2) -> Realm:
    """j1 in NARVIK, j2 in THULE, j3 in DOLON, j4 far away."""
    state = realm(4, starts=["NARVIK", "THULE", "DOLON", "FIONIE"])
    state.turn = turn
    return state


def told(step: Step[Realm], seat: Seat | None) -> list[tuple[str, dict[str, Any]]]:
    """What this seat is told of a turn."""
    return [(event.kind, event.data) for event in seen_by(step.events, seat)]


def public(step: Step[Realm], kind: str) -> list[dict[str, Any]]:
    """The public news of this kind; everyone's reports hold them, strangers' too."""
    events = find(step, kind)
    assert all(event.seen_by is None for event in events)
    return [event.data for event in events]


# GP-INF-01


@pytest.mark.rule("GP-INF-01", "GP-INF-04")
def test_everyone_sees_lands_lords_relations_means_and_calendar() -> None:
    state = neighbours()
    ally(state, "j1", "j2")
    war(state, "j1", "j3")
    land(state, "THULE").happiness, land(state, "THULE").population = 31.5, 17_000
    lord(state, "j3").title = "baron"
    now = snapshot(state)

    seen = gloire.view(state, None)

    assert set(seen) == {
        "game", "map", "turn", "king", "road", "lands", "lords", "order", "means", "royal_jousts", "settings"
    }  # fmt: skip
    assert len(seen["lands"]) == 45
    assert seen["lands"]["THULE"] == {"owner": "j2", "happiness": 31.5, "population": 17_000}
    assert seen["lords"]["j1"] == {
        "number": 1,
        "name": "Seigneur A",
        "title": "",
        "alive": True,
        "lands": 1,
        "global_renown": now.global_renown[J1],
        "allies": ["j2"],
        "enemies": ["j3"],
    }
    assert seen["lords"]["j3"]["title"] == "baron"
    assert seen["order"] == list(now.order)
    assert seen["means"] == {
        "happiness": now.mean_happiness,
        "population": now.mean_population,
        "knight_renown": now.mean_knight_renown,
        "global_renown": now.mean_global_renown,
        "max_global_renown": now.max_global_renown,
    }


@pytest.mark.rule("GP-INF-01")
@pytest.mark.parametrize(("turn", "royal"), [(1, 5), (4, 5), (5, 5), (6, 10), (10, 10), (11, 15)])
def test_everyone_knows_when_the_king_holds_his_jousts_next(turn: int, royal: int) -> None:
    assert gloire.view(neighbours(turn), None)["royal_jousts"] == royal


@pytest.mark.rule("GP-INF-01")
def test_every_seat_sees_the_same_public_part() -> None:
    state = play(neighbours(), {"j1": f"GUE {B}", "j4": "ABD"}).state
    passer_by = gloire.view(state, None)

    for seat in state.lords:
        seen = gloire.view(state, seat)
        seen.pop("own", None)
        assert seen == passer_by
    assert passer_by["lords"]["j4"]["alive"] is False


@pytest.mark.rule("GP-INF-01", "GP-GEN-07")
def test_the_means_shown_are_those_of_the_start_of_the_coming_turn() -> None:
    state = play(neighbours(), {"j1": "IMP 9 NARVIK\nCHE 5", "j2": "FOR THULE muraille", "j3": "ABD"}).state
    now = snapshot(state)

    assert gloire.view(state, None)["means"] == {
        "happiness": now.mean_happiness,
        "population": now.mean_population,
        "knight_renown": now.mean_knight_renown,
        "global_renown": now.mean_global_renown,
        "max_global_renown": now.max_global_renown,
    }


# GP-INF-02


@pytest.mark.rule("GP-INF-02")
def test_changes_of_owner_are_public_without_prices() -> None:
    state = neighbours()
    give(state, "j2", "OLAND")
    give(state, "j3", "GOTLAND")
    arm(state, lord_knight(state, "j1"), 3000)

    step = play(
        state,
        {"j1": f"ATT {A} LAPPLAND 0", "j2": f"VND {C} OLAND 77", "j3": f"ACH {B} OLAND 77\nIMP 10 GOTLAND"},
    )

    assert public(step, "land_taken") == [{"land": "LAPPLAND", "lord": "j1", "former": None}]
    assert public(step, "land_sold") == [{"land": "OLAND", "seller": "j2", "buyer": "j3"}]
    assert public(step, "revolt") == [{"land": "GOTLAND", "lord": "j3"}]


@pytest.mark.rule("GP-INF-02")
def test_felonies_and_the_alliances_they_break_are_public() -> None:
    state = neighbours()
    ally(state, "j3", "j1")
    ally(state, "j3", "j2")
    arm(state, lord_knight(state, "j1"), 100)

    step = play(state, {"j1": f"ATT {A} THULE 0"})

    assert public(step, "felony") == [{"felon": "j1", "victim": "j2"}]
    assert public(step, "alliance_broken") == [
        {"lord": "j3", "other": "j1", "aggressor": "j1", "victim": "j2"},
        {"lord": "j3", "other": "j2", "aggressor": "j1", "victim": "j2"},
    ]


@pytest.mark.rule("GP-INF-02")
def test_wars_alliances_peaces_and_cancellations_are_public_with_their_authors() -> None:
    state = neighbours()
    war(state, "j1", "j4")
    ally(state, "j2", "j3")

    step = play(state, {"j1": f"PAI {D}\nALL {B}", "j4": f"PAI {A}\nGUE {C}", "j2": f"ALL {A}\nANN {C}"})

    assert public(step, "war_declared") == [{"lord": "j4", "other": "j3"}]
    assert public(step, "alliance") == [{"lord": "j1", "other": "j2"}]
    assert public(step, "peace") == [{"lord": "j1", "other": "j4"}]
    assert public(step, "alliance_cancelled") == [{"lord": "j2", "other": "j3"}]


@pytest.mark.rule("GP-INF-02")
def test_deaths_abdications_titles_and_victory_are_public() -> None:
    state = neighbours()
    arm(state, lord_knight(state, "j1"), 5)
    lord_knight(state, "j2").renown = 120.0
    lord(state, "j3").title = "baron"

    step = play(state, {"j1": f"ATT {A} LAPPLAND 0", "j4": "ABD"})
    end = play(step.state, {"j3": "ABD"})

    assert public(step, "abdicated") == [{"lord": "j4"}]
    assert [(data["lord"], data["cause"]) for data in public(step, "lord_eliminated")] == [
        ("j4", "abdication"),
        ("j1", "death"),
    ]
    assert public(step, "title_gained") == [{"lord": "j2", "title": "baron", "before": ""}]
    assert public(step, "title_lost") == [{"lord": "j3", "title": "", "before": "baron"}]
    assert [(data["lord"], data["road"]) for data in public(end, "crowned")] == [("j2", "alliance")]


@pytest.mark.rule("GP-INF-02", "GP-INF-09")
def test_organiser_and_winner_of_a_joust_are_public_and_all_of_the_kings() -> None:
    state = neighbours(turn=5)
    knight(state, "j3", "Guy", "DOLON")

    step = play(
        state,
        {"j1": "ORG 4 500 lys", "j2": f"PAR {B} {A} lys", "j3": f"PAR Guy {A} lys\nPAR {C}", "j4": f"PAR {D}"},
    )

    (held,) = public(step, "joust_held")
    assert set(held) == {"organiser", "knight", "lord"}
    (royal,) = public(step, "royal_jousts_held")
    assert {royal["duels"][0]["first"], royal["duels"][0]["second"]} == {"Seigneur C", "Seigneur D"}


# GP-INF-03, GP-INF-04


@pytest.mark.rule("GP-INF-03")
def test_a_lord_sees_all_that_is_his() -> None:
    state = neighbours()
    arm(state, lord_knight(state, "j1"), 120)
    knight(state, "j1", "Guy", "LAPPLAND", renown=44.0, pay=31)
    garrison(state, "j1", "NARVIK", 60)
    land(state, "NARVIK").tax_coefficient, land(state, "NARVIK").fortification = 0.33, 2
    lord(state, "j1").retreat = Retreat(10, 20, 30)
    lord(state, "j1").memories[LandName("OLAND")] = Memory(7.0, 1)
    ally(state, "j1", "j2")
    ally(state, "j2", "j4")
    war(state, "j1", "j3")
    state.calls += [Call(J1, J2, (J3,), 1), Call(J2, J1, (J3,), 1), Call(J2, J4, (J3,), 1)]

    own = gloire.view(state, J1)["own"]

    assert own == {
        "seat": "j1",
        "treasury": 5000,
        "lord_knight": 1,
        "retreat": {"peasants": 10, "garrison": 20, "knight": 30},
        "knights": {
            "1": {"name": "Seigneur A", "renown": 100.0, "pay": 0, "hired": 0, "land": "NARVIK", "army": 1},
            "101": {"name": "Guy", "renown": 44.0, "pay": 31, "hired": 0, "land": "LAPPLAND", "army": None},
        },
        "armies": {
            "1": {"men": 120, "land": "NARVIK", "knight": 1},
            "101": {"men": 60, "land": "NARVIK", "knight": None},
        },
        "lands": {"NARVIK": {"tax_coefficient": 0.33, "fortification": 2, "sold": 0}},
        "memories": {"OLAND": 7.0},
        "calls": [
            {"caller": "j1", "called": "j2", "enemies": ["j3"], "turn": 1},
            {"caller": "j2", "called": "j1", "enemies": ["j3"], "turn": 1},
        ],
        "renown": {
            "lord_knight": 100.0,
            "knights": pytest.approx(4.4),
            "lands": 20.625,
            "treasury": 10.0,
            "allies": 10.0,
            "enemies": 10.0,
        },
    }


@pytest.mark.rule("GP-INF-03", "GP-INF-04")
def test_a_lord_sees_nothing_that_is_anothers() -> None:
    state = neighbours()
    ally(state, "j1", "j2")
    ally(state, "j2", "j4")
    for seat in ("j2", "j3", "j4"):
        knight(state, seat, "Guy", "NARVIK", renown=40.0, men=30, pay=9)  # under his own eyes
        knight(state, seat, "Luc", "THULE", renown=60.0, men=90, pay=8)
        garrison(state, seat, "THULE", 9)
        lord(state, seat).memories[LandName("NARVIK")] = Memory(3.0, 1)
    state.calls.append(Call(J2, J4, (J3,), 1))
    before = gloire.view(state, J1)

    for number in range(10):
        other = scramble(state, J1, Rng(b"%d" % number))
        assert gloire.dump(other) != gloire.dump(state)
        assert gloire.view(other, J1) == before


@pytest.mark.rule("GP-INF-03", "GP-INF-04")
def test_outcomes_of_orders_are_told_to_their_author_only() -> None:
    state = neighbours()
    army = arm(state, lord_knight(state, "j1"), 200)
    orders = (
        f"REN {A} Guy\nINI 1 2 3\nDEF #{army.id} 5\nIMP 3 NARVIK\nRED 9 NARVIK\nCHE 2\nARM NARVIK 500\nGAR {A} 20\n"
        f"MOV {A} LAPPLAND\nORG 2 500 lys\nPAR {A} {B} lys\nVND {B} NARVIK 3\nESP THULE\nFOR NARVIK palissade"
    )

    step = play(state, {"j1": orders})

    assert len(find(step, "sheet_read", "j1")) == 1
    for seat in (None, J2, J3, J4):
        assert told(step, seat) == []


# GP-INF-05


@pytest.mark.rule("GP-INF-05", "GP-INF-04")
def test_a_battle_is_told_to_attacker_owner_and_those_who_fought_and_nobody_else() -> None:
    state = realm(6, starts=["NARVIK", "THULE", "DOLON", "FIONIE", "OLAND", "BORNHOLM"])
    ally(state, "j2", "j3")
    ally(state, "j2", "j4")  # has no force there
    ally(state, "j2", "j5")
    knight(state, "j3", "Guy", "THULE", renown=20.0, men=50)
    garrison(state, "j2", "THULE", 50)
    knight(state, "j5", "Luc", "THULE", renown=90.0)  # no army: not engaged
    knight(state, "j6", "Max", "THULE", renown=90.0, men=50)  # a stranger: not engaged
    for foe in ("j2", "j3"):
        war(state, "j1", foe)
    arm(state, lord_knight(state, "j1"), 3000)

    step = play(state, {"j1": f"ATT {A} THULE 0"})

    battles = {event.data["commander"]: event.seen_by for event in find(step, "battle")}
    assert battles == {"Guy": ("j1", "j2", "j3"), "garrison": ("j1", "j2")}
    for outsider in (None, Seat("j4"), Seat("j5"), Seat("j6")):
        kinds = {kind for kind, _ in told(step, outsider)}
        assert kinds & {"battle", "knight_died", "attack_won", "stood_aside"} == set()
        assert "land_taken" in kinds
    fields = set(find(step, "battle")[0].data)
    assert {"passes", "attacker_men", "defender_men", "fortification", "attacker_renown", "defender_renown"} <= fields


@pytest.mark.rule("GP-INF-05")
def test_a_repelled_attack_is_no_news_for_others() -> None:
    state = neighbours()
    war(state, "j1", "j2")
    garrison(state, "j2", "THULE", 600)
    arm(state, lord_knight(state, "j1"), 100)

    owned = play(state, {"j1": f"ATT {A} THULE 90"})
    neutral = play(state, {"j1": f"ATT {A} LAPPLAND 99"})

    assert [kind for kind, _ in told(owned, J2)][:2] == ["battle", "attack_repelled"]
    assert one(owned, "attack_repelled").seen_by == (J2,)
    for outsider in (None, J3, J4):
        assert told(owned, outsider) == told(neutral, outsider) == []
    assert told(neutral, J2) == told(play(state), J2)


@pytest.mark.rule("GP-INF-05", "GP-ATT-13")
def test_whoever_came_to_help_and_fought_hears_that_the_attack_was_repelled() -> None:
    state = realm(4, starts=["NARVIK", "THULE", "DOLON", "FIONIE"])
    for helper in ("j3", "j4"):
        ally(state, "j2", helper)
        war(state, "j1", helper)
    war(state, "j1", "j2")
    knight(state, "j3", "Guy", "THULE", men=600)
    knight(state, "j4", "Luc", "THULE", renown=20.0)  # no army: not engaged
    garrison(state, "j2", "THULE", 10)
    arm(state, lord_knight(state, "j1"), 100)

    step = play(state, {"j1": f"ATT {A} THULE 50"})

    assert one(step, "attack_repelled").seen_by == (J2, J3)


# GP-INF-06 to 09


@pytest.mark.rule("GP-INF-06")
@pytest.mark.parametrize("code", ["ALL", "PAI"])
def test_an_unanswered_offer_is_known_to_its_author_only(code: str) -> None:
    state = neighbours()
    if code == "PAI":
        war(state, "j1", "j2")

    step = play(state, {"j1": f"{code} {B}"})

    assert one(step, "order_ignored", "j1").data == {"order": 1, "reason": "no_answer", "lord": "j2"}
    for other in (None, J2, J3):
        assert told(step, other) == []


@pytest.mark.rule("GP-INF-06")
def test_an_offer_that_crosses_an_unrelated_one_stays_secret() -> None:
    step = play(neighbours(), {"j1": f"ALL {B}", "j2": f"ALL {C}"})

    assert [kind for kind, _ in told(step, J2)] == ["sheet_read", "order_ignored"]
    assert one(step, "order_ignored", "j2").data["lord"] == "j3"


@pytest.mark.rule("GP-INF-07", "GP-APP-01")
def test_a_call_and_its_refusal_concern_two_lords_only() -> None:
    state = neighbours()
    ally(state, "j1", "j2")
    war(state, "j1", "j3")
    war(state, "j1", "j4")

    call = play(state, {"j1": f"APP {B}"})
    refusal = play(call.state)

    assert one(call, "called_to_arms", "j2").data == {"caller": "j1", "enemies": ["j3", "j4"]}
    refused = one(refusal, "call_refused")
    assert refused.seen_by == (J1, J2)
    # j1 = 100 + 20.625 + 10 + 10 - 2 × 10, less a tenth of nothing: his enemies have no ally
    assert refused.data == {
        "caller": "j1", "called": "j2", "enemies": ["j3", "j4"], "loss": pytest.approx(12.0625)
    }  # fmt: skip
    assert one(refusal, "refusal_price").seen_by == (J2,)
    for other in (None, J3, J4):
        assert told(call, other) == told(refusal, other) == []


@pytest.mark.rule("GP-INF-08")
@pytest.mark.parametrize("renown", [1.0, 400.0])
def test_a_lord_spied_upon_is_never_told(renown: float) -> None:
    state = neighbours()
    lord_knight(state, "j1").renown = renown

    spied = play(state, {"j1": "ESP THULE\nESP DOLON"}, seed=b"spy 1")
    quiet = play(state, {}, seed=b"spy 1")

    assert bool(find(spied, "spied")) == (renown > 100)
    for other in (None, J2, J3, J4):
        assert told(spied, other) == told(quiet, other)


@pytest.mark.rule("GP-INF-09", "GP-INF-04")
def test_a_lords_joust_is_told_in_full_to_organiser_and_participants() -> None:
    state = neighbours()

    step = play(state, {"j1": "ORG 4 500 lys", "j2": f"PAR {B} {A} lys", "j3": f"PAR {C} {A} lys"})

    results = one(step, "joust_results")
    assert results.seen_by is not None and sorted(results.seen_by) == ["j1", "j2", "j3"]
    (duel,) = results.data["duels"]
    assert set(duel) >= {"first", "first_lord", "second", "second_lord", "first_wins", "before", "after"}
    assert [kind for kind, _ in told(step, J4)] == ["joust_held"]


@pytest.mark.rule("GP-INF-09")
def test_a_knight_for_whom_there_was_no_place_did_not_see_the_joust() -> None:
    state = neighbours()
    lord_knight(state, "j4").renown = 50.0

    step = play(
        state,
        {"j1": "ORG 2 500 lys", "j2": f"PAR {B} {A} lys", "j3": f"PAR {C} {A} lys", "j4": f"PAR {D} {A} lys"},
    )

    assert sorted(one(step, "joust_results").seen_by or ()) == ["j1", "j2", "j3"]


# GP-INF-11, GP-INF-12


@pytest.mark.rule("GP-INF-11")
def test_when_the_game_is_over_its_players_may_read_everything() -> None:
    players: dict[Seat, Callable[..., Any]] = {J1: lambda *_: (), J2: lambda decision, *_: decision.parse("ABD").answer}
    match = play_match(gloire, players, {"lords": 2}, b"over")
    over = gloire.result(match.state) is not None

    assert over
    secret = [event for event in match.events if event.seen_by is not None]
    assert secret
    assert seen_by(match.events, J1, over=over) == seen_by(match.events, J2, over=over) == match.events
    assert all(event not in secret for event in seen_by(match.events, None, over=over))


@pytest.mark.rule("GP-INF-12")
def test_a_gift_of_men_is_told_to_giver_and_receiver() -> None:
    state = neighbours()
    knight(state, "j1", "Guy", "NARVIK", men=100)
    knight(state, "j2", "Luc", "THULE", men=10)

    step = play(state, {"j1": 'TSF Guy "Seigneur B/Luc" 150'})

    given, received = one(step, "transferred"), one(step, "men_received")
    assert given.seen_by == (J1,)
    assert (given.data["knight"], given.data["target"], given.data["men"]) == ("Guy", "Luc", 100)
    assert received.seen_by == (J2,)
    assert received.data == {"giver": "j1", "knight": "Guy", "target": "Luc", "men": 100}
    assert told(step, J3) == told(step, None) == []


@pytest.mark.rule("GP-INF-12")
def test_a_move_stopped_by_a_foreign_knight_does_not_name_him() -> None:
    state = neighbours()
    knight(state, "j3", "Guy", "LAPPLAND", men=77)

    step = play(state, {"j1": f"MOV {A} LAPPLAND"})

    assert one(step, "order_ignored", "j1").data == {
        "order": 1, "reason": "land_held", "knight": "Seigneur A", "land": "LAPPLAND"
    }  # fmt: skip
    assert told(step, J3) == told(play(state), J3)


@pytest.mark.rule("GP-INF-12")
def test_an_ally_on_ones_own_land_stays_unseen() -> None:
    state = neighbours()
    ally(state, "j1", "j2")
    before = gloire.view(state, J1)
    lord_knight(state, "j2").land = LandName("NARVIK")
    arm(state, lord_knight(state, "j2"), 500)

    assert gloire.view(state, J1) == before


@pytest.mark.rule("GP-INF-12")
def test_the_price_of_a_sale_is_known_to_seller_and_buyer_only() -> None:
    state = neighbours()
    give(state, "j1", "OLAND")

    step = play(state, {"j1": f"VND {B} OLAND 1234", "j2": f"ACH {A} OLAND 1234"})

    for other in (None, J3, J4):
        assert "1234" not in str(told(step, other))
        assert [kind for kind, _ in told(step, other)] == ["land_sold"]
    assert one(step, "sold", "j1").data["price"] == one(step, "bought", "j2").data["price"] == 1234
