"""Orders checked at entry: each by itself, then against what the form uses up together (DA-ORD-06 to 18).

Every reason is given, and a refused line counts with the others. Nothing hidden is tested, since a refusal would
reveal it (DA-FOG-09).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from heraut.engine.protocol import Refusal
from heraut.games.daifen import orders as o
from heraut.games.daifen.orders import GOLD, INTELLECT, Order
from heraut.games.daifen.races import BUILDINGS, ROLES, TECHNOLOGIES, UNITS
from heraut.games.daifen.sheet.book import Book
from heraut.games.daifen.sheet.reading import LARGEST_NUMBER, UNREAD
from heraut.games.daifen.state import KingdomName
from heraut.games.daifen.tables import CONSTANTS, statements

# Checking one line by itself: each of these gives every reason to refuse it

Check = Callable[[Book, Any], Iterator[Refusal]]


def check_count(count: int) -> Iterator[Refusal]:
    """Every quantity is at least 1 (DA-ORD-16)."""
    if not 1 <= count <= LARGEST_NUMBER:
        yield Refusal("DA-ORD-16", "too_few", {"number": count})


def check_kingdom(book: Book, kingdom: KingdomName, *, own: bool = False) -> Iterator[Refusal]:
    """A living kingdom that the lord knows; his own only where that has a meaning (DA-ORD-08, DA-FOG-09)."""
    if kingdom == book.name:
        if not own:
            yield Refusal("DA-ORD-08", "own_kingdom", {})
    elif kingdom not in book.known:
        yield Refusal("DA-FOG-09", "unknown_kingdom", {"text": kingdom, "nearest": ""})
    elif not book.known[kingdom]["alive"]:
        yield Refusal("DA-ORD-08", "fallen_kingdom", {"kingdom": kingdom})


def check_build(book: Book, order: o.Build) -> Iterator[Refusal]:
    """A building of the race, whose technology is owned (DA-BLD-01)."""
    if order.building not in book.race.buildings:
        data = {"building": order.building, "race": book.race.code, "buildings": list(book.race.buildings)}
        yield Refusal("DA-BLD-01", "foreign_building", data)
    elif (needed := BUILDINGS[order.building].requires) and needed not in book.technologies:
        yield Refusal("DA-BLD-01", "building_needs", {"building": order.building, "technology": needed})
    yield from check_count(order.count)


def check_train(book: Book, order: o.Train) -> Iterator[Refusal]:
    """A unit of the race, trained in a building that stands, whose technology is owned (DA-TRN-01, DA-TRN-06)."""
    if order.unit not in book.race.units:
        data = {"unit": order.unit, "race": book.race.code, "units": list(book.race.units)}
        yield Refusal("DA-TRN-06", "foreign_unit", data)
    else:
        unit = UNITS[order.unit]
        if not book.buildings.get(unit.trained_in or ""):
            yield Refusal("DA-TRN-01", "no_training_building", {"unit": order.unit, "building": unit.trained_in})
        if unit.requires is not None and unit.requires not in book.technologies:
            yield Refusal("DA-TRN-01", "unit_needs", {"unit": order.unit, "technology": unit.requires})
    yield from check_count(order.count)


def check_develop(book: Book, order: o.Develop) -> Iterator[Refusal]:
    """A technology of the race, not owned yet (DA-TEC-02)."""
    if order.technology not in book.race.technologies:
        data = {"technology": order.technology, "race": book.race.code, "technologies": list(book.race.technologies)}
        yield Refusal("DA-TEC-02", "foreign_technology", data)
    elif order.technology in book.technologies:
        yield Refusal("DA-TEC-02", "technology_owned", {"technology": order.technology})


def check_expedition(book: Book, order: o.Expedition) -> Iterator[Refusal]:
    """A target, and units that may go there: to attack, offensive ones; to support, defensive ones."""
    yield from check_kingdom(book, order.kingdom)
    attack = isinstance(order, o.Attack)
    if not order.units:
        yield Refusal("DA-ATK-01" if attack else "DA-SUP-01", "no_units", {})
    for code, count in order.units:
        if code not in UNITS:
            yield Refusal("DA-ORD-21", "unknown_type", {"text": code, "sort": "unit", "nearest": "", "choices": []})
        elif attack and not UNITS[code].offensive:
            yield Refusal("DA-ATK-01", "not_offensive", {"unit": code})
        elif not attack and not UNITS[code].defensive:
            yield Refusal("DA-SUP-01", "not_defensive", {"unit": code})
        yield from check_count(count)


def check_give(book: Book, order: o.Give) -> Iterator[Refusal]:
    """A recipient, and a content that exists (DA-GIF-01)."""
    yield from check_kingdom(book, order.kingdom)
    if order.content not in (GOLD, INTELLECT) and order.content not in UNITS:
        yield Refusal(
            "DA-ORD-21", "unknown_type", {"text": order.content, "sort": "gift", "nearest": "", "choices": []}
        )
    yield from check_count(order.count)


def check_mission(book: Book, order: o.Mission) -> Iterator[Refusal]:
    yield from check_kingdom(book, order.kingdom)
    yield from check_count(order.count)


def check_spies(book: Book, order: o.Explore | o.Guard) -> Iterator[Refusal]:
    yield from check_count(order.count)


def check_reveal(book: Book, order: o.Reveal) -> Iterator[Refusal]:
    """One's own kingdom or a known one, to another known one (DA-SPY-29)."""
    yield from check_kingdom(book, order.kingdom, own=True)
    yield from check_kingdom(book, order.recipient)
    if order.kingdom == order.recipient in book.known:
        yield Refusal("DA-SPY-29", "revealed_to_itself", {"kingdom": order.kingdom})


