"""The optional rules: auction of sees, crowds, surrender (FI-VA, FI-VB, FI-VC)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.games import fief
from heraut.games.fief.board.lords import ransom
from heraut.games.fief.board.pawns import ally
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Attack
from heraut.games.fief.phases.captivity import imprison
from heraut.games.fief.phases.succession import die
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Plan, replaced
from tests.games.fief.builders import Dice, Table


def court(players: int = 4, **options: object) -> Table:
    table = Table(players, **options)
    homes = (("arnaud", "bourg"), ("henry", "sigy"), ("othon", "sennecy"), ("roland", "marcamps"))
    for player, (name, home) in enumerate(homes[:players]):
        table.lord(name, player, home)
    return table


def kill(table: Table, *names: str) -> Table:
    turn = Turn(table.realm, Dice())
    die(turn, [table[name].number for name in names], "FI-ASS-01", "assassination")
    return table.go()


# FI-VA


def sale(*, cardinals: tuple[int, ...] = (0,), purses: tuple[int, ...] = (0, 900, 700, 1000)) -> Table:
    """Bishop Gauvain (j4) has died; cardinals of these players live."""
    table = court(bishop_auction=True)
    names = ("charles", "eric", "francois", "lambert")
    for player in cardinals:
        lord = table.lord(names[player], player, ("bourg", "sigy", "sennecy", "marcamps")[player], bishop="b_blaye")
        lord.cardinal = True
    table.lord("gauvain", 3, "marcamps", bishop="b_sigy")
    for player, money in enumerate(purses):
        table.purse(player, money)
    kill(table, "gauvain")
    return table


@pytest.mark.rule("FI-VA-01", "FI-VA-02", "FI-DP-37")
def test_a_dead_bishops_see_is_put_aside_and_sold_if_all_cardinals_agree_on_one() -> None:
    table = sale(cardinals=(0, 1))
    assert table.realm.sees == (20,) and 20 not in table.realm.played
    table.phase("negotiation")
    assert table.kind == "president" and table.asked == ["j1", "j2"]
    assert table.offered("j1") == ["NON", "CHOISIR Charles", "CHOISIR Eric"]
    table.say("j1", "CHOISIR Eric", j2="CHOISIR Eric")
    assert table.kind == "bid" and table.asked == ["j1", "j3", "j4"]
    for answers in ({"j2": "CHOISIR Charles"}, {}):
        other = sale(cardinals=(0, 1)).phase("negotiation").say("j1", "CHOISIR Eric", **answers)
        assert 20 in other.realm.played and other.kind == "window"
    assert 20 in sale(cardinals=()).phase("negotiation").realm.played
    captive = sale()
    captive["charles"].captor = 1
    assert captive.phase("negotiation").asked == ["j1"]  # alive, even captive
    off = court()
    off.lord("gauvain", 3, "marcamps", bishop="b_sigy")
    assert kill(off, "gauvain").realm.sees == ()


@pytest.mark.rule("FI-VA-01")
def test_of_two_sees_the_one_that_is_being_sold_is_shown() -> None:
    table = sale(cardinals=(0, 1))
    table.lord("philippe", 2, "sennecy", bishop="b_tournus")
    kill(table, "philippe").phase("negotiation")
    assert len(table.realm.sees) == 2
    shown, left = [], []
    for _ in range(2):
        assert table.kind == "president"
        shown.append(fief.view(table.realm, Seat("j3"))["sale"]["see"])
        left.append(table.realm.sees)
        table.say("j1", "NON", j2="NON")
    assert shown == ["b_sigy", "b_tournus"] and left[1] == left[0][-1:]
    assert fief.view(table.realm, Seat("j3"))["sale"] is None


@pytest.mark.rule("FI-VA-03", "FI-VA-04", "FI-DP-38")
def test_the_highest_bid_pays_a_hundred_more_than_the_second() -> None:
    def bids(**said: str) -> Table:
        table = sale().phase("negotiation").say("j1", "CHOISIR Charles")
        return table.say("j2", said.get("j2", ""), **{k: v for k, v in said.items() if k != "j2"})

    table = bids(j2="ENCHERIR 900", j3="ENCHERIR 600", j4="ENCHERIR 500")
    sold = table.told("see_sold")[0]
    assert (sold["seat"], sold["price"], sold["share"]) == ("j2", 700, 300)  # a third of 700, to the next hundred
    assert (table.money(0), table.money(1)) == (300, 200)
    assert "600" not in str([event.data for event in table.events])  # losing bids are seen by nobody
    single = bids(j3="ENCHERIR 700").told("see_sold")[0]
    assert (single["seat"], single["price"], single["share"]) == ("j3", 300, 100)
    equal = bids(j2="ENCHERIR 700", j3="ENCHERIR 700").told("see_sold")[0]
    assert (equal["seat"], equal["price"]) == ("j2", 700)  # the first in playing order, never above his maximum
    four = bids(j2="ENCHERIR 400", j4="ENCHERIR 300").told("see_sold")[0]
    assert (four["price"], four["share"]) == (400, 200)
    assert 20 in bids().realm.played
    table = sale().phase("negotiation").say("j1", "CHOISIR Charles")
    for wrong in ("ENCHERIR 200", "ENCHERIR 350", "ENCHERIR 1000"):
        assert table.refused("j2", wrong) == [("FI-DP-R1", "not_offered")]


@pytest.mark.rule("FI-VA-05", "FI-VA-06", "FI-DP-39", "FI-DP-40")
def test_the_winner_names_an_untitled_man_of_his_or_of_another_family() -> None:
    def won() -> Table:
        table = sale()
        table.fief("r_tournus", 2, "tournus", "othon")
        table.troops(2, "tournus", 1)
        table.lord("isabelle", 1, "sigy")
        table.lord("philippe", 0, "bourg")
        table.phase("negotiation").say("j1", "CHOISIR Charles").say("j2", "ENCHERIR 300")
        assert table.kind == "nominee" and table.asked == ["j2"]
        return table

    table = won()
    assert table.offered("j2") == ["PASSER", "CHOISIR Henry", "CHOISIR Roland"]  # no lady, duke, cardinal's family
    table.say("j2", "CHOISIR Henry")
    assert table["henry"].bishop == 3 and table.realm.sees == ()
    assert fief.view(table.realm, None)["lords"]["henry"]["votes"]  # he votes this very turn
    other = won().say("j2", "CHOISIR Roland")
    assert other.kind == "become_bishop" and other.asked == ["j4"]
    other.silence()
    assert other.kind == "nominee" and other.offered("j2") == ["PASSER", "CHOISIR Henry"]
    assert other.told("nominee_refused") == [{"lord": "roland"}]
    other.silence()
    assert 20 in other.realm.played and other.money(1) == 600  # the price is due in every case
    nobody = won()
    nobody.king("henry")
    nobody.say("j2", "CHOISIR Roland").silence()  # refused, and there is no other: the winner is not asked again
    assert nobody.told("see_discarded") and nobody.kind == "window"
    agreed = won().say("j2", "CHOISIR Roland").say("j4", "OUI")
    assert agreed["roland"].bishop == 3


# FI-VB


@pytest.mark.rule("FI-VB-01", "FI-INC-05")
def test_crowded_villages_make_nothing() -> None:
    for variant, pawns, money in ((True, 14, 100), (True, 13, 300), (False, 14, 300)):
        table = court(2, population_pressure=variant)
        table.own(0, "bourg", fort="castle", mills=1)
        table.troops(0, "bourg", 10)
        table.lord("gauvain", 1, "bourg", captor=0)
        table.troops(1, "bourg", pawns - 12)  # with Arnaud and his captive
        table.revolt("bourg", 1, 3)  # peasants are not counted
        table.phase("income")
        assert table.money(0) == money, (variant, pawns)


@pytest.mark.rule("FI-VB-02", "FI-EX-13")
def test_plague_strikes_crowds_harder() -> None:
    def struck(ones: int, die: int, *, variant: bool = True) -> tuple[int, bool]:
        table = court(2, disease_concentration=variant, stock_limits=False)
        table.troops(0, "bourg", ones)
        table.hand(1, "plague")
        table.phase("cards").say("j1", "FIN").say("j2", "PESTE bourg", dice=(die,))
        return table.points(0, "bourg"), table.alive("arnaud")

    assert struck(13, 4) == (5, False) and struck(13, 5) == (5, True)  # 14 pawns: two thirds of 13 are 8
    assert struck(12, 3) == (6, False) and struck(12, 4) == (6, True)  # 13 pawns: half
    assert struck(6, 2) == (4, False) and struck(6, 3) == (4, True)  # 7 pawns: a third
    assert struck(1, 1) == (1, False) and struck(1, 2) == (1, True)  # 2 pawns: nobody
    assert struck(13, 4, variant=False) == (7, True)


# FI-VC


def captured(*, king: bool = False, last: bool = True, wife: bool = False) -> Table:
    """Arnaud asks mercy of Henry at Bourg; he may be Blanche's husband (j3)."""
    table = court(surrender=True)
    table.troops(1, "bourg", 12)
    table.lord("thierry", 1, "bourg")
    if king:
        table.king("thierry")
    if not last:
        table.lord("eric", 0, "villeneuve")
    if wife:
        table.lord("blanche", 2, "sennecy")
        table.marry("arnaud", "blanche")
    table.fief("r_tournus", 0, "tournus", "arnaud")
    table["arnaud"].bishop = None if wife else 1
    for one in table.realm.families:
        one.plan = Plan(grant="never")
    table.realm.attacks = (Attack(VILLAGE_OF["bourg"], 1, 0),)
    table.phase("combat")
    while table.kind in ("attacks", "sides"):
        table.silence()
    return table.say("j1", "GRACE")


