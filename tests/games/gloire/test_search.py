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
