"""How a sheet is read (RO-ORD-22): `@12` and its lines, `@ROYAUME` and its orders; a semicolon begins a comment.

@12
1: MO 37
2: RE LE 2 POUR 4
3: SE 1 {ST, CA-FI, ME, SC}
PLAN {FI, FL}
@ROYAUME
TRAITE 3
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from heraut.engine.suggestions import closest
from heraut.engine.tokens import is_number
from heraut.games.rois import orders as o
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.naming import plain
from heraut.games.rois.options import race_of, sex_of, temper_of
from heraut.games.rois.orders import ALL, CODES, GARRISON, REALM_CODES, Action, Order, RealmOrder, StandingPlan
from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.state import ABILITIES, Creation, Plan
from heraut.games.rois.tables import SPELLS, UNITS
from heraut.games.rois.world.geography import PROVINCES

LARGEST_NUMBER = 999_999
LONGEST_RANGE = 500  # units in one part "15-17"
LONGEST_LIST = 5_000  # units in all parts of a list
SHOWN = 40  # signs of a faulty word that a refusal repeats
REALM = "ROYAUME"
BRACES = re.compile(r"\{(.*)\}\s*$", re.DOTALL)
RENAMED = re.compile(r"([CUP])\s*([0-9]{1,6})\s+[\"“«]\s*(.*?)\s*[\"”»]", re.IGNORECASE)

Entry = Action | StandingPlan | RealmOrder


def is_header(line: str) -> bool:
    """Whether a line opens a section."""
    return line.startswith("@")


def read_header(line: str) -> int:
    """Whose lines follow: a character, or 0 for the kingdom. Raises Unread."""
    word = plain(line[1:].strip()[:SHOWN]).upper()
    if word in (REALM, "KINGDOM"):
        return 0
    return read_number(word, "character")


def read_line(character: int, line: str) -> Entry:
    """One line of a section. Raises Unread."""
    if not character:
        return read_realm_order(line)
    head = line.split(None, 1)[0].split("{", 1)[0].upper()
    if head in ("PLAN", "DUEL"):
        return StandingPlan(character, head == "DUEL", read_braces(line[4:]))
    season, colon, rest = line.partition(":")
    if not colon:
        raise Unread("missing_colon", text=line[:SHOWN])
    number = read_number(season.strip(), "season")
    if number not in o.SEASONS:
        raise Unread("unknown_season", "RO-TURN-01", number=number)
    return Action(character, number, read_order(rest.strip()))


def read_braces(text: str) -> Plan:
    """A plan between braces. Raises Unread."""
    text = text.strip()
    if not (text.startswith("{") and text.endswith("}")):
        raise Unread("missing_braces", "RO-ENC-02", text=text[:SHOWN])
    return read_plan(text[1:-1])


def read_order(text: str) -> Order:
    """The order behind "phase:". Raises Unread."""
    word = text.split(None, 1)[0].split("{", 1)[0].upper() if text else ""
    reader = READERS.get(word)
    if reader is None:
        raise Unread("unknown_code", meant=partial(closest, word[:SHOWN], CODES), text=word[:SHOWN], codes=list(CODES))
    return reader(text[len(word) :].strip())


def read_number(word: str, what: str) -> int:
    """A number of one to six digits, # before it or not. Raises Unread."""
    digits = word.removeprefix("#")
    if not is_number(digits):
        raise Unread("not_a_number", text=word[:SHOWN], what=what)
    if len(digits) > 6:
        raise Unread("number_too_large", text=word[:SHOWN], most=LARGEST_NUMBER)
    return int(digits)


def words_of(code: str, text: str, least: int, most: int) -> list[str]:
    """The words of an order, no fewer and no more than it takes. Raises Unread."""
    words = text.split()
    if len(words) < least:
        raise Unread("missing_argument", order=code)
    if len(words) > most:
        raise Unread("extra_argument", order=code, text=words[most][:SHOWN])
    return words


def one_number(code: str, text: str, what: str) -> int:
    """The single number that an order takes."""
    return read_number(words_of(code, text, 1, 1)[0], what)


def with_plan(code: str, text: str, what: str) -> tuple[int, Plan | None]:
    """A number, and a plan between braces or none."""
    head, brace, rest = text.partition("{")
    plan = read_braces(brace + rest) if brace else None
    return one_number(code, head, what), plan