@pytest.mark.rule("FI-VC-01")
def test_mercy_cannot_be_refused() -> None:
    table = captured()
    assert table["arnaud"].captor == 1 and table.told("mercy_granted")


@pytest.mark.rule("FI-VC-02", "FI-DP-41")
def test_a_fixed_ransom_by_the_highest_rank_must_be_accepted() -> None:
    table = court(surrender=True)
    lord = table["arnaud"]
    assert ransom(table.realm, lord) == 200
    lord.bishop = 0
    assert ransom(table.realm, lord) == 400
    table.fief("r_st_gerome", 0, "st_andre", "arnaud")
    assert ransom(table.realm, lord) == 500
    lord.cardinal = True
    assert ransom(table.realm, lord) == 600
    table.fief("r_beaujeu", 0, "beaujeu", "arnaud")
    assert ransom(table.realm, lord) == 700
    table.fief("r_bourg", 0, "villeneuve", "arnaud")
    assert ransom(table.realm, lord) == 900
    table.prince("arnaud")
    assert ransom(table.realm, lord) == 1000
    table.realm.prince = None
    table.king("arnaud")
    assert ransom(table.realm, lord) == 2000
    paid = captured()
    paid.purse(0, 900)
    paid.until(kind="window")
    paid.say("j1", "RANCON Arnaud")
    assert (paid.money(0), paid.money(1)) == (0, 900) and paid.kind == "place"
    saved = captured()
    saved.purse(0, 700)
    saved["arnaud"].purse = 200  # set aside for him, and for nothing else
    saved.until(kind="window").say("j1", "RANCON Arnaud")
    assert (saved.money(0), saved.money(1)) == (0, 900)
    poor = captured()
    poor.purse(0, 500)
    poor.until(kind="window")
    assert poor.refused("j1", "RANCON Arnaud") == [("FI-VC-02", "too_dear")]
    free = court(surrender=True)
    free.purse(0, 900)
    free.phase("negotiation")
    for name in ("Arnaud", "Eric"):  # nobody's captive, not in play
        assert free.refused("j1", f"RANCON {name}") == [("FI-VC-02", "no_ransom_of_yours")]
    off = court().phase("negotiation")
    assert off.refused("j1", "RANCON Arnaud") == [("FI-VC-02", "variant_off")]


