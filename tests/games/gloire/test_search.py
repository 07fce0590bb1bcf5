"""What may stand on a sheet, order by order, and turns played on without a word: what search and learning need."""

from __future__ import annotations

import pytest

from heraut.engine.conformance import check_offers, check_search
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire import orders as o
from heraut.games.gloire.sheet.listing import Listing
from heraut.games.gloire.sheet.offers import slot_of
from heraut.games.gloire.sheet.writing import write_order
from heraut.games.gloire.state import Realm
from tests.games.gloire import builders as b


def played(turns: int, lords: int = 10, **options: object) -> Realm:
    """A realm after some turns of random orders."""
    state = b.realm(lords, **options)
    for turn in range(turns):
        rng = Rng(b"search").at(turn)
        answers = {seat: decision.sample(rng.at(seat)) for seat, decision in gloire.pending(state).items()}
        state = gloire.advance(state, answers, rng.at("turn")).state
    return state


@pytest.mark.parametrize(("turns", "lords"), [(0, 2), (1, 10), (4, 10), (7, 4)])
def test_offers_are_legal_and_distinct_and_playing_on_agrees_with_the_rules(turns: int, lords: int) -> None:
    state, rng = played(turns, lords), Rng(b"search")
    for seat in gloire.pending(state):
        check_offers(gloire, state, seat, rng.at(seat))
    offered = {seat: one.compose(one.offers()[::7]) for seat, one in gloire.open_decisions(state).items()}
    check_search(gloire, state, offered, rng)


def test_every_kind_of_order_is_offered_but_those_that_nobody_usually_gives() -> None:
    state = played(3)
    b.ally(state, "j1", "j2")
    b.war(state, "j1", "j3")
    b.arm(state, b.lord_knight(state, "j1"), 300)
    b.give(state, "j1", b.lord_knight(state, "j1").land)
    b.knight(state, "j1", "Aubert", b.lord_knight(state, "j1").land)
    b.garrison(state, "j1", next(land.name for land in state.lands.values() if land.owner == "j1"), 200)
    b.lord(state, "j1").treasury = 30_000
    b.give(state, "j4", *[land.name for land in state.lands.values() if land.owner is None])
    kinds = {type(order) for order in gloire.pending(state)[Seat("j1")].offers()}
    assert set(o.ORDERS) - kinds == {o.Abdicate, o.Rename}


USUAL = """
LIB Guy
DEM #1
DEM #101
INI 50 50 80 · INI 50 30 50 · INI 50 80 90 · INI 50 0 0
DEF #1 0 · DEF #1 151 · DEF #1 999999
DEF #101 0 · DEF #101 21 · DEF #101 999999
IMP 3 BORNHOLM · IMP 4 BORNHOLM · IMP 5 BORNHOLM · IMP 6 BORNHOLM · IMP 7 BORNHOLM · IMP 8 BORNHOLM
IMP 3 SEELAND · IMP 4 SEELAND · IMP 5 SEELAND · IMP 6 SEELAND · IMP 7 SEELAND · IMP 8 SEELAND
RED 495 BORNHOLM · RED 1375 BORNHOLM · RED 2694 BORNHOLM = 495 1375 2694
RED 360 SEELAND · RED 1000 SEELAND · RED 1960 SEELAND = 360 1000 1960
CHE 1 · CHE 2 · CHE 3 · CHE 4 · CHE 5 = 1134 2268 3402 4536 5670
ARM BORNHOLM 500 Ana · ARM BORNHOLM 1250 Ana · ARM BORNHOLM 2500 Ana · ARM BORNHOLM 5000 Ana = 500 1250 2500 5000
ARM BORNHOLM 500 Guy · ARM BORNHOLM 1250 Guy · ARM BORNHOLM 2500 Guy · ARM BORNHOLM 5000 Guy = 500 1250 2500 5000
ARM BORNHOLM 500 · ARM BORNHOLM 1250 · ARM BORNHOLM 2500 · ARM BORNHOLM 5000 = 500 1250 2500 5000
ARM SEELAND 500 · ARM SEELAND 1250 · ARM SEELAND 2500 · ARM SEELAND 5000 = 500 1250 2500 5000
AFF Ana #101
AFF Guy #101
TSF Guy Ana 300 · TSF Guy Ana 150
GAR Guy 300 · GAR Guy 150
ATT Guy FIONIE · ATT Guy FIONIE 150
MOV Ana SCANIE · MOV Ana SEELAND
MOV Guy BORNHOLM · MOV Guy SCANIE
ALL Bea · GUE Bea
ANN Cid · APP Cid
PAI Don
ORG 4 500 "ana 5" · ORG 8 500 "ana 5" · ORG 16 500 "ana 5" · ORG 32 500 "ana 5" = 1700 2900 5300 10100
PAR Ana · PAR Ana Ana "ana 5" · PAR Ana Cid "cid 5"
PAR Guy · PAR Guy Ana "ana 5" · PAR Guy Cid "cid 5"
VND Cid BORNHOLM 1000 · VND Cid BORNHOLM 3000
VND Bea SEELAND 1000 · VND Bea SEELAND 3000 · VND Cid SEELAND 1000 · VND Cid SEELAND 3000
ACH Cid SCANIE 1000 · ACH Cid SCANIE 3000 = 1000 3000
ACH Bea FIONIE 1000 · ACH Bea FIONIE 3000 = 1000 3000
ESP SCANIE = 500
ESP FIONIE = 500
FOR BORNHOLM palissade · FOR BORNHOLM muraille · FOR BORNHOLM enceinte = 500 1500 5000
FOR SEELAND muraille · FOR SEELAND enceinte = 1500 5000
"""


