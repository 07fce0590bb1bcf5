"""The order form: how its lines are read, checked at entry, and written back (DA-ORD-06, DA-ORD-21).

Everything here works from the view of one seat; nothing hidden is tested, since a refusal would reveal it (DA-FOG-09).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from heraut.engine.protocol import Json, Reading, Refusal
from heraut.engine.rng import Rng
from heraut.games.daifen import orders as o
from heraut.games.daifen.naming import plain, plain_type
from heraut.games.daifen.orders import BY_CODE, GOLD, INTELLECT, SILENCE, Form, Order
from heraut.games.daifen.races import BUILDINGS, RACES, ROLES, TECHNOLOGIES, UNITS, Race
from heraut.games.daifen.state import KingdomName
from heraut.games.daifen.tables import constants, statements

LARGEST_NUMBER = 999_999_999
LONGEST_NAME = 100  # signs of a name that are looked at: no name has so many
SHOWN = 40  # signs of a faulty word that a refusal repeats
SILENT, EMPTY = "SILENCE", "# rien"  # how no form at all, and a form without orders, are written


class Unread(Exception):
    """A line cannot be read; caught where its refusal is made."""

    def __init__(self, code: str, rule: str = "DA-ORD-21", **data: Any) -> None:
        self.code, self.rule, self.data = code, rule, data


class Book:
    """What a lord may look up while writing orders: a view, arranged for reading."""

    def __init__(self, view: Json) -> None:
        own = view["own"]
        self.view = view
        self.name = KingdomName(own["name"])
        self.race: Race = RACES[own["race"]]
        self.gold: int = own["gold"]
        self.intellect: int = own["intellect"]
        self.buildings: Mapping[str, int] = own["buildings"]
        self.units: Mapping[str, int] = own["units"]
        self.technologies: frozenset[str] = frozenset(own["technologies"])
        self.known: Mapping[str, Any] = own["known"]
        self.association: bool = view["association"]

    @cached_property
    def kingdoms(self) -> dict[str, KingdomName]:
        """The kingdoms that the lord may name, his own included, by the plain form of their names."""
        return {plain(name): KingdomName(name) for name in (*self.known, self.name)}

    @property
    def most_buildings(self) -> int:
        """Five buildings a turn, one more with each of two technologies (DA-BLD-02)."""
        figures = constants()
        return figures.buildings_per_turn + sum(tech in self.technologies for tech in figures.building_techs)

    def places(self, building: str) -> int:
        """The training places of one type of building (DA-TRN-02)."""
        return constants().places_per_building * self.buildings.get(building, 0)


# Reading


def by_words(types: Mapping[str, Any]) -> dict[str, str]:
    """The codes of these types by their names, in both languages, for one and for several, and by themselves."""
    words: dict[str, str] = {}
    for field in ("en_many", "en", "fr_many", "fr", "code"):  # should two agree, the last has the word
        words |= {plain_type(getattr(kind, field)): code for code, kind in types.items() if hasattr(kind, field)}
    return words


BUILDING_WORDS, UNIT_WORDS, TECHNOLOGY_WORDS = by_words(BUILDINGS), by_words(UNITS), by_words(TECHNOLOGIES)
GIFT_WORDS = UNIT_WORDS | {"or": GOLD, "gold": GOLD, "intellect": INTELLECT}


def without_comment(line: str) -> str:
    """The line up to the first # outside quotes. Raises Unread on a quotation that does not end."""
    quoted = False
    for place, sign in enumerate(line):
        if sign == '"':
            quoted = not quoted
        elif sign == "#" and not quoted:
            return line[:place].strip()
    if quoted:
        raise Unread("open_quote", text=line[line.rindex('"') + 1 :].strip()[:SHOWN])
    return line.strip()


def outside(text: str, sign: str) -> list[int]:
    """The places of a sign outside quotes."""
    places, quoted = [], False
    for place, found in enumerate(text):
        if found == '"':
            quoted = not quoted
        elif found == sign and not quoted:
            places.append(place)
    return places


def halves(kind: type[Order], text: str) -> tuple[str, str]:
    """What stands before and behind the colon of a line. Raises Unread when there is none."""
    places = outside(text, ":")
    if not places:
        raise Unread("missing_colon", order=kind.code)
    return text[: places[0]].strip(), text[places[0] + 1 :].strip()


def name_and_count(kind: type[Order], text: str) -> tuple[str, int]:
    """A name, and behind it a count, always the last word of its part. Raises Unread."""
    name, _, last = text.rpartition(" ") if " " in text else (text, "", "")
    if not last:
        raise Unread("missing_argument", order=kind.code)
    return name.strip(), read_count(kind, last)