@pytest.mark.rule("FI-VC-03", "FI-VC-04", "FI-DP-42")
def test_the_kings_player_pays_for_the_queen_and_frees_her_if_she_is_his() -> None:
    def held(by: int) -> Table:
        table = court(surrender=True)
        table.lord("blanche", 1, ("bourg", "sigy", "sennecy")[by], captor=by)
        table.marry("arnaud", "blanche")
        table.king("arnaud")
        table.queen("blanche")
        table.purse(0, 1000)
        table.purse(1, 1000)
        table.hand(0, "eric")
        return table

    table = held(2).phase("negotiation")
    assert table.refused("j2", "RANCON Blanche") == [("FI-VC-02", "no_ransom_of_yours")]
    table.say("j1", "RANCON Blanche")
    assert table.money(0) == 0 and table.money(2) == 1000 and table.asked == ["j2"]
    for reigning in (
        True,
        False,
    ):  # without a King, the Queen's own player pays; for any other lord it is his own in any case
        regency = held(2)
        regency.lord("eric", 1, "sennecy", captor=2)
        regency.hand(0)
        if not reigning:
            regency.realm.king, regency["arnaud"].spouse, regency["blanche"].spouse = None, None, None
        regency.phase("negotiation")
        paying = {line.split()[1]: seat for seat in ("j1", "j2") for line in regency.offered(seat) if "RANCON" in line}
        assert paying == {"Blanche": "j1" if reigning else "j2", "Eric": "j2"}
    own = held(0).phase("negotiation")
    assert own.refused("j1", "RANCON Blanche") == [("FI-VC-04", "own_queen")]
    own.say("j1", "LIBERER Blanche").silence()
    assert own["blanche"].captor is None
    birth = held(2).phase("cards")
    assert birth.refused("j1", "HERITIER Eric, Bourg") == [("FI-VC-03", "queen_captive")]
    father = held(2)
    father["blanche"].captor, father["arnaud"].captor = None, 2
    father.troops(0, "villeneuve", 1)
    father.phase("cards")
    assert father.refused("j1", "HERITIER Eric, Villeneuve") == []


