"""The order sheet: how its lines are read, checked at entry, and written back (GP-GEN-13, GP-GEN-19, D3).

Everything here works from the view of one seat; nothing secret is tested, since a refusal would reveal it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from heraut.engine.protocol import Json, Reading, Refusal, Seat
from heraut.engine.rng import Rng
from heraut.games.gloire import orders as o
from heraut.games.gloire.atlas import Atlas, atlas
from heraut.games.gloire.naming import plain, valid_name
from heraut.games.gloire.orders import BY_CODE, ForeignKnight, Order, Sheet
from heraut.games.gloire.state import ENCEINTE, PALISADE, WALL, ArmyId, KnightId, LandName

WORKS = {"palissade": PALISADE, "muraille": WALL, "enceinte": ENCEINTE}
WORK_NAMES = {level: name for name, level in WORKS.items()}
LARGEST_NUMBER = 999_999_999
SHORTEST_ABBREVIATION = 3

_WORD = re.compile(r"""\s*(?:"([^"]*)"|«\s*([^»"]*?)\s*»|([^\s;"«]+)|(;.*)|(["«].*))""")
_BARE = re.compile(r"""[^\s;"«»]+""")


class Word(NamedTuple):
    """One word of a line; a quoted one may hold blanks, and is never the sign of absence."""

    text: str
    quoted: bool = False


class Unread(Exception):
    """A word cannot be read; caught where the line's refusal is made."""

    def __init__(self, code: str, rule: str = "GP-GEN-19", **data: Any) -> None:
        self.code, self.rule, self.data = code, rule, data


class Book:
    """What a lord may look names up in while writing orders: a view, arranged for reading."""

    def __init__(self, view: Json) -> None:
        own = view["own"]
        self.view = view
        self.seat: Seat = own["seat"]
        self.turn: int = view["turn"]
        self.atlas: Atlas = atlas(view["map"])
        self.lands = land_names(view["map"])
        self.own_lands: Mapping[str, Any] = own["lands"]
        self.lord_knight = KnightId(own["lord_knight"])
        self.knights = {KnightId(int(id)): knight for id, knight in own["knights"].items()}
        self.armies = {ArmyId(int(id)): army for id, army in own["armies"].items()}

    @cached_property
    def knights_by_name(self) -> dict[str, KnightId]:
        """The lord's own knights."""
        return {plain(knight["name"]): id for id, knight in self.knights.items()}

    @cached_property
    def lords_by_name(self) -> dict[str, Seat]:
        """All lords of the match, the dead included."""
        return {plain(lord["name"]): seat for seat, lord in self.view["lords"].items()}


@lru_cache(maxsize=16)
def land_names(map_name: str) -> dict[str, LandName]:
    """The lands of a map by the plain form of their names, and of their labels."""
    places = atlas(map_name).places.values()
    labels = {plain(label): LandName(place.name) for place in places for label in place.label.values()}
    return labels | {plain(place.name): LandName(place.name) for place in places}


# Reading


def words_of(line: str) -> list[Word]:
    """The words of a line, its comment (from `;`) left out. Raises Unread on a quotation that does not end."""
    if '"' not in line and "«" not in line:
        return [Word(text) for text in line.partition(";")[0].split()]
    words: list[Word] = []
    for match in _WORD.finditer(line.rstrip()):
        double, french, bare, comment, broken = match.groups()
        if comment is not None:
            break
        if broken is not None:
            raise Unread("open_quote", text=broken[1:].strip(), argument=len(words))
        words.append(Word(bare) if bare is not None else Word(double if double is not None else french, quoted=True))
    return words


def read_knight(book: Book, word: Word) -> KnightId:
    """One of the author's own knights, by his whole name."""
    try:
        return book.knights_by_name[plain(word.text)]
    except KeyError:
        names = [knight["name"] for knight in book.knights.values()]
        raise Unread("unknown_knight", "GP-GEN-13", text=word.text, nearest=nearest(word.text, names)) from None


def read_any_knight(book: Book, word: Word) -> KnightId | ForeignKnight:
    """An own knight, or `lord/knight` for another lord's, who is kept as typed (GP-GEN-14)."""
    lord_name, slash, name = word.text.partition("/")
    if not slash:
        return read_knight(book, word)
    seat = read_lord(book, Word(lord_name.strip()))
    name = name.strip()
    if not name or not name.isprintable():
        raise Unread("foreign_knight_without_name", text=word.text)
    return read_knight(book, Word(name)) if seat == book.seat else ForeignKnight(seat, name)