def read_recruit(text: str) -> Order:
    words = words_of("RE", text, 2, 4)
    type = words[0].upper()
    if type not in UNITS:
        raise Unread("unknown_type", "RO-ORD-04", text=words[0][:SHOWN], types=list(UNITS))
    count = read_number(words[1], "count")
    if len(words) == 2:
        return o.Recruit(type, count)
    if words[2].upper() != "POUR" or len(words) != 4:
        raise Unread("extra_argument", order="RE", text=words[2][:SHOWN])
    leader = read_number(words[3], "character")
    if not leader:  # 0 stands for nobody named
        raise Unread("too_few", number=0)
    return o.Recruit(type, count, leader)


def read_units(text: str) -> tuple[int, ...]:
    """`*`, or numbers and ranges between commas; a unit named twice counts once (RO-ORD-22)."""
    if text == "*":
        return ALL
    found: dict[int, None] = {}
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        low = read_number(first.strip(), "unit")
        high = read_number(last.strip(), "unit") if dash else low
        if not 1 <= low <= high or high - low >= LONGEST_RANGE:
            raise Unread("bad_range", text=part.strip()[:SHOWN])
        found |= dict.fromkeys(range(low, high + 1))
        if len(found) > LONGEST_LIST:
            raise Unread("bad_range", text=part.strip()[:SHOWN])
    return tuple(sorted(found))


def unit_list(code: str, text: str) -> tuple[int, ...]:
    """The unit list that is all an order takes."""
    if not text:
        raise Unread("missing_argument", order=code)
    return read_units(text)


def read_leave(text: str) -> Order:
    """Units, and a character or G."""
    units, _, receiver = text.rpartition(" ")
    if not units:
        raise Unread("missing_argument", order="LE")
    to = GARRISON if receiver.upper() == "G" else read_number(receiver, "character")
    if receiver.upper() != "G" and not to:
        raise Unread("too_few", number=0)
    return o.Leave(read_units(units.strip()), to)


def read_cast(text: str) -> Order:
    """A spell, and the target that it asks (RO-ORD-23)."""
    words = words_of("CA", text, 1, 4)
    spell = words[0].upper()
    if spell not in SPELLS:
        raise Unread("unknown_spell", "RO-ORD-10", text=words[0][:SHOWN])
    rest = words[1:]
    garrison = bool(rest) and rest[0].upper() == "G" and SPELLS[spell].target == "host"
    if garrison:
        rest = rest[1:]
    return o.Cast(spell, tuple(read_number(word, "target") for word in rest), garrison)


def read_use(text: str) -> Order:
    words = words_of("US", text, 1, 4)
    return o.Use(read_number(words[0], "item"), tuple(read_number(word, "target") for word in words[1:]))


def read_practise(text: str) -> Order:
    word = words_of("PR", text, 1, 1)[0].upper()
    if word not in ABILITIES:
        raise Unread("unknown_ability", "RO-ORD-13", text=word[:SHOWN], abilities=list(ABILITIES))
    return o.Practise(word)


def read_defend(text: str) -> Order:
    words = words_of("DE", text, 0, 1)
    if not words:
        return o.Defend()
    province = read_number(words[0], "province")
    if not province:  # 0 stands for any of the neighbours
        raise Unread("unknown_province", "RO-ORD-15", number=0, most=PROVINCES)
    return o.Defend(province)


def read_gift(text: str) -> Order:
    """`# c`, an item; or `n OR c`, gold."""
    words = words_of("GI", text, 2, 3)
    if len(words) == 3:
        if words[1].upper() not in ("OR", "GOLD"):
            raise Unread("extra_argument", order="GI", text=words[1][:SHOWN])
        return o.GiveGold(read_number(words[0], "gold"), read_number(words[2], "character"))
    return o.GiveItem(read_number(words[0], "item"), read_number(words[1], "character"))


def read_nothing(code: str, text: str) -> None:
    """An order that takes nothing."""
    words_of(code, text, 0, 0)


def read_explore(text: str) -> Order:
    read_nothing("EX", text)
    return o.Explore()


