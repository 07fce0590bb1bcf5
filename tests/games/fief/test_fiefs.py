"""Prisoners, fiefs, titles, capitals, deaths, inheritances (FI-PRI, FI-FIE, FI-TTL, FI-CAP, FI-DTH, FI-INH)."""

from __future__ import annotations

import pytest

from heraut.games import fief
from heraut.games.fief.board.pawns import refresh
from heraut.games.fief.board.places import IN_REGION, REGION_IDS, VILLAGE_IDS, VILLAGE_OF
from heraut.games.fief.entries import Attack, Guest
from heraut.games.fief.identities import Vacancy
from heraut.games.fief.orders.movements import Seize
from heraut.games.fief.phases.movement import seize_refusal
from heraut.games.fief.phases.succession import die
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import replaced
from tests.games.fief.builders import Dice, Table


def court() -> Table:
    """Three families: Arnaud at Bourg, Henry at Sigy, Othon at Sennecy."""
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    table.lord("othon", 2, "sennecy")
    return table


def kill(table: Table, *names: str) -> Table:
    """Lords die at the same instant."""
    turn = Turn(table.realm, Dice())
    die(turn, [table[name].number for name in names], "FI-PES-04", "plague")
    table.events = tuple(turn.events)
    return table.go()


def hold(table: Table, region: str, player: int) -> None:
    """A player owns and occupies every village of a region."""
    for village in IN_REGION[REGION_IDS.index(region)]:
        table.own(player, VILLAGE_IDS[village])
        table.troops(player, VILLAGE_IDS[village], 1)


# FI-PRI


@pytest.mark.rule("FI-PRI-03")
def test_captives_die_with_their_captors_men_or_pass_to_the_winner() -> None:
    def fought(*, lady: bool) -> Table:
        table = court()
        table.troops(1, "bourg", 12)
        table.lord("gauvain", 2, "bourg", captor=0)
        if lady:
            table.lord("blanche", 0, "bourg")
        table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 1, 0),)
        table.phase("combat")
        while table.kind in ("attacks", "sides"):
            table.silence()
        return table.say("j1", "COMBATTRE", dice=(1, 6, 6))

    assert not fought(lady=False).alive("gauvain")
    passed = fought(lady=True)
    assert passed["gauvain"].captor == passed["blanche"].captor == 1


@pytest.mark.rule("FI-PRI-04", "FI-ESC-03")
def test_captives_are_free_if_their_captor_vanishes_otherwise() -> None:
    table = court()
    table.lord("gauvain", 1, "bourg", captor=0, purse=400)
    kill(table, "arnaud")
    assert table["gauvain"].captor is None and table.place("gauvain") == "bourg" and table.money(1) == 400


@pytest.mark.rule("FI-PRI-06", "FI-PRI-07", "FI-PRI-08", "FI-TTL-04")
def test_a_captive_votes_levies_and_moves_nothing_but_keeps_his_titles() -> None:
    table = court()
    table.lord("gauvain", 0, "sigy", captor=1)
    table.lord("mireille", 2, "sennecy")
    table.fief("r_sennecy", 0, "chateauneuf", "gauvain")
    table.fief("r_tournus", 0, "tournus", "gauvain")
    table["gauvain"].bishop = 2
    table.purse(0, 1000)
    table.hand(0, "tithe", "taille")
    table.phase("cards")
    assert table.refused("j1", "DIME bourg") == [("FI-DIM-01", "no_bishop")]
    assert table.refused("j1", "TAILLE tournus") == [("FI-TAI-01", "no_titled_lord")]
    table.until(kind="purchase")
    assert table.refused("j1", "CEDER sennecy, Arnaud") == [("FI-TTL-04", "captive_keeps_title")]
    assert table.refused("j1", "CARDINAL Gauvain") == [("FI-BUY-05", "cannot_be_cardinal")]
    seen = fief.view(table.realm, None)
    assert seen["seats"]["j1"]["votes"] == 0 and seen["lords"]["gauvain"]["titles"] == ["r_sennecy", "r_tournus"]
    table["gauvain"].bishop = None
    table.until(kind="window")
    assert table.refused("j1", "PROPOSER j3, 0, 0, -, 0, -, -, Gauvain&Mireille") == []  # by proxy


