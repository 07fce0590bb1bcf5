"""Phases 2 and 3: incomes and purchases (FI-INC, FI-BUY)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import seen_by
from heraut.games import fief
from heraut.games.fief.board.places import VILLAGE_OF
from heraut.games.fief.entries import Guest
from heraut.games.fief.state import replaced
from tests.games.fief.builders import Table


def pair(**options: object) -> Table:
    table = Table(2, **options)
    table.lord("arnaud", 0, "bourg")
    table.lord("henry", 1, "sigy")
    return table


@pytest.mark.rule("FI-INC-01", "FI-INC-02", "FI-INC-03", "FI-INC-08")
def test_castles_mills_and_presses_pay_their_owner_where_he_is() -> None:
    table = pair()
    table.own(0, "bourg", fort="castle", mills=1, presses=2)
    table.own(0, "villeneuve", fort="castle", mills=3)  # nobody there
    table.castle("blaye")
    table.realm.mills = replaced(table.realm.mills, VILLAGE_OF["blaye"], 2)  # nobody's
    table.troops(1, "blaye", 1)
    table.own(1, "sigy", presses=1)
    table.own(0, "st_paul", mills=1)
    table.troops(1, "st_paul", 1)  # an intruder does not collect
    table.phase("income")

    assert (table.money(0), table.money(1)) == (100 + 200 + 200, 100)
    assert {d["village"]: (d["seat"], d["money"]) for d in table.told("income")} == {
        "bourg": ("j1", 500), "sigy": ("j2", 100),
    }  # fmt: skip


@pytest.mark.rule("FI-INC-09", "FI-INF-01")
def test_each_income_and_each_tax_is_public_and_purses_are_not() -> None:
    table = Table(3)
    table.lord("arnaud", 0, "bourg", bishop="b_bourg")
    table.lord("henry", 1, "sigy")
    table.lord("blanche", 1, "sennecy", captor=2)
    table.lord("othon", 2, "sennecy")
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.own(0, "bourg", fort="city", mills=1)
    table.fief("r_sigy", 1, "sigy", "blanche")  # whose income is set aside
    table.king("othon")
    table.hand(0, "tithe", "taille")
    for player in range(3):
        table.purse(player, 1700 + 100 * player)
    table.phase("cards").say("j1", "DIME bourg", "TAILLE bourg").until(phase="purchase")
    paid = [event for event in table.events if "money" in event.data]
    assert {event.kind for event in paid} == {"income", "income_aside", "tithe_paid", "taille_paid", "pension"}
    assert all(event.seen_by is None for event in paid)
    assert {(e.kind, e.data["money"]) for e in paid if e.kind in ("tithe_paid", "taille_paid", "pension")} == {
        ("tithe_paid", 200), ("taille_paid", 1000), ("pension", 500),
    }  # fmt: skip
    purses = [table.money(player) for player in range(3)]
    for seat in (None, *table.realm.seats):
        told = str([fief.view(table.realm, seat), *(event.data for event in seen_by(table.events, seat))])
        for player, money in enumerate(purses):
            assert (str(money) in told) == (seat == f"j{player + 1}"), (seat, player)


@pytest.mark.rule("FI-INC-04", "FI-FIE-04")
def test_a_fief_pays_as_a_whole_if_its_capital_is_occupied() -> None:
    table = pair()
    table.fief("r_bourg", 0, "bourg", "arnaud")
    table.castle("villeneuve")
    table.realm.mills = replaced(table.realm.mills, VILLAGE_OF["st_vivien"], 1)
    table.realm.presses = replaced(table.realm.presses, VILLAGE_OF["la_bussiere"], 1)
    table.troops(1, "st_vivien", 3)
    table.phase("income")
    assert table.money(0) == 200 + 100 + 200 + 100  # empty villages and those of intruders too

    away = Table(2)
    away.lord("arnaud", 0, "villeneuve")
    away.lord("henry", 1, "sigy")
    away.fief("r_bourg", 0, "bourg", "arnaud")
    away.castle("villeneuve")
    away.realm.mills = replaced(away.realm.mills, VILLAGE_OF["st_vivien"], 1)
    away.phase("income")
    assert away.money(0) == 100  # without the capital, only where he is


@pytest.mark.rule("FI-INC-07", "FI-EX-08", "FI-REG-11", "FI-REG-01")
def test_pensions_of_king_queen_and_regent() -> None:
    def paid(*, regent: bool = False, minor: bool = False, captive: str = "") -> tuple[int, int]:
        table = pair()
        table.lord("blanche", 1, "sigy")
        table.king("arnaud") if not regent or minor else None
        table.queen("blanche", regent=regent)
        table.realm.minor = minor
        if captive:
            table[captive].captor = 1 - table[captive].player
        table.phase("income")
        return table.money(0), table.money(1)

    assert paid() == (500, 300)
    assert paid(regent=True) == (0, 800)
    assert paid(regent=True, minor=True) == (0, 800)
    assert paid(captive="arnaud") == (0, 300)
    assert paid(captive="blanche") == (500, 0)
    assert paid(regent=True, captive="blanche") == (0, 0)


@pytest.mark.rule("FI-BUY-01", "FI-DP-11")
def test_any_number_of_purchases_each_paid_at_once() -> None:
    table = pair()
    table.own(0, "bourg", fort="castle")
    table.purse(0, 600)
    table.phase("purchase")
    assert table.refused("j1", "RECRUTER 6, Bourg", "BATIR moulin, Bourg") == [("FI-BUY-01", "too_dear")]
    table.say("j1", "RECRUTER 1, Bourg", "BATIR moulin, Bourg")
    assert table.money(0) == 200 and table.asked == ["j1"]
    table.purse(0, 100)
    assert table.offered("j1") == ["FIN", "RECRUTER 1, Bourg, 1"]  # what a hundred buys
    table.purse(0, 200)
    table.say("j1", "BATIR pressoir, Bourg", "FIN")
    assert table.money(0) == 0 and table.buildings("bourg") == (1, 1, "castle") and table.asked == ["j2"]


@pytest.mark.rule("FI-BUY-02", "FI-BUY-03")
def test_soldiers_are_bought_in_ones_castle_or_beside_a_free_lord() -> None:
    table = pair()
    table.lord("eric", 0, "sigy")
    table.lord("charles", 0, "beaujeu", captor=1)
    table.own(0, "villeneuve", "st_paul", "charolles", fort="castle")
    table.troops(1, "st_paul", 1)
    table.revolt("charolles", 1, 3)
    table.weather("r_sigy")
    table.purse(0, 3000)
    table.phase("purchase")
    places = {line.split(", ")[1] for line in table.offered("j1") if line.startswith("RECRUTER")}
    assert places == {"Bourg", "Sigy", "Villeneuve"}  # an empty castle, a lord abroad, under bad weather
    table.realm.guests = (Guest(VILLAGE_OF["st_paul"], 1, 0),)
    assert table.refused("j1", "RECRUTER 1, Saint-Paul") == []
    table.realm.guests = ()
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["st_paul"], (1, 0))
    assert table.refused("j1", "RECRUTER 1, Saint-Paul") == []  # he occupies it too
    table.say("j1", "RECRUTER 3, Sigy, 2")
    assert table.points(0, "sigy") == 6 and table.told("recruited")[0] == {
        "seat": "j1", "village": "sigy", "value": 3, "number": 2, "points": 6,
    }  # fmt: skip
    assert table.refused("j1", "RECRUTER 2, Sigy") == [("FI-BUY-02", "no_such_token")]
    assert table.refused("j1", "RECRUTER 1, Beaujeu") == [("FI-BUY-02", "no_castle_nor_lord")]


@pytest.mark.rule("FI-BUY-04")
def test_buildings_stand_where_one_controls_three_mills_and_presses_at_most() -> None:
    table = pair()
    table.own(0, "bourg", fort="castle", mills=2, presses=1)
    table.own(0, "villeneuve")
    table.purse(0, 5000)
    table.phase("purchase")
    assert table.refused("j1", "BATIR moulin, Bourg") == [("FI-BUY-04", "village_full")]
    assert table.refused("j1", "BATIR château, Bourg") == [("FI-BUY-04", "fort_already")]
    assert table.refused("j1", "BATIR moulin, Villeneuve") == [("FI-BUY-04", "not_controlled")]
    assert table.refused("j1", "BATIR tour, Bourg") == [("FI-BUY-04", "no_such_building")]
    lord = pair()
    lord.fief("r_sigy", 0, "sigy")
    lord.fief("r_tournus", 0, "tournus")
    lord.troops(0, "tournus", 1)
    lord.purse(0, 5000)
    lord.phase("purchase")
    for village, there in (("Mazilles", True), ("Marcamps", False)):  # a garrison in its city holds the whole fief
        wanted = [] if there else [("FI-BUY-04", "not_controlled")]
        assert lord.refused("j1", f"BATIR moulin, {village}") == wanted
    table.realm.present = replaced(table.realm.present, VILLAGE_OF["villeneuve"], (0,))
    table.say("j1", "BATIR château, Villeneuve", "BATIR pressoir, Villeneuve", "BATIR moulin, Villeneuve")
    assert table.buildings("villeneuve") == (1, 1, "castle") and table.money(0) == 5000 - 1000 - 200 - 300


@pytest.mark.rule("FI-BUY-04", "FI-MOD-04")
def test_what_is_offered_to_be_built_is_what_money_room_and_pieces_allow() -> None:
    table = pair()
    table.own(0, "bourg", fort="castle", mills=1, presses=1)
    table.own(0, "villeneuve", mills=2, presses=1)
    table.troops(0, "villeneuve", 1)
    table.phase("purchase")

    def offered(money: int) -> list[str]:
        table.purse(0, money)
        return [line.removeprefix("BATIR ") for line in table.offered("j1") if line.startswith("BATIR")]

    press, mill, castle = "pressoir, Bourg", "moulin, Bourg", "château, Villeneuve"
    assert (offered(100), offered(200), offered(300)) == ([], [press], [press, mill])
    assert (offered(900), offered(1000)) == ([press, mill], [press, mill, castle])
    table.own(1, "beaujeu", "la_salle", "blaye", mills=3)
    assert offered(1000) == [press, castle]  # twelve mills stand
    table.own(1, "mazilles", "tournus", "belleville", presses=3)
    assert offered(1000) == [press, castle]
    table.own(1, "pugnac", presses=1)
    assert offered(1000) == [castle]  # and twelve presses


@pytest.mark.rule("FI-BUY-05")
def test_a_hat_for_a_free_bishop_three_in_all() -> None:
    table = Table(2)
    for name, village in (("arnaud", "bourg"), ("charles", "bourg"), ("eric", "bourg"), ("gauvain", "bourg")):
        table.lord(name, 0, village, bishop="b_sigy")
    table.lord("henry", 1, "sigy")
    table.purse(0, 500)
    assert "CARDINAL Arnaud" in table.phase("purchase").offered("j1")
    table.purse(0, 5000)
    table.say("j1", "CARDINAL Arnaud", "CARDINAL Charles")
    assert table.refused("j1", "CARDINAL Arnaud") == [("FI-BUY-05", "cannot_be_cardinal")]
    table["gauvain"].captor = 1
    assert table.refused("j1", "CARDINAL Gauvain") == [("FI-BUY-05", "cannot_be_cardinal")]
    table["gauvain"].captor = None
    table.say("j1", "CARDINAL Eric")
    assert table.refused("j1", "CARDINAL Gauvain") == [("FI-MOD-04", "stock_empty")] and table.money(0) == 3500
    table["gauvain"].bishop = None
    assert table.refused("j1", "CARDINAL Gauvain") == [("FI-BUY-05", "cannot_be_cardinal")]


@pytest.mark.rule("FI-BUY-06")
def test_peasants_are_bought_only_while_they_are_up() -> None:
    table = pair()
    table.purse(0, 500)
    table.phase("purchase")
    assert table.refused("j1", "ARMER 1") == [("FI-REV-06", "no_revolt")]


@pytest.mark.rule("FI-BUY-07", "FI-GRD-06")
def test_lost_guards_are_replaced_up_to_their_series() -> None:
    table = pair()
    table.lord("blanche", 1, "sigy")
    table.king("arnaud")
    table.troops(0, "bourg", 4, 3, 1, series="king_guard")
    table.queen("blanche")
    table.purse(0, 500)
    table.purse(1, 500)
    table.phase("purchase")
    assert table.refused("j1", "GARDE roi, 3") == [("FI-MOD-04", "stock_empty")]
    assert table.refused("j1", "GARDE reine, 1") == [("FI-BUY-07", "not_your_guards")]
    assert [line for line in table.offered("j1") if "GARDE" in line] == ["GARDE roi, 1"]
    unmarried = pair()
    unmarried.king("arnaud")
    unmarried.purse(0, 500)
    offered = unmarried.phase("purchase").offered("j1")
    assert [line for line in offered if "GARDE" in line] == ["GARDE roi, 1", "GARDE roi, 3"]  # six would cost 600
    table.say("j1", "GARDE roi, 1")
    assert table.points(0, "bourg") == 20 and table.money(0) == 400
    assert table.refused("j1", "GARDE roi, 1") == [("FI-MOD-04", "stock_empty")]
    table.say("j1", "FIN")
    table["blanche"].captor = 0
    assert table.refused("j2", "GARDE reine, 3") == [("FI-BUY-07", "not_your_guards")]
    table["blanche"].captor = None
    table.realm.minor, table.realm.regent = True, True
    table.realm.stacks = [s for s in table.realm.stacks if s.series != 1]
    table.say("j2", "GARDE reine, 3", "GARDE roi, 1")  # the Regent leads both
    assert table.points(1, "sigy") == 4 and table.refused("j2", "GARDE bouffon, 1") == [("FI-BUY-07", "no_such_guard")]


@pytest.mark.rule("FI-BUY-08")
def test_nothing_is_sold_back_or_demolished() -> None:
    table = pair()
    table.own(0, "bourg", fort="castle", mills=1)
    table.phase("purchase")
    for line in ("VENDRE moulin, Bourg", "DEMOLIR Bourg"):
        assert table.refused("j1", line) == [("FI-TRN-05", "unknown_order")]
    assert table.offered("j1") == ["FIN"]


@pytest.mark.rule("FI-DP-R11", "FI-TRN-02")
def test_in_a_batch_lists_are_asked_at_once_kept_secret_and_executed_in_order() -> None:
    table = Table(3, batch=True, stock_limits=True)
    for player, (name, home) in enumerate((("arnaud", "bourg"), ("henry", "sigy"), ("othon", "sennecy"))):
        table.lord(name, player, home)
        table.own(player, home)
        table.purse(player, 1000)
    table.own(0, "beaujeu", "la_salle", "blaye", mills=3)
    table.own(0, "charolles", mills=2)  # eleven of twelve mills stand
    table.phase("purchase")
    assert table.kind == "shopping" and table.asked == ["j1", "j2", "j3"]
    table.say("j2", "BATIR moulin, Sigy", j3="BATIR moulin, Sennecy\nBATIR pressoir, Sennecy", j1="RECRUTER 1, Bourg")
    assert table.buildings("sigy")[0] == 1 and table.buildings("sennecy") == (0, 1, "open")
    assert [d["line"] for d in table.told("order_ignored")] == ["BATIR moulin, Sennecy"]
    assert next(e for e in table.events if e.kind == "order_ignored").seen_by == ("j3",)
    assert table.kind == "move"


@pytest.mark.rule("FI-DP-R11", "FI-DP-18")
def test_in_a_batch_attacks_are_asked_at_once_and_not_of_those_who_said_them() -> None:
    table = Table(3, batch=True)
    for player, name in enumerate(("arnaud", "henry", "othon")):
        table.lord(name, player, "bourg")
    table.phase("move").say("j1", "PASSER")
    assert table.refused("j1", "PASSER") == [("FI-TRN-05", "not_now")]  # said already
    table.say("j1", "FIN").silence().silence()
    assert table.kind == "attacks" and table.asked == ["j2", "j3"]
    assert pair().phase("move").refused("j1", "PASSER") == [("FI-TRN-05", "not_now")]  # one is asked in turn anyway
