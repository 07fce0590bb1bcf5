"""The orders that a lord has written so far, each with the line of the text that holds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from heraut.engine.protocol import Json, Reading
from heraut.engine.sheets import lines_answered
from heraut.games.gloire import orders as o
from heraut.games.gloire.calculators.finance import Forecast, forecast
from heraut.games.gloire.decision import BOUNDS, SheetDecision
from heraut.games.gloire.orders import Order, Sheet
from heraut.games.gloire.sheet.book import Book
from heraut.games.gloire.sheet.reading import Unread, read_line

FIGURES = ("number", "number?")  # sorts of arguments that do not make another order of it


class Placed(NamedTuple):
    """An order, the number of its line, and its number among the orders."""

    line: int
    disc: int
    order: Order


@dataclass(frozen=True)
class Draft:
    """A text of a living lord, read. `ahead` is what it does to the treasury."""

    view: Json
    text: str
    foresee: Callable[[Json, Sheet], Forecast] = forecast

    @cached_property
    def reading(self) -> Reading[Sheet]:
        """What was understood, and what was refused."""
        return SheetDecision(self.view).parse(self.text)

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """Every order that was understood."""
        refused = {refusal.line for refusal in self.reading.refusals}
        orders = iter(self.reading.answer)
        return tuple(
            Placed(number, disc, order)
            for disc, (number, order) in enumerate(
                (
                    (number, next(orders))
                    for number, source in lines_answered(self.text, BOUNDS, self.reading.refusals)
                    if number not in refused and holds_order(source)
                ),
                start=1,
            )
        )

    @property
    def orders(self) -> Sheet:
        """The orders alone."""
        return self.reading.answer

    @cached_property
    def ahead(self) -> Forecast:
        """The treasury through the turn, and who leads how many men into the attacks."""
        return self.foresee(self.view, self.orders)

    @cached_property
    def book(self) -> Book:
        """For reading lines."""
        return Book(self.view)

    def read(self, line: str) -> Order | None:
        """The order that a line of ours holds."""
        try:
            return read_line(self.book, line)
        except Unread:
            return None

    def find(self, line: str) -> Placed | None:
        """The order of the draft that says what this line says, whatever its figures."""
        wanted = self.read(line)
        return next((one for one in self.placed if wanted is not None and same(one.order, wanted)), None)

    def of(self, kind: type[Order]) -> Iterator[Placed]:
        """Its orders of one kind."""
        return (one for one in self.placed if isinstance(one.order, kind))


def holds_order(source: str) -> bool:
    """Whether a line that was not refused holds anything but a comment."""
    head = source.partition(";")[0]
    return bool(head.strip()) or '"' in head


def same(one: Order, other: Order) -> bool:
    """Whether two orders are the same act; how much, how many and how high is left aside."""
    if type(one) is not type(other):
        return False
    fields = [name for name, sort in type(one).syntax if sort not in FIGURES]
    return all(getattr(one, name) == getattr(other, name) for name in fields)


def levies_under(draft: Draft, knight: int) -> list[Placed]:
    """The levies of a draft that follow a knight at once."""
    return [one for one in draft.of(o.Levy) if getattr(one.order, "knight", None) == knight]
