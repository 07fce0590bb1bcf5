"""Lines read: the text of an order form becomes orders, word by word (DA-ORD-21).

Whether an order is allowed is another matter (`checks.py`); here a name that the lord cannot know is not understood.
Every fault of a line is told (DA-ORD-06); an order of which only a kingdom cannot be read is still counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from heraut.engine import sheets
from heraut.engine.suggestions import nearest_name
from heraut.engine.tokens import is_number, outside_quotes, without_comment
from heraut.games.daifen import orders as o
from heraut.games.daifen.naming import plain, plain_type
from heraut.games.daifen.orders import BY_CODE, GOLD, INTELLECT, Order
from heraut.games.daifen.races import BUILDINGS, TECHNOLOGIES, UNITS
from heraut.games.daifen.sheet.book import Book
from heraut.games.daifen.state import KingdomName
from heraut.games.daifen.tables import statements

LARGEST_NUMBER = 999_999_999
LONGEST_NAME = 100  # signs of a name that are looked at: no name has so many
SHOWN = 40  # signs of a faulty word that a refusal repeats
UNREAD = KingdomName("")  # stands for a kingdom that cannot be read, in an order that is refused

T = TypeVar("T")


class Unread(sheets.Unread):
    """A line, or a part of it, cannot be read; caught where its refusal is made."""

    usual = "DA-ORD-21"


Faults = list[Unread]


class Line(NamedTuple):
    """One line read: its order, if it holds one that can be counted, and what is wrong with it."""

    order: Order | None
    faults: Faults


def attempt(faults: Faults, read: Callable[..., T], *given: Any) -> T | None:
    """A part of a line, or None, its fault put with the others."""
    try:
        return read(*given)
    except Unread as fault:
        faults.append(fault)
        return None


def by_words(types: Mapping[str, Any]) -> dict[str, str]:
    """The codes of these types by their names, in both languages, for one and for several, and by themselves."""
    words: dict[str, str] = {}
    for field in ("en_many", "en", "fr_many", "fr", "code"):  # should two agree, the last has the word
        words |= {plain_type(getattr(kind, field)): code for code, kind in types.items() if hasattr(kind, field)}
    return words


BUILDING_WORDS, UNIT_WORDS, TECHNOLOGY_WORDS = by_words(BUILDINGS), by_words(UNITS), by_words(TECHNOLOGIES)
GIFT_WORDS = UNIT_WORDS | {"or": GOLD, "gold": GOLD, "intellect": INTELLECT}


def uncommented(line: str) -> str:
    """The line up to the first # outside quotes. Raises Unread on a quotation that does not end."""
    bare = without_comment(line, "#")
    if bare.count('"') % 2:
        raise Unread("open_quote", text=line[line.rindex('"') + 1 :].strip()[:SHOWN])
    return bare


def halves(kind: type[Order], text: str) -> tuple[str, str]:
    """What stands before and behind the colon of a line. Raises Unread when there is none."""
    places = [*outside_quotes(text, ":")]
    if not places:
        raise Unread("missing_colon", order=kind.code)
    return text[: places[0]].strip(), text[places[0] + 1 :].strip()


def name_and_last(kind: type[Order], text: str) -> tuple[str, str]:
    """A name, and behind it the last word of its part, where a count stands. Raises Unread."""
    name, _, last = text.rpartition(" ") if " " in text else (text, "", "")
    if not last:
        raise Unread("missing_argument", order=kind.code)
    return name.strip(), last


def name_and_count(
    faults: Faults, kind: type[Order], sort: str, words: Mapping[str, str], text: str
) -> tuple[str, int] | None:
    """The code of a type, and how many of it; None when one of them cannot be read."""
    parts = attempt(faults, name_and_last, kind, text)
    if parts is None:
        return None
    code, count = attempt(faults, read_type, kind, sort, words, parts[0]), attempt(faults, read_count, kind, parts[1])
    return None if code is None or count is None else (code, count)


def read_count(kind: type[Order], word: str) -> int:
    """Digits only; whether the number makes sense is another matter (DA-ORD-16)."""
    if not is_number(word):
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
        meant = partial(nearest_name, plain(name), book.kingdoms)
        raise Unread("unknown_kingdom", "DA-FOG-09", meant, text=name[:SHOWN]) from None


def read_type(kind: type[Order], sort: str, words: Mapping[str, str], text: str) -> str:
    """The code of a building, a unit or a technology."""
    name = unquoted(kind, text)[:LONGEST_NAME]
    try:
        return words[plain_type(name)]
    except KeyError:
        meant = partial(nearest_name, plain_type(name), words)
        raise Unread("unknown_type", meant=meant, text=name[:SHOWN], sort=sort) from None


def read_build(book: Book, text: str, faults: Faults) -> Order | None:
    read = name_and_count(faults, o.Build, "building", BUILDING_WORDS, text)
    return o.Build(*read) if read else None


def read_train(book: Book, text: str, faults: Faults) -> Order | None:
    read = name_and_count(faults, o.Train, "unit", UNIT_WORDS, text)
    return o.Train(*read) if read else None


def read_develop(book: Book, text: str, faults: Faults) -> Order | None:
    return o.Develop(read_type(o.Develop, "technology", TECHNOLOGY_WORDS, text))


