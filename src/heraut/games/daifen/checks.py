"""Orders checked at entry: each by itself, then against what the form uses up together (DA-ORD-06 to 18).

Nothing hidden is tested, since a refusal would reveal it (DA-FOG-09).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from heraut.engine.protocol import Refusal
from heraut.games.daifen import orders as o
from heraut.games.daifen.book import Book
from heraut.games.daifen.orders import GOLD, INTELLECT, Order
from heraut.games.daifen.races import BUILDINGS, ROLES, TECHNOLOGIES, UNITS
from heraut.games.daifen.reading import LARGEST_NUMBER
from heraut.games.daifen.state import KingdomName
from heraut.games.daifen.tables import constants, statements

# Checking one line by itself: each of these returns what to refuse, or None

Check = Callable[[Book, Any], Refusal | None]


def check_count(count: int) -> Refusal | None:
    """Every quantity is at least 1 (DA-ORD-16)."""
    return None if 1 <= count <= LARGEST_NUMBER else Refusal("DA-ORD-16", "too_few", {"number": count})


def check_kingdom(book: Book, kingdom: KingdomName, *, own: bool = False) -> Refusal | None:
    """A living kingdom that the lord knows; his own only where that has a meaning (DA-ORD-08, DA-FOG-09)."""
    if kingdom == book.name:
        return None if own else Refusal("DA-ORD-08", "own_kingdom", {})
    if kingdom not in book.known:
        return Refusal("DA-FOG-09", "unknown_kingdom", {"text": kingdom, "nearest": ""})
    return None if book.known[kingdom]["alive"] else Refusal("DA-ORD-08", "fallen_kingdom", {"kingdom": kingdom})


def check_build(book: Book, order: o.Build) -> Refusal | None:
    """A building of the race, whose technology is owned (DA-BLD-01)."""
    if order.building not in book.race.buildings:
        data = {"building": order.building, "race": book.race.code, "buildings": list(book.race.buildings)}
        return Refusal("DA-BLD-01", "foreign_building", data)
    needed = BUILDINGS[order.building].requires
    if needed is not None and needed not in book.technologies:
        return Refusal("DA-BLD-01", "building_needs", {"building": order.building, "technology": needed})
    return check_count(order.count)


def check_train(book: Book, order: o.Train) -> Refusal | None:
    """A unit of the race, trained in a building that stands, whose technology is owned (DA-TRN-01, DA-TRN-06)."""
    if order.unit not in book.race.units:
        data = {"unit": order.unit, "race": book.race.code, "units": list(book.race.units)}
        return Refusal("DA-TRN-06", "foreign_unit", data)
    unit = UNITS[order.unit]
    if not book.buildings.get(unit.trained_in or ""):
        return Refusal("DA-TRN-01", "no_training_building", {"unit": order.unit, "building": unit.trained_in})
    if unit.requires is not None and unit.requires not in book.technologies:
        return Refusal("DA-TRN-01", "unit_needs", {"unit": order.unit, "technology": unit.requires})
    return check_count(order.count)


def check_develop(book: Book, order: o.Develop) -> Refusal | None:
    """A technology of the race, not owned yet (DA-TEC-02)."""
    if order.technology not in book.race.technologies:
        data = {"technology": order.technology, "race": book.race.code, "technologies": list(book.race.technologies)}
        return Refusal("DA-TEC-02", "foreign_technology", data)
    if order.technology in book.technologies:
        return Refusal("DA-TEC-02", "technology_owned", {"technology": order.technology})
    return None


def check_expedition(book: Book, order: o.Expedition) -> Refusal | None:
    """A target, and units that may go there: to attack, offensive ones; to support, defensive ones."""
    if fault := check_kingdom(book, order.kingdom):
        return fault
    attack = isinstance(order, o.Attack)
    if not order.units:
        return Refusal("DA-ATK-01" if attack else "DA-SUP-01", "no_units", {})
    for code, count in order.units:
        if code not in UNITS:
            return Refusal("DA-ORD-21", "unknown_type", {"text": code, "sort": "unit", "nearest": ""})
        if attack and not UNITS[code].offensive:
            return Refusal("DA-ATK-01", "not_offensive", {"unit": code})
        if not attack and not UNITS[code].defensive:
            return Refusal("DA-SUP-01", "not_defensive", {"unit": code})
        if fault := check_count(count):
            return fault
    return None


def check_give(book: Book, order: o.Give) -> Refusal | None:
    """A recipient, and a content that exists (DA-GIF-01)."""
    if order.content not in (GOLD, INTELLECT) and order.content not in UNITS:
        return Refusal("DA-ORD-21", "unknown_type", {"text": order.content, "sort": "gift", "nearest": ""})
    return check_kingdom(book, order.kingdom) or check_count(order.count)


def check_mission(book: Book, order: o.Mission) -> Refusal | None:
    return check_kingdom(book, order.kingdom) or check_count(order.count)


def check_reveal(book: Book, order: o.Reveal) -> Refusal | None:
    """One's own kingdom or a known one, to another known one (DA-SPY-29)."""
    fault = check_kingdom(book, order.kingdom, own=True) or check_kingdom(book, order.recipient)
    if fault is None and order.kingdom == order.recipient:
        return Refusal("DA-SPY-29", "revealed_to_itself", {"kingdom": order.kingdom})
    return fault


