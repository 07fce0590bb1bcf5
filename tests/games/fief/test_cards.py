"""Phase 1: cards (FI-CRD, FI-LRD, FI-ARC, FI-BIS, FI-DIM, FI-TAI, FI-PES, FI-ESC, FI-ASS, FI-JUS, FI-WEA, FI-FAM)."""

from __future__ import annotations

import pytest

from heraut.games import fief
from heraut.games.fief.board.places import REGION_IDS, VILLAGE_OF
from heraut.games.fief.cards import KIND, card_name
from heraut.games.fief.entries import Guest
from heraut.games.fief.identities import SOLDIER, Holder, Vacancy
from heraut.games.fief.state import replaced
from heraut.games.fief.tasks import Refill
from tests.games.fief.builders import Table


def pair(**options: object) -> Table:
    """Two families with a lord each: Arnaud at Bourg, Henry at Sigy."""
    table = Table(2, **options)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    return table


def trio() -> Table:
    """And Othon at Sennecy."""
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    table.lord("othon", 2, "sennecy")
    return table


def names(table: Table, player: int) -> list[str]:
    return [card_name(card) for card in table.realm.families[player].hand]


# FI-CRD


@pytest.mark.rule("FI-CRD-01", "FI-CRD-11")
def test_hands_are_refilled_one_card_at_a_time_and_never_cut() -> None:
    table = trio()
    table.hand(0, "sun", "taille")
    table.hand(1, "plague", "sun", "sun", "famine")
    table.realm.draw = (20, 21, 22, 23, 24)
    table.phase("cards")

    assert [len(one.hand) for one in table.realm.families] == [3, 4, 3]
    # j1 24, j3 23, then j3 22 and 21
    assert 24 in table.realm.families[0].hand and table.realm.families[2].hand == (21, 22, 23)
    assert table.realm.draw == (20,)
    around = trio()
    around.hand(0, "sun", "taille", "justice")
    around.hand(2, "plague", "sun")
    around.hand(1, "plague")
    around.realm.draw = (22, 23, 24)
    around.phase("cards")
    assert {22, 24} < {*around.realm.families[1].hand} and 23 in around.realm.families[2].hand  # in turn, from j1 on


@pytest.mark.rule("FI-CRD-02")
def test_an_empty_pile_is_made_of_the_discards_and_dealing_stops_without_them() -> None:
    table = trio()
    table.realm.draw, table.realm.played, table.realm.dropped = (20,), (30, 31), (39,)
    table.phase("cards")

    assert table.told("reshuffled") == [{"number": 3}]
    assert sum(len(one.hand) for one in table.realm.families) == 4
    assert not table.realm.draw and not table.realm.played and not table.realm.dropped
    for discards in (((30, 31), ()), ((), (30, 31))):  # played cards alone, or laid down ones alone
        table = trio()
        table.realm.draw, (table.realm.played, table.realm.dropped) = (), discards
        assert table.phase("cards").told("reshuffled") == [{"number": 2}]


@pytest.mark.rule("FI-CRD-03", "FI-DP-03")
def test_before_the_shuffle_the_lordless_may_take_a_lord_as_an_extra_card() -> None:
    table = trio()
    table.realm.lords[6] = None
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["sigy"], ())
    table.troops(1, "sigy", 3)
    table.realm.played, table.realm.dropped, table.realm.draw = (1, 30), (4, 39, 40, 41, 42, 43, 44, 47, 48, 49), ()
    table.phase("cards")

    assert table.kind == "take_lord" and table.asked == ["j2"]
    assert table.offered("j2") == ["PASSER", "CHOISIR Blanche", "CHOISIR François"]  # face-down ones are shown to him
    table.say("j2", "CHOISIR François")
    assert "francois" in names(table, 1) and len(table.realm.families[1].hand) == 4
    assert {1, 30} <= {
        *table.realm.draw,
        *(card for one in table.realm.families for card in one.hand),
    }  # the others stay
    assert len(table.realm.families[0].hand) == 3 and table.told("lord_taken")[0]["lord"] == "francois"


@pytest.mark.rule("FI-CRD-03", "FI-DP-03")
def test_all_the_lordless_are_asked_in_playing_order() -> None:
    table = Table(3)
    for player, village in enumerate(("bourg", "sigy", "sennecy")):
        table.troops(player, village, 1)
    table.lord("arnaud", 0, "bourg")
    table.realm.first = 2
    table.realm.played, table.realm.draw = (4, 6, 30, 31, 39, 40, 41, 42, 43, 44), ()
    asked = []
    table.phase("cards")
    while table.kind == "take_lord":
        asked += table.asked
        table.say(table.asked[0])
    assert asked == ["j3", "j2"]


@pytest.mark.rule("FI-CRD-02", "FI-CRD-03")
def test_where_the_last_discard_is_the_lord_taken_dealing_stops() -> None:
    table = trio()
    table.realm.lords[6] = None
    table.troops(1, "tournus", 3)
    table.realm.played = (4,)
    table.phase("cards").say("j2", "CHOISIR François")
    assert names(table, 1) == ["francois"] and table.kind == "cards" and table.told("reshuffled") == []