def read_expedition(book: Book, kind: type[o.Expedition], text: str, faults: Faults) -> Order | None:
    """A kingdom, a colon, and units with their numbers, between commas; a type named twice adds up."""
    name, rest = halves(kind, text)
    kingdom = attempt(faults, read_kingdom, book, kind, name)
    units: Counter[str] = Counter()
    for part in rest.split(","):
        read = name_and_count(faults, kind, "unit", UNIT_WORDS, part.strip())
        if read and read[1]:
            units[read[0]] += read[1]
        elif read:
            faults.append(Unread("too_few", "DA-ORD-16", number=read[1]))
    return kind(kingdom or UNREAD, in_order(units)) if units else None


def in_order(units: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Units and numbers in the canonical order."""
    return tuple(sorted(units.items(), key=lambda item: UNITS[item[0]].number))


def read_give(book: Book, text: str, faults: Faults) -> Order | None:
    name, rest = halves(o.Give, text)
    kingdom = attempt(faults, read_kingdom, book, o.Give, name)
    read = name_and_count(faults, o.Give, "gift", GIFT_WORDS, rest)
    return o.Give(kingdom or UNREAD, *read) if read else None


def read_mission(book: Book, kind: type[o.Mission], text: str, faults: Faults) -> Order | None:
    name, last = name_and_last(kind, text)
    kingdom, count = attempt(faults, read_kingdom, book, kind, name), attempt(faults, read_count, kind, last)
    return None if count is None else kind(kingdom or UNREAD, count)


def read_reveal(book: Book, text: str, faults: Faults) -> Order | None:
    """Two kingdoms; the last " A " outside quotes stands between them."""
    places = [place for place in outside_quotes(text, " ") if text[place : place + 3].casefold() in (" a ", " à ")]
    if not places:
        raise Unread("missing_argument", order=o.Reveal.code)
    names = (text[: places[-1]].strip(), text[places[-1] + 3 :].strip())
    return o.Reveal(*[attempt(faults, read_kingdom, book, o.Reveal, name) or UNREAD for name in names])


def read_rumour(book: Book, text: str, faults: Faults) -> Order | None:
    """A kingdom, a colon, and one of the six statements, or a free text between quotes."""
    name, rest = halves(o.Rumour, text)
    kingdom = attempt(faults, read_kingdom, book, o.Rumour, name) or UNREAD
    if rest.startswith('"'):
        return o.Rumour(kingdom, None, unquoted(o.Rumour, rest))
    code = plain(rest[:SHOWN]).upper()
    if code not in statements():
        raise Unread("unknown_statement", "DA-RUM-05", text=rest[:SHOWN], statements=list(statements()))
    return o.Rumour(kingdom, code, None)


def read_vote(book: Book, text: str, faults: Faults) -> Order | None:
    word = plain(text[:SHOWN])
    if word not in ("oui", "non"):
        raise Unread("not_a_vote", text=text[:SHOWN])
    return o.Vote(word == "oui")


def read_spies(kind: type[o.Explore] | type[o.Guard], text: str) -> Order:
    if not text:
        raise Unread("missing_argument", order=kind.code)
    return kind(read_count(kind, text))


READERS: dict[type[Order], Callable[[Book, str, Faults], Order | None]] = {
    o.Build: read_build,
    o.Train: read_train,
    o.Develop: read_develop,
    o.Attack: lambda book, text, faults: read_expedition(book, o.Attack, text, faults),
    o.Support: lambda book, text, faults: read_expedition(book, o.Support, text, faults),
    o.Give: read_give,
    o.Explore: lambda book, text, faults: read_spies(o.Explore, text),
    o.SpyOn: lambda book, text, faults: read_mission(book, o.SpyOn, text, faults),
    o.Steal: lambda book, text, faults: read_mission(book, o.Steal, text, faults),
    o.Sabotage: lambda book, text, faults: read_mission(book, o.Sabotage, text, faults),
    o.Reveal: read_reveal,
    o.Guard: lambda book, text, faults: read_spies(o.Guard, text),
    o.Rumour: read_rumour,
    o.Vote: read_vote,
}


def read_line(book: Book, line: str) -> Line:
    """What a line holds: nothing if it is blank or a comment."""
    faults: Faults = []
    order = attempt(faults, read_order, book, line, faults)
    for fault in faults:
        if fault.code == "unknown_type":
            fault.data["choices"] = choices(book, fault.data["sort"])
    return Line(order, faults)


def choices(book: Book, sort: str) -> list[str]:
    """What a lord's people have of this sort; nothing of what he may give, for that is of all peoples."""
    listed = {"building": book.race.buildings, "unit": book.race.units, "technology": book.race.technologies}
    return list(listed.get(sort, ()))


def read_order(book: Book, line: str, faults: Faults) -> Order | None:
    """The order that a line holds, as far as it can be read. Raises Unread."""
    words = " ".join(uncommented(line).split())
    if not words:
        return None
    word, _, rest = words.partition(" ")
    kind = BY_CODE.get(plain(word[:SHOWN]).upper())
    if kind is None:
        meant = partial(nearest_name, plain(word[:SHOWN]), {plain(code): code for code in BY_CODE})
        raise Unread("unknown_code", meant=meant, text=word[:SHOWN], codes=list(BY_CODE))
    return READERS[kind](book, rest, faults)