def check_rumour(book: Book, order: o.Rumour) -> Refusal | None:
    """One of the statements, or a line of plain text (DA-RUM-05)."""
    if order.text is None:
        if order.statement not in statements():
            data = {"text": str(order.statement), "statements": list(statements())}
            return Refusal("DA-RUM-05", "unknown_statement", data)
    elif not (1 <= len(order.text) <= constants().rumour_length_max and plain_text(order.text)):
        return Refusal("DA-RUM-05", "bad_rumour", {"most": constants().rumour_length_max})
    return check_kingdom(book, order.kingdom, own=True)


def plain_text(text: str) -> bool:
    """One printable line without a double quote, and no blank that would be lost in writing."""
    return text.isprintable() and '"' not in text and text == " ".join(text.split())


def check_vote(book: Book, order: o.Vote) -> Refusal | None:
    """Nobody votes before the proposal is open (DA-END-05)."""
    return None if book.association else Refusal("DA-END-05", "no_association", {})


CHECKS: dict[type[Order], Check] = {
    o.Build: check_build,
    o.Train: check_train,
    o.Develop: check_develop,
    o.Attack: check_expedition,
    o.Support: check_expedition,
    o.Give: check_give,
    o.Explore: lambda book, order: check_count(order.count),
    o.SpyOn: check_mission,
    o.Steal: check_mission,
    o.Sabotage: check_mission,
    o.Reveal: check_reveal,
    o.Guard: lambda book, order: check_count(order.count),
    o.Rumour: check_rumour,
    o.Vote: check_vote,
}


# Checking the form as a whole


