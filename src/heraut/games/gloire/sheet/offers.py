"""What may still stand on a sheet: the usual orders, listed once a turn, less what those already taken use up.

Orders that would undo one another share a slot: a land's tax, a knight's attack, what is said to a lord. One that is
taken empties its slot, and what it costs leaves less for the others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from heraut.games.gloire import orders as o
from heraut.games.gloire.orders import Order
from heraut.games.gloire.sheet.book import Book
from heraut.games.gloire.sheet.listing import Listing, Slot

Named = Callable[[Any], Any]

NAMED: Mapping[type[Order], Named] = {  # what an order of each kind is the only one of
    **dict.fromkeys((o.Tax, o.Redistribute, o.Sell, o.Buy, o.Spy, o.Fortify), lambda order: order.land),
    **dict.fromkeys((o.Demobilise, o.Defend), lambda order: order.army),
    **dict.fromkeys((o.Rename, o.Dismiss, o.Assign, o.LeaveGarrison, o.Attack), lambda order: order.knight),
    **dict.fromkeys((o.Move, o.EnterJoust), lambda order: order.knight),
    **dict.fromkeys((o.Abdicate, o.SetRetreat, o.CallKnights, o.OrganiseJoust), lambda order: None),
    o.Levy: lambda order: order.land if order.knight is None else order.knight,
    o.Transfer: lambda order: order.source,
}


def slot_of(order: Order) -> Slot:
    """What an order uses up; all that is said to a lord is one thing."""
    kind = type(order)
    named = NAMED.get(kind)
    return (kind, named(order)) if named else (o.Diplomatic, order.lord)  # type: ignore[attr-defined]


class Offers:
    """The usual orders of a lord in a turn, by slot; `prices` are those of the slots that cost something, rising."""

    def __init__(self, book: Book) -> None:
        listing = Listing(book)
        self.slots: dict[Slot, tuple[Order, ...]] = {}
        self.prices: dict[Slot, tuple[int, ...]] = {}
        for slot, orders, prices in listing:
            self.slots[slot] = orders
            if prices:
                self.prices[slot] = prices
        self.dearest = max([prices[-1] for prices in self.prices.values()], default=0)
        self.sheet = Remainder((), self.slots.copy(), listing.purse)
        self.trim(self.sheet)
        self.start = self.sheet

    def behind(self, taken: Sequence[Order]) -> list[Order]:
        """The orders that remain, and that can still be paid for, once these are taken."""
        left = self.sheet
        if left is self.start or not left.leads_to(taken):
            left = self.sheet = Remainder((), self.start.slots.copy(), self.start.purse)
        for order in taken[len(left.taken) :]:
            slot = slot_of(order)
            left.slots.pop(slot, None)
            if slot in self.prices:
                left.purse -= self.price(slot, order)
                self.trim(left)
            left.taken += (order,)
        return list(chain.from_iterable(left.slots.values()))

    def price(self, slot: Slot, order: Order) -> int:
        """The écus of an order; one with figures of its own is taken to cost what the dearest of its like does."""
        orders, prices = self.slots[slot], self.prices[slot]
        return prices[orders.index(order)] if order in orders else prices[-1]

    def trim(self, left: Remainder) -> None:
        """Leaves what the purse can pay for."""
        if left.purse >= self.dearest:
            return
        for slot, prices in self.prices.items():
            if prices[-1] > left.purse and slot in left.slots:
                left.slots[slot] = self.slots[slot][: bisect_right(prices, left.purse)]


class Remainder:
    """What is left of the offers once some are taken: kept, since sheets are made order by order."""

    def __init__(self, taken: tuple[Order, ...], slots: dict[Slot, tuple[Order, ...]], purse: int) -> None:
        self.taken = taken
        self.slots = slots
        self.purse = purse

    def leads_to(self, taken: Sequence[Order]) -> bool:
        """Whether a sheet begins with what was taken here."""
        return self.taken == tuple(taken[: len(self.taken)])