@pytest.mark.rule("FI-PRI-09", "FI-PRI-10", "FI-INC-06")
def test_the_income_of_his_fiefs_is_set_aside_for_his_ransom() -> None:
    table = court()
    table.lord("gauvain", 0, "sigy", captor=1)
    table.fief("r_sennecy", 0, "chateauneuf", "gauvain")
    table.troops(0, "chateauneuf", 1)
    table.own(0, "bourg", presses=1)
    table.realm.mills = replaced(table.realm.mills, VILLAGE_OF["l_epervier"], 1)
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["sennecy"], ())
    table.realm.lords[11] = None
    table.lord("othon", 2, "tournus")
    table.phase("income")
    assert table["gauvain"].purse == 400 and table.money(0) == 100  # the city and a mill; Bourg is no part of it
    aside = {one["village"]: one["lord"] for one in table.told("income_aside")}
    assert aside == {"chateauneuf": "gauvain", "l_epervier": "gauvain"} and table.told("income")[0]["lord"] is None
    table.until(kind="window").say("j1", "PROPOSER j2, 300, 0, -, 0, -, Gauvain")
    assert table.refused("j1", "DONNER j3, 100") == []  # his own money is not offered with it
    table.say("j2", "ACCEPTER j1, 1")
    assert (table.money(0), table.money(1)) == (100, 300)  # of what was set aside
    assert table.kind == "place" and table.asked == ["j1"]
    table.silence()
    assert table.money(0) == 200 and table["gauvain"].captor is None and table["gauvain"].purse == 0


@pytest.mark.rule("FI-PRI-10", "FI-DTH-01")
def test_at_a_captives_death_it_goes_to_the_heir_or_to_his_player() -> None:
    table = court()
    table.lord("gauvain", 0, "sigy", captor=1, purse=700)
    kill(table, "gauvain")
    assert table.money(0) == 700
    bare = court()
    bare.realm.lords[0] = None
    bare.lord("gauvain", 0, "sigy", captor=1, purse=700)
    assert kill(bare, "gauvain").money(0) == 700  # the last of his family, without a fief
    table = court()
    table.realm.lords[0] = None
    table.lord("gauvain", 0, "sigy", captor=1, purse=700)
    table.lord("blanche", 2, "sennecy")
    table.marry("gauvain", "blanche")
    table.fief("r_tournus", 0, "tournus", "gauvain")
    kill(table, "gauvain")
    table.phase("negotiation")
    assert table.money(2) == 700 and table.holder("r_tournus") == 2
    assert table.realm.legacies == ()  # paid once
    kept = court()
    kept.realm.lords[0] = None
    kept.lord("gauvain", 0, "sigy", captor=1, purse=700)
    kept.fief("r_tournus", 0, "tournus", "gauvain")
    kept.troops(0, "tournus", 1)
    kill(kept, "gauvain").phase("negotiation").until(phase="cards")
    assert kept.money(0) == 0  # as long as there is no heir
    kept.hand(0, "eric")
    while (kept.kind, kept.asked) != ("cards", ["j1"]):
        kept.silence()
    kept.say("j1", "SEIGNEUR Eric, Tournus")
    assert kept.money(0) == 700 and kept.bearer("r_tournus") == "eric"
    poor = court()
    poor.king("henry")
    poor.fief("r_tournus", 0, "tournus", "arnaud")
    assert kill(poor, "arnaud").phase("negotiation").told("legacy") == []  # nothing is nothing to be told