class Account:
    """What the lines of a form use up together, line by line: a line that does not fit is refused, and not counted."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.gold = self.intellect = self.buildings = self.gifts = self.rumours = self.votes = 0
        self.units: Counter[str] = Counter()
        self.places: Counter[str] = Counter()
        self.attacked: set[KingdomName] = set()
        self.supported: set[KingdomName] = set()
        self.technologies: set[str] = set()

    def enter(self, order: Order) -> Refusal | None:
        """Counts a line in, or says why it is refused."""
        fault = CHECKS[type(order)](self.book, order) or self.limit(order) or self.means(order)
        if fault is None:
            self.count(order)
        return fault

    def limit(self, order: Order) -> Refusal | None:
        """The numbers that a form may not exceed, and what it may not say twice."""
        figures = constants()
        match order:
            case o.Build(count=count):
                most, asked = self.book.most_buildings, self.buildings + count
                return too_many("DA-BLD-02", "buildings", asked, most)
            case o.Train(unit=unit, count=count):
                return self.training_limit(unit, count)
            case o.Develop(technology=technology):
                return self.technology_limit(technology)
            case o.Attack(kingdom=kingdom):
                if kingdom in self.supported:
                    return Refusal("DA-ORD-18", "friend_and_foe", {"kingdom": kingdom})
                return too_many("DA-ORD-12", "attacks", len(self.attacked | {kingdom}), figures.attacks_max)
            case o.Support(kingdom=kingdom):
                if kingdom in self.attacked:
                    return Refusal("DA-ORD-18", "friend_and_foe", {"kingdom": kingdom})
                return too_many("DA-ORD-13", "supports", len(self.supported | {kingdom}), figures.supports_max)
            case o.Give():
                return too_many("DA-ORD-14", "gifts", self.gifts + 1, figures.gifts_max)
            case o.Rumour():
                return too_many("DA-ORD-15", "rumours", self.rumours + 1, figures.rumours_max)
            case o.Vote():
                return too_many("DA-ORD-17", "votes", self.votes + 1, 1)
        return None

    def training_limit(self, unit: str, count: int) -> Refusal | None:
        """Three places for each building of the type, for the units of that type alone (DA-TRN-02)."""
        building = UNITS[unit].trained_in or ""
        asked, most = self.places[building] + count, self.book.places(building)
        if asked <= most:
            return None
        return Refusal("DA-TRN-02", "no_places", {"building": building, "asked": asked, "most": most})

    def technology_limit(self, technology: str) -> Refusal | None:
        """Once in the form, and behind the technology that it requires (DA-TEC-02)."""
        if technology in self.technologies:
            return Refusal("DA-TEC-02", "technology_twice", {"technology": technology})
        needed = TECHNOLOGIES[technology].requires
        if needed is None or needed in self.book.technologies or needed in self.technologies:
            return None
        return Refusal("DA-TEC-02", "technology_needs", {"technology": technology, "needed": needed})

    def means(self, order: Order) -> Refusal | None:
        """Units, gold and intellect that the kingdom has at the start of the turn (DA-ORD-09, 10, 11)."""
        used: Counter[str] = Counter()
        for unit, count in units_of(order):
            used[unit] += count
            asked, owned = self.units[unit] + used[unit], self.book.units.get(unit, 0)
            if asked > owned:
                return Refusal("DA-ORD-09", "too_few_units", {"unit": unit, "asked": asked, "owned": owned})
        gold, intellect = self.gold + gold_of(order), self.intellect + intellect_of(order)
        if gold > self.book.gold:
            return Refusal("DA-ORD-10", "too_little_gold", {"asked": gold, "owned": self.book.gold})
        if intellect > self.book.intellect:
            return Refusal("DA-ORD-11", "too_little_intellect", {"asked": intellect, "owned": self.book.intellect})
        return None

    def count(self, order: Order) -> None:
        """Adds a line to the account."""
        self.gold += gold_of(order)
        self.intellect += intellect_of(order)
        for unit, count in units_of(order):
            self.units[unit] += count
        match order:
            case o.Build(count=count):
                self.buildings += count
            case o.Train(unit=unit, count=count):
                self.places[UNITS[unit].trained_in or ""] += count
            case o.Develop(technology=technology):
                self.technologies.add(technology)
            case o.Attack(kingdom=kingdom):
                self.attacked.add(kingdom)
            case o.Support(kingdom=kingdom):
                self.supported.add(kingdom)
            case o.Give():
                self.gifts += 1
            case o.Rumour():
                self.rumours += 1
            case o.Vote():
                self.votes += 1


def too_many(rule: str, what: str, asked: int, most: int) -> Refusal | None:
    """A limit of the form, if it is exceeded."""
    return Refusal(rule, "too_many", {"what": what, "asked": asked, "most": most}) if asked > most else None


def units_of(order: Order) -> tuple[tuple[str, int], ...]:
    """The units that a line uses, with their numbers (DA-ORD-09)."""
    match order:
        case o.Expedition(units=units):
            return units
        case o.Give(content=content, count=count) if content in UNITS:
            return ((content, count),)
        case o.Mission(count=count) | o.Explore(count=count) | o.Guard(count=count):
            return ((ROLES.spy, count),)
        case o.Reveal():
            return ((ROLES.spy, 1),)
    return ()


def gold_of(order: Order) -> int:
    """The gold that a line takes (DA-ORD-10)."""
    match order:
        case o.Build(building=building, count=count):
            return BUILDINGS[building].cost * count
        case o.Train(unit=unit, count=count):
            return UNITS[unit].cost * count
        case o.Give(content=content, count=count) if content == GOLD:
            return count
    return 0


def intellect_of(order: Order) -> int:
    """The intellect that a line gives away (DA-ORD-11)."""
    return order.count if isinstance(order, o.Give) and order.content == INTELLECT else 0


def refusals_of(book: Book, lines: Iterable[tuple[int, Order]]) -> Iterator[Refusal]:
    """What is wrong with these lines, each with its number, taken together."""
    account = Account(book)
    for line, order in lines:
        fault = account.enter(order)
        if fault is not None:
            yield Refusal(fault.rule, fault.code, {"order": order.code, **fault.data}, line)