@pytest.mark.rule("FI-VC-05")
def test_the_kings_captive_is_thrown_into_the_dungeon() -> None:
    table = captured(king=True, last=False)
    lord = table["arnaud"]
    assert lord.dungeon and lord.village is None and lord.bishop is None and 18 in table.realm.played
    assert 0 not in table.realm.played and table.bearer("r_tournus") == "eric"  # his card is not discarded
    assert fief.view(table.realm, None)["seats"]["j1"]["lords"] == ["eric"]
    last = captured(king=True)
    assert not last.alive("arnaud") and 0 in last.realm.played
    ordinary = captured()
    ordinary.king("thierry")
    ordinary.until(kind="window")
    assert not ordinary["arnaud"].dungeon  # held before the man became King


@pytest.mark.rule("FI-VC-05", "FI-VC-06")
def test_an_escape_or_the_kings_death_opens_the_dungeon() -> None:
    escaped = captured(king=True, last=False)
    escaped.hand(0, "escape")
    escaped.until(phase="cards")
    while escaped.asked != ["j1"]:
        escaped.silence()
    escaped.say("j1", "EVADER Arnaud, Villeneuve")
    assert not escaped["arnaud"].dungeon and escaped.place("arnaud") == "villeneuve"
    assert escaped.bearer("r_tournus") == "arnaud"  # his title, still in the family

    taken = captured(king=True, last=False)
    taken.fief("r_tournus", 1, "tournus", "henry")  # conquered meanwhile: it is in his family no more
    taken.hand(0, "escape")
    cards_of_j1(taken).say("j1", "EVADER Arnaud, Villeneuve")
    assert taken["arnaud"].former == () and (taken.holder("r_tournus"), taken.bearer("r_tournus")) == (1, "henry")

    freed = kill(captured(king=True, last=False), "thierry")
    assert freed.kind == "place" and freed.asked == ["j1"]
    freed.silence()
    assert not freed["arnaud"].dungeon
    prince = captured(king=True, last=False)
    prince.lord("charles", 1, "sigy")
    prince.prince("charles")
    kill(prince, "thierry")
    assert prince["arnaud"].dungeon  # a Prince succeeds
    full = captured(king=True, last=False)
    for name in ("charles", "gauvain", "philippe"):
        full.lord(name, 0, "villeneuve")
    kill(full, "thierry")
    assert not full.alive("arnaud") and 0 in full.realm.played
    orphan = kill(captured(king=True, last=False), "eric")
    assert not orphan.alive("arnaud")  # the last other lord of his family is dead