@pytest.mark.rule("FI-PRI-11", "FI-PRI-12", "FI-DP-33", "FI-NEG-04")
def test_a_captive_goes_free_for_a_ransom_of_any_amount_and_is_placed_at_once() -> None:
    def freed() -> Table:
        table = court()
        table.lord("gauvain", 0, "sigy", captor=1)
        table.own(0, "la_salle")
        table.own(2, "blaye")
        table.fief("r_tournus", Vacancy.ABEYANCE, "tournus")
        table.revolt("belleville", 2, 3)
        table.phase("negotiation")
        for line in ("LIBERER Gauvain", "LIBERER Arnaud", "LIBERER Eric"):  # another's, free, none in play
            assert table.refused("j3", line) == [("FI-PRI-11", "not_your_captive")]
        return table.say("j2", "LIBERER Gauvain")

    table = freed()
    assert table.kind == "place" and table.asked == ["j1"]
    places = {line.removeprefix("PLACER ") for line in table.offered("j1")}
    assert {"Bourg", "La Salle", "Charolles"} <= places  # occupied, empty and his own, nobody's
    assert not places & {"Sigy", "Sennecy", "Blaye", "Tournus", "Belleville", "Pugnac"}
    table.say("j1", "PLACER La Salle")
    assert table.place("gauvain") == "la_salle" and table["gauvain"].captor is None
    assert freed().silence().place("gauvain") == "beaujeu"  # the first legal one in village order


@pytest.mark.rule("FI-PRI-12")
def test_without_a_refuge_he_stays_captive() -> None:
    table = court()
    table.lord("gauvain", 0, "sigy", captor=1)
    table.realm.lords[0] = None
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["bourg"], ())
    for n, village in enumerate(VILLAGE_IDS):
        table.troops(1 + n % 2, village, 1) if village != "sigy" else None
    table.phase("negotiation").say("j2", "LIBERER Gauvain")
    assert table["gauvain"].captor == 1 and table.told("no_refuge")


@pytest.mark.rule("FI-PRI-13")
def test_captives_are_not_given_or_sold_to_others() -> None:
    table = court()
    table.lord("gauvain", 0, "sigy", captor=1)
    table.phase("negotiation")
    assert table.refused("j2", "PROPOSER j3, 0, 100, -, 0, Gauvain") == [("FI-PRI-13", "not_such_captive")]
    for name in ("Gauvain", "Arnaud", "Eric"):  # another's captive, a free lord, none in play
        assert table.refused("j1", f"PROPOSER j3, 0, 0, -, 0, -, {name}") == [("FI-PRI-13", "not_such_captive")]
    assert table.refused("j2", "PROPOSER j3, 0, 100, -, 0, Gauvain, -, -, vendre") == [
        ("FI-PRI-13", "no_sale_of_captives")
    ]


# FI-FIE


@pytest.mark.rule("FI-FIE-01", "FI-FIE-03", "FI-EX-04", "FI-EX-11")
def test_a_region_owned_occupied_and_paid_for_is_a_fief_with_a_city() -> None:
    table = court()
    hold(table, "r_bourg", 0)
    table.purse(0, 1000)
    table.phase("purchase")
    assert table.refused("j1", "TITRE bourg, Bourg, Arnaud") == [("FI-FIE-03", "no_castle_there")]
    table.castle("bourg")
    assert table.refused("j1", "TITRE bourg, Sigy, Arnaud") == [("FI-FIE-03", "no_castle_there")]
    assert table.refused("j1", "TITRE bourg, Bourg, Henry") == [("FI-FIE-01", "no_free_lord")]
    table.realm.families[0].purse = 900
    assert table.refused("j1", "TITRE bourg, Bourg, Arnaud") == [("FI-BUY-01", "too_dear")]
    table.realm.families[0].purse = 1000
    table.say("j1", "TITRE bourg, Bourg, Arnaud")
    assert table.money(0) == 0 and table.bearer("r_bourg") == "arnaud" and table.holder("r_bourg") == 0
    assert table.buildings("bourg") == (0, 0, "city")
    assert table.told("fief_made")[0] == {
        "seat": "j1", "region": "r_bourg", "city": "bourg", "title": "duchy", "lord": "arnaud", "price": 1000,
    }  # fmt: skip
    assert table.refused("j1", "TITRE bourg, Bourg, Arnaud") == [("FI-FIE-01", "fief_already")]
    for region, city, title, price in (
        ("r_beaujeu", "beaujeu", "county", 800),
        ("r_sennecy", "sennecy", "barony", 600),
    ):
        other = Table(2)
        other.lord("arnaud", 0, city)
        other.lord("henry", 1, "sigy")
        hold(other, region, 0)
        other.castle(city)
        other.purse(0, price - 100)
        assert not any(line.startswith("TITRE") for line in other.phase("purchase").offered("j1"))
        other.purse(0, price)
        (offered,) = [line for line in other.offered("j1") if line.startswith("TITRE")]
        made = other.say("j1", offered).told("fief_made")[0]
        assert (made["title"], made["price"], made["city"]) == (title, price, city) and other.money(0) == 0


