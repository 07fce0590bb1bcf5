"""What search and learning ask of the game: orders offered one by one, a copy, a turn of which nobody hears."""

from __future__ import annotations

import pytest

from heraut.engine.conformance import check_offers, check_search
from heraut.engine.protocol import Searchable, Seat
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen import orders as o
from heraut.games.daifen.races import RACES
from tests.games.daifen import builders as b

J1 = Seat("j1")


def test_the_game_can_be_searched() -> None:
    assert isinstance(daifen, Searchable)


@pytest.mark.parametrize("living", [2, 3, 5])
def test_offers_are_legal_and_a_turn_without_views_comes_to_the_same(living: int) -> None:
    state = b.acquainted(6, races=tuple(RACES))
    for seat in list(state.kingdoms)[living:]:
        b.fell(state, seat)
    for turn in range(5):
        pending, rng = daifen.pending(state), Rng(b"search").at(living, turn)
        check_offers(daifen, state, J1, rng)
        forms = {seat: decision.sample(rng.at(seat)) for seat, decision in pending.items()}
        check_search(daifen, state, forms, rng)
        state = daifen.advance(state, forms, rng).state
        if daifen.result(state) is not None or J1 not in daifen.pending(state):
            return


def test_what_is_taken_is_offered_no_more() -> None:
    state = b.acquainted(3)
    b.endow(state, "j1", gold=100, units={"archer": 9, "espion": 1})
    decision, (name, other) = b.decision(state, "j1"), b.NAMES[1:3]
    offered = decision.offers()
    everybody = o.Attack(b.kingdom(state, "j2").name, (("archer", 9),))
    assert everybody in offered
    assert o.Attack(b.kingdom(state, "j2").name, (("archer", 3),)) in offered
    left = decision.offers([everybody])
    assert not any(isinstance(order, (o.Attack, o.Support)) for order in left)
    assert o.Give(b.kingdom(state, "j3").name, "archer", 9) not in left
    assert o.SpyOn(b.kingdom(state, "j3").name, 1) in left
    poor = decision.offers([o.Build("carriere", 2)])
    assert not any(isinstance(order, o.Build) and order.building == "carriere" for order in poor)
    assert {name, other} == {b.kingdom(state, "j2").name, b.kingdom(state, "j3").name}


@pytest.mark.rule("DA-ORD-10", "DA-ORD-11", "DA-TRN-02")
def test_the_last_piece_and_the_last_place_are_offered_and_nothing_beyond() -> None:
    state = b.acquainted(2)
    b.endow(state, "j1", gold=30, intellect=9, units={"archer": 10}, buildings={"caserne": 2})
    decision, name = b.decision(state, "j1"), b.kingdom(state, "j2").name

    def given(content: str, *taken: o.Order) -> list[int]:
        orders = [order for order in decision.offers(taken) if isinstance(order, o.Give)]
        return [order.count for order in orders if order.content == content]

    assert (given("or"), given("intellect"), given("archer")) == ([7, 15, 30], [2, 4, 9], [2, 5, 10])
    assert given("or", o.Give(name, "or", 15)) == [7], "the same gift is not offered twice"
    assert given("intellect", o.Give(name, "intellect", 5)) == [2, 4]
    sent = [order.units for order in decision.offers() if isinstance(order, o.Attack)]
    assert [*dict.fromkeys(sent)] == [(("archer", 3),), (("archer", 6),), (("archer", 10),)]
    trained = {order.count for order in decision.offers() if isinstance(order, o.Train) and order.unit == "guerrier"}
    assert trained == {1, 3, 6}


@pytest.mark.rule("DA-ORD-12", "DA-ORD-13", "DA-ORD-14", "DA-ORD-15", "DA-ORD-17")
def test_a_full_form_is_offered_no_more_of_a_kind() -> None:
    state = b.acquainted(6)
    b.endow(state, "j1", units={"archer": 30}, gold=90)
    state.offered = True
    decision, names = b.decision(state, "j1"), [kingdom.name for kingdom in state.living()][1:]
    limited: list[tuple[type[o.Order], list[o.Order]]] = [
        (o.Attack, [o.Attack(name, (("archer", 1),)) for name in names[:3]]),
        (o.Support, [o.Support(name, (("archer", 1),)) for name in names[:3]]),
        (o.Give, [o.Give(name, "or", 1) for name in names[:3]]),
        (o.Rumour, [o.Rumour(names[0], "ARMEE_FORTE", None)]),
        (o.Vote, [o.Vote(True)]),
    ]
    for kind, taken in limited:
        for behind, more in ((taken[:-1], True), (taken, False)):
            offered = [order for order in decision.offers(behind) if isinstance(order, kind)]
            again = {order.kingdom for order in taken if isinstance(order, o.Expedition)}  # these make the army larger
            assert any(getattr(order, "kingdom", None) not in again for order in offered) is more, (kind, behind)
            assert {order.kingdom for order in offered if isinstance(order, o.Expedition)} >= again


def test_every_kind_of_order_is_offered_where_it_has_an_object() -> None:
    state = b.acquainted(4)
    b.fell(state, "j4")
    b.endow(state, "j1", gold=500, intellect=50, units={"archer": 9, "guerrier": 4, "espion": 3})
    offered = b.decision(state, "j1").offers()
    assert {type(order) for order in offered} == set(o.ORDERS)
    assert {o.Vote(True), o.Vote(False)} <= {*offered}
    armies = dict.fromkeys(order.units for order in offered if isinstance(order, o.Attack))
    mixed = [(("guerrier", warriors), ("archer", archers)) for warriors, archers in ((1, 3), (2, 6), (4, 9))]
    assert [*armies] == [*mixed, (("guerrier", 4),), (("archer", 9),)], "a third, two thirds, all, each type alone"
    assert {order.count for order in offered if isinstance(order, o.Build)} == {1, 2, 3, 5}, "five are the most"