@pytest.mark.rule("FI-CRD-03")
def test_a_player_with_a_lord_or_without_soldiers_gets_none() -> None:
    table = trio()
    table.realm.lords[6] = None
    table.realm.played = (1, 30, 31)
    table.phase("cards")
    assert table.kind == "cards" and not any(isinstance(task, Refill) for task in table.realm.tasks)


@pytest.mark.rule("FI-CRD-04", "FI-CRD-08", "FI-CRD-09", "FI-DP-04")
def test_any_cards_are_played_or_laid_face_down_in_any_order() -> None:
    table = pair()
    table.hand(0, "famine", "bad_weather", "sun")
    table.phase("cards")
    table.say("j1", "FAMINE sigy", "DEFAUSSER soleil", "INTEMPERIES sennecy")

    assert names(table, 0) == [] and table.asked == ["j1"]
    assert [KIND[card] for card in table.realm.dropped] == ["sun"] and not table.realm.played
    assert table.told("card_dropped") == [{"seat": "j1"}]
    secret = next(event for event in table.events if event.kind == "your_card_dropped")
    assert secret.seen_by == ("j1",)
    public = fief.view(table.realm, None)["piles"]
    assert public["discards"] == 1 and public["seen"] == []
    table.say("j1", "FIN")
    assert table.asked == ["j2"]


@pytest.mark.rule("FI-CRD-05", "FI-CRD-06")
def test_parries_are_for_ones_own_turn_on_behalf_of_anyone() -> None:
    table = trio()
    table.hand(0, "bad_weather", "sun")
    table.hand(1, "sun")
    table.phase("cards")
    table.say("j1", "INTEMPERIES sennecy", "FIN")

    assert table.asked == ["j2"]  # j1 has ended his turn
    table.say("j2", "SOLEIL sennecy")
    assert table.realm.weather[REGION_IDS.index("r_sennecy")] is None  # on behalf of j3
    table.until(kind="purchase")
    assert table.refused("j1", "SOLEIL sennecy") == [("FI-TRN-05", "not_now")]


@pytest.mark.rule("FI-CRD-07")
def test_a_card_without_a_target_is_refused_and_may_be_discarded() -> None:
    table = pair()
    table.hand(0, "sun", "good_harvest", "peasant_revolt")
    table.phase("cards")

    assert table.refused("j1", "SOLEIL bourg") == [("FI-WEA-06", "nothing_to_lift")]
    assert table.refused("j1", "RECOLTES bourg") == [("FI-FAM-02", "nothing_to_lift")]
    assert table.refused("j1", "REVOLTE Bourg") == [("FI-REV-01", "no_rising_there")]
    assert table.refused("j1", "PESTE bourg") == [("FI-CRD-04", "not_in_hand")]
    assert table.refused("j1", "DEFAUSSER peste") == [("FI-CRD-04", "not_in_hand")]
    assert table.offered("j1") == [
        "FIN", "DEFAUSSER soleil", "DEFAUSSER bonnesrecoltes", "DEFAUSSER revoltedepaysans",
    ]  # fmt: skip


# FI-LRD


@pytest.mark.rule("FI-LRD-01", "FI-LRD-03")
def test_a_lord_comes_into_play_in_a_castle_of_his_family_if_there_is_one() -> None:
    table = pair()
    table.hand(0, "othon")
    table.own(0, "villeneuve", "st_paul", fort="castle")
    table.troops(1, "st_paul", 1)  # a stranger stands there
    table.phase("cards")

    assert table.refused("j1", "SEIGNEUR Othon, Bourg") == [("FI-LRD-03", "no_place")]
    assert table.refused("j1", "SEIGNEUR Othon, Saint-Paul") == [("FI-LRD-03", "no_place")]
    table.say("j1", "SEIGNEUR Othon, Villeneuve")
    assert table.place("othon") == "villeneuve" and table["othon"].player == 0
    assert table.present("villeneuve") == (0,) and names(table, 0) == []


@pytest.mark.rule("FI-LRD-03", "FI-LRD-04")
def test_without_a_castle_where_he_stands_a_free_village_or_an_allys() -> None:
    table = trio()
    table.hand(0, "gauvain")
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.own(2, "beaujeu")
    table.own(1, "sigy", "st_ciers")
    table.fief("r_tournus", Vacancy.ABEYANCE, "tournus")
    table.revolt("blaye", 2, 3)
    table.weather("r_bourg")
    table.phase("cards")
    places = {line.split(", ")[1] for line in table.offered("j1") if line.startswith("SEIGNEUR")}

    assert {"Bourg", "Charolles", "Sigy", "Saint-Ciers-d'Abzac"} <= places  # bad weather does not matter
    assert "Pugnac" in places  # in abeyance is the city alone
    assert not places & {"Beaujeu", "Tournus", "Blaye", "Sennecy"}  # owned, a city of nobody, peasants, occupied