def read_army(book: Book, word: Word) -> ArmyId:
    """One of the author's own armies, `#` and its number."""
    digits = word.text[1:]
    if not word.text.startswith("#") or not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        raise Unread("not_an_army", text=word.text)
    if ArmyId(int(digits)) not in book.armies:
        raise Unread("unknown_army", "GP-GEN-13", text=word.text, own=[f"#{id}" for id in book.armies])
    return ArmyId(int(digits))


def read_land(book: Book, word: Word) -> LandName:
    """A land of the map, by its name or by a beginning of at least three letters that fits no other."""
    wanted = plain(word.text)
    if wanted in book.lands:
        return book.lands[wanted]
    fits = sorted({land for name, land in book.lands.items() if name.startswith(wanted)})
    if len(wanted) >= SHORTEST_ABBREVIATION and len(fits) == 1:
        return fits[0]
    if wanted and len(fits) > 1:
        raise Unread("ambiguous_land", text=word.text, lands=fits[:5])
    meant = fits[0] if wanted and fits else nearest(word.text, list(book.atlas.places))
    raise Unread("unknown_land", "GP-GEN-13", text=word.text, nearest=meant)


def read_lord(book: Book, word: Word) -> Seat:
    """A lord of the match, by his whole name."""
    try:
        return book.lords_by_name[plain(word.text)]
    except KeyError:
        names = [lord["name"] for lord in book.view["lords"].values()]
        raise Unread("unknown_lord", "GP-GEN-13", text=word.text, nearest=nearest(word.text, names)) from None


def read_number(book: Book, word: Word) -> int:
    """Digits only."""
    if not (word.text.isascii() and word.text.isdigit()):
        raise Unread("not_a_number", text=word.text)
    if len(word.text) > 12 or int(word.text) > LARGEST_NUMBER:
        raise Unread("number_too_large", text=word.text[:20], most=LARGEST_NUMBER)
    return int(word.text)


def read_name(book: Book, word: Word) -> str:
    """A new name for a knight (GP-RNM-01)."""
    return word.text.replace("’", "'").strip()


def read_password(book: Book, word: Word) -> str:
    """A password, taken as it is, blanks around it excepted."""
    return word.text.strip()


def read_work(book: Book, word: Word) -> int:
    """A sort of fortification, whole or abbreviated."""
    wanted = plain(word.text)
    fits = [level for name, level in WORKS.items() if wanted and name.startswith(wanted)]
    if len(fits) != 1:
        raise Unread("unknown_work", text=word.text)
    return fits[0]


READERS: dict[str, Callable[[Book, Word], Any]] = {
    "knight": read_knight,
    "any_knight": read_any_knight,
    "army": read_army,
    "land": read_land,
    "lord": read_lord,
    "number": read_number,
    "name": read_name,
    "password": read_password,
    "work": read_work,
}


def nearest(text: str, names: list[str]) -> str:
    """The name that the writer may have meant; "" when none is close."""
    by_plain = {plain(name): name for name in names}
    wanted = plain(text)
    for name, original in by_plain.items():
        if wanted and (name.startswith(wanted) or wanted in name.split()):
            return original
    initial = [name for name in by_plain if name[:1] == wanted[:1]]
    close = get_close_matches(wanted, initial, n=1, cutoff=0.5) or get_close_matches(wanted, by_plain, n=1, cutoff=0.7)
    return by_plain[close[0]] if close else ""


def read_line(book: Book, line: str) -> Order | None:
    """The order that a line holds; None if it is blank or a comment. Raises Unread."""
    words = words_of(line)
    if not words:
        return None
    kind = BY_CODE.get(plain(words[0].text).upper())
    if kind is None:
        codes = list(BY_CODE)
        raise Unread("unknown_code", text=words[0].text[:30], nearest=nearest(words[0].text[:30], codes), codes=codes)
    return kind(*read_arguments(book, kind, words))