def read_count(kind: type[Order], word: str) -> int:
    """Digits only; whether the number makes sense is another matter (DA-ORD-16)."""
    if not (word.isascii() and word.isdigit()):
        raise Unread("not_a_number", "DA-ORD-16", text=word[:SHOWN], order=kind.code)
    if len(word) > 12 or int(word) > LARGEST_NUMBER:
        raise Unread("number_too_large", "DA-ORD-16", text=word[:SHOWN], most=LARGEST_NUMBER)
    return int(word)


def unquoted(kind: type[Order], text: str) -> str:
    """A name without the quotes around it, if any. Raises Unread when it has others, or is empty."""
    bare = text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == '"' else text
    if not bare:
        raise Unread("missing_argument", order=kind.code)
    if '"' in bare:
        raise Unread("extra_argument", text=text[:SHOWN], order=kind.code)
    return bare


def read_kingdom(book: Book, kind: type[Order], text: str) -> KingdomName:
    """A kingdom by its whole name: one message for unknown, destroyed unknown and invented ones (DA-FOG-09)."""
    name = unquoted(kind, text)[:LONGEST_NAME]
    try:
        return book.kingdoms[plain(name)]
    except KeyError:
        known = nearest(plain(name), dict(book.kingdoms))
        raise Unread("unknown_kingdom", "DA-FOG-09", text=name[:SHOWN], nearest=known) from None


def read_type(kind: type[Order], sort: str, words: Mapping[str, str], text: str) -> str:
    """The code of a building, a unit or a technology."""
    name = unquoted(kind, text)[:LONGEST_NAME]
    try:
        return words[plain_type(name)]
    except KeyError:
        meant = nearest(plain_type(name), words)
        raise Unread("unknown_type", text=name[:SHOWN], sort=sort, nearest=meant) from None


def nearest(wanted: str, names: Mapping[str, str]) -> str:
    """What the writer may have meant, out of names by their plain forms; "" when none is close."""
    for name, original in names.items():
        if wanted and (name.startswith(wanted) or wanted in name.split()):
            return original
    close = get_close_matches(wanted, names, n=1, cutoff=0.7)
    return names[close[0]] if close else ""


def read_build(book: Book, text: str) -> Order:
    name, count = name_and_count(o.Build, text)
    return o.Build(read_type(o.Build, "building", BUILDING_WORDS, name), count)


def read_train(book: Book, text: str) -> Order:
    name, count = name_and_count(o.Train, text)
    return o.Train(read_type(o.Train, "unit", UNIT_WORDS, name), count)


def read_develop(book: Book, text: str) -> Order:
    return o.Develop(read_type(o.Develop, "technology", TECHNOLOGY_WORDS, text))


def read_expedition(book: Book, kind: type[o.Expedition], text: str) -> Order:
    """A kingdom, a colon, and units with their numbers, between commas; a type named twice adds up."""
    name, rest = halves(kind, text)
    kingdom = read_kingdom(book, kind, name)
    units: Counter[str] = Counter()
    for part in rest.split(","):
        unit, count = name_and_count(kind, part.strip())
        code = read_type(kind, "unit", UNIT_WORDS, unit)
        if count == 0:
            raise Unread("too_few", "DA-ORD-16", number=count)
        units[code] += count
    return kind(kingdom, in_order(units))


