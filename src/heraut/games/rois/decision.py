"""What a King owes: a sheet of orders for his turn, made from what he sees and judged line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from heraut.engine.protocol import Json, Reading, Refusal
from heraut.engine.rng import Rng
from heraut.games.rois.orders import SILENCE, Sheet
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.judging import BOUNDS, Account, read_lines
from heraut.games.rois.sheet.offers import Offers
from heraut.games.rois.sheet.reading import Entry
from heraut.games.rois.sheet.sample import random_sheet
from heraut.games.rois.sheet.writing import SILENT, sheet_of, write_entry, write_sheet


class SheetDecision:
    """What a living King owes each year: a sheet, possibly empty; silence is another. Made from his view alone."""

    kind = "order_sheet"
    bounds = BOUNDS
    default: Sheet = SILENCE

    def __init__(self, view: Json) -> None:
        self.view = view

    @cached_property
    def book(self) -> Book:
        """The view, arranged for reading."""
        return Book(self.view)

    def check(self, answer: Sheet) -> list[Refusal]:
        """Every entry that would be refused, by its place in the sheet: actions, plans, orders of the kingdom."""
        account = Account(self.book)
        entries: tuple[Entry, ...] = (*answer.actions, *answer.plans, *answer.realm)
        faults = ((line, account.enter(entry)) for line, entry in enumerate(entries, start=1))
        return [Refusal(fault.rule, fault.code, fault.data, line) for line, fault in faults if fault is not None]

    def parse(self, text: str) -> Reading[Sheet]:
        """The sheet that a text holds: legal lines are kept, the others refused one by one."""
        if text.strip().upper() in ("", SILENT):
            return Reading(SILENCE)
        entries: list[Entry] = []
        refusals: list[Refusal] = []
        for line, found in read_lines(self.book, text):
            if isinstance(found, Refusal):
                refusals.append(Refusal(found.rule, found.code, found.data, line))
            else:
                entries.append(found)
        return Reading(sheet_of(entries), tuple(refusals))

    def entries(self, text: str) -> dict[int, Entry]:
        """The orders and plans that a text holds, each by the number of its line."""
        return {line: found for line, found in read_lines(self.book, text) if not isinstance(found, Refusal)}

    def understood(self, text: str) -> dict[int, str]:
        """The lines of `entries` as the sheet would write them, by the number of the line."""
        return {line: write_entry(found) for line, found in self.entries(text).items()}

    def write(self, answer: Sheet) -> str:
        """The sheet as text."""
        return write_sheet(answer)

    def sample(self, rng: Rng) -> Sheet:
        """A random legal sheet, with orders of every kind."""
        return random_sheet(self.book, rng)

    @cached_property
    def usual(self) -> Offers:
        """The usual orders, listed once."""
        return Offers(self.book)

    def offers(self, taken: Sequence[Entry] = ()) -> list[Entry]:
        """The usual orders: for the next season of each, and for the kingdom (`sheet.offers`)."""
        return self.usual.after(taken)

    def compose(self, taken: Sequence[Entry]) -> Sheet:
        """The sheet that holds these orders; of none, silence, in which everybody defends."""
        return sheet_of(taken) if taken else SILENCE

    def answers(self) -> None:
        """Sheets are too many to be listed."""
        return None


class OpenDecision(SheetDecision):
    """The decision in a playout: its view is only made if somebody looks at it."""

    def __init__(self, look: Callable[[], Json]) -> None:
        self.look = look

    @cached_property
    def view(self) -> Json:  # type: ignore[override]  # what is an attribute there is worked out here
        """What the King sees."""
        return self.look()