def read_arguments(book: Book, kind: type[Order], words: list[Word]) -> Iterator[Any]:
    """The arguments of an order, in their order; a fault names the number of the argument (GP-GEN-19)."""
    for number, (_, sort) in enumerate(kind.syntax, start=1):
        optional = sort.endswith("?")
        if number >= len(words) or (optional and words[number] == ("-", False)):
            if not optional:
                raise Unread("missing_argument", argument=number, sort=sort, order=kind.code)
            yield None
            continue
        try:
            yield READERS[sort.rstrip("?")](book, words[number])
        except Unread as fault:
            fault.data["argument"] = number
            fault.data["order"] = kind.code
            raise
    if len(words) > len(kind.syntax) + 1:
        extra = words[len(kind.syntax) + 1].text
        raise Unread("extra_argument", text=extra, argument=len(kind.syntax) + 1, order=kind.code)


# Checking at entry (GP-GEN-13): each of these returns what to refuse, or None

Check = Callable[[Book, Any], Refusal | None]


def check_knight(book: Book, id: KnightId) -> Refusal | None:
    """The knight is the author's own."""
    return None if id in book.knights else Refusal("GP-GEN-13", "not_your_knight", {"id": id})


def check_army(book: Book, id: ArmyId) -> Refusal | None:
    """The army is the author's own."""
    return None if id in book.armies else Refusal("GP-GEN-13", "not_your_army", {"id": id})


def check_land(book: Book, land: LandName) -> Refusal | None:
    """The land is on the map."""
    return None if land in book.atlas.places else Refusal("GP-GEN-13", "unknown_land", {"text": land, "nearest": ""})


def check_own_land(book: Book, land: LandName, rule: str) -> Refusal | None:
    """The land is the author's own."""
    if land in book.own_lands:
        return None
    return check_land(book, land) or Refusal(rule, "not_your_land", {"land": land})


def check_other_lord(book: Book, seat: Seat, rule: str) -> Refusal | None:
    """Another lord, and a living one."""
    lord = book.view["lords"].get(seat)
    if lord is None:
        return Refusal("GP-GEN-13", "unknown_lord", {"text": seat, "nearest": ""})
    if seat == book.seat:
        return Refusal(rule, "yourself", {})
    return None if lord["alive"] else Refusal(rule, "dead_lord", {"lord": lord["name"]})


def check_range(value: int, least: int, most: int, rule: str, what: str) -> Refusal | None:
    """The number lies in least..most."""
    if least <= value <= most:
        return None
    return Refusal(rule, "out_of_range", {"number": value, "least": least, "most": most, "what": what})


def check_range_of_march(book: Book, id: KnightId, land: LandName, rule: str, *, stay: bool) -> Refusal | None:
    """The land is next to the knight's, or, for an attack, his own (GP-ATT-01, GP-MOV-01)."""
    here = book.knights[id]["land"]
    if land in book.atlas.neighbours(here) or (stay and land == here):
        return None
    data = {"knight": book.knights[id]["name"], "here": here, "land": land}
    return Refusal(rule, "out_of_reach", data | {"near": sorted(book.atlas.neighbours(here))})


def check_rename(book: Book, order: o.Rename) -> Refusal | None:
    fault = None if valid_name(order.name) else Refusal("GP-RNM-01", "bad_name", {"name": order.name})
    return check_knight(book, order.knight) or fault


def check_dismiss(book: Book, order: o.Dismiss) -> Refusal | None:
    if order.knight == book.lord_knight:
        return Refusal("GP-LIB-01", "lord_knight", {})
    return check_knight(book, order.knight)


def check_tax(book: Book, order: o.Tax) -> Refusal | None:
    return check_range(order.level, 0, 10, "GP-IMP-01", "level") or check_own_land(book, order.land, "GP-IMP-01")


def check_redistribute(book: Book, order: o.Redistribute) -> Refusal | None:
    amount = check_range(order.amount, 1, LARGEST_NUMBER, "GP-RED-01", "amount")
    return amount or check_own_land(book, order.land, "GP-RED-01")


def check_set_retreat(book: Book, order: o.SetRetreat) -> Refusal | None:
    for percent in (order.peasants, order.garrison, order.knight):
        fault = check_range(percent, 0, 100, "GP-INI-01", "percent")
        if fault:
            return fault
    return None


def check_defend(book: Book, order: o.Defend) -> Refusal | None:
    return check_army(book, order.army) or check_range(order.men, 0, LARGEST_NUMBER, "GP-DEF-01", "men")