@pytest.mark.rule("FI-DP-05", "FI-LRD-03")
def test_an_ally_is_asked_and_silence_means_no() -> None:
    def asked() -> Table:
        table = trio()
        table.hand(0, "gauvain")
        table.lord("blanche", 1, "sigy")
        table.marry("arnaud", "blanche")
        table.own(1, "sigy")
        table.phase("cards").say("j1", "SEIGNEUR Gauvain, Sigy")
        assert table.kind == "lodge" and table.asked == ["j2"]
        return table

    yes = asked().say("j2", "OUI")
    assert yes.place("gauvain") == "sigy" and (VILLAGE_OF["sigy"], 0, 1) in yes.realm.guests
    assert yes["gauvain"].number not in yes.realm.played  # his card lies before his player
    said = {"host": "j2", "seat": "j1", "lords": ["gauvain"], "village": "sigy"}
    assert (yes.told("lodged"), yes.told("not_lodged")) == ([said], [])
    no = asked().silence()
    assert (no.told("lodged"), no.told("not_lodged")) == ([], [said])
    assert not no.alive("gauvain") and names(no, 0) == ["gauvain"] and no.asked == ["j1"]


@pytest.mark.rule("FI-LRD-02")
def test_four_lords_at_most_prisoners_and_prince_included() -> None:
    table = pair()
    table.lord("eric", 0, "bourg")
    table.lord("gauvain", 0, "sigy", captor=1)
    table.lord("roland", 0, "bourg")
    table.prince("roland")
    table.lord("thierry", 1, "bourg", captor=0)  # captives of others do not count
    table.hand(0, "othon")
    table.hand(1, "quentin")
    table.phase("cards")

    assert table.refused("j1", "SEIGNEUR Othon, Bourg") == [("FI-LRD-02", "family_full")]
    assert not any(line.startswith("SEIGNEUR") for line in table.offered("j1"))
    table.say("j1", "FIN")
    assert table.refused("j2", "SEIGNEUR Quentin, Sigy") == []


@pytest.mark.rule("FI-LRD-05", "FI-TTL-02", "FI-TTL-03", "FI-EX-05")
def test_titles_may_go_to_a_new_lord_if_one_as_high_is_kept() -> None:
    def dealt() -> Table:
        table = pair()
        table.hand(0, "othon")
        table.fief("r_bourg", 0, "bourg", "arnaud")  # duke
        table.fief("r_sennecy", 0, "sennecy", "arnaud")  # baron
        return table.phase("cards")

    table = dealt()
    assert table.refused("j1", "SEIGNEUR Othon, Bourg, bourg") == [("FI-TTL-03", "keeps_no_equal_title")]
    assert table.refused("j1", "SEIGNEUR Othon, Bourg, sigy") == [("FI-TTL-06", "not_your_title")]
    table.say("j1", "SEIGNEUR Othon, Bourg, sennecy")
    assert (table.bearer("r_bourg"), table.bearer("r_sennecy")) == ("arnaud", "othon")


@pytest.mark.rule("FI-LRD-06")
def test_the_dead_may_come_back() -> None:
    table = pair()
    table.lord("eric", 0, "bourg")
    table.hand(1, "assassination", "sun")
    table.phase("cards").say("j1", "FIN")
    table.say("j2", "ASSASSINER Eric")
    assert not table.alive("eric") and 3 in table.realm.played
    table.silence()
    table.hand(1, "eric")
    table.say("j2", "SEIGNEUR Eric, Sigy")
    assert table["eric"].player == 1


# FI-ARC, FI-BIS


@pytest.mark.rule("FI-ARC-01", "FI-ARC-06")
def test_darc_is_for_a_free_unmarried_untitled_lady_of_ones_own() -> None:
    table = trio()
    for name, player in (("blanche", 0), ("isabelle", 0), ("jeanne", 0), ("mireille", 1)):
        table.lord(name, player, "bourg" if player == 0 else "sigy")
    table.marry("blanche", "henry")
    table.fief("r_sennecy", 0, "sennecy", "isabelle")
    table.hand(0, "darc")
    table.hand(1, "assassination")
    table.phase("cards")

    for wrong in ("Arnaud", "Blanche", "Isabelle", "Mireille"):
        assert table.refused("j1", f"DARC {wrong}") == [("FI-ARC-01", "cannot_be_darc")]
    table["jeanne"].captor = 1
    assert table.refused("j1", "DARC Jeanne") == [("FI-ARC-01", "cannot_be_darc")]
    table["jeanne"].captor = None
    table.say("j1", "DARC Jeanne", "FIN")
    assert table["jeanne"].darc and 16 not in table.realm.played
    table.say("j2", "ASSASSINER Jeanne")
    assert 16 in table.realm.played and 8 in table.realm.played  # her card and d'Arc's


@pytest.mark.rule("FI-BIS-01", "FI-BIS-04", "FI-KIN-03")
def test_a_bishop_is_a_free_unmarried_man_neither_king_nor_prince() -> None:
    table = trio()
    for name in ("blanche", "charles", "eric"):
        table.lord(name, 0, "bourg")
    table.marry("charles", "blanche")  # never mind the families: he is married
    table.king("arnaud")
    table.prince("eric")
    table.hand(0, "bishop_3")
    table.hand(1, "bishop_1", "bishop_2", "assassination")
    table.phase("cards")

    for wrong in ("Arnaud", "Blanche", "Charles", "Eric", "Henry"):
        assert table.refused("j1", f"EVEQUE sigy, {wrong}") == [("FI-BIS-01", "cannot_be_bishop")]
    assert table.refused("j1", "EVEQUE bourg, Arnaud") == [("FI-CRD-04", "not_in_hand")]
    table.say("j1", "FIN").say("j2", "EVEQUE tournus, Henry")
    assert table["henry"].bishop == 1
    assert table.refused("j2", "EVEQUE bourg, Henry") == [("FI-BIS-01", "cannot_be_bishop")]  # one see a lord
    table.say("j2", "ASSASSINER Henry")
    assert 18 in table.realm.played  # his see is discarded