def test_the_usual_orders_of_a_lord_with_two_lands_two_knights_and_two_armies() -> None:
    names = {"j1": "Ana", "j2": "Bea", "j3": "Cid", "j4": "Don"}
    state = b.realm(4, starts=["BORNHOLM", "FIONIE", "SCANIE", "NARVIK"], names=names)
    b.give(state, "j1", "SEELAND")
    b.land(state, "SEELAND").population, b.land(state, "SEELAND").fortification = 12_000, 1
    b.ally(state, "j1", "j3")
    b.war(state, "j1", "j4")
    b.knight(state, "j1", "Guy", "SEELAND", men=300)
    b.garrison(state, "j1", "SEELAND", 40)
    b.lord(state, "j1").title = "baron"
    state.turn = 5
    book = gloire.pending(state)[Seat("j1")].book
    listing = Listing(book)
    for (_, orders, prices), row in zip(listing, USUAL.strip().splitlines(), strict=True):
        lines, _, costs = row.partition(" = ")
        assert [write_order(book, order) for order in orders] == lines.split(" · ")
        assert list(prices) == [int(cost) for cost in costs.split()]
    assert listing.purse == 5000 + 1000
    b.lord(state, "j1").title = ""
    assert Listing(gloire.pending(state)[Seat("j1")].book).purse == 5000


def test_orders_that_exclude_one_another_stand_in_one_slot() -> None:
    listed = list(Listing(gloire.pending(played(4))[Seat("j2")].book))
    assert all(slot_of(order) == slot for slot, orders, _ in listed for order in orders)
    assert len({slot for slot, _, _ in listed}) == len(listed)
    assert all(list(prices) == sorted(prices) and len(prices) in (0, len(orders)) for _, orders, prices in listed)


def test_an_order_taken_uses_up_what_it_needs_and_nothing_else() -> None:
    decision = gloire.pending(played(2))[Seat("j1")]
    offers = list(decision.offers())
    for order in offers[::5]:
        left = decision.offers((order,))
        assert not [other for other in left if slot_of(other) == slot_of(order)]
        free = (o.Levy, o.CallKnights, o.Redistribute, o.OrganiseJoust, o.Buy, o.Spy, o.Fortify)
        gone = [other for other in offers if other not in left and slot_of(other) != slot_of(order)]
        assert all(isinstance(other, free) for other in gone)  # what money is short for


def test_a_single_man_is_handed_on_or_left_but_never_nobody() -> None:
    state = b.realm(2, starts=["NARVIK", "SCANIE"])
    b.arm(state, b.lord_knight(state, "j1"), 1)
    b.knight(state, "j1", "Aubert", "NARVIK")
    offers = gloire.pending(state)[Seat("j1")].offers()
    assert [order.men for order in offers if isinstance(order, (o.Transfer, o.LeaveGarrison))] == [1, 1]


def test_lands_are_for_sale_from_the_second_turn_on() -> None:
    state = b.realm(2, starts=["NARVIK", "THULE"])
    sales: list[list[o.Order]] = [[], []]
    for turn, seen in enumerate(sales, start=1):
        state.turn = turn
        seen += [order for order in gloire.pending(state)[Seat("j1")].offers() if isinstance(order, (o.Sell, o.Buy))]
    assert sales[0] == [] != sales[1]


def test_what_may_be_given_back_grows_as_the_land_is_happier_than_others() -> None:
    state = b.realm(2, starts=["NARVIK", "SCANIE"])

    def most() -> int:
        given = [order for order in gloire.pending(state)[Seat("j1")].offers() if isinstance(order, o.Redistribute)]
        return max(order.amount for order in given)

    before = most()
    for land in state.lands.values():
        land.happiness *= 2  # all are, so that nobody is happier than before
    assert most() == before


def test_money_that_is_spent_is_offered_no_second_time() -> None:
    state = b.realm(2, starts=["NARVIK", "SCANIE"])
    b.lord(state, "j1").treasury = 3000
    decision = gloire.pending(state)[Seat("j1")]
    levies = [order for order in decision.offers() if isinstance(order, o.Levy)]
    assert max(order.amount for order in levies) == 2500
    taken = (o.Levy(levies[0].land, 2500),)
    assert all(order.amount <= 500 for order in decision.offers(taken) if isinstance(order, o.Levy))
    assert list(decision.offers()) == list(gloire.pending(state)[Seat("j1")].offers())  # asked out of order
    b.lord(state, "j1").treasury = 5600
    decision = gloire.pending(state)[Seat("j1")]
    left = decision.offers((o.Levy(levies[0].land, 7),))  # a sum that is not offered counts as the dearest, 5000
    assert {order.amount for order in left if isinstance(order, o.Levy)} == {500}


def test_a_match_that_is_over_asks_nobody() -> None:
    over = b.play(b.realm(2), {"j1": "ABD", "j2": "ABD"}).state
    crowned = b.play(b.realm(2), {"j1": 'ALL "Seigneur B"', "j2": 'ALL "Seigneur A"'}).state
    for state in (over, crowned):
        assert state.road is not None and gloire.open_decisions(state) == gloire.pending(state) == {}


def test_a_copy_shares_nothing_that_a_turn_changes() -> None:
    state = played(3)
    before = gloire.dump(state)
    twin = gloire.clone(state)
    gloire.apply(twin, dict.fromkeys(gloire.pending(twin), ()), Rng(b"apply"))
    assert gloire.dump(state) == before