def check_call(book: Book, order: o.CallKnights) -> Refusal | None:
    most = book.view["settings"]["constants"]["knights_per_turn"]
    return check_range(order.number, 1, most, "GP-CHE-01", "knights")


def check_levy(book: Book, order: o.Levy) -> Refusal | None:
    least = book.view["settings"]["constants"]["man_price"]
    return (
        check_own_land(book, order.land, "GP-ARM-01")
        or check_range(order.amount, least, LARGEST_NUMBER, "GP-ARM-01", "amount")
        or (None if order.knight is None else check_knight(book, order.knight))
    )


def check_assign(book: Book, order: o.Assign) -> Refusal | None:
    fault = check_knight(book, order.knight) or check_army(book, order.army)
    if fault is None and book.armies[order.army]["knight"] is not None:
        return Refusal("GP-AFF-02", "not_a_garrison", {"army": order.army})
    return fault


def check_transfer(book: Book, order: o.Transfer) -> Refusal | None:
    fault = check_knight(book, order.source)
    if fault is None and isinstance(order.target, ForeignKnight):
        fault = check_other_lord(book, order.target.lord, "GP-TSF-01")
    elif fault is None and not isinstance(order.target, ForeignKnight):
        fault = check_knight(book, order.target)
        if order.target == order.source:
            fault = Refusal("GP-TSF-01", "same_knight", {"knight": book.knights[order.source]["name"]})
    return fault or check_range(order.men, 1, LARGEST_NUMBER, "GP-TSF-01", "men")


def check_garrison(book: Book, order: o.LeaveGarrison) -> Refusal | None:
    return check_knight(book, order.knight) or check_range(order.men, 1, LARGEST_NUMBER, "GP-GAR-01", "men")


def check_attack(book: Book, order: o.Attack) -> Refusal | None:
    fault = check_knight(book, order.knight) or check_land(book, order.land)
    if fault is None and order.men is not None:
        fault = check_range(order.men, 0, LARGEST_NUMBER, "GP-ATT-01", "men")
    return fault or check_range_of_march(book, order.knight, order.land, "GP-ATT-01", stay=True)


def check_diplomatic(book: Book, order: o.Diplomatic) -> Refusal | None:
    return check_other_lord(book, order.lord, "GP-DIP-02")


def check_move(book: Book, order: o.Move) -> Refusal | None:
    fault = check_knight(book, order.knight) or check_land(book, order.land)
    return fault or check_range_of_march(book, order.knight, order.land, "GP-MOV-01", stay=False)


def check_password(password: str, rule: str) -> Refusal | None:
    if 1 <= len(password) <= 30 and password.isprintable() and '"' not in password and password == password.strip():
        return None
    return Refusal(rule, "bad_password", {})


def check_organise(book: Book, order: o.OrganiseJoust) -> Refusal | None:
    return (
        check_range(order.places, 2, 100, "GP-ORG-01", "places")
        or check_range(order.prize, 0, LARGEST_NUMBER, "GP-ORG-01", "prize")
        or check_password(order.password, "GP-ORG-01")
    )


def check_enter(book: Book, order: o.EnterJoust) -> Refusal | None:
    fault = check_knight(book, order.knight)
    if fault is None and order.organiser is not None and order.organiser not in book.view["lords"]:
        fault = Refusal("GP-GEN-13", "unknown_lord", {"text": order.organiser, "nearest": ""})
    if fault is None and order.password is not None:
        fault = check_password(order.password, "GP-PAR-01")
    return fault


def check_sale(book: Book, land: LandName, other: Seat, price: int) -> Refusal | None:
    if book.turn == 1:
        return Refusal("GP-VTE-07", "too_early", {})
    return (
        check_other_lord(book, other, "GP-VTE-01")
        or check_land(book, land)
        or check_range(price, 0, LARGEST_NUMBER, "GP-VTE-01", "price")
    )


