"""What a lord owes each turn: an order form, read, checked as a whole and written back (DA-ORD-06, DA-ORD-21).

Everything here works from the view of one seat: see `sheet/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from heraut.engine.protocol import Bounds, Json, Reading, Refusal
from heraut.engine.rng import Rng
from heraut.engine.sheets import GUESSED, lines_read
from heraut.games.daifen.orders import SILENCE, Form, Order
from heraut.games.daifen.sheet.book import Book
from heraut.games.daifen.sheet.checks import refusals_of
from heraut.games.daifen.sheet.offers import Offer, left, listed
from heraut.games.daifen.sheet.reading import UNREAD, read_line
from heraut.games.daifen.sheet.sample import random_form
from heraut.games.daifen.sheet.writing import write_order

BOUNDS = Bounds("DA-ORD-21", lines=500, width=1_000)
EMPTY = "# rien"  # how a form without orders is written
SILENT = "\x18SILENCE"  # and no form at all: begun by a control character, it is no text that anybody types


class SheetDecision:
    """What a living lord owes each turn: a form, possibly empty; silence is another thing. Made from his view alone."""

    kind = "order_sheet"
    bounds = BOUNDS
    default: Form = SILENCE

    def __init__(self, view: Json) -> None:
        self.view = view

    @cached_property
    def book(self) -> Book:
        """The view, arranged for reading."""
        return Book(self.view)

    def check(self, answer: Form) -> list[Refusal]:
        """Every order that would be refused, by its place in the form (DA-ORD-06)."""
        return list(refusals_of(self.book, enumerate(answer.orders, start=1)))

    def parse(self, text: str) -> Reading[Form]:
        """The form that a text holds, one order a line. One wrong line, and no form is there at all (DA-ORD-06)."""
        if text == SILENT:
            return Reading(SILENCE)
        lines, faults, refusals = [], [], []
        for number, line, unfit in lines_read(text, BOUNDS):
            if unfit is not None:
                refusals.append(unfit)
                continue
            read = read_line(self.book, line)
            faults += [(number, fault) for fault in read.faults]
            if read.order is not None:
                lines.append((number, read.order))
        refusals += [fault.refusal(number, guess=guess < GUESSED) for guess, (number, fault) in enumerate(faults)]
        refusals += [refusal for refusal in refusals_of(self.book, lines) if not of_unread(refusal)]
        if refusals:
            return Reading(SILENCE, tuple(sorted(refusals, key=lambda refusal: refusal.line)))
        return Reading(Form(tuple(order for _, order in lines)))

    def write(self, answer: Form) -> str:
        """The form as text, one order a line; never empty, so that an empty form is told from none."""
        if not answer.sent:
            return SILENT
        return "\n".join([write_order(order) for order in answer.orders]) or EMPTY

    def sample(self, rng: Rng) -> Form:
        """A random legal form, with orders of every kind."""
        return random_form(self.book, rng)

    @cached_property
    def _listed(self) -> list[Offer]:
        return listed(self.book)

    def offers(self, taken: Sequence[Order] = ()) -> list[Order]:
        """The orders of every kind, in usual numbers, that the form takes behind those taken."""
        return left(self._listed, self.book, taken)

    def compose(self, taken: Sequence[Order]) -> Form:
        """The form that holds these orders; of none, an empty one, which is not silence."""
        return Form(tuple(taken))

    def answers(self) -> None:
        """Forms are too many to be listed."""
        return None


def of_unread(refusal: Refusal) -> bool:
    """Whether it is about a kingdom that could not be read, which has been said already."""
    return refusal.code == "unknown_kingdom" and refusal.data["text"] == UNREAD