@pytest.mark.rule("FI-VC-06", "FI-DP-10")
def test_each_family_places_its_own_lords_out_of_the_dungeon() -> None:
    table = captured(king=True, last=False)
    table.lord("blanche", 2, "sennecy")
    othon = table["othon"]
    othon.captor, othon.dungeon, othon.village = 1, True, None
    kill(table, "thierry")
    asked = []
    while table.kind == "place":
        asked += table.asked
        table.say(table.asked[0], f"PLACER {'Villeneuve' if table.asked == ['j1'] else 'Sennecy'}")
    assert sorted(asked) == ["j1", "j3"]
    assert (table.place("arnaud"), table.place("othon")) == ("villeneuve", "sennecy")


@pytest.mark.rule("FI-VC-07", "FI-PRI-13")
def test_a_captive_may_be_sold_even_to_the_king() -> None:
    for king in (False, True):
        table = court(surrender=True)
        table.lord("gauvain", 0, "sigy", captor=1)
        table.purse(2, 300)
        if king:
            table.king("othon")
        table.phase("negotiation")
        table.say("j2", "PROPOSER j3, 0, 300, -, 0, Gauvain, -, -, vendre").say("j3", "ACCEPTER j2, 1")
        assert table.money(1) == 300 and table["gauvain"].captor == 2
        assert table["gauvain"].dungeon is king


@pytest.mark.rule("FI-VC-08")
def test_a_family_without_a_free_lord_pays_by_the_next_window_or_loses_its_captives() -> None:
    def late() -> Table:
        table = captured()
        assert table.realm.families[0].deadline == 2 and table.told("ransom_deadline")
        table.troops(0, "beaujeu", 1)
        table["arnaud"].village = VILLAGE_OF["bourg"]
        table.until(phase="cards")
        assert table.alive("arnaud")
        return table.until(kind="window")

    assert not late().until(phase="cards").alive("arnaud")
    another = captured(last=False)
    assert another["arnaud"].captor == 1 and another.told("ransom_deadline") == []  # Eric is free
    assert another.realm.families[0].deadline == 0
    paid = late()
    paid.purse(0, 900)
    paid.say("j1", "RANCON Arnaud").silence()
    assert paid.until(phase="cards").alive("arnaud")
    free = late()
    free.lord("eric", 0, "beaujeu")
    assert free.until(phase="cards").alive("arnaud")


@pytest.mark.rule("FI-VC-09")
def test_a_captive_king_is_ransomed_like_anybody_for_2000() -> None:
    table = court(surrender=True)
    table.king("arnaud")
    table["arnaud"].captor, table["arnaud"].village = 1, VILLAGE_OF["sigy"]
    table.purse(0, 2000)
    table.phase("negotiation").say("j1", "RANCON Arnaud")
    assert table.realm.king == table["arnaud"].number and table.money(1) == 2000


@pytest.mark.rule("FI-VC-08", "FI-PRI-11")
@pytest.mark.parametrize("how", ["deal", "free", "sale"])
def test_who_has_had_one_lord_freed_has_a_new_term_when_he_is_taken_again(how: str) -> None:
    table = captured()
    assert table.realm.families[0].deadline == 2
    table.troops(0, "beaujeu", 1)
    table.purse(0, 700)
    table.until(kind="window")
    if how == "free":
        table.say("j2", "LIBERER Arnaud")
    else:
        sold = ", -, vendre" if how == "sale" else ""
        table.say("j1", f"PROPOSER j2, 700, 0, -, 0, -, Arnaud{sold}").say("j2", "ACCEPTER j1, 1")
        assert table.money(1) == 700
    assert table.kind == "place" and table.asked == ["j1"]
    table.say("j1", "PLACER Beaujeu")
    assert table["arnaud"].captor is None and table.realm.families[0].deadline == 0
    table.until(phase="move")
    assert table.realm.turn == 2
    table["arnaud"].village = VILLAGE_OF["bourg"]
    imprison(Turn(table.realm, Dice()), table["arnaud"], 1, "FI-PRI-01")
    assert table.realm.families[0].deadline == 3
    assert table.until(phase="cards").alive("arnaud")


