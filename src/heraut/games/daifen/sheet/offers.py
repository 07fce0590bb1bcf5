"""The orders that a form may hold behind others: listed once a decision, then left out as what they use is taken.

All kinds, with the usual and near-usual numbers: a third, two thirds, the whole of an army; one, three, all places of a
barracks; a quarter, half, all of the gold. Of rumours the six statements, for texts are without number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from heraut.games.daifen import orders as o
from heraut.games.daifen.orders import GOLD, INTELLECT, Order
from heraut.games.daifen.races import BUILDINGS, ROLES, TECHNOLOGIES, UNITS
from heraut.games.daifen.sheet.book import Book
from heraut.games.daifen.sheet.checks import Account, gold_of, intellect_of, units_of
from heraut.games.daifen.sheet.reading import in_order
from heraut.games.daifen.state import KingdomName
from heraut.games.daifen.tables import CONSTANTS, statements

FEW = (1, 2, 3)  # buildings of a type, or spies on a mission


class Offer(msgspec.Struct, frozen=True, gc=False):
    """An order that the form would take if it were empty, and what it uses."""

    order: Order
    gold: int
    intellect: int
    units: tuple[tuple[str, int], ...]


def listed(book: Book) -> list[Offer]:
    """Every order that is offered in an empty form, kind by kind."""
    empty, orders = Account(book), dict.fromkeys(order for write in WRITERS for order in write(book))
    offers = [Offer(order, gold_of(order), intellect_of(order), units_of(order)) for order in orders]
    return [offer for offer in offers if fits(offer, empty)]


def left(offers: Iterable[Offer], book: Book, taken: Sequence[Order]) -> list[Order]:
    """Those of these orders that the form takes behind the ones taken, which are left out."""
    account, there = Account(book), set(taken)
    for order in taken:
        account.count(order)
    return [offer.order for offer in offers if offer.order not in there and fits(offer, account)]


def fits(offer: Offer, account: Account) -> bool:
    """Whether what is left of gold, intellect, men, slots and lines allows this order."""
    book = account.book
    if offer.gold > book.gold - account.gold or offer.intellect > book.intellect - account.intellect:
        return False
    for unit, number in offer.units:
        if account.units[unit] + number > book.units.get(unit, 0):
            return False
    room = ROOM.get(type(offer.order))
    return room is None or room(account, offer.order)


# The limits of a form, kind by kind (DA-ORD-12 to 18, DA-BLD-02, DA-TRN-02, DA-TEC-02)


def slots(account: Account, order: o.Build) -> bool:
    return account.buildings + order.count <= account.book.most_buildings


def places(account: Account, order: o.Train) -> bool:
    building = UNITS[order.unit].trained_in or ""
    return account.places[building] + order.count <= account.book.places(building)


def learnable(account: Account, order: o.Develop) -> bool:
    needed, had = TECHNOLOGIES[order.technology].requires, account.book.technologies
    return order.technology not in account.technologies and (
        needed is None or needed in had or needed in account.technologies
    )


def attackable(account: Account, order: o.Attack) -> bool:
    full = len(account.attacked) >= CONSTANTS.attacks_max
    return order.kingdom not in account.supported and not (full and order.kingdom not in account.attacked)


def supportable(account: Account, order: o.Support) -> bool:
    full = len(account.supported) >= CONSTANTS.supports_max
    return order.kingdom not in account.attacked and not (full and order.kingdom not in account.supported)


ROOM: dict[type[Order], Callable[[Account, Any], bool]] = {
    o.Build: slots,
    o.Train: places,
    o.Develop: learnable,
    o.Attack: attackable,
    o.Support: supportable,
    o.Give: lambda account, _: account.gifts < CONSTANTS.gifts_max,
    o.Rumour: lambda account, _: account.rumours < CONSTANTS.rumours_max,
    o.Vote: lambda account, _: not account.votes,
}


# What is thought of, kind by kind


def buildings(book: Book) -> Iterator[Order]:
    for code in book.race.buildings:
        if BUILDINGS[code].requires in (None, *book.technologies):
            yield from (o.Build(code, count) for count in (*FEW, book.most_buildings))


def trainings(book: Book) -> Iterator[Order]:
    for code in book.race.units:
        unit = UNITS[code]
        if (most := book.places(unit.trained_in or "")) and unit.requires in (None, *book.technologies):
            yield from (o.Train(code, count) for count in (1, CONSTANTS.places_per_building, most))


def technologies(book: Book) -> Iterator[Order]:
    return (o.Develop(code) for code in book.race.technologies if code not in book.technologies)


def others(book: Book) -> list[KingdomName]:
    """The living kingdoms that may be named."""
    return [KingdomName(name) for name, kingdom in book.known.items() if kingdom["alive"]]


def armies(units: dict[str, int]) -> list[tuple[tuple[str, int], ...]]:
    """A third, two thirds and the whole of these units, and each type alone."""
    thirds = [{code: number * part // 3 for code, number in units.items()} for part in (1, 2, 3)]
    alone = [{code: number} for code, number in units.items()]
    return [in_order(found) for army in thirds + alone if (found := {code: n for code, n in army.items() if n})]


def attacks(book: Book) -> Iterator[Order]:
    sent = armies({code: number for code, number in book.units.items() if UNITS[code].offensive})
    return (o.Attack(name, army) for name in others(book) for army in sent)


def supports(book: Book) -> Iterator[Order]:
    sent = armies({code: number for code, number in book.units.items() if UNITS[code].defensive})
    return (o.Support(name, army) for name in others(book) for army in sent)


def gifts(book: Book) -> Iterator[Order]:
    stocks = {GOLD: book.gold, INTELLECT: book.intellect, **book.units}
    for name in others(book):
        for content, stock in stocks.items():
            yield from (o.Give(name, content, number) for part in (4, 2, 1) if (number := stock // part))


def missions(book: Book) -> Iterator[Order]:
    spies = book.units.get(ROLES.spy, 0)
    yield from (o.Explore(count) for count in (*FEW, spies) if count)
    yield from (o.Guard(count) for count in (*FEW, spies) if count)
    for name in others(book):
        yield from (kind(name, count) for kind in (o.SpyOn, o.Steal, o.Sabotage) for count in FEW)


def revelations(book: Book) -> Iterator[Order]:
    known = others(book)
    return (o.Reveal(name, to) for name in (book.name, *known) for to in known if to != name)


def rumours(book: Book) -> Iterator[Order]:
    return (o.Rumour(name, statement, None) for name in (book.name, *others(book)) for statement in statements())


def votes(book: Book) -> Iterator[Order]:
    return (o.Vote(yes) for yes in (True, False) if book.association)


WRITERS: tuple[Callable[[Book], Iterator[Order]], ...] = (
    votes,
    buildings,
    trainings,
    technologies,
    attacks,
    supports,
    gifts,
    missions,
    revelations,
    rumours,
)