@pytest.mark.rule("FI-FIE-01", "FI-FIE-02")
def test_a_village_missing_shared_or_held_by_peasants_prevents_it() -> None:
    def refused(change: str) -> list[tuple[str, str]]:
        table = court()
        hold(table, "r_bourg", 0)
        table.castle("bourg")
        table.purse(0, 1000)
        villeneuve = VILLAGE_OF["villeneuve"]
        if change == "empty":
            table.realm.present = replaced(table.realm.present, villeneuve, ())
        elif change == "foreign":
            table.own(1, "villeneuve")
        elif change == "rebels":
            table.revolt("villeneuve", 1, 3)
        else:
            table.lord("roland", 1, "villeneuve")
            if change == "guest":
                table.realm.guests = (Guest(villeneuve, 1, 0),)
        return table.phase("purchase").refused("j1", "TITRE bourg, Bourg, Arnaud")

    for change in ("empty", "foreign", "rebels"):
        assert refused(change) == [("FI-FIE-01", "villages_missing")], change
    assert refused("stranger") == [("FI-FIE-02", "villages_shared")] and refused("guest") == []


@pytest.mark.rule("FI-FIE-05")
def test_what_a_fief_gives_its_bearer() -> None:
    table = court()
    table.lord("blanche", 0, "bourg")
    table.fief("r_bourg", 0, "bourg", "blanche")
    table.fief("r_sigy", 1, "sigy", "henry")
    seen = fief.view(table.realm, None)["lords"]
    assert (seen["blanche"]["votes"], seen["blanche"]["fights"]) == (True, True)
    assert (seen["arnaud"]["votes"], seen["henry"]["votes"]) == (False, True)
    table.phase("negotiation").until(kind="candidate")
    assert table.asked == ["j2"]  # a man with a fief, no bishop


@pytest.mark.rule("FI-FIE-05", "FI-TAI-01")
def test_a_fief_lets_its_player_play_a_taille_there_and_nowhere_else() -> None:
    table = court()
    table.lord("blanche", 0, "bourg")
    table.fief("r_bourg", 0, "bourg", "blanche")  # borne by a woman as well
    table.fief("r_sigy", 1, "sigy", "henry")
    table.hand(0, "taille")
    table.phase("cards")
    assert [line for line in table.offered("j1") if line.startswith("TAILLE")] == ["TAILLE bourg"]
    for region in ("sigy", "tournus"):  # another's fief, no fief at all
        assert table.refused("j1", f"TAILLE {region}") == [("FI-TAI-01", "no_titled_lord")]
    table.say("j1", "TAILLE bourg").until(phase="purchase")
    assert table.told("taille_paid") == [{"seat": "j1", "region": "r_bourg", "money": 1000}]


@pytest.mark.rule("FI-FIE-06", "FI-CAP-10")
def test_a_title_is_not_for_sale_again_while_its_city_stands() -> None:
    table = court()
    hold(table, "r_bourg", 0)
    table.fief("r_bourg", Vacancy.ABEYANCE, "bourg")
    table.castle("villeneuve")
    table.purse(0, 5000)
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["bourg"], ())
    table.phase("purchase")
    assert table.refused("j1", "TITRE bourg, Villeneuve, Arnaud") == [("FI-FIE-01", "fief_already")]
    assert fief.view(table.realm, None)["villages"]["villeneuve"]["owner"] is None  # still the fief's


# FI-TTL


