"""What a lord owes each turn: a sheet of orders, read, checked line by line and written back (GP-GEN-13, GP-GEN-19).

Everything here works from the view of one seat: see `sheet/`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

import msgspec

from heraut.engine.protocol import Bounds, Json, Reading, Refusal
from heraut.engine.rng import Rng
from heraut.engine.sheets import GUESSED, Unread, read_entries
from heraut.games.gloire.orders import Order, Sheet
from heraut.games.gloire.sheet.book import Book
from heraut.games.gloire.sheet.checks import CHECKS
from heraut.games.gloire.sheet.offers import Offers
from heraut.games.gloire.sheet.reading import read_line
from heraut.games.gloire.sheet.sample import random_sheet
from heraut.games.gloire.sheet.writing import write_order

BOUNDS = Bounds("GP-GEN-19", lines=2_000, width=400)


class SheetDecision:
    """What a living lord owes each turn: a sheet of orders, possibly empty. Made from his view alone."""

    kind = "order_sheet"
    bounds = BOUNDS
    default: Sheet = ()

    def __init__(self, view: Json | Callable[[], Json]) -> None:
        self._view = view

    @cached_property
    def view(self) -> Json:
        """What the lord sees: made when it is first looked at, where a playout may do without."""
        return self._view() if callable(self._view) else self._view

    @cached_property
    def book(self) -> Book:
        """The view, arranged for reading."""
        return Book(self.view)

    def check(self, answer: Sheet) -> list[Refusal]:
        """Every order that the entry page would refuse, by its place on the sheet (GP-GEN-13)."""
        faults = ((line, self.fault(order)) for line, order in enumerate(answer, start=1))
        return [msgspec.structs.replace(fault, line=line) for line, fault in faults if fault is not None]

    def fault(self, order: Order) -> Refusal | None:
        """Why the entry page would refuse an order."""
        fault = CHECKS[type(order)](self.book, order)
        return fault and Refusal(fault.rule, fault.code, {"order": order.code, **fault.data})

    def parse(self, text: str) -> Reading[Sheet]:
        """The sheet that a text holds, one order a line; a line that is refused is set aside, the others stand."""
        sheet: list[Order] = []
        refusals: list[Refusal] = []
        for number, _, found in read_entries(text, BOUNDS, self.entry, partial(write_order, self.book)):
            if isinstance(found, Unread):
                found = found.refusal(number, guess=len(refusals) < GUESSED)
            if isinstance(found, Refusal):
                refusals.append(found)
            else:
                sheet.append(found)
        return Reading(tuple(sheet), tuple(refusals))

    def entry(self, line: str) -> Order | Refusal | None:
        """What a line says. Raises Unread."""
        order = read_line(self.book, line)
        return order and (self.fault(order) or order)

    def write(self, answer: Sheet) -> str:
        """The sheet as text, one order a line."""
        return "\n".join([write_order(self.book, order) for order in answer])

    def sample(self, rng: Rng) -> Sheet:
        """A random legal sheet, with orders of every kind."""
        return random_sheet(self.book, rng)

    def offers(self, taken: Sequence[Any] = ()) -> Sequence[Any]:
        """The usual orders that use up nothing of what these do, and can still be paid for."""
        return self._offers.behind(taken)

    @cached_property
    def _offers(self) -> Offers:
        return Offers(self.book)

    def compose(self, taken: Sequence[Any]) -> Sheet:
        """The sheet that holds these orders."""
        return tuple(taken)

    def answers(self) -> None:
        """Sheets are too many to be listed."""
        return None
