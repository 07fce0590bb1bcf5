"""What a lord owes each turn: an order form, read, checked as a whole and written back (DA-ORD-06, DA-ORD-21).

Everything here works from the view of one seat: see book.py, reading.py, checks.py and writing.py.
"""

from __future__ import annotations

from functools import cached_property

from heraut.engine.protocol import Json, Reading, Refusal
from heraut.engine.rng import Rng
from heraut.engine.sheets import GUESSED, Bounds, lines_read
from heraut.games.daifen.book import Book
from heraut.games.daifen.checks import refusals_of
from heraut.games.daifen.orders import SILENCE, Form, Order
from heraut.games.daifen.reading import Unread, read_line
from heraut.games.daifen.writing import write_order

BOUNDS = Bounds("DA-ORD-21", lines=500, width=1_000)
SILENT, EMPTY = "SILENCE", "# rien"  # how no form at all, and a form without orders, are written


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
        if text.strip().upper() == SILENT:
            return Reading(SILENCE)
        lines: list[tuple[int, Order]] = []
        refusals: list[Refusal] = []
        for number, line, unfit in lines_read(text, BOUNDS):
            if unfit is not None:
                refusals.append(unfit)
                continue
            try:
                order = read_line(self.book, line)
            except Unread as unread:
                refusals.append(unread.refusal(number, guess=len(refusals) < GUESSED))
            else:
                if order is not None:
                    lines.append((number, order))
        refusals += refusals_of(self.book, lines)
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
        from heraut.games.daifen.sample import random_form

        return random_form(self.book, rng)

    def answers(self) -> None:
        """Forms are too many to be listed."""
        return None
