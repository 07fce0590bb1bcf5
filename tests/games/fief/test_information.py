"""Who sees what, and how decisions are asked (FI-INF, FI-DP-R)."""

from __future__ import annotations

import json

import pytest

from heraut.engine.protocol import Event, Refusal, Seat, seen_by
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Attack
from heraut.games.fief.state import replaced
from tests.games.fief.builders import Table, seats

J1, J2, J3 = (Seat(f"j{n}") for n in (1, 2, 3))


def court(**options: object) -> Table:
    table = Table(3, **options)
    for player, (name, home) in enumerate((("arnaud", "bourg"), ("henry", "sigy"), ("othon", "sennecy"))):
        table.lord(name, player, home)
        table.troops(player, home, 2, 1)
        table.purse(player, 300)
    table.hand(0, "justice", "sun")
    table.hand(1, "plague")
    return table


@pytest.mark.rule("FI-INF-01", "FI-INF-02")
def test_hands_purses_stacks_policies_and_plans_are_ones_own() -> None:
    table = court()
    table.realm.draw = (30, 31, 32, 33, 34, 39, 40, 41, 42)
    table.phase("cards").say(
        "j1", "POLITIQUE j2, passer", "PLAN grace, 3", "POUR achats, RECRUTER 1, Bourg", "DEFAUSSER soleil"
    )
    own, other, passer = (fief.view(table.realm, seat) for seat in (J1, J2, None))
    assert own["own"]["hand"].count("justice") == 1 and own["own"]["purse"] == 300
    assert own["own"]["entry"]["j2"] == "pass" and own["own"]["plan"]["ask"] == "3" and len(own["own"]["deposits"]) == 1
    for seen in (other, passer):
        text = json.dumps({key: value for key, value in seen.items() if key != "own"})
        assert "justice" not in text and "purse" not in text and "sun" not in text
        assert [s["tokens"] for s in seen["stacks"] if s["seat"] == "j1"] == [None]
        assert seen["seats"]["j1"]["hand"] == 2 and seen["piles"] == {"draw": 3, "discards": 1, "seen": []}


@pytest.mark.rule("FI-INF-03")
def test_what_is_public() -> None:
    table = court()
    table.realm.first = 0
    seen = fief.view(table.realm, None)
    assert {seat: one["soldiers"] for seat, one in seen["seats"].items()} == {"j1": 5, "j2": 5, "j3": 5}
    assert [(s["seat"], s["village"]) for s in seen["stacks"]] == [("j3", "sennecy"), ("j1", "bourg"), ("j2", "sigy")]
    table.fief("r_tournus", 0, "tournus")
    assert fief.view(table.realm, None)["bank"]["cities"] == 5
    assert seen["bank"]["soldiers"] == {"j1": 40, "j2": 40, "j3": 40}  # points that can still be raised
    assert fief.view(court(stock_limits=False).realm, None)["bank"]["soldiers"] == {"j1": None, "j2": None, "j3": None}
    table.phase("purchase").say("j1", "RECRUTER 1, Bourg")
    assert [event.seen_by for event in table.events if event.kind == "recruited"] == [None]


@pytest.mark.rule("FI-INF-05")
def test_stacks_may_be_public() -> None:
    table = court(hidden_stacks=False)
    (stack,) = [s for s in fief.view(table.realm, J2)["stacks"] if s["seat"] == "j1"]
    assert stack["points"] == 5 and stack["tokens"] == [2, 1, 0]


@pytest.mark.rule("FI-INF-07", "FI-CRD-08")
def test_each_seat_has_its_own_report_of_a_step() -> None:
    table = court()
    table.phase("cards").say("j1", "DEFAUSSER soleil")
    reports = {
        seat: fief.report(fief.view(table.realm, seat), seen_by(table.events, seat), "fr") for seat in (J1, J2, J3)
    }
    assert "Vous vous défaussez : Soleil." in reports[J1].replace("\u202f", " ").replace("\u00a0", " ")
    assert "Soleil" not in reports[J2] and "Peste" in reports[J2] and "Peste" not in reports[J3]
    public = fief.chronicle(fief.view(table.realm, None), table.events, "en")
    assert "discards a card, face down" in public and "Sun" not in public