CHECKS: dict[type[Order], Check] = {
    o.Abdicate: lambda book, order: None,
    o.Rename: check_rename,
    o.Demobilise: lambda book, order: check_army(book, order.army),
    o.Dismiss: check_dismiss,
    o.Tax: check_tax,
    o.Redistribute: check_redistribute,
    o.SetRetreat: check_set_retreat,
    o.Defend: check_defend,
    o.CallKnights: check_call,
    o.Levy: check_levy,
    o.Assign: check_assign,
    o.Transfer: check_transfer,
    o.LeaveGarrison: check_garrison,
    o.Attack: check_attack,
    o.DeclareWar: check_diplomatic,
    o.OfferAlliance: check_diplomatic,
    o.OfferPeace: check_diplomatic,
    o.CancelAlliance: check_diplomatic,
    o.CallToArms: check_diplomatic,
    o.Move: check_move,
    o.OrganiseJoust: check_organise,
    o.EnterJoust: check_enter,
    o.Sell: lambda book, order: check_sale(book, order.land, order.buyer, order.price),
    o.Buy: lambda book, order: check_sale(book, order.land, order.seller, order.price),
    o.Spy: lambda book, order: check_land(book, order.land),
    o.Fortify: lambda book, order: (
        check_land(book, order.land) or check_range(order.level, PALISADE, ENCEINTE, "GP-FOR-01", "level")
    ),
}


# Writing


def quoted(text: str) -> str:
    """A name or a password as a line holds it: between double quotes if it would not read back bare."""
    return text if _BARE.fullmatch(text) and text != "-" else f'"{text}"'


def write_argument(book: Book, sort: str, value: Any) -> str:
    """One argument, as its reader takes it."""
    if value is None:
        return "-"
    if sort in ("knight", "any_knight"):
        if isinstance(value, ForeignKnight):
            return quoted(f"{book.view['lords'][value.lord]['name']}/{value.name}")
        return quoted(book.knights[value]["name"])
    if sort == "army":
        return f"#{value}"
    if sort == "lord":
        return quoted(book.view["lords"][value]["name"])
    if sort == "work":
        return WORK_NAMES[value]
    return str(value) if sort == "number" else quoted(value)


def write_order(book: Book, order: Order) -> str:
    """The line that reads back as this order; absent arguments at its end are left out (GP-GEN-19)."""
    arguments = [write_argument(book, sort.rstrip("?"), getattr(order, field)) for field, sort in order.syntax]
    while arguments and arguments[-1] == "-":
        arguments.pop()
    return " ".join([order.code, *arguments])


def enter_all(book: Book, organiser: Seat | None, password: str | None) -> Sheet:
    """Every knight of the lord entered for one joust, by an order each; organiser None: the king's (GP-PAR-02)."""
    return tuple(o.EnterJoust(knight, organiser, password) for knight in book.knights)


class SheetDecision:
    """What a living lord owes each turn: a sheet of orders, possibly empty. Made from his view alone."""

    kind = "order_sheet"
    default: Sheet = ()

    def __init__(self, view: Json) -> None:
        self.view = view

    @cached_property
    def book(self) -> Book:
        """The view, arranged for reading."""
        return Book(self.view)

    def check(self, answer: Sheet) -> list[Refusal]:
        """Every order that the entry page would refuse, by its place on the sheet (GP-GEN-13)."""
        refusals = []
        for line, order in enumerate(answer, start=1):
            fault = CHECKS[type(order)](self.book, order)
            if fault is not None:
                refusals.append(Refusal(fault.rule, fault.code, {"order": order.code, **fault.data}, line))
        return refusals

    def parse(self, text: str) -> Reading[Sheet]:
        """The sheet that a text holds, one order a line; a line that is refused is set aside, the others stand."""
        sheet: list[Order] = []
        refusals: list[Refusal] = []
        book = self.book
        for number, line in enumerate(text.split("\n"), start=1):
            try:
                order = read_line(book, line)
            except Unread as unread:
                refusals.append(Refusal(unread.rule, unread.code, unread.data, number))
                continue
            if order is None:
                continue
            fault = CHECKS[type(order)](book, order)
            if fault is None:
                sheet.append(order)
            else:
                refusals.append(Refusal(fault.rule, fault.code, {"order": order.code, **fault.data}, number))
        return Reading(tuple(sheet), tuple(refusals))

    def write(self, answer: Sheet) -> str:
        """The sheet as text, one order a line."""
        return "\n".join([write_order(self.book, order) for order in answer])

    def sample(self, rng: Rng) -> Sheet:
        """A random legal sheet, with orders of every kind."""
        from heraut.games.gloire.sample import random_sheet

        return random_sheet(self.book, rng)

    def answers(self) -> None:
        """Sheets are too many to be listed."""
        return None