READERS: dict[str, Callable[[str], Order]] = {
    "MO": lambda text: o.Move(one_number("MO", text, "province")),
    "EX": read_explore,
    "SE": lambda text: o.Search(*with_plan("SE", text, "feature")),
    "RE": read_recruit,
    "HI": lambda text: o.Hire(one_number("HI", text, "character")),
    "DI": lambda text: o.Disband(unit_list("DI", text)),
    "FI": lambda text: o.Dismiss(one_number("FI", text, "character")),
    "LE": read_leave,
    "PI": lambda text: o.PickUp(unit_list("PI", text)),
    "CA": read_cast,
    "US": read_use,
    "EN": lambda text: o.Meet(*with_plan("EN", text, "character")),
    "PR": read_practise,
    "SP": lambda text: o.Spy(one_number("SP", text, "province")),
    "DE": read_defend,
    "PU": lambda text: o.Pursue(one_number("PU", text, "character")),
    "TR": lambda text: o.Trail(one_number("TR", text, "character")),
    "GI": read_gift,
}


# The kingdom's orders (RO-ORD-19)


def read_realm_order(line: str) -> RealmOrder:
    """One order of the kingdom. Raises Unread."""
    word = plain(line.split(None, 1)[0].split("{", 1)[0][:SHOWN]).upper()
    reader = REALM_READERS.get(word)
    if reader is None:
        meant = partial(closest, word[:SHOWN], REALM_CODES)
        raise Unread("unknown_realm_code", meant=meant, text=word, codes=list(REALM_CODES))
    return reader(line[len(word) :].strip())


def read_break(text: str) -> RealmOrder:
    words = words_of("ROMPRE", text, 1, 2)
    if len(words) == 2 and plain(words[1]) != "debut":
        raise Unread("extra_argument", order="ROMPRE", text=words[1][:SHOWN])
    return o.Break(read_number(words[0], "kingdom"), early=len(words) == 2)


def read_donate(text: str) -> RealmOrder:
    words = words_of("DON", text, 2, 2)
    return o.Donate(read_number(words[0], "kingdom"), read_number(words[1], "gold"))


def read_call(text: str) -> RealmOrder:
    read_nothing("ELECTION", text)
    return o.CallVote()


def read_vote(text: str) -> RealmOrder:
    word = words_of("VOTE", text, 1, 1)[0]
    if word.upper() in ("BLANC", "BLANK"):
        return o.Vote(0)
    number = read_number(word, "kingdom")
    if not number:
        raise Unread("too_few", number=0)
    return o.Vote(number)


def read_rename(text: str) -> RealmOrder:
    """C12 "Aliénor", U31 "La Hardie", P37 "Montjoie"."""
    match = RENAMED.fullmatch(text)
    if match is None:
        raise Unread("bad_rename", "RO-ORD-19", text=text[:SHOWN])
    return o.Rename(match[1].upper(), int(match[2]), match[3])


def read_heir(text: str) -> RealmOrder:
    """{M or F, race, temper, TA 2, ...}; {} erases the form (RO-CHAR-20)."""
    match = BRACES.match(text)
    if match is None:
        raise Unread("missing_braces", "RO-CHAR-20", text=text[:SHOWN])
    if not match[1].strip():
        return o.NameHeir(None)
    parts = [part.strip() for part in match[1].split(",")]
    sex, race, temper = (sex_of(parts[0]), race_of(parts[1]), temper_of(parts[2])) if len(parts) > 3 else (None,) * 3
    levels: dict[str, int] = {}
    for part in parts[3:]:
        words = part.split()
        if len(words) != 2 or words[0].upper() not in ABILITIES or words[0].upper() in levels:
            raise Unread("bad_heir", "RO-CHAR-20", text=part[:SHOWN])
        levels[words[0].upper()] = read_number(words[1], "level")
    if sex is None or race is None or temper is None:
        raise Unread("bad_heir", "RO-CHAR-20", text=match[1].strip()[:SHOWN])
    return o.NameHeir(Creation(sex, race, temper, dict(sorted(levels.items()))))  # type: ignore[arg-type]


REALM_READERS: dict[str, Callable[[str], RealmOrder]] = {
    "TRAITE": lambda text: o.Treat(one_number("TRAITE", text, "kingdom")),
    "ROMPRE": read_break,
    "SCIENCE": lambda text: o.Exchange(one_number("SCIENCE", text, "kingdom")),
    "DON": read_donate,
    "ELECTION": read_call,
    "VOTE": read_vote,
    "NOM": read_rename,
    "HERITIER": read_heir,
}