@pytest.mark.rule("FI-DP-R2")
def test_silence_is_never_hostile_nor_a_gift_nor_an_expense() -> None:
    table = court(mode="points", points_turns=10)
    money = sum(one.purse for one in table.realm.families)
    table.troops(0, "sigy", 3)
    points = [table.points(0, "sigy"), table.points(1, "sigy")]
    table.phase("cards").until(phase="negotiation")
    assert sum(one.purse for one in table.realm.families) == money
    assert [table.points(0, "sigy"), table.points(1, "sigy")] == points and table.told("battle_begins") == []
    assert table.told("card_played") == [] and table.told("march") == []


@pytest.mark.rule("FI-DP-R10")
def test_what_has_one_answer_is_not_asked_unless_skipping_would_tell() -> None:
    table = court()
    for one in table.realm.families:
        one.hand, one.purse = (), 0
    table.phase("cards")
    assert table.kind == "cards" and table.offered("j1") == ["FIN"]  # asked all the same: hands are hidden
    table.until(phase="purchase")
    assert table.kind == "purchase" and table.offered("j1") == ["FIN"]  # so are purses
    heir = court()
    heir.lord("eric", 1, "sigy")
    heir.fief("r_tournus", 1, "tournus", "henry")
    heir.hand(0, "assassination")
    heir.phase("cards").say("j1", "ASSASSINER Henry")
    assert heir.bearer("r_tournus") == "eric" and heir.kind == "justice"  # one heir: nobody is asked
    alone = Table(2)
    alone.lord("arnaud", 0, "bourg")
    alone.troops(1, "sigy", 1)
    alone.realm.lords[0] = None
    alone.realm.present = replaced(alone.realm.present, VILLAGE_OF["bourg"], ())
    alone.phase("move")
    assert alone.asked == ["j2"]  # without a pawn there is nothing to move


@pytest.mark.rule("FI-MER-05", "FI-REV-12")
def test_peasants_neither_ask_nor_grant_mercy() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.troops(0, "bourg", 3)
    table.lord("henry", 1, "sigy")
    table.revolt("bourg", 1, 0, 0, 2)
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 6, 0),)
    table.phase("combat").until(kind="round")
    assert table.refused("j1", "GRACE") == [("FI-MER-05", "no_mercy_from_peasants")]
    assert table.refused("j2", "GRACE") == [("FI-MER-05", "no_mercy_from_peasants")]
    assert not any("GRACE" in table.offered(seat) for seat in table.asked)


@pytest.mark.rule("FI-INF-01", "FI-DP-R4")
def test_secret_answers_are_not_in_the_state_until_all_are_given() -> None:
    table = Table(3, batch=True)
    for player, (name, home) in enumerate((("arnaud", "bourg"), ("henry", "sigy"), ("othon", "sennecy"))):
        table.lord(name, player, home)
        table.purse(player, 500)
    table.phase("purchase")
    assert table.kind == "shopping" and len(table.pending) == 3  # one step takes all three lists


@pytest.mark.rule("FI-DP-R1")
def test_every_refusal_says_line_reason_and_remedy_in_both_languages() -> None:
    table = court()
    table.phase("move")
    for lang, line, remedy in (("fr", "Ligne 2", "Remède"), ("en", "Line 2", "Remedy")):
        (refusal,) = table.refusals("j1", "MARCHER Arnaud, Villeneuve, 1x1", "MARCHER Arnaud, Sigy")
        text = fief.explain(refusal, lang)
        assert line in text and remedy in text and "(FI-MOV-03)" in text and "Sigy" in text


def test_reports_are_written_after_the_end_too() -> None:
    table = court(mode="points", points_turns=10)
    table.realm.turn = 10
    table.phase("negotiation").until(phase="cards")
    assert table.realm.road == "points"
    for lang in ("fr", "en"):
        text = fief.report(fief.view(table.realm, J1), table.events, lang)
        assert text.count("\n") > 10 and "{" not in text
    assert fief.view(table.realm, J1)["uncovered"]["j2"]["hand"] == ["plague"]
    assert fief.pending(table.realm) == {}


