"""Phase 4: steps, owners, leave to pass, evacuation (FI-MOV, FI-OWN, FI-PAS, FI-EVA, FI-ARC-03)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.games import fief
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Guest
from heraut.games.fief.state import replaced
from tests.games.fief.builders import Table


def pair(home: str = "bourg", away: str = "sigy") -> Table:
    table = Table(3)
    table.lord("arnaud", 0, home)
    table.lord("henry", 1, away)
    table.lord("othon", 2, "sennecy")
    return table


def castle_guest(leave: str) -> Table:
    """Henry asks Arnaud, at Bourg in his castle, for leave to enter; Arnaud answers so."""
    table = pair(away="villeneuve")
    table.own(0, "bourg", fort="castle")
    table.troops(1, "villeneuve", 4)
    table.phase("move").say("j1", "FIN")
    return table.say("j2", "MARCHER Henry, Bourg, 4x1").say("j1", leave)


# FI-MOV


@pytest.mark.rule("FI-MOV-01", "FI-MOV-02", "FI-MOV-10", "FI-DP-12")
def test_orders_are_executed_at_once_in_playing_order_until_the_end() -> None:
    table = pair()
    table.troops(0, "bourg", 2, 1)
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve, 2x1+1x3")

    assert table.place("arnaud") == "villeneuve" and table.points(0, "villeneuve") == 5
    assert table.asked == ["j1"] and table.owner("villeneuve") is None  # not before the end of his turn
    table.say("j1", "FIN")
    assert table.asked == ["j2"] and table.owner("villeneuve") == 0
    table.silence()  # he may do nothing
    assert table.place("henry") == "sigy"


@pytest.mark.rule("FI-MOV-03", "FI-MOV-08")
def test_a_step_is_refused_for_each_of_its_reasons() -> None:
    table = pair()
    table.troops(0, "bourg", 2)
    table.lord("eric", 0, "sigy")
    table.lord("gauvain", 1, "bourg", captor=0)
    table.lord("lambert", 2, "bourg", captor=1)
    table.lord("roland", 0, "blaye", position="besieger", road="la_salle")
    table.phase("move")

    refused = table.refused
    assert refused("j1", "MARCHER Arnaud, Sigy") == [("FI-MOV-03", "no_road")]
    assert refused("j1", "MARCHER Henry, Saint-Paul") == [("FI-MOV-03", "not_your_lord")]
    assert refused("j1", "MARCHER Arnaud+Eric, Villeneuve") == [("FI-MOV-03", "not_together")]
    assert refused("j1", "MARCHER Arnaud+Arnaud, Villeneuve") == [("FI-MOV-03", "no_lord")]
    assert refused("j1", "MARCHER Arnaud, Villeneuve, 3x1") == [("FI-MOV-03", "not_so_many")]
    table.troops(0, "bourg", 1, 2, 1)
    (refusal,) = table.refusals("j1", "MARCHER Arnaud, Villeneuve, 4x1+1x3")
    assert refusal.data == {"ones": 3, "threes": 2, "sixes": 1}, "the remedy tells what may leave"
    assert refused("j1", "MARCHER Roland, La Salle") == [("FI-MOV-03", "besieger_stays")]
    assert refused("j1", "MARCHER Arnaud, Villeneuve, -, Henry") == [("FI-MOV-08", "not_your_captive")]
    assert refused("j1", "MARCHER Arnaud, Villeneuve, -, Lambert") == [("FI-MOV-08", "not_your_captive")]
    assert refused("j1", "MARCHER Eric, Saint-Paul, -, Gauvain") == [
        ("FI-MOV-08", "not_your_captive")
    ]  # held elsewhere
    assert refused("j1", "MARCHER Arnaud, Villeneuve, -, -, danser") == [("FI-MOV-03", "bad_manner")]
    table["arnaud"].captor = 1
    assert refused("j1", "MARCHER Arnaud, Villeneuve") == [("FI-MOV-03", "not_your_lord")]


@pytest.mark.rule("FI-MOV-04", "FI-MOV-05", "FI-LRD-07")
def test_two_villages_a_turn_counted_in_villages_entered() -> None:
    table = pair()
    table.troops(0, "bourg", 2)
    table.lord("eric", 0, "villeneuve")
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve, 2x1").say("j1", "MARCHER Arnaud, Bourg, 1x1")

    assert table.refused("j1", "MARCHER Arnaud, Saint-Vivien") == [("FI-MOV-04", "no_step_left")]  # there and back
    assert table.points(0, "villeneuve") == table.points(0, "bourg") == 1  # one dropped on the way
    # the dropped one has a step left, with another lord; then none
    table.say("j1", "MARCHER Eric, Les Essarts, 1x1")
    assert table.refused("j1", "MARCHER Eric, Marcamps, 1x1") == [("FI-MOV-03", "not_so_many")]
    table.say("j1", "MARCHER Eric, Marcamps")  # a lord alone
    table.say("j1", "FIN").until(phase="cards").until(phase="move")
    while table.asked != ["j1"]:
        table.silence()
    assert table.refused("j1", "MARCHER Arnaud, Saint-Vivien") == []  # a new turn, new steps


@pytest.mark.rule("FI-ARC-02", "FI-ARC-03")
def test_three_villages_in_darcs_company_all_the_way() -> None:
    table = pair()
    table.lord("jeanne", 0, "bourg", darc=True)
    table.lord("eric", 0, "villeneuve")
    table.troops(0, "bourg", 2)
    table.phase("move")
    table.say("j1", "MARCHER Jeanne+Arnaud, Villeneuve, 1x1")
    table.say("j1", "MARCHER Jeanne+Arnaud+Eric, Les Essarts, 1x1")
    offered = [line for line in table.offered("j1") if "Marcamps" in line]
    assert offered == [
        "MARCHER Jeanne, Marcamps, 1x1", "MARCHER Jeanne, Marcamps", "MARCHER Eric, Marcamps",
        "MARCHER Arnaud+Jeanne+Eric, Marcamps, 1x1", "MARCHER Arnaud+Jeanne+Eric, Marcamps",
    ]  # fmt: skip
    table.say("j1", "MARCHER Jeanne+Arnaud+Eric, Marcamps, 1x1")
    assert not any("Jeanne" in line for line in table.offered("j1"))
    assert table.place("arnaud") == table.place("jeanne") == "marcamps" and table.points(0, "marcamps") == 1
    assert table.refused("j1", "MARCHER Jeanne, Saint-Ciers-d'Abzac") == [("FI-MOV-04", "no_step_left")]
    assert table["eric"].steps == 2

    table = pair()
    table.lord("jeanne", 0, "bourg", darc=True)
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve").say("j1", "MARCHER Jeanne, Villeneuve")
    table.say("j1", "MARCHER Jeanne+Arnaud, Les Essarts")
    assert table.refused("j1", "MARCHER Jeanne+Arnaud, Marcamps") == [("FI-MOV-04", "no_step_left")]  # one step alone
    table.say("j1", "MARCHER Jeanne, Marcamps")  # she herself always has three
    table["jeanne"].spouse = None
    table.until(kind="window")
    assert table.refused("j2", "PROPOSER j1, 0, 0, -, 0, -, -, Henry&Jeanne") == [("FI-MAR-02", "cannot_marry")]


@pytest.mark.rule("FI-ARC-03")
def test_whoever_needs_darc_for_another_step_is_offered_none_without_her() -> None:
    table = pair()
    table.lord("jeanne", 0, "bourg", darc=True)
    table.lord("eric", 0, "les_essarts")
    table.phase("move")
    for village in ("Villeneuve", "Les Essarts"):
        table.say("j1", f"MARCHER Arnaud+Jeanne, {village}")
    groups = {line.split(",")[0] for line in table.offered("j1") if line.startswith("MARCHER")}
    assert groups == {"MARCHER Jeanne", "MARCHER Eric", "MARCHER Arnaud+Jeanne+Eric"}
    table.say("j1", "MARCHER Jeanne, Marcamps")
    groups = {line.split(",")[0] for line in table.offered("j1") if line.startswith("MARCHER")}
    assert groups == {"MARCHER Eric"}


@pytest.mark.rule("FI-ARC-03", "FI-MOV-10")
def test_who_has_walked_alone_goes_all_the_way_with_darc_in_the_next_turn() -> None:
    table = pair()
    table.lord("jeanne", 0, "villeneuve", darc=True)
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve", "FIN").until(phase="cards").until(phase="move")
    while table.asked != ["j1"]:
        table.silence()
    for village in ("Les Essarts", "Marcamps", "Saint-Ciers-d'Abzac"):
        table.say("j1", f"MARCHER Jeanne+Arnaud, {village}")
    assert table["arnaud"].steps == 3


@pytest.mark.rule("FI-MOV-06", "FI-GRD-02")
def test_any_number_of_soldiers_and_the_guards_follow_by_themselves() -> None:
    table = pair()
    table.troops(0, "bourg", 12, 5, 3)
    table.king("arnaud")
    table.troops(0, "bourg", 5, 3, 1, series="king_guard")
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve, 12x1+5x3+3x6")

    assert table.points(0, "villeneuve") == 65 and table.points(0, "bourg") == 0
    table.say("j1", "MARCHER Arnaud, Les Essarts")
    assert table.points(0, "les_essarts") == 20  # never divided, never left behind


@pytest.mark.rule("FI-MOV-07", "FI-PRI-02")
def test_captives_go_with_their_captors_lord_and_are_not_left_alone() -> None:
    table = pair()
    table.lord("gauvain", 1, "bourg", captor=0)
    table.phase("move")

    assert table.refused("j1", "MARCHER Arnaud, Villeneuve") == [("FI-MOV-07", "captive_alone")]
    table.say("j1", "MARCHER Arnaud, Villeneuve, -, Gauvain")
    assert table.place("gauvain") == "villeneuve" and table.told("march")[0]["captives"] == ["gauvain"]
    table.say("j1", "FIN")
    assert table.refused("j2", "MARCHER Gauvain, Bourg") == [("FI-MOV-03", "not_your_lord")]
    tired = pair()
    tired.lord("gauvain", 1, "bourg", captor=0, steps=2)
    tired.troops(0, "bourg", 2)
    offered = [line for line in tired.phase("move").offered("j1") if line.startswith("MARCHER Arnaud, Villeneuve")]
    assert offered == ["MARCHER Arnaud, Villeneuve"]  # his soldiers keep a captive who has no step left


@pytest.mark.rule("FI-MOV-07")
def test_a_single_token_of_any_value_holds_a_captive() -> None:
    table = pair()
    table.troops(0, "bourg", 1, 1, 1)
    table.lord("gauvain", 1, "bourg", captor=0)
    table.phase("move")

    assert table.refused("j1", "MARCHER Arnaud, Villeneuve, 1x1+1x3+1x6") == [("FI-MOV-07", "captive_alone")]
    for leaving in ("1x3+1x6", "1x1+1x6", "1x1+1x3"):
        assert table.refused("j1", f"MARCHER Arnaud, Villeneuve, {leaving}") == []
    table.say("j1", "MARCHER Arnaud, Villeneuve, 1x1+1x6")
    assert table.place("gauvain") == "bourg" and table["gauvain"].captor == 0
    royal = pair()
    royal.lord("gauvain", 1, "bourg", captor=0)
    royal.king("arnaud", guards=2)
    royal.phase("move")
    assert royal.refused("j1", "MARCHER Arnaud, Villeneuve") == [("FI-MOV-07", "captive_alone")]  # his guards go too


@pytest.mark.rule("FI-MOV-07")
def test_a_lord_who_stays_holds_a_captive_and_one_elsewhere_does_not() -> None:
    for place, refused in (("bourg", []), ("sigy", [("FI-MOV-07", "captive_alone")])):
        table = pair()
        table.lord("eric", 0, place)
        table.lord("gauvain", 1, "bourg", captor=0)
        assert table.phase("move").refused("j1", "MARCHER Arnaud, Villeneuve") == refused


@pytest.mark.rule("FI-MOV-04", "FI-MOV-05")
def test_no_more_tokens_march_than_are_named_wherever_they_have_come_from() -> None:
    table = pair(home="villeneuve")
    table.troops(0, "villeneuve", 1)
    table.troops(0, "les_essarts", 2)
    table.lord("eric", 0, "les_essarts")
    table.phase("move").say("j1", "MARCHER Eric, Villeneuve, 2x1").say("j1", "MARCHER Arnaud, Bourg, 2x1")
    assert (table.points(0, "bourg"), table.points(0, "villeneuve")) == (2, 1)
    left, *marched = sorted(s.steps for s in table.realm.stacks if s.player == 0)
    assert (left, marched) == (1, [1, 2])  # the fresh one went first


@pytest.mark.rule("FI-MOV-09", "FI-INF-01", "FI-INF-03")
def test_others_see_lords_and_a_troop_but_not_how_many() -> None:
    table = pair()
    table.troops(0, "bourg", 5, 1)
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve, 2x1")
    event = table.told("march")[0]

    assert event["lords"] == ["arnaud"] and event["soldiers"] is True and event["assault"] is False
    assert not {"tokens", "points"} & set(event)
    others = [stack for stack in fief.view(table.realm, "j2")["stacks"] if stack["seat"] == "j1"]  # type: ignore[arg-type]
    assert {stack["village"] for stack in others} == {"bourg", "villeneuve"}  # where there are some is public
    assert all(stack["points"] is stack["tokens"] is stack["steps"] is None for stack in others)
    assert fief.view(table.realm, None)["seats"]["j1"]["soldiers"] == 8


# FI-OWN


@pytest.mark.rule("FI-OWN-01", "FI-OWN-02", "FI-OWN-03", "FI-OWN-07", "FI-OWN-08")
def test_a_village_belongs_to_who_stands_there_alone_at_the_end_of_a_turn() -> None:
    table = pair()
    table.own(1, "villeneuve", mills=1)
    table.own(0, "bourg", mills=2)
    table.own(1, "les_essarts", presses=1)
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve").say("j1", "MARCHER Arnaud, Les Essarts")
    table.say("j1", "FIN")  # nobody's leave was needed

    assert table.owner("villeneuve") == 1  # ridden through
    assert table.owner("les_essarts") == 0 and table.buildings("les_essarts") == (0, 1, "open")  # taken intact
    assert table.owner("bourg") == 0 and table.present("bourg") == ()  # left empty, still his
    table.until(phase="cards").until(phase="purchase")
    assert table.money(0) == 100  # the press of Les Essarts; no income without presence


@pytest.mark.rule("FI-OWN-04", "FI-PAS-10")
def test_a_guest_left_alone_becomes_owner_an_ally_only_by_seizing() -> None:
    for allied in (False, True):
        table = pair()
        table.troops(1, "bourg", 2)
        table.own(0, "bourg")
        table.realm.guests = (Guest(VILLAGE_OF["bourg"], 1, 0),)
        if allied:
            table.lord("blanche", 1, "sigy")
            table.marry("arnaud", "blanche")
        table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve", "FIN")
        assert table.owner("bourg") == (0 if allied else 1)
        if allied:
            assert [line for line in table.offered("j2") if "SAISIR" in line] == ["SAISIR Bourg"]
            table.say("j2", "SAISIR Bourg")
            assert table.owner("bourg") == 1
        else:
            assert table.refused("j2", "SAISIR Bourg") == [("FI-OWN-04", "not_alone_at_ally")]


@pytest.mark.rule("FI-OWN-05", "FI-OWN-06", "FI-FIE-04", "FI-CAP-07")
def test_shared_villages_and_villages_of_fiefs_do_not_change_owner() -> None:
    table = pair(away="villeneuve")
    table.troops(0, "villeneuve", 1)
    table.own(0, "villeneuve")
    table.fief("r_sennecy", 2, "sennecy", "othon")
    table.lord("eric", 0, "charolles")
    table.phase("move").say("j1", "MARCHER Eric, L'Épervier", "FIN")

    assert table.owner("villeneuve") == 0
    assert table.holder("r_sennecy") == 2 and table.owner("l_epervier") is None
    assert fief.view(table.realm, None)["villages"]["l_epervier"]["owner"] == "j3"


# FI-PAS


@pytest.mark.rule("FI-PAS-01", "FI-PAS-02", "FI-PAS-03", "FI-DP-13", "FI-INF-06")
def test_leave_is_asked_of_the_gatekeeper_who_sees_lords_and_whether_soldiers_follow() -> None:
    table = pair(away="villeneuve")
    table.own(0, "bourg")
    table.troops(1, "villeneuve", 4)
    table.phase("move").say("j1", "FIN").say("j2", "MARCHER Henry, Bourg, 3x1")

    assert table.kind == "leave" and table.asked == ["j1"]
    asked = fief.view(table.realm, "j1")["own"]["asked"]  # type: ignore[arg-type]
    assert asked == {
        "kind": "leave", "stage": "entry", "seat": "j2", "start": "villeneuve", "village": "bourg",
        "lords": ["henry"], "soldiers": True,
    }  # fmt: skip
    assert table.offered("j1") == ["NON", "LAISSER passer", "LAISSER camper"]
    table.say("j1", "LAISSER passer")
    assert table.present("bourg") == (0, 1) and (VILLAGE_OF["bourg"], 1, 0) in table.realm.guests
    table.say("j2", "MARCHER Henry, Saint-Vivien, 3x1")  # without a castle, guests go out freely
    assert table.points(1, "st_vivien") == 3


@pytest.mark.rule("FI-PAS-04", "FI-PAS-09", "FI-DP-15", "FI-DP-R2")
def test_silence_refuses_the_step_is_not_lost_and_not_asked_again() -> None:
    table = pair(away="villeneuve")
    table.own(0, "bourg")
    table.phase("move").say("j1", "FIN").say("j2", "MARCHER Henry, Bourg, -, -, demander").silence()

    assert table.place("henry") == "villeneuve" and table["henry"].steps == 0
    assert table.told("not_let_in") == [{"seat": "j2", "keeper": "j1", "village": "bourg"}]
    assert table.refused("j2", "MARCHER Henry, Bourg, -, -, demander") == [("FI-PAS-04", "refused_already")]
    table.say("j2", "MARCHER Henry, Les Essarts").say("j2", "MARCHER Henry, Marcamps")  # both steps are left

    undecided = pair(away="villeneuve")
    undecided.own(0, "bourg")
    undecided.phase("move").say("j1", "FIN").say("j2", "MARCHER Henry, Bourg").silence()
    assert undecided.kind == "leave" and undecided.asked == ["j2"]  # stop, or assault?
    undecided.silence()
    assert undecided.place("henry") == "villeneuve"


@pytest.mark.rule("FI-PAS-05", "FI-DP-15")
def test_an_assault_stands_at_the_entrance_and_must_be_fought() -> None:
    table = pair(away="villeneuve")
    table.lord("blanche", 1, "villeneuve")
    table.own(0, "bourg")
    table.phase("move").say("j1", "FIN")
    assert table.refused("j2", "MARCHER Blanche, Bourg, -, -, assaut") == [("FI-PAS-05", "nobody_fights")]
    assert table.refused("j2", "MARCHER Blanche, Les Essarts, -, -, assaut") == []  # nobody is there to be fought
    assert table.refused("j2", "MARCHER Henry+Blanche, Bourg, -, -, assaut") == []
    table.troops(1, "villeneuve", 1)
    assert table.refused("j2", "MARCHER Blanche, Bourg, 1x1, -, assaut") == []
    table.say("j2", "MARCHER Henry, Bourg, -, -, forcer").silence()
    assert table.told("march")[0]["assault"] is True

    henry = table["henry"]
    assert (henry.village, henry.position, henry.road, henry.steps) == (
        VILLAGE_OF["bourg"],
        1,
        VILLAGE_OF["villeneuve"],
        1,
    )
    assert table.present("bourg") == (0,)
    assert table.refused("j2", "MARCHER Henry, Saint-Vivien") == [("FI-MOV-03", "besieger_stays")]
    table.say("j2", "FIN").until(kind="round")
    assert table.kind == "round"


@pytest.mark.rule("FI-PAS-06", "FI-PAS-07", "FI-DP-14", "FI-EX-06")
def test_out_of_a_castle_only_with_leave_and_else_one_may_fight_inside() -> None:
    told = [castle_guest(leave).told("let_in")[0]["passing"] for leave in ("LAISSER passer", "LAISSER camper")]
    assert told == [True, False]
    passing = castle_guest("LAISSER passer").say("j2", "MARCHER Henry, Saint-Vivien, 4x1")
    assert passing.place("henry") == "st_vivien"  # leave to pass includes the way out

    camping = castle_guest("LAISSER camper").say("j2", "MARCHER Henry, Saint-Vivien, 4x1")
    assert camping.kind == "leave" and camping.asked == ["j1"]
    assert camping.silence().place("henry") == "st_vivien"  # silence lets out

    shut = castle_guest("LAISSER camper").say("j2", "MARCHER Henry, Saint-Vivien, 4x1").say("j1", "NON")
    assert shut.place("henry") == "bourg"
    assert shut.refused("j2", "MARCHER Henry, Villeneuve") == [("FI-PAS-06", "gate_shut")]
    shut.say("j2", "ATTAQUER Bourg, j1", "FIN").until(kind="round")
    rows = {camp["row"] for camp in fief.view(shut.realm, None)["battle"]["camps"]}
    assert rows == {"castle"}  # both protected


@pytest.mark.rule("FI-PAS-08", "FI-BAT-04", "FI-DP-18", "FI-DP-19", "FI-EX-07", "FI-AFT-04")
def test_the_holder_may_arrest_his_guests() -> None:
    def summoned() -> Table:
        table = castle_guest("LAISSER camper")
        table.realm.mills = replaced(table.realm.mills, VILLAGE_OF["bourg"], 1)
        table.say("j2", "FIN").silence()
        assert table.kind == "attacks" and "ARRETER Bourg, j2" in table.offered("j1")
        table.say("j1", "ARRETER Bourg, j2")
        while table.kind == "attacks":
            table.silence()
        assert table.kind == "summons" and table.asked == ["j2"]
        assert fief.view(table.realm, Seat("j2"))["own"]["asked"]["summons"] == [["bourg", "j1"]]
        return table

    yielded = summoned().say("j2", "OUI")
    assert yielded["henry"].captor == 0 and yielded.points(1, "bourg") == 0
    assert yielded.buildings("bourg") == (1, 0, "castle") and yielded.told("battle_begins") == []
    fought = summoned().silence()
    assert fought.kind == "round" and fief.view(fought.realm, None)["battle"]["camps"][0]["row"] == "castle"
    outside = pair(away="bourg")
    outside.own(0, "bourg")
    outside.phase("move").until(kind="attacks")
    assert not any(line.startswith("ARRETER") for line in outside.offered("j1"))  # no castle, no arrest


@pytest.mark.rule("FI-BAT-04", "FI-MER-03")
def test_only_who_is_summoned_lays_down_his_arms_and_only_there() -> None:
    table = pair(away="bourg")
    table.own(0, "bourg", fort="castle")
    for player, village in ((0, "bourg"), (1, "bourg"), (2, "bourg"), (1, "sigy")):
        table.troops(player, village, 3)
    table.lord("gauvain", 0, "bourg", captor=2)
    table.lord("roland", 2, "bourg", captor=1)
    table.phase("combat").say("j1", "ARRETER Bourg, j2")
    assert table.told("arrest") == [{"seat": "j1", "target": "j2", "village": "bourg"}]
    table.until(kind="summons")
    table.say("j2", "OUI")
    said = {"seat": "j2", "keeper": "j1", "village": "bourg"}
    assert (table.told("arrest_accepted"), table.told("arrest_resisted")) == ([said], [])
    assert [table.points(*at) for at in ((0, "bourg"), (1, "bourg"), (2, "bourg"), (1, "sigy"))] == [3, 0, 3, 3]
    assert table["roland"].captor == 0  # whom Henry held
    assert table["gauvain"].captor == 2  # whom a guest holds who was not summoned


@pytest.mark.rule("FI-PAS-09", "FI-DP-43", "FI-DP-R3")
def test_policies_answer_at_once() -> None:
    def going(*policy: str) -> Table:
        table = pair(away="villeneuve")
        table.own(0, "bourg", fort="castle")
        table.phase("move").say("j1", *policy, "FIN").say("j2", "MARCHER Henry, Bourg, -, -, demander")
        return table

    assert going("POLITIQUE j2, passer").asked == ["j2"] and going("POLITIQUE j2, passer").place("henry") == "bourg"
    assert going("POLITIQUE j2, refuser").place("henry") == "villeneuve"
    camping = going("POLITIQUE j2, camper, refuser").say("j2", "MARCHER Henry, Saint-Vivien")
    assert camping.place("henry") == "bourg" and camping.told("kept_in")
    assert going("POLITIQUE j3, passer").asked == ["j1"]  # another player's policy
    assert "entry" not in str(fief.view(camping.realm, "j2")["seats"])  # type: ignore[arg-type]
    assert going().refused("j1", "POLITIQUE j1, passer") == [("FI-PAS-09", "policy_to_whom")]
    assert going().refused("j1", "POLITIQUE j2, danser") == [("FI-PAS-09", "bad_policy")]


@pytest.mark.rule("FI-PAS-10")
def test_an_ally_must_ask_like_anybody() -> None:
    table = pair(away="villeneuve")
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.own(0, "bourg")
    table.phase("move").say("j1", "FIN").say("j2", "MARCHER Henry, Bourg")
    assert table.kind == "leave" and table.asked == ["j1"]


@pytest.mark.rule("FI-PAS-11")
def test_only_the_gatekeeper_decides_and_needs_no_leave_himself() -> None:
    table = pair(away="bourg")
    table.own(0, "bourg")
    table.lord("eric", 0, "villeneuve")
    table.lord("roland", 2, "st_vivien")
    table.phase("move").say("j1", "MARCHER Eric, Bourg")
    assert table.place("eric") == "bourg" and table.asked == ["j1"]
    table.say("j1", "FIN").say("j2", "FIN").say("j3", "MARCHER Roland, Bourg")
    assert table.asked == ["j1"]  # not j2, who stands there too


@pytest.mark.rule("FI-PAS-12", "FI-PAS-15", "FI-MUL-10")
def test_who_comes_to_a_besieged_castle_stands_outside_as_relief() -> None:
    table = pair(away="villeneuve")
    table.own(1, "villeneuve")
    table.own(0, "bourg", fort="castle")
    table.troops(1, "villeneuve", 6)
    table.lord("roland", 2, "st_vivien")
    table.realm.first = 1
    table.phase("move").say("j2", "MARCHER Henry, Bourg, 6x1, -, assaut", "FIN")
    table.say("j3", "MARCHER Roland, Bourg, -, -, demander, defendre").say("j1", "LAISSER passer")

    assert table["roland"].position == 2 and table.present("bourg") == (0,)
    assert (VILLAGE_OF["bourg"], 2) in table.realm.allies_of
    for manner, attacked in (("demander", True), ("demander, defendre", False)):
        silent = pair(away="villeneuve")
        silent.own(0, "bourg", fort="castle")
        silent.lord("roland", 2, "st_vivien")
        silent.realm.first = 1
        silent.phase("move").say("j2", "MARCHER Henry, Bourg, -, -, assaut" if attacked else "FIN")
        if attacked:
            silent.say("j2", "FIN")
        silent.say("j3", f"MARCHER Roland, Bourg, -, -, {manner}").say("j1", "LAISSER passer")
        assert (
            silent.place("roland") == "bourg" and silent.realm.allies_of == ()
        )  # unasked, or nobody to defend it from
    table.say("j3", "FIN")
    table.lord("eric", 0, "la_bussiere")
    table.say("j1", "MARCHER Eric, Bourg")  # a holder's own pawns need no leave
    assert table["eric"].position == 2
    open_village = pair(away="villeneuve")
    open_village.own(0, "bourg")
    open_village.troops(1, "villeneuve", 6)
    open_village.lord("eric", 0, "st_vivien")
    open_village.realm.first = 1
    open_village.phase("move").say("j2", "MARCHER Henry, Bourg, 6x1, -, assaut", "FIN").silence()
    open_village.say("j1", "MARCHER Eric, Bourg")
    assert open_village["eric"].position == 0


@pytest.mark.rule("FI-PAS-13")
def test_besiegers_need_no_ones_leave_but_cannot_ask_for_one() -> None:
    table = pair(away="villeneuve")
    table.own(0, "bourg")
    table.lord("eric", 1, "villeneuve")
    table.troops(1, "villeneuve", 6)
    table.lord("roland", 2, "la_bussiere")
    table.realm.first = 1
    table.phase("move").say("j2", "MARCHER Henry, Bourg, 6x1, -, assaut")
    assert table.refused("j2", "MARCHER Eric, Bourg, -, -, demander") == [("FI-PAS-13", "besieging_already")]
    table.say("j2", "FIN").say("j3", "MARCHER Roland, Bourg, -, -, assaut, combattre", "FIN")

    assert table["roland"].position == 1 and (VILLAGE_OF["bourg"], 2) in table.realm.stubborn


@pytest.mark.rule("FI-PAS-14", "FI-DP-13")
def test_leave_may_be_asked_in_advance_of_several_gatekeepers_at_once() -> None:
    table = pair(away="villeneuve")
    table.own(0, "bourg")
    table.own(2, "sennecy")
    table.phase("cards").say("j1", "FIN").say("j2", "SOLLICITER Bourg+Sennecy", "FIN")

    assert table.kind == "petition" and table.asked == ["j1", "j3"]
    for seat, village in (("j1", "bourg"), ("j3", "sennecy")):
        assert fief.view(table.realm, Seat(seat))["own"]["asked"]["villages"] == [village]
    table.say("j1", "LAISSER passer")  # j3 is silent
    assert (0, 1, VILLAGE_OF["bourg"], "pass") in table.realm.permits
    table.until(phase="move").say("j1", "FIN")
    table.say("j2", "MARCHER Henry, Bourg")
    assert table.place("henry") == "bourg" and table.asked == ["j2"]

    changed = pair(away="villeneuve")
    changed.own(0, "bourg")
    changed.phase("cards").say("j1", "PASSAGE j2, Bourg, passer", "POLITIQUE j2, refuser", "FIN").until(phase="move")
    changed.say("j1", "PASSAGE j2, Bourg, refuser", "FIN").say("j2", "MARCHER Henry, Bourg, -, -, demander")
    assert changed.place("henry") == "villeneuve"  # he may change it until the step is made


# FI-EVA


def besieged(*pawns: tuple[str, int, str]) -> Table:
    """Henry besieges Arnaud in the castle of Bourg, from Villeneuve; j1 plays after him."""
    table = pair(away="villeneuve")
    table.own(0, "bourg", fort="castle", mills=1)
    table.troops(0, "bourg", 2)
    table.troops(1, "villeneuve", 6)
    for name, player, village in pawns:
        table.lord(name, player, village)
    table.realm.first = 1
    return table.phase("move").say("j2", "MARCHER Henry, Bourg, 6x1, -, assaut", "FIN")


@pytest.mark.rule("FI-EVA-01", "FI-EVA-02", "FI-EVA-03")
def test_a_besieged_village_may_be_evacuated_but_not_by_the_besiegers_road() -> None:
    table = besieged().silence()
    assert table.asked == ["j1"]
    assert table.refused("j1", "MARCHER Arnaud, Villeneuve, 2x1") == [("FI-EVA-02", "road_closed")]
    table.say("j1", "MARCHER Arnaud, Saint-Vivien, 2x1").say("j1", "FIN")

    assert table.told("entered_unopposed") and table.present("bourg") == (1,) and table.owner("bourg") == 1
    assert table.buildings("bourg") == (1, 0, "castle")  # intact
    assert table["henry"].position == 0


@pytest.mark.rule("FI-EVA-04", "FI-EVA-05")
def test_those_who_stay_fight_and_a_guest_left_behind_is_the_new_target() -> None:
    table = besieged().silence().say("j1", "MARCHER Arnaud, Saint-Vivien, 1x1", "FIN")
    assert table.until(kind="round").kind == "round"
    assert [camp["points"] for camp in fief.view(table.realm, None)["battle"]["camps"]] == [7, 1]

    table = besieged(("roland", 2, "bourg")).silence().say("j1", "MARCHER Arnaud, Saint-Vivien, 2x1", "FIN")
    table.until(kind="round")
    assert fief.view(table.realm, None)["battle"]["hostile"] == [["j2", "j3"]]


@pytest.mark.rule("FI-EVA-03", "FI-DP-27", "FI-EX-14")
def test_the_first_besieger_enters_the_others_as_they_are_admitted_or_as_they_said() -> None:
    def evacuated(intent: str) -> Table:
        table = besieged(("roland", 2, "la_bussiere"))
        table.troops(2, "la_bussiere", 12)
        table.say("j3", f"MARCHER Roland, Bourg, 12x1, -, assaut{intent}", "FIN")
        table.say("j1", "MARCHER Arnaud, Saint-Vivien, 2x1", "FIN")
        assert table.kind == "admit" and table.asked == ["j2"]
        return table

    admitted = evacuated("").say("j2", "OUI")
    assert admitted.present("bourg") == (1, 2) and (VILLAGE_OF["bourg"], 2, 1) in admitted.realm.guests
    assert admitted.told("admitted") == [{"seat": "j3", "host": "j2", "village": "bourg"}]
    back = evacuated("").silence()
    assert back.place("roland") == "la_bussiere" and back.points(2, "la_bussiere") == 12
    on = evacuated(", combattre").silence()
    assert on.told("besieges_on") == [{"seat": "j3", "host": "j2", "village": "bourg"}]
    on.until(kind="round")
    assert fief.view(on.realm, None)["battle"]["hostile"] == [["j3", "j2"]]  # he besieges the newcomer now


@pytest.mark.rule("FI-EVA-03", "FI-MUL-08")
def test_whoever_is_admitted_besieges_no_more_and_other_attacks_stand() -> None:
    table = besieged(("roland", 2, "la_bussiere"), ("eric", 0, "sigy"), ("lambert", 1, "sigy"))
    table.say("j3", "MARCHER Roland, Bourg, -, -, assaut", "FIN")
    table.say("j1", "ATTAQUER Sigy, j2", "MARCHER Arnaud, Saint-Vivien, 2x1", "FIN")
    assert table.kind == "admit"
    table.say("j2", "OUI")
    assert fief.view(table.realm, None)["attacks"] == [["sigy", "j1", "j2"]]


@pytest.mark.rule("FI-EVA-03")
def test_where_relief_remains_nobody_enters_and_they_fight_in_the_open() -> None:
    table = besieged(("eric", 0, "st_vivien")).silence()
    table.say("j1", "MARCHER Eric, Bourg").say("j1", "MARCHER Arnaud, La Bussière, 2x1", "FIN")
    assert table.present("bourg") == ()
    table.until(kind="round")
    assert {camp["row"] for camp in fief.view(table.realm, None)["battle"]["camps"]} == {"open"}
