"""What the recruiting orders of a sheet will raise, as far as their author can foresee it."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import unit_pay
from heraut.games.rois.phases.recruiting import is_raised
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.state import GREEN, Province, Unit
from heraut.games.rois.tables import CONSTANTS, wealth


class Recruits:
    """The units raised, order by order, within types, capacity and treasury (RO-REC-02, RO-REC-03, RO-GEN-06)."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.taken: dict[int, int] = {}
        self.cost = 0
        self.raised: list[Unit] = []

    def recruit(self, place: int, order: o.Recruit) -> None:
        """One order, where its author will be."""
        if place not in self.book.provinces or not is_raised(self.land(place), order.type):
            return
        pay = unit_pay(order.type)
        left = self.capacity(place) - self.taken.get(place, 0)
        count = max(0, min(order.count, left, (self.book.own["gold"] - self.cost) // pay))
        self.taken[place] = self.taken.get(place, 0) + count
        self.cost += count * pay
        self.raised += [Unit(0, order.type, "", GREEN, self.book.kingdom, place) for _ in range(count)]

    def capacity(self, place: int) -> int:
        """What the province gives a year."""
        if place == self.book.own["home"]:
            return CONSTANTS.home_capacity
        return CONSTANTS.capacity[wealth(self.land(place).tax_base)]

    def land(self, place: int) -> Province:
        """One of one's own provinces, as the map shows it."""
        seen = self.book.own["map"][str(place)]
        return Province(place, "", seen["terrain"], seen["tax_base"], seen["race"], tuple(seen["types"]))