@pytest.mark.rule("FI-TTL-01", "FI-TTL-02", "FI-TTL-03", "FI-BUY-09", "FI-EX-05")
def test_titles_move_in_ones_own_purchase_turn() -> None:
    table = court()
    table.lord("eric", 0, "bourg")
    for region, city in (("r_bourg", "bourg"), ("r_beaujeu", "beaujeu"), ("r_st_gerome", "st_andre")):
        table.fief(region, 0, city, "arnaud")
    table["arnaud"].bishop = 3
    table.phase("purchase")
    assert table.refused("j1", "CEDER bourg, Eric") == [("FI-TTL-03", "keeps_no_equal_title")]
    offered = [line for line in table.offered("j1") if line.startswith("CEDER")]
    assert sorted(offered) == ["CEDER beaujeu, Eric", "CEDER st_gerome, Eric"]
    table.say("j1", "CEDER beaujeu, Eric", "CEDER st_gerome, Eric")
    assert (table.bearer("r_beaujeu"), table.bearer("r_st_gerome"), table.bearer("r_bourg")) == (
        "eric",
        "eric",
        "arnaud",
    )
    assert table.refused("j1", "CEDER beaujeu, Arnaud") == [("FI-TTL-03", "keeps_no_equal_title")]
    table.say("j1", "CEDER st_gerome, Arnaud")
    table.until(phase="move")
    assert table.refused("j1", "CEDER st_gerome, Eric") == [("FI-TRN-05", "not_now")]
    counts = court()
    counts.lord("eric", 0, "bourg")
    counts.fief("r_beaujeu", 0, "beaujeu", "arnaud")
    counts.fief("r_sigy", 0, "sigy", "arnaud")
    assert counts.phase("purchase").refused("j1", "CEDER beaujeu, Eric") == []  # he keeps one that is as high


@pytest.mark.rule("FI-TTL-05", "FI-TTL-06", "FI-NEG-07")
def test_church_and_royal_cards_stay_and_titles_are_not_given_away() -> None:
    table = court()
    table.lord("eric", 0, "bourg")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.fief("r_beaujeu", 0, "beaujeu", "arnaud")
    table.phase("purchase")
    assert table.refused("j1", "CEDER beaujeu, Henry") == [("FI-TTL-04", "no_free_lord")]
    assert table.refused("j1", "CEDER sigy, Eric") == [("FI-TTL-06", "not_your_title")]
    table.until(kind="window")
    assert table.refused("j1", "CEDER beaujeu, Eric") == [("FI-NEG-07", "not_negotiable")]
    assert table.refused("j1", "RECRUTER 1, Bourg") == [("FI-NEG-07", "not_negotiable")]


# FI-CAP


def stormed(*, companion: bool = False) -> Table:
    """Henry storms Arnaud's city of Bourg."""
    table = court()
    table.lord("eric", 0, "villeneuve")
    table.lord("roland", 1, "sigy")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    for village in ("st_vivien", "bourg"):
        table.realm.mills = replaced(table.realm.mills, VILLAGE_OF[village], 1)
    table["henry"].village, table["henry"].position, table["henry"].road = (
        VILLAGE_OF["bourg"],
        1,
        VILLAGE_OF["la_bussiere"],
    )
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["sigy"], (1,))
    table.troops(1, "bourg", 12, position="besieger", road="la_bussiere")
    if companion:
        table.lord("gauvain", 2, "bourg")
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 1, None),)
    table.phase("combat")
    while table.kind in ("attacks", "sides"):
        table.silence()
    return table.say("j1", "COMBATTRE", dice=(1, 6, 6, 6))


@pytest.mark.rule("FI-CAP-01", "FI-CAP-02", "FI-CAP-03", "FI-CAP-04", "FI-CAP-05", "FI-DP-28", "FI-DP-R9")
def test_who_storms_the_city_has_the_fief() -> None:
    for companion in (False, True):
        table = stormed(companion=companion)
        # Arnaud has died with his title: it is lost, not inherited by Eric
        assert table.kind == "bestow" and table.asked == ["j2"]
        assert table.offered("j2") == ["CHOISIR Henry", "CHOISIR Roland"]
        table.say("j2", "CHOISIR Roland")
        assert table.holder("r_bourg") == 1 and table.bearer("r_bourg") == "roland"
        assert table.present("villeneuve") == (0,)  # his men stay, as intruders
        assert table.buildings("st_vivien")[0] == 1 and table.buildings("bourg") == (0, 0, "city")
    assert stormed().silence().bearer("r_bourg") == "henry"


