"""Next year's gold, foreseen from the view and the orders entered (RO-TOOL-04): nothing lost, everything succeeds."""

from __future__ import annotations

import msgspec

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.abilities import unit_pay
from heraut.games.rois.book import Book
from heraut.games.rois.orders import Sheet
from heraut.games.rois.phases.treasury import STONE, tax_yield
from heraut.games.rois.state import GREEN, Province, Unit
from heraut.games.rois.tables import FIGURES, wealth


class Budget(msgspec.Struct, frozen=True):
    """Gold now, what comes and goes, and what is left; `short` is what would be missing at pay time."""

    gold: int
    recruiting: int
    gifts: int
    taxes: int
    stones: int
    heroes: int
    units: int
    left: int
    short: int


def budget(view: Json, sheet: Sheet) -> Budget:
    """The forecast of a year with these orders."""
    book = Book(view)
    recruits = Recruits(book)
    recruits.run(sheet)
    gifts = sum(order.gold for order in sheet.realm if isinstance(order, o.Donate))
    gifts += sum(action.order.gold for action in sheet.actions if isinstance(action.order, o.GiveGold))
    taxes = sum(tax_yield(land_of(book, number), book.own["inventions"]) for number in book.own["provinces"])
    stones = FIGURES.stone * sum(
        book.item_kinds.get(item) == STONE
        for each in book.characters.values()
        if not each["died"]
        for item in each["items"]
    )
    gone = {action.order.character for action in sheet.actions if isinstance(action.order, o.Dismiss)}
    heroes = sum(each["pay"] for each in book.characters.values() if not each["died"] and each["number"] not in gone)
    units = sum(unit_pay(unit.type) for unit in [*standing(book, sheet), *recruits.raised])
    before_pay = book.own["gold"] - recruits.cost - gifts + taxes + stones
    return Budget(
        gold=book.own["gold"],
        recruiting=recruits.cost,
        gifts=gifts,
        taxes=taxes,
        stones=stones,
        heroes=heroes,
        units=units,
        left=max(0, before_pay - heroes - units),
        short=max(0, heroes + units - before_pay),
    )


def land_of(book: Book, number: int) -> Province:
    """One of one's own provinces, as the map shows it."""
    seen = book.own["map"][str(number)]
    return Province(number, "", seen["terrain"], seen["tax_base"], seen["race"], tuple(seen["types"]))


def standing(book: Book, sheet: Sheet) -> list[Unit]:
    """The units that will still be there to be paid: those named in a DI are gone."""
    named = {unit for action in sheet.actions if isinstance(action.order, o.Disband) for unit in action.order.units}
    return [
        Unit(each["number"], each["type"], each["race"], each["quality"], book.kingdom, each["province"])
        for number, each in book.units.items()
        if number not in named
    ]


class Recruits:
    """What the recruiting orders will raise, season by season, within capacity and treasury (RO-REC-03, RO-GEN-06)."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.places = {number: each["province"] for number, each in book.characters.items()}
        self.taken: dict[int, int] = {}
        self.cost = 0
        self.raised: list[Unit] = []

    def run(self, sheet: Sheet) -> None:
        """Follows moves and recruiting through the seasons."""
        for action in sorted(sheet.actions, key=lambda action: (action.season, action.character)):
            if isinstance(action.order, o.Move):
                self.places[action.character] = action.order.province
            elif isinstance(action.order, o.Recruit):
                self.recruit(self.places[action.character], action.order)

    def recruit(self, place: int, order: o.Recruit) -> None:
        """One order, where its author will be."""
        if place not in self.book.provinces:
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
            return FIGURES.home_capacity
        return FIGURES.capacity[wealth(self.book.own["map"][str(place)]["tax_base"])]
