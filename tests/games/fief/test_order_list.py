"""The list of the orders: all of them, in both languages, and examples that the game reads."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.games.fief.instructions import DEPOSITS, ENTRY, EXIT, PAPER, PLAN
from heraut.games.fief.orders import ORDERS
from heraut.games.fief.orders.grammar import grammar, sorts
from heraut.games.fief.orders.listing import order_list, order_page
from heraut.games.fief.orders.order import Order


@pytest.mark.rule("FI-TRN-05")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_order_is_listed_with_as_many_fields_as_it_takes(lang: str) -> None:
    listed = {one.code: one for one in order_list(lang)}
    assert set(listed) == {kind.code for kind in ORDERS}
    for kind in ORDERS:
        one = listed[kind.code]
        assert len(one.fields.split(", ")) == max(1, len(sorts(kind))) and one.meaning
        assert one.fields.count("[") == sum(not required for _, _, required in sorts(kind))
    assert all(code in order_page(lang) for code in listed)


@pytest.mark.parametrize("one", [one for one in order_list("fr") if one.example], ids=lambda one: one.code)
def test_an_example_is_read(one: object) -> None:
    read = grammar((Seat("j1"), Seat("j2"))).read(one.example)  # type: ignore[attr-defined]
    assert isinstance(read, Order), read


@pytest.mark.rule("FI-DP-43")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_words_of_instructions_are_all_told(lang: str) -> None:
    told = {one.code: one.meaning for one in order_list(lang)}
    assert all(word in told["PLAN"] for word in PLAN)
    assert all(word in told["POLITIQUE"] for word in (*ENTRY, *EXIT))
    assert all(word in told["POUR"] for word in DEPOSITS)
    assert all(word in told["BULLETIN"] for word in PAPER)