def test_events_survive_json_and_an_unknown_refusal_is_an_error() -> None:
    state = fief.setup(seats(3), {"names": {"j1": "Bois-Guilbert"}}, Rng(b"names"))
    assert all(isinstance(event, Event) for event in state.events)
    assert "Bois-Guilbert" in fief.chronicle(fief.view(state.state, None), state.events, "fr")
    with pytest.raises(KeyError):
        fief.explain(Refusal("FI-TRN-05", "no_such_code"), "fr")


@pytest.mark.rule("FI-INF-01")
def test_a_list_of_orders_does_not_betray_what_a_gatekeeper_has_decided() -> None:
    def refusals(policy: str) -> list[tuple[str, str]]:
        table = Table(3)
        table.lord("arnaud", 0, "bourg")
        table.lord("henry", 1, "villeneuve")
        table.lord("othon", 2, "sennecy")
        table.own(0, "bourg", fort="castle")
        table.phase("move").say("j1", f"POLITIQUE j2, {policy}", "FIN")
        return table.refused("j2", "MARCHER Henry, Bourg, -, -, demander", "MARCHER Henry, Saint-Vivien")

    assert refusals("passer") == refusals("refuser") == []


@pytest.mark.rule("FI-INF-01", "FI-PAS-06")
@pytest.mark.parametrize(("fort", "told"), [("castle", []), ("open", [("FI-MOV-03", "no_road")])])
def test_nor_whether_he_lets_one_out_of_his_castle(fort: str, told: list[tuple[str, str]]) -> None:
    for policy in ("demander", "accorder", "refuser"):
        table = Table(3)
        table.lord("arnaud", 0, "bourg")
        table.lord("henry", 1, "bourg")
        table.lord("othon", 2, "sennecy")
        table.own(0, "bourg", fort=fort)
        table.phase("move").say("j1", f"POLITIQUE j2, demander, {policy}", "FIN")
        assert table.refused("j2", "MARCHER Henry, Villeneuve", "MARCHER Henry, Sennecy") == told


@pytest.mark.rule("FI-CAL-04")
def test_a_list_of_orders_does_not_betray_whether_the_peasants_will_be_calmed() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg", bishop="b_sigy")
    table.lord("othon", 2, "sennecy")
    table.revolt("bourg", 2, 3)
    table.phase("move")
    assert table.refused("j1", "CALMER Arnaud", "CALMER Arnaud", "MARCHER Arnaud, Sennecy") == []


@pytest.mark.rule("FI-TRN-05", "FI-TRN-06")
def test_what_an_order_given_in_advance_may_have_meant_is_said_too() -> None:
    table = court().phase("move")
    (refusal,) = table.refusals("j1", "POUR mouvements, MARCHR Arnaud, Villeneuve")
    assert refusal.code == "unknown_order" and refusal.data["nearest"] == "MARCHER"
    parts = {line.split()[0]: table.refusals("j1", line)[0].data["parts"] for line in ("OUBLIER lune", "BULLETIN lune")}
    assert parts["OUBLIER"] == [*parts["BULLETIN"], "plan"]


@pytest.mark.rule("FI-TRN-05")
def test_no_card_is_called_by_its_sort_alone() -> None:
    table = court().phase("negotiation")
    for sort in ("bishop", "lord_man", "lord_woman"):
        assert table.refused("j1", f"PROPOSER j2, 0, 0, {sort}") == [("FI-TRN-05", "unknown_name")]


@pytest.mark.rule("FI-MOD-04", "FI-REV-02")
def test_all_see_how_many_tokens_of_the_peasants_are_left() -> None:
    for limits, left in ((True, [1, 2, 1]), (False, None)):
        table = court(stock_limits=limits)
        table.revolt("tournus", 0, 2, 1)
        assert fief.view(table.realm, None)["bank"]["rebels"] == left