@pytest.mark.rule("FI-PRI-12", "FI-VC-07", "FI-DP-33")
def test_a_captive_sold_to_his_own_family_is_placed_by_it() -> None:
    table = court(surrender=True)
    table.lord("gauvain", 0, "sigy", captor=1)
    table.lord("thierry", 2, "sigy", captor=1)
    table["gauvain"].purse = 100
    table.purse(0, 200)
    table.phase("negotiation")
    table.say("j1", "PROPOSER j2, 200, 0, -, 0, -, Gauvain+Thierry, -, vendre").say("j2", "ACCEPTER j1, 1")
    assert table.told("deal_done")[0]["freed"] == ["gauvain"] and table.told("deal_done")[0]["sold"] == ["thierry"]
    assert table.kind == "place" and table.asked == ["j1"] and "PLACER Bourg" in table.offered("j1")
    table.say("j1", "PLACER Bourg")
    assert (
        table["gauvain"].captor is None
        and table.place("gauvain") == "bourg"
        and (table.money(0), table.money(1)) == (100, 200)
    )
    assert table["thierry"].captor == 0


@pytest.mark.rule("FI-VC-07", "FI-PRI-10")
def test_what_is_set_aside_for_a_captive_pays_nobody_elses_purchase_of_him() -> None:
    table = court(surrender=True)
    table.lord("gauvain", 0, "sigy", captor=1, purse=300)
    table.phase("negotiation")
    assert table.refused("j1", "PROPOSER j2, 300, 0, -, 0, -, Gauvain") == []  # his own family
    assert table.refused("j3", "PROPOSER j2, 300, 0, -, 0, -, Gauvain, -, vendre") == [("FI-NEG-05", "too_dear")]


@pytest.mark.rule("FI-VC-05", "FI-VC-07")
def test_the_last_lord_of_a_family_sold_to_the_king_is_dead() -> None:
    table = court(surrender=True)
    table.realm.lords[0] = None
    table.lord("gauvain", 0, "sigy", captor=1)
    table.king("othon")
    table.purse(2, 300)
    table.phase("negotiation")
    table.say("j2", "PROPOSER j3, 0, 300, -, 0, Gauvain, -, -, vendre").say("j3", "ACCEPTER j2, 1")
    assert not table.alive("gauvain") and table.money(1) == 300


def cards_of_j1(table: Table) -> Table:
    """The next turn, when j1 plays his cards."""
    table.until(phase="cards")
    while table.asked != ["j1"]:
        table.silence()
    return table


@pytest.mark.rule("FI-VC-05", "FI-MOD-09", "FI-MAR-03", "FI-INH-03")
def test_in_the_dungeon_one_is_dead_for_both_spouses() -> None:
    table = captured(king=True, last=False, wife=True)
    assert table["arnaud"].dungeon
    assert table["blanche"].spouse == table["arnaud"].spouse is None
    assert ally(table.realm, 0) == ally(table.realm, 2) is None  # neither has an ally any more
    seen = fief.view(table.realm, None)
    assert seen["seats"]["j1"]["ally"] is seen["seats"]["j3"]["ally"] is seen["lords"]["arnaud"]["spouse"] is None
    table.until(kind="window")
    table.hand(0, "sun")
    assert table.refused("j1", "OFFRIR j3, soleil") == [("FI-CRD-10", "cards_to_allies_only")]
    table.lord("isabelle", 3, "marcamps")
    wedding = "PROPOSER j4, -, -, -, -, -, -, Eric&Isabelle"
    assert wedding in table.offered("j1")  # with whomever he likes
    assert "PROPOSER j4, -, -, -, -, -, -, Blanche&Roland" in table.offered("j3")
    table.say("j1", wedding).say("j4", "ACCEPTER j1, 1")
    assert ally(table.realm, 0) == 3
    kill(table, "eric")
    assert not table.alive("arnaud") and table.realm.widowed == ((0, table["isabelle"].number),)  # not Blanche
    assert 0 in table.realm.played  # his card, for no other lord of his family is left