# FI-DIM, FI-TAI


@pytest.mark.rule("FI-DIM-01", "FI-DIM-02", "FI-CRD-09")
def test_a_tithe_takes_a_free_bishop_of_that_see_once_a_turn() -> None:
    table = pair()
    table["arnaud"].bishop = 2
    table.hand(0, "tithe", "tithe")
    table.hand(1, "tithe")
    table.phase("cards")

    assert table.refused("j1", "DIME sigy") == [("FI-DIM-01", "no_bishop")]
    table.say("j1", "DIME bourg")
    assert table.refused("j1", "DIME bourg") == [("FI-DIM-02", "tithe_already")]
    table.say("j1", "FIN")
    assert table.refused("j2", "DIME bourg") == [("FI-DIM-01", "no_bishop")]  # nobody plays it for another
    table["arnaud"].captor = 1


@pytest.mark.rule("FI-DIM-03", "FI-DIM-04", "FI-DIM-06", "FI-INC-06")
def test_a_tithe_takes_what_mills_and_presses_would_have_paid() -> None:
    table = pair()
    table["arnaud"].bishop = 2  # Bourg: Pugnac, Saint-Gérôme, Saint-André, Bourg, Saint-Vivien, La Bussière
    table.own(1, "pugnac", fort="castle", mills=2, presses=1)
    table.own(1, "st_andre", mills=3)  # nobody there: it would pay nothing
    table.own(1, "st_gerome", presses=3)
    table.troops(1, "pugnac", 1)
    table.troops(1, "st_gerome", 1)
    table.famine("r_st_gerome")
    table.hand(0, "tithe")
    table.phase("cards").say("j1", "DIME bourg", "FIN").say("j2", "FIN")

    assert table.told("tithe_paid") == [{"seat": "j1", "see": "b_bourg", "money": 500}]
    assert (table.money(0), table.money(1)) == (500, 100)  # the castle is not touched
    assert 21 in table.realm.played and not table.realm.tithes


@pytest.mark.rule("FI-DIM-05")
def test_a_tithe_is_void_if_the_bishop_dies_before_phase_2() -> None:
    table = pair()
    table.lord("eric", 0, "bourg", bishop="b_bourg")
    table.own(1, "st_vivien", presses=1)
    table.troops(1, "st_vivien", 1)
    table.hand(0, "tithe")
    table.hand(1, "assassination")
    table.phase("cards").say("j1", "DIME bourg", "FIN").say("j2", "ASSASSINER Eric").silence().say("j2", "FIN")

    assert table.told("tithe_paid") == [] and (table.money(0), table.money(1)) == (0, 100)
    assert 21 in table.realm.played


@pytest.mark.rule("FI-TAI-01", "FI-TAI-02")
def test_a_taille_takes_a_free_titled_lord_once_a_fief() -> None:
    table = pair()
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.hand(0, "taille", "taille")
    table.phase("cards")

    assert table.refused("j1", "TAILLE sennecy") == [("FI-TAI-01", "no_titled_lord")]
    table.say("j1", "TAILLE bourg")
    assert table.refused("j1", "TAILLE bourg") == [("FI-TAI-02", "taille_already")]
    table.realm.tailles = ()
    table["arnaud"].captor = 1
    assert table.refused("j1", "TAILLE bourg") == [("FI-TAI-01", "no_titled_lord")]


@pytest.mark.rule("FI-TAI-03", "FI-TAI-04", "FI-TAI-06")
def test_a_taille_pays_200_a_village_without_enemies() -> None:
    table = trio()
    table.lord("blanche", 0, "bourg")
    table.lord("gauvain", 2, "st_vivien")
    table.marry("blanche", "gauvain")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.troops(1, "villeneuve", 1)  # an enemy
    table.troops(1, "la_bussiere", 1)
    table.realm.guests = (Guest(VILLAGE_OF["la_bussiere"], 1, 0),)  # let in by the owner
    table.hand(0, "taille")
    table.phase("cards").say("j1", "TAILLE bourg", "FIN").say("j2", "FIN").say("j3", "FIN")
    # Bourg, La Bussière (guest), Saint-Vivien (ally), Les Essarts (empty); not Villeneuve
    assert table.told("taille_paid")[0]["money"] == 800
    assert [KIND[card] for card in table.realm.played] == ["taille"]

    table = pair()
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.revolt("villeneuve", 1, 3)
    table.hand(0, "taille")
    table.hand(1, "plague")
    table.phase("cards").say("j1", "TAILLE bourg", "FIN").say("j2", "PESTE bourg", dice=(6,)).say("j2", "FIN")
    assert table.told("taille_paid")[0]["money"] == 800  # peasants are enemies too
    assert table.refusals is not None