def in_order(units: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Units and numbers in the canonical order."""
    return tuple(sorted(units.items(), key=lambda item: UNITS[item[0]].number))


def read_give(book: Book, text: str) -> Order:
    name, rest = halves(o.Give, text)
    kingdom = read_kingdom(book, o.Give, name)
    content, count = name_and_count(o.Give, rest)
    return o.Give(kingdom, read_type(o.Give, "gift", GIFT_WORDS, content), count)


def read_mission(book: Book, kind: type[o.Mission], text: str) -> Order:
    name, count = name_and_count(kind, text)
    return kind(read_kingdom(book, kind, name), count)


def read_reveal(book: Book, text: str) -> Order:
    """Two kingdoms; the last " A " outside quotes stands between them."""
    places = [place for place in outside(text, " ") if text[place : place + 3].casefold() in (" a ", " à ")]
    if not places:
        raise Unread("missing_argument", order=o.Reveal.code)
    kingdom = read_kingdom(book, o.Reveal, text[: places[-1]].strip())
    return o.Reveal(kingdom, read_kingdom(book, o.Reveal, text[places[-1] + 3 :].strip()))


def read_rumour(book: Book, text: str) -> Order:
    """A kingdom, a colon, and one of the six statements, or a free text between quotes."""
    name, rest = halves(o.Rumour, text)
    kingdom = read_kingdom(book, o.Rumour, name)
    if rest.startswith('"'):
        return o.Rumour(kingdom, None, unquoted(o.Rumour, rest))
    code = plain(rest[:SHOWN]).upper()
    if code not in statements():
        raise Unread("unknown_statement", "DA-RUM-05", text=rest[:SHOWN], statements=list(statements()))
    return o.Rumour(kingdom, code, None)


def read_vote(book: Book, text: str) -> Order:
    word = plain(text[:SHOWN])
    if word not in ("oui", "non"):
        raise Unread("not_a_vote", text=text[:SHOWN])
    return o.Vote(word == "oui")


def read_spies(kind: type[o.Explore] | type[o.Guard], text: str) -> Order:
    if not text:
        raise Unread("missing_argument", order=kind.code)
    return kind(read_count(kind, text))


READERS: dict[type[Order], Callable[[Book, str], Order]] = {
    o.Build: read_build,
    o.Train: read_train,
    o.Develop: read_develop,
    o.Attack: lambda book, text: read_expedition(book, o.Attack, text),
    o.Support: lambda book, text: read_expedition(book, o.Support, text),
    o.Give: read_give,
    o.Explore: lambda book, text: read_spies(o.Explore, text),
    o.SpyOn: lambda book, text: read_mission(book, o.SpyOn, text),
    o.Steal: lambda book, text: read_mission(book, o.Steal, text),
    o.Sabotage: lambda book, text: read_mission(book, o.Sabotage, text),
    o.Reveal: read_reveal,
    o.Guard: lambda book, text: read_spies(o.Guard, text),
    o.Rumour: read_rumour,
    o.Vote: read_vote,
}


def read_line(book: Book, line: str) -> Order | None:
    """The order that a line holds; None if it is blank or a comment. Raises Unread."""
    words = " ".join(without_comment(line).split())
    if not words:
        return None
    word, _, rest = words.partition(" ")
    kind = BY_CODE.get(plain(word[:SHOWN]).upper())
    if kind is None:
        meant = nearest(plain(word[:SHOWN]), {plain(code): code for code in BY_CODE})
        raise Unread("unknown_code", text=word[:SHOWN], nearest=meant, codes=list(BY_CODE))
    return READERS[kind](book, rest)


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


# Writing


def write_units(units: tuple[tuple[str, int], ...]) -> str:
    """Units and their numbers, between commas."""
    return ", ".join([f"{UNITS[code].fr} {count}" for code, count in units])


def write_content(content: str) -> str:
    """What a gift holds."""
    return UNITS[content].fr if content in UNITS else content.upper()


def write_order(order: Order) -> str:
    """The line that reads back as this order; every kingdom between quotes (DA-ORD-21)."""
    match order:
        case o.Build(building=building, count=count):
            rest = f"{BUILDINGS[building].fr} {count}"
        case o.Train(unit=unit, count=count):
            rest = f"{UNITS[unit].fr} {count}"
        case o.Develop(technology=technology):
            rest = TECHNOLOGIES[technology].fr
        case o.Expedition(kingdom=kingdom, units=units):
            rest = f'"{kingdom}" : {write_units(units)}'
        case o.Give(kingdom=kingdom, content=content, count=count):
            rest = f'"{kingdom}" : {write_content(content)} {count}'
        case o.Mission(kingdom=kingdom, count=count):
            rest = f'"{kingdom}" {count}'
        case o.Reveal(kingdom=kingdom, recipient=recipient):
            rest = f'"{kingdom}" A "{recipient}"'
        case o.Rumour(kingdom=kingdom, statement=statement, text=text):
            rest = f'"{kingdom}" : {statement}' if text is None else f'"{kingdom}" : "{text}"'
        case o.Explore(count=count) | o.Guard(count=count):
            rest = str(count)
        case o.Vote(yes=yes):
            rest = "OUI" if yes else "NON"
        case _:
            raise TypeError(f"{type(order).__name__} is no order of this game")
    return f"{order.code} {rest}"


class SheetDecision:
    """What a living lord owes each turn: a form, possibly empty; silence is another thing. Made from his view alone."""

    kind = "order_sheet"
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
        for number, line in enumerate(text.split("\n"), start=1):
            try:
                order = read_line(self.book, line)
            except Unread as unread:
                refusals.append(Refusal(unread.rule, unread.code, unread.data, number))
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


def refusals_of(book: Book, lines: Iterable[tuple[int, Order]]) -> Iterator[Refusal]:
    """What is wrong with these lines, each with its number, taken together."""
    account = Account(book)
    for line, order in lines:
        fault = account.enter(order)
        if fault is not None:
            yield Refusal(fault.rule, fault.code, {"order": order.code, **fault.data}, line)