@pytest.mark.rule("FI-CAP-01", "FI-CAP-03", "FI-CAP-08")
def test_an_empty_city_falls_to_whoever_enters_it_even_with_a_captive_bearer() -> None:
    table = court()
    table.lord("blanche", 1, "villeneuve")
    table.realm.lords[6] = None
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["bourg"], ())
    table["arnaud"].village, table["arnaud"].captor = VILLAGE_OF["villeneuve"], 1
    table.troops(0, "sigy", 1)
    table.phase("move").say("j1", "FIN").say("j2", "MARCHER Blanche, Bourg, -, Arnaud", "FIN")
    assert table.holder("r_bourg") == 1 and table.bearer("r_bourg") == "blanche"
    assert fief.view(table.realm, None)["lords"]["blanche"]["fights"]  # crowned at once


@pytest.mark.rule("FI-CAP-01", "FI-OWN-04")
def test_a_city_left_to_two_guests_stays_its_holders_until_one_is_alone() -> None:
    table = court()
    table.lord("roland", 1, "bourg")
    table.lord("gauvain", 2, "bourg")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    bourg = VILLAGE_OF["bourg"]
    table.realm.guests = (Guest(bourg, 1, 0), Guest(bourg, 2, 0))
    table.phase("move").say("j1", "MARCHER Arnaud, Saint-Vivien", "FIN")
    assert table.present("bourg") == (1, 2) and table.told("fief_taken") == []
    assert (table.holder("r_bourg"), table.bearer("r_bourg")) == (0, "arnaud")
    table.realm.families[1].exit = ("grant",) * 3
    table.say("j2", "FIN")
    assert table.holder("r_bourg") == 0
    table.say("j3", "MARCHER Gauvain, Villeneuve", "FIN")
    assert table.present("bourg") == (1,) and table.holder("r_bourg") == 1  # one guest, alone


@pytest.mark.rule("FI-CAP-02", "FI-INH-05")
def test_without_a_lord_the_winner_keeps_the_title_until_he_has_one() -> None:
    table = court()
    table.realm.lords[6] = None
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["sigy"], ())
    table.fief("r_tournus", 0, "tournus", "arnaud")
    table.troops(1, "tournus", 1)
    table.own(1, "tournus")
    table.phase("move").until(phase="cards")
    assert table.holder("r_tournus") == 1 and table.bearer("r_tournus") is None
    table.hand(1, "gauvain")
    while table.asked != ["j2"]:
        table.silence()
    table.say("j2", "SEIGNEUR Gauvain, Tournus")
    assert table.bearer("r_tournus") == "gauvain"


@pytest.mark.rule("FI-CAP-06")
def test_an_ally_takes_the_city_only_by_seizing_it() -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.fief("r_tournus", 0, "tournus", "arnaud")
    table.troops(1, "tournus", 1)
    table.phase("move").say("j1", "FIN")
    assert table.holder("r_tournus") == 0
    assert seize_refusal(table.realm, 1, Seize(VILLAGE_OF["belleville"])) is not None
    table.troops(0, "tournus", 1)
    assert table.refused("j2", "SAISIR Tournus") == [("FI-OWN-04", "not_alone_at_ally")]  # he is there himself
    table.realm.stacks = [stack for stack in table.realm.stacks if stack.player != 0]
    refresh(table.realm, VILLAGE_OF["tournus"])
    table.say("j2", "SAISIR Tournus")
    assert table.holder("r_tournus") == 1


@pytest.mark.rule("FI-CAP-09", "FI-END-02")
def test_a_title_of_nobody_goes_to_the_first_who_occupies_the_city() -> None:
    table = court()
    table.fief("r_bourg", Vacancy.VACANT, "villeneuve")
    table.phase("move").say("j1", "MARCHER Arnaud, Villeneuve", "FIN")
    assert table.holder("r_bourg") == 0 and table.bearer("r_bourg") == "arnaud"


# FI-DTH, FI-INH


@pytest.mark.rule("FI-DTH-01", "FI-DTH-02", "FI-MAR-04")
def test_a_death_ends_marriage_and_alliance_and_the_widow_may_marry_again() -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.lord("eric", 0, "bourg")
    table.marry("arnaud", "blanche")
    kill(table, "arnaud")
    assert fief.view(table.realm, None)["seats"]["j1"]["ally"] is None and table["blanche"].spouse is None
    table.phase("negotiation")
    assert table.refused("j2", "PROPOSER j3, 0, 0, -, 0, -, -, Othon&Blanche") == []