@pytest.mark.rule("FI-TAI-03", "FI-TAI-05")
def test_a_taille_without_the_capital_pays_nothing_and_with_another_lord_normally() -> None:
    table = pair()
    table.lord("eric", 0, "villeneuve")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.hand(0, "taille")
    table.hand(1, "assassination")
    table.phase("cards").say("j1", "TAILLE bourg", "FIN").say("j2", "ASSASSINER Arnaud").silence().say("j2", "FIN")
    assert table.bearer("r_bourg") == "eric"
    assert table.told("taille_paid")[0]["money"] == 0  # nobody is left in Bourg

    table = trio()
    table.lord("blanche", 2, "sennecy")
    table.marry("arnaud", "blanche")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.troops(0, "bourg", 1)
    table.hand(0, "taille")
    table.hand(1, "assassination")
    table.phase("cards").say("j1", "TAILLE bourg", "FIN").say("j2", "ASSASSINER Arnaud").silence().say("j2", "FIN")
    table.say("j3", "FIN")
    paid = table.told("taille_paid")[0]
    assert (paid["seat"], paid["money"]) == ("j3", 1000)  # the presumptive heir is Blanche


@pytest.mark.rule("FI-TAI-05")
def test_a_taille_of_a_family_without_heir_stays_in_the_bank() -> None:
    table = pair()
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.troops(0, "bourg", 1)
    table.hand(0, "taille")
    table.hand(1, "assassination")
    table.phase("cards").say("j1", "TAILLE bourg", "FIN").say("j2", "ASSASSINER Arnaud").silence().say("j2", "FIN")

    assert table.told("taille_paid")[0]["money"] == 0 and table.money(0) == 200  # the city alone


@pytest.mark.rule("FI-PRI-09", "FI-TAI-05")
def test_a_taille_is_lost_if_the_title_has_passed_to_a_captive() -> None:
    table = pair()
    table.lord("eric", 0, "sigy", captor=1)
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.troops(0, "bourg", 1)
    table.hand(0, "taille")
    table.hand(1, "assassination")
    table.phase("cards").say("j1", "TAILLE bourg", "FIN").say("j2", "ASSASSINER Arnaud").silence().say("j2", "FIN")
    assert table.bearer("r_bourg") == "eric" and table["eric"].purse == 200  # the city's income, set aside
    assert table.told("taille_paid") == [{"seat": "j1", "region": "r_bourg", "money": 0}] and table.money(0) == 0


@pytest.mark.rule("FI-TAI-05")
@pytest.mark.parametrize("holder", [Vacancy.ABEYANCE, 1])
def test_a_taille_of_a_title_that_its_player_holds_no_more_is_not_paid(holder: Holder) -> None:
    table = pair()
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.hand(0, "taille")
    table.phase("cards").say("j1", "TAILLE bourg", "FIN")
    region = REGION_IDS.index("r_bourg")
    table.realm.holders = replaced(table.realm.holders, region, holder)  # Arnaud stands in the capital all the same
    table.realm.bearers = replaced(table.realm.bearers, region, None)
    before = table.money(0)
    table.say("j2", "FIN")
    assert table.realm.tailles == () and table.told("taille_paid") == [] and table.money(0) == before


# FI-PES


@pytest.mark.rule("FI-PES-01", "FI-PES-03")
def test_plague_takes_half_of_each_players_soldiers_village_by_village() -> None:
    table = pair()
    table.troops(0, "bourg", 5)
    table.troops(0, "bourg", 4, series="king_guard")
    table.troops(1, "bourg", 3)
    table.troops(1, "villeneuve", 1)
    table.troops(1, "sigy", 8)
    table.revolt("st_vivien", 1, 3, 3, 0)
    table.hand(0, "plague")
    table.phase("cards").say("j1", "PESTE bourg", dice=(6,))

    assert (table.points(0, "bourg"), table.points(1, "bourg")) == (5, 2)  # 9 lose 4, 3 lose 1
    assert (table.points(1, "villeneuve"), table.points(1, "sigy")) == (1, 8)
    for losses, left in (("soldats", 1), ("gardes", 5)):
        guarded = pair()
        guarded.king("arnaud", guards=4)
        guarded.troops(0, "bourg", 5)
        guarded.hand(0, "plague")
        guarded.phase("cards").say("j1", f"PLAN pertes, {losses}", "PESTE bourg", dice=(6,))
        soldiers = [stack.points for stack in guarded.realm.stacks if stack.series == SOLDIER]
        assert soldiers == [left] and guarded.points(0, "bourg") == 5
    assert table.realm.revolt is not None and table.realm.revolt.points == 12


@pytest.mark.rule("FI-PES-03")
def test_in_each_village_soldiers_die_before_the_dice_of_its_lords() -> None:
    table = pair()
    table.lord("eric", 0, "villeneuve")
    table.troops(0, "villeneuve", 2)
    table.troops(0, "bourg", 2)
    table.troops(1, "bourg", 2)
    table.hand(0, "plague")
    table.phase("cards").say("j1", "PESTE bourg", dice=(6, 6))
    told = [(e.kind, e.data["village"]) for e in table.events if e.kind in ("plague_soldiers", "plague_lord")]
    assert told == [
        ("plague_soldiers", "bourg"), ("plague_soldiers", "bourg"), ("plague_lord", "bourg"),
        ("plague_soldiers", "villeneuve"), ("plague_lord", "villeneuve"),
    ]  # fmt: skip