def check_rumour(book: Book, order: o.Rumour) -> Iterator[Refusal]:
    """One of the statements, or a line of plain text (DA-RUM-05)."""
    yield from check_kingdom(book, order.kingdom, own=True)
    if order.text is None:
        if order.statement not in statements():
            data = {"text": str(order.statement), "statements": list(statements())}
            yield Refusal("DA-RUM-05", "unknown_statement", data)
    elif not (1 <= len(order.text) <= CONSTANTS.rumour_length_max and plain_text(order.text)):
        yield Refusal("DA-RUM-05", "bad_rumour", {"most": CONSTANTS.rumour_length_max})


def plain_text(text: str) -> bool:
    """One printable line without a double quote, and no blank that would be lost in writing."""
    return text.isprintable() and '"' not in text and text == " ".join(text.split())


def check_vote(book: Book, order: o.Vote) -> Iterator[Refusal]:
    """Nobody votes before the proposal is open (DA-END-05)."""
    if not book.association:
        yield Refusal("DA-END-05", "no_association", {})


CHECKS: dict[type[Order], Check] = {
    o.Build: check_build,
    o.Train: check_train,
    o.Develop: check_develop,
    o.Attack: check_expedition,
    o.Support: check_expedition,
    o.Give: check_give,
    o.Explore: check_spies,
    o.SpyOn: check_mission,
    o.Steal: check_mission,
    o.Sabotage: check_mission,
    o.Reveal: check_reveal,
    o.Guard: check_spies,
    o.Rumour: check_rumour,
    o.Vote: check_vote,
}


# Checking the form as a whole