@pytest.mark.rule("FI-DTH-02", "FI-INH-03")
def test_the_alliance_lasts_until_the_inheritance_is_settled() -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.fief("r_bourg", 0, "villeneuve", "arnaud")
    kill(table, "arnaud")
    assert fief.view(table.realm, None)["seats"]["j1"]["ally"] == "j2"
    table.phase("negotiation")
    assert table.bearer("r_bourg") == "blanche" and table.holder("r_bourg") == 1
    table.until(kind="window")
    assert fief.view(table.realm, None)["seats"]["j1"]["ally"] is None


@pytest.mark.rule("FI-DTH-03", "FI-EX-15")
def test_those_who_die_together_inherit_nothing_from_each_other() -> None:
    def plague(king: int, prince: int, queen: int) -> Table:
        table = court()
        table.lord("eric", 0, "bourg")
        table.lord("blanche", 1, "bourg")
        table.marry("arnaud", "blanche")
        table.king("arnaud")
        table.prince("eric")
        table.queen("blanche")
        table.hand(0, "plague")
        return table.phase("cards").say("j1", "PESTE bourg", dice=(king, prince, queen))

    together = plague(2, 5, 3)
    assert together.realm.king == together["eric"].number and not together.realm.minor and not together.realm.regent
    widow = plague(2, 1, 5)
    assert widow.realm.king is None and widow.realm.regent and widow.realm.queen == widow["blanche"].number


@pytest.mark.rule("FI-INH-01", "FI-DP-09")
def test_titles_pass_to_lords_of_the_family_free_ones_first() -> None:
    table = court()
    table.lord("blanche", 0, "bourg")
    table.lord("eric", 0, "sigy", captor=1)
    table.lord("charles", 0, "bourg")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.fief("r_beaujeu", 0, "beaujeu", "arnaud")
    kill(table, "arnaud")
    assert table.kind == "heir_of_title" and table.offered("j1") == ["CHOISIR Blanche", "CHOISIR Charles"]
    assert fief.view(table.realm, table.realm.seats[0])["own"]["asked"]["region"] == "r_beaujeu"
    table.say("j1", "CHOISIR Charles")
    assert table.bearer("r_beaujeu") == "charles" and table.kind == "heir_of_title"
    assert fief.view(table.realm, table.realm.seats[0])["own"]["asked"]["region"] == "r_bourg"
    table.silence()
    assert table.bearer("r_bourg") == "blanche"  # the first free one in family order
    kill(table, "blanche", "charles")
    assert table.bearer("r_bourg") == table.bearer("r_beaujeu") == "eric"  # all others are gone: a captive may


@pytest.mark.rule("FI-INH-02")
def test_a_family_that_has_a_lord_again_before_phase_6_keeps_its_fiefs() -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.troops(0, "bourg", 1)
    table.hand(0, "eric")
    kill(table, "arnaud")
    table.phase("cards").until(kind="cards").say("j1", "SEIGNEUR Eric, Bourg")
    assert table.bearer("r_bourg") == "eric"
    table.until(kind="window")
    assert table.holder("r_bourg") == 0


@pytest.mark.rule("FI-INH-03", "FI-DP-29", "FI-INH-05", "FI-REG-05")
def test_without_a_spouse_the_king_or_the_regent_gives_the_fiefs() -> None:
    def extinct(*, regent: bool = False) -> Table:
        table = court()
        table.lord("blanche", 1, "sigy")
        if regent:
            table.queen("blanche", regent=True)
        else:
            table.king("henry")
        table.fief("r_bourg", 0, "villeneuve", "arnaud")
        kill(table, "arnaud")
        table.troops(0, "beaujeu", 1)
        return table.phase("negotiation")

    table = extinct()
    assert table.kind == "dispose" and table.asked == ["j2"]
    assert {"CHOISIR Henry", "CHOISIR Blanche", "CHOISIR Othon"} == set(table.offered("j2"))
    table.say("j2", "CHOISIR Othon")
    assert table.holder("r_bourg") == 2 and table.kind == "garrison" and table.asked == ["j3"]
    assert extinct().silence().bearer("r_bourg") == "henry"  # the King himself
    assert extinct(regent=True).silence().bearer("r_bourg") == "blanche"