@pytest.mark.rule("FI-PES-03", "FI-DTH-03", "FI-EX-15")
def test_whom_the_dice_of_one_plague_condemn_die_together_after_the_last_die() -> None:
    table = pair()
    table.lord("blanche", 1, "villeneuve")
    table.lord("eric", 0, "st_vivien")
    table.marry("arnaud", "blanche")
    table.king("arnaud")
    table.queen("blanche")
    table.prince("eric")
    table.hand(0, "plague")
    table.phase("cards").say("j1", "PESTE bourg", dice=(2, 3, 5))  # King and Queen, in two villages; not the Prince
    assert table.told("regency") == []  # she is not Regent even for a moment
    assert table.realm.king == table["eric"].number and not table.realm.minor
    kinds = [event.kind for event in table.events]
    assert kinds.index("lord_died") > max(place for place, kind in enumerate(kinds) if kind == "plague_lord")


@pytest.mark.rule("FI-PES-02", "FI-PES-04")
def test_each_lord_of_the_region_throws_a_die_and_dies_on_three() -> None:
    table = pair()
    table.lord("eric", 0, "bourg")
    table.lord("gauvain", 0, "st_vivien")
    table.lord("mireille", 1, "bourg", captor=0)
    table.troops(0, "bourg", 1)
    table.hand(0, "plague")
    table.phase("cards").say("j1", "PESTE bourg", dice=(3, 4, 1, 2))

    # village order: Bourg (j1: Arnaud, Eric; j2: Mireille), then Saint-Vivien
    assert [(d["lord"], d["die"]) for d in table.told("plague_lord")] == [
        ("arnaud", 3), ("eric", 4), ("mireille", 1), ("gauvain", 2),
    ]  # fmt: skip
    assert [table.alive(name) for name in ("arnaud", "eric", "mireille", "gauvain", "henry")] == [
        False, True, False, False, True,
    ]  # fmt: skip
    assert [KIND[card] for card in table.realm.played if card > 15] == ["plague"]


# FI-ESC


@pytest.mark.rule("FI-ESC-01", "FI-ESC-02", "FI-ESC-03", "FI-ESC-04", "FI-DP-10")
def test_an_escape_frees_prisoners_of_one_place() -> None:
    table = trio()
    table.lord("eric", 0, "sigy", captor=1, purse=300)
    table.lord("gauvain", 2, "sigy", captor=1)
    table.lord("roland", 0, "sigy", captor=1)
    table.lord("thierry", 0, "beaujeu", captor=1)
    table.troops(1, "beaujeu", 1)
    table.hand(0, "escape")
    table.hand(2, "escape")
    table.phase("cards")

    offered = [line for line in table.offered("j1") if line.startswith("EVADER") and line.endswith(", Bourg")]
    assert offered == ["EVADER Eric+Gauvain+Roland, Bourg", "EVADER Eric+Roland, Bourg", "EVADER Thierry, Bourg"]
    assert table.refused("j1", "EVADER Eric+Thierry, Bourg") == [("FI-ESC-01", "not_one_prison")]
    assert table.refused("j1", "EVADER Gauvain, Bourg") == [("FI-ESC-04", "no_captive_of_yours")]
    assert table.refused("j1", "EVADER Eric, Sigy") == [("FI-PRI-12", "no_place")]
    assert table.refused("j1", "EVADER Thierry, Bourg") == []  # in another prison
    table.say("j1", "EVADER Eric+Gauvain, Bourg")
    assert table["eric"].captor is None and table.place("eric") == "bourg" and table.money(0) == 300
    assert table["roland"].captor == 1 and names(table, 0) == []  # the card is played
    assert [KIND[card] for card in table.realm.played if card > 15] == ["escape"]
    assert table.told("lord_housed") == [{"seat": "j1", "lord": "eric", "village": "bourg"}]
    assert table.asked == ["j3"] and table.kind == "place"  # Gauvain's player places him
    table.say("j3", "PLACER Sennecy")
    assert table.place("gauvain") == "sennecy" and table["gauvain"].captor is None
    table.say("j1", "FIN").say("j2", "FIN")
    assert not any(line.startswith("EVADER") for line in table.offered("j3"))


@pytest.mark.rule("FI-ESC-02", "FI-PRI-12", "FI-DP-05")
def test_who_escapes_may_ask_to_be_lodged_by_an_ally_and_else_is_placed_elsewhere() -> None:
    table = trio()
    table.lord("eric", 0, "sennecy", captor=2)
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.own(0, "bourg", fort="castle")
    table.troops(0, "villeneuve", 1)
    table.hand(0, "escape")
    table.phase("cards").say("j1", "EVADER Eric, Sigy")
    assert table.kind == "lodge" and table.asked == ["j2"]
    table.silence()
    offered = table.offered("j1")
    assert "PLACER Sigy" not in offered  # he has said no
    assert {"PLACER Bourg", "PLACER Villeneuve"} <= set(offered)  # not a new lord, whom only his castle would take
    table.say("j1", "PLACER Villeneuve")
    assert table.place("eric") == "villeneuve" and table["eric"].captor is None