@pytest.mark.rule("FI-VC-05", "FI-VC-06", "FI-DTH-02")
def test_who_escapes_from_the_dungeon_is_a_widower() -> None:
    table = captured(king=True, last=False, wife=True)
    table.hand(0, "escape")
    cards_of_j1(table).say("j1", "EVADER Arnaud, Villeneuve")
    assert not table["arnaud"].dungeon and table["arnaud"].spouse is None and ally(table.realm, 0) is None
    table.lord("isabelle", 3, "marcamps")
    table.until(kind="window")
    table.say("j1", "PROPOSER j4, 0, 0, -, 0, -, -, Arnaud&Isabelle").say("j4", "ACCEPTER j1, 1")
    assert table["arnaud"].spouse == table["isabelle"].number and table["blanche"].spouse is None


@pytest.mark.rule("FI-VC-06", "FI-ESC-01")
def test_an_escape_that_a_full_family_has_no_room_for_is_refused_and_the_card_kept() -> None:
    def full(*others: str) -> Table:
        table = captured(king=True, last=False)
        for name in others:
            table.lord(name, 0, "villeneuve")
        table.hand(0, "escape")
        return cards_of_j1(table)

    table = full("charles", "gauvain", "philippe")
    assert table.refused("j1", "EVADER Arnaud, Villeneuve") == [("FI-VC-06", "family_full")]
    assert not any(line.startswith("EVADER") for line in table.offered("j1"))
    table.say("j1", "FIN")
    assert table["arnaud"].dungeon and "escape" in fief.view(table.realm, Seat("j1"))["own"]["hand"]
    three = full("charles", "gauvain")
    assert "EVADER Arnaud, Villeneuve" in three.offered("j1")
    assert not three.say("j1", "EVADER Arnaud, Villeneuve")["arnaud"].dungeon  # the fourth


@pytest.mark.rule("FI-VC-06")
def test_with_room_for_one_the_other_stays_in_the_dungeon() -> None:
    table = captured(king=True, last=False)
    for name in ("charles", "gauvain"):
        table.lord(name, 0, "villeneuve")
    other = table.lord("philippe", 0, "bourg", captor=1)
    other.dungeon, other.village = True, None
    table.hand(0, "escape")
    cards_of_j1(table).say("j1", "EVADER Arnaud+Philippe, Villeneuve")
    assert not table["arnaud"].dungeon and table["philippe"].dungeon


@pytest.mark.rule("FI-VC-07", "FI-PRI-02")
def test_a_captive_sold_is_held_by_a_pawn_of_the_buyer() -> None:
    def sold(**troops: int) -> Table:
        table = court(surrender=True)
        table.lord("gauvain", 0, "sigy", captor=1)
        table.lord("isabelle", 3, "marcamps")
        table.purse(2, 300)
        for village, number in troops.items():
            table.troops(2, village, number)
        table.phase("negotiation")
        return table.say("j2", "PROPOSER j3, 0, 300, -, 0, Gauvain, -, -, vendre").say("j3", "ACCEPTER j2, 1")

    table = sold(mazilles=2)
    assert table["gauvain"].captor == 2 and table.place("gauvain") == "sennecy"  # beside Othon
    kill(table, "isabelle")  # a death anywhere frees those whom nobody holds
    assert table["gauvain"].captor == 2
    assert sold(sigy=1).place("gauvain") == "sigy"
    bare = court(surrender=True)
    bare.lord("gauvain", 0, "sigy", captor=1)
    bare["othon"].village, bare["othon"].captor = bare["roland"].village, 3
    bare.realm.present = replaced(bare.realm.present, VILLAGE_OF["sennecy"], ())
    bare.phase("negotiation")
    line = "PROPOSER j3, 0, 300, -, 0, Gauvain, -, -, vendre"
    assert bare.refused("j2", line) == [("FI-PRI-02", "nobody_to_hold_him")]