@pytest.mark.rule("FI-INH-04", "FI-INH-05", "FI-TAI-05")
def test_without_any_heir_they_are_kept_until_a_lord_or_a_king_comes() -> None:
    table = court()
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.troops(0, "bourg", 1)
    kill(table, "arnaud")
    table.phase("negotiation")
    assert table.holder("r_bourg") == 0 and table.kind == "window"
    table.until(phase="cards").until(kind="purchase")
    assert table.money(0) == 200  # incomes go on
    # a King is crowned: he disposes of it at once
    crowned = court()
    for region, city in (("r_sigy", "sigy"), ("r_beaujeu", "beaujeu"), ("r_st_gerome", "st_andre")):
        crowned.fief(region, 1, city, "henry")
    crowned.lord("gauvain", 1, "sigy", bishop="b_sigy", cardinal=True)
    crowned.lord("blanche", 1, "sigy")
    crowned.lord("isabelle", 1, "sigy")
    for region, bearer in ((0, 1), (3, 7)):
        crowned.realm.bearers = replaced(crowned.realm.bearers, region, bearer)
    crowned.fief("r_bourg", 0, "bourg", "arnaud")
    crowned.troops(0, "bourg", 1)
    kill(crowned, "arnaud")
    crowned.phase("negotiation").until(kind="candidate")
    crowned.say("j2", "CHOISIR Henry").until(kind="vote")
    while crowned.kind == "vote":
        crowned.say("j2", "CHOISIR Henry") if crowned.asked == ["j2"] else crowned.silence()
    assert crowned.realm.king == crowned["henry"].number and crowned.kind == "dispose"
    crowned.silence()
    assert crowned.bearer("r_bourg") == "henry"


@pytest.mark.rule("FI-INH-06", "FI-INH-07", "FI-INH-08", "FI-DP-30")
def test_the_former_soldiers_leave_and_the_city_gets_a_garrison() -> None:
    def inherited(*, guest: bool = False, money: int = 500) -> Table:
        table = court()
        table.lord("blanche", 1, "sigy")
        table.lord("gauvain", 2, "villeneuve", captor=0)
        table.marry("arnaud", "blanche")
        table.fief("r_bourg", 0, "bourg", "arnaud")
        table.troops(0, "bourg", 3)
        table.troops(0, "villeneuve", 2)
        table.troops(0, "beaujeu", 5)
        if guest:
            table.troops(2, "bourg", 1)
        if money:
            table.troops(1, "sigy", 2, 1)
            table.purse(1, money)
        kill(table, "arnaud")
        return table.phase("negotiation")

    table = inherited()
    assert (table.points(0, "bourg"), table.points(0, "villeneuve"), table.points(0, "beaujeu")) == (0, 0, 5)
    assert table["gauvain"].captor is None  # his guards are gone
    assert table.kind == "garrison" and table.asked == ["j2"]
    assert "ENGAGER 3" in table.offered("j2") and "DETACHER Sigy, 3" in table.offered("j2")
    table.say("j2", "ENGAGER 3")
    assert table.points(1, "bourg") == 3 and table.money(1) == 200
    by_default = inherited().silence()
    assert by_default.points(1, "bourg") == 1 and by_default.points(1, "sigy") == 4  # the smallest of his largest stack
    saved = inherited(guest=True).silence()
    assert saved.holder("r_bourg") == 1  # removal and garrison are one act
    lost = inherited(guest=True, money=0).silence()
    assert lost.told("no_garrison") and lost.holder("r_bourg") == 2


@pytest.mark.rule("FI-INH-09")
def test_a_fief_whose_capital_was_lost_is_not_inherited() -> None:
    table = court()
    table.lord("blanche", 1, "sigy")
    table.marry("arnaud", "blanche")
    table.fief("r_tournus", 0, "tournus", "arnaud")
    table.troops(2, "tournus", 1)
    kill(table, "arnaud")
    assert table.holder("r_tournus") == 2
    table.phase("negotiation").until(kind="window")
    assert table.holder("r_tournus") == 2