# FI-ASS, FI-JUS


@pytest.mark.rule("FI-ASS-01", "FI-PRI-05")
def test_any_lord_may_be_murdered_but_ones_own_captive() -> None:
    table = trio()
    table.king("henry")
    table.lord("eric", 0, "bourg")
    table.lord("gauvain", 2, "bourg", captor=0)
    table.hand(0, "assassination")
    table.phase("cards")

    assert table.refused("j1", "ASSASSINER Gauvain") == [("FI-PRI-05", "own_captive")]
    assert table.refused("j1", "ASSASSINER Thierry") == [("FI-ASS-01", "not_in_play")]
    assert table.refused("j1", "ASSASSINER Eric") == [] and table.refused("j1", "ASSASSINER Henry") == []
    table.say("j1", "ASSASSINER Henry")
    assert not table.alive("henry") and table.realm.king is None


@pytest.mark.rule("FI-ASS-02", "FI-JUS-01", "FI-JUS-04", "FI-DP-08", "FI-DP-R4")
def test_everybody_is_asked_for_justice_at_once_and_nobody_learns_who_could() -> None:
    table = trio()
    table.lord("eric", 0, "bourg")
    table.hand(0, "assassination")
    table.hand(2, "justice", "sun")
    table.phase("cards").say("j1", "ASSASSINER Henry")

    assert table.kind == "justice" and table.asked == ["j1", "j2", "j3"]
    assert table.offered("j1") == table.offered("j2") == ["PASSER"]
    assert table.offered("j3") == ["PASSER", "JUSTICE Arnaud", "JUSTICE Eric"]
    assert fief.view(table.realm, "j1")["awaited"] == {"kind": "justice", "seats": ["j1", "j2", "j3"]}  # type: ignore[arg-type]
    assert table.refused("j2", "JUSTICE Arnaud") == [("FI-CRD-04", "not_in_hand")]
    table.say("j3", "JUSTICE Arnaud")
    assert not table.alive("arnaud") and not table.alive("henry")  # justice does not save the victim
    assert names(table, 2) == ["sun"]
    assert table.asked == ["j1"] and table.kind == "cards"
    table.until(kind="window")
    assert table.told("no_justice") == []


@pytest.mark.rule("FI-JUS-01", "FI-CRD-05")
def test_justice_is_played_at_no_other_moment_even_after_ones_turn() -> None:
    table = trio()
    table.hand(0, "justice")
    table.hand(1, "assassination")
    table.phase("cards")
    assert table.refused("j1", "JUSTICE Henry") == [("FI-JUS-01", "not_now")]
    table.say("j1", "FIN").say("j2", "ASSASSINER Othon")
    table.say("j1", "JUSTICE Henry")  # though he has ended his turn
    assert not table.alive("henry")


@pytest.mark.rule("FI-JUS-02", "FI-JUS-03", "FI-REG-05")
def test_king_regent_prince_and_the_judges_captives_are_out_of_reach() -> None:
    def murder(**crowns: str) -> list[str]:
        table = trio()
        for name in ("blanche", "eric"):
            table.lord(name, 0, "bourg")
        table.lord("charles", 0, "sennecy", captor=2)
        for crown, name in crowns.items():
            if crown == "regent":
                table.queen(name, regent=True)
            else:
                getattr(table, crown)(name)
        table.hand(0, "assassination")
        table.hand(2, "justice")
        table.phase("cards").say("j1", "ASSASSINER Henry")
        return table.offered("j3")[1:]

    assert murder() == ["JUSTICE Arnaud", "JUSTICE Blanche", "JUSTICE Eric"]
    assert murder(king="arnaud", queen="blanche", prince="eric") == ["JUSTICE Blanche"]
    assert murder(regent="blanche") == ["JUSTICE Arnaud", "JUSTICE Eric"]
    table = trio()
    table.king("arnaud")
    table.hand(0, "assassination")
    table.hand(2, "justice")
    table.phase("cards").say("j1", "ASSASSINER Henry")
    assert table.refused("j3", "JUSTICE Arnaud") == [("FI-JUS-02", "cannot_be_condemned")]


@pytest.mark.rule("FI-JUS-05", "FI-DP-R9")
def test_heirs_are_settled_before_justice() -> None:
    table = trio()
    table.lord("eric", 1, "sigy")
    table.lord("roland", 1, "sigy")
    table.fief("r_sigy", 1, "sigy", "henry")
    table.hand(0, "assassination")
    table.phase("cards").say("j1", "ASSASSINER Henry")

    assert table.kind == "heir_of_title" and table.asked == ["j2"]
    table.say("j2", "CHOISIR Roland")
    assert table.bearer("r_sigy") == "roland" and table.kind == "justice"


# FI-WEA, FI-FAM