class Account:
    """What the lines of a form use up together, line by line; a line that is refused is counted all the same."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.gold = self.intellect = self.buildings = self.gifts = self.rumours = self.votes = 0
        self.units: Counter[str] = Counter()
        self.places: Counter[str] = Counter()
        self.attacked: dict[KingdomName, None] = {}  # in the order of their naming
        self.supported: dict[KingdomName, None] = {}
        self.technologies: set[str] = set()

    def enter(self, order: Order) -> list[Refusal]:
        """Counts a line in; every reason why it is refused."""
        faults = self.faults(order)
        self.count(order)
        return faults

    def faults(self, order: Order) -> list[Refusal]:
        """Every reason why this line would be refused behind those that were entered."""
        faults = [*CHECKS[type(order)](self.book, order)]
        if exists(order):
            faults += [*self.limits(order), *self.means(order)]
        return faults

    def limits(self, order: Order) -> Iterator[Refusal]:
        """The numbers that a form may not exceed, and what it may not say twice."""
        match order:
            case o.Build(count=count):
                yield from too_many("DA-BLD-02", "buildings", self.buildings + count, self.book.most_buildings)
            case o.Train(unit=unit, count=count):
                yield from self.training_limit(unit, count)
            case o.Develop(technology=technology):
                yield from self.technology_limit(technology)
            case o.Attack(kingdom=kingdom):
                yield from targets(
                    kingdom, self.attacked, self.supported, "DA-ORD-12", "attacks", CONSTANTS.attacks_max
                )
            case o.Support(kingdom=kingdom):
                yield from targets(
                    kingdom, self.supported, self.attacked, "DA-ORD-13", "supports", CONSTANTS.supports_max
                )
            case o.Give():
                yield from too_many("DA-ORD-14", "gifts", self.gifts + 1, CONSTANTS.gifts_max)
            case o.Rumour():
                yield from too_many("DA-ORD-15", "rumours", self.rumours + 1, CONSTANTS.rumours_max)
            case o.Vote():
                yield from too_many("DA-ORD-17", "votes", self.votes + 1, 1)

    def training_limit(self, unit: str, count: int) -> Iterator[Refusal]:
        """Three places for each building of the type, for the units of that type alone (DA-TRN-02).

        Where none stands, that is the reason.
        """
        building = UNITS[unit].trained_in or ""
        asked, most = self.places[building] + count, self.book.places(building)
        if 0 < most < asked:
            yield Refusal("DA-TRN-02", "no_places", {"building": building, "asked": asked, "most": most})

    def technology_limit(self, technology: str) -> Iterator[Refusal]:
        """Once in the form, and behind the technology that it requires (DA-TEC-02)."""
        if technology in self.technologies:
            yield Refusal("DA-TEC-02", "technology_twice", {"technology": technology})
        needed, had = TECHNOLOGIES[technology].requires, self.book.technologies
        wanted = technology in self.book.race.technologies and technology not in had
        if wanted and needed is not None and needed not in had | self.technologies:
            yield Refusal("DA-TEC-02", "technology_needs", {"technology": technology, "needed": needed})

    def means(self, order: Order) -> Iterator[Refusal]:
        """Units, gold and intellect that the kingdom has at the start of the turn (DA-ORD-09, 10, 11)."""
        for unit, count in total(units_of(order)).items():
            asked, owned = self.units[unit] + count, self.book.units.get(unit, 0)
            if asked > owned:
                yield Refusal("DA-ORD-09", "too_few_units", {"unit": unit, "asked": asked, "owned": owned})
        gold, intellect = self.gold + gold_of(order), self.intellect + intellect_of(order)
        if gold > max(self.gold, self.book.gold):  # a line that takes none is not at fault
            yield Refusal("DA-ORD-10", "too_little_gold", {"asked": gold, "owned": self.book.gold})
        if intellect > max(self.intellect, self.book.intellect):
            yield Refusal("DA-ORD-11", "too_little_intellect", {"asked": intellect, "owned": self.book.intellect})

    def count(self, order: Order) -> None:
        """Adds a line to the account."""
        if not exists(order):
            return
        self.gold += max(0, gold_of(order))
        self.intellect += max(0, intellect_of(order))
        self.units += total(units_of(order))  # without what is not above 0
        match order:
            case o.Build(count=count):
                self.buildings += max(0, count)
            case o.Train(unit=unit, count=count):
                self.places[UNITS[unit].trained_in or ""] += max(0, count)
            case o.Develop(technology=technology):
                self.technologies.add(technology)
            case o.Attack(kingdom=kingdom) if kingdom != UNREAD:
                self.attacked[kingdom] = None
            case o.Support(kingdom=kingdom) if kingdom != UNREAD:
                self.supported[kingdom] = None
            case o.Give():
                self.gifts += 1
            case o.Rumour():
                self.rumours += 1
            case o.Vote():
                self.votes += 1


def exists(order: Order) -> bool:
    """Whether what a line builds, trains or develops exists at all, in any race: else it uses up nothing."""
    match order:
        case o.Build(building=building):
            return building in BUILDINGS
        case o.Train(unit=unit):
            return unit in UNITS
        case o.Develop(technology=technology):
            return technology in TECHNOLOGIES
    return True


def targets(
    kingdom: KingdomName,
    named: Iterable[KingdomName],
    others: Iterable[KingdomName],
    rule: str,
    what: str,
    most: int,
) -> Iterator[Refusal]:
    """A target of expeditions: so many of a kind, and none that is friend and foe (DA-ORD-12, 13, 18)."""
    if kingdom in others:
        yield Refusal("DA-ORD-18", "friend_and_foe", {"kingdom": kingdom})
    if kingdom != UNREAD:
        yield from too_many(rule, what, [*dict.fromkeys([*named, kingdom])].index(kingdom) + 1, most)


def too_many(rule: str, what: str, asked: int, most: int) -> Iterator[Refusal]:
    """A limit of the form, if it is exceeded."""
    if asked > most:
        yield Refusal(rule, "too_many", {"what": what, "asked": asked, "most": most})


def total(units: Iterable[tuple[str, int]]) -> Counter[str]:
    """Units and their numbers, each type once."""
    counted: Counter[str] = Counter()
    for code, number in units:
        counted[code] += number
    return counted


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
        for fault in account.enter(order):
            yield Refusal(fault.rule, fault.code, {"order": order.code, **fault.data}, line)