@pytest.mark.rule("FI-WEA-01", "FI-WEA-02", "FI-WEA-03")
def test_bad_weather_holds_everybody_until_the_sun() -> None:
    table = pair()
    table.lord("eric", 0, "bourg")
    table.hand(0, "bad_weather", "bad_weather")
    table.hand(1, "sun")
    table.phase("cards").say("j1", "INTEMPERIES sigy")
    assert table.refused("j1", "INTEMPERIES sigy") == [("FI-WEA-01", "already_there")]
    table.say("j1", "FIN").until(phase="move")
    table.say("j1", "MARCHER Arnaud, Saint-Vivien").say("j1", "MARCHER Arnaud, Saint-Paul")  # one may enter
    table.say("j1", "MARCHER Eric, Villeneuve", "MARCHER Eric, Les Essarts", "FIN")
    assert table.refused("j2", "MARCHER Henry, Saint-Paul") == [("FI-WEA-02", "bad_weather")]
    table.until(phase="cards").until(phase="move")
    while table.asked != ["j1"]:
        table.silence()
    assert table.refused("j1", "MARCHER Arnaud, Saint-Vivien") == [("FI-WEA-02", "bad_weather")]  # it lasts
    stopped = Table(2)
    stopped.lord("arnaud", 0, "st_vivien")
    stopped.lord("henry", 1, "sennecy")
    stopped.weather("r_sigy")
    stopped.phase("move").say("j1", "MARCHER Arnaud, Saint-Paul")
    assert stopped.refused("j1", "MARCHER Arnaud, Sigy") == [("FI-WEA-02", "bad_weather")]  # stopped where he entered


@pytest.mark.rule("FI-WEA-04", "FI-WEA-05", "FI-BAT-03")
def test_no_battle_in_bad_weather_but_buying_and_calming() -> None:
    table = Table(2)
    table.lord("arnaud", 0, "bourg")
    table.troops(0, "villeneuve", 2)
    table.lord("henry", 1, "villeneuve", bishop="b_sigy")
    table.troops(1, "st_vivien", 1)
    table.weather("r_bourg")
    table.purse(1, 500)
    table.phase("purchase").silence()
    table.say("j2", "RECRUTER 1, Villeneuve").silence()
    table.realm.weather = (None, None, None, None, 37, None)
    assert table.refused("j1", "ATTAQUER Villeneuve, j2") == [("FI-BAT-03", "no_battle_in_storm")]

    table = Table(2)
    table.lord("arnaud", 0, "st_paul")
    table.lord("henry", 1, "st_vivien", bishop="b_sigy")
    table.weather("r_bourg")
    table.phase("move")
    assert table.refused("j1", "MARCHER Arnaud, Saint-Vivien, -, -, assaut") == [("FI-WEA-04", "no_battle_in_storm")]
    assert table.refused("j1", "MARCHER Arnaud, Saint-Vivien, -, -, forcer") == [("FI-WEA-04", "no_battle_in_storm")]
    assert table.refused("j1", "MARCHER Arnaud, Saint-Vivien, -, -, demander") == []
    table.revolt("st_vivien", 0, 3)
    table.realm.lords[6].village = VILLAGE_OF["st_paul"]  # type: ignore[union-attr]
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["st_vivien"], ())
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["st_paul"], (0, 1))
    assert table.refused("j1", "MARCHER Arnaud, Saint-Vivien") == [("FI-WEA-04", "no_battle_in_storm")]
    table.say("j1", "FIN").say("j2", "MARCHER Henry, Saint-Vivien")
    assert table.refused("j2", "CALMER Henry") == []  # with a bishop, and without fighting


@pytest.mark.rule("FI-WEA-06", "FI-FAM-02", "FI-CRD-09")
def test_sun_and_harvest_leave_the_table_with_what_they_lift() -> None:
    table = pair()
    table.weather("r_sennecy")
    table.famine("r_sigy")
    table.revolt("sigy", 1, 3)
    table.hand(0, "sun", "good_harvest")
    table.phase("cards").say("j1", "SOLEIL sennecy", "RECOLTES sigy")

    assert sorted(KIND[card] for card in table.realm.played) == ["bad_weather", "famine", "good_harvest", "sun"]
    assert set(table.realm.weather) == set(table.realm.famine) == {None}
    assert table.realm.revolt is not None  # a running revolt is not ended


@pytest.mark.rule("FI-FAM-01", "FI-INC-05")
def test_famine_silences_mills_and_presses_only() -> None:
    table = pair()
    table.own(0, "bourg", fort="castle", mills=2, presses=1)
    table.hand(0, "famine")
    table.hand(1, "famine")
    table.phase("cards").say("j1", "FAMINE bourg", "FIN")
    assert table.refused("j2", "FAMINE bourg") == [("FI-FAM-01", "already_there")]
    table.say("j2", "FIN")

    assert table.money(0) == 100


@pytest.mark.rule("FI-CRD-10")
def test_cards_change_hands_between_allies_in_phase_6_only() -> None:
    table = trio()
    table.hand(0, "sun")
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.phase("negotiation")

    assert table.refused("j1", "OFFRIR j3, soleil") == [("FI-CRD-10", "cards_to_allies_only")]
    table.say("j1", "OFFRIR j2, soleil")
    assert names(table, 1) == ["sun"] and names(table, 0) == []
