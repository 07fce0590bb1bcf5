"""Lines read: the text of an order sheet becomes orders, word by word (GP-GEN-19, D3).

Whether an order is allowed is another matter (`checks.py`); here a name that the lord cannot know is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from heraut.engine import sheets
from heraut.engine.names import plain
from heraut.engine.protocol import Seat
from heraut.engine.suggestions import nearest_codes, nearest_name
from heraut.engine.tokens import is_number, without_comment
from heraut.games.gloire.orders import BY_CODE, RANGES, ForeignKnight, Order
from heraut.games.gloire.sheet.book import Book
from heraut.games.gloire.state import ENCEINTE, PALISADE, WALL, ArmyId, KnightId, LandName

WORKS = {"palissade": PALISADE, "muraille": WALL, "enceinte": ENCEINTE}
LARGEST_NUMBER = 999_999_999
SHORTEST_ABBREVIATION = 3

_WORD = re.compile(r"""\s*(?:"([^"]*)"|«\s*([^»"]*?)\s*»|([^\s;"«]+)|(;.*)|(["«].*))""")


class Word(NamedTuple):
    """One word of a line; a quoted one may hold blanks, and is never the sign of absence."""

    text: str
    quoted: bool = False


class Unread(sheets.Unread):
    """A word cannot be read; caught where the line's refusal is made."""

    usual = "GP-GEN-19"


def words_of(line: str) -> list[Word]:
    """The words of a line, its comment (from `;`) left out. Raises Unread on a quotation that does not end."""
    if '"' not in line and "«" not in line:
        return [Word(text) for text in without_comment(line, ";").split()]
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
        raise Unread("unknown_knight", "GP-GEN-13", lambda: nearest(word.text, names), text=word.text) from None


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
    if not word.text.startswith("#") or not is_number(digits) or len(digits) > 9:
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
    places: list[str] = [*(fits if wanted and fits else book.atlas.places)]
    raise Unread("unknown_land", "GP-GEN-13", lambda: nearest(word.text, places), text=word.text)


def read_lord(book: Book, word: Word) -> Seat:
    """A lord of the match, by his whole name."""
    try:
        return book.lords_by_name[plain(word.text)]
    except KeyError:
        names = [lord["name"] for lord in book.view["lords"].values()]
        raise Unread("unknown_lord", "GP-GEN-13", lambda: nearest(word.text, names), text=word.text) from None


def read_number(book: Book, word: Word) -> int:
    """Digits only."""
    if not is_number(word.text):
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
    return nearest_name(plain(text), {plain(name): name for name in names}, initial=0.5)


def read_line(book: Book, line: str) -> Order | None:
    """The order that a line holds; None if it is blank or a comment. Raises Unread."""
    words = words_of(line)
    if not words:
        return None
    kind = BY_CODE.get(plain(words[0].text).upper())
    if kind is None:
        text, codes = words[0].text[:30], list(BY_CODE)
        raise Unread("unknown_code", meant=lambda: nearest_codes(plain(text).upper(), codes), text=text, codes=codes)
    return kind(*read_arguments(book, kind, words))


def read_arguments(book: Book, kind: type[Order], words: list[Word]) -> Iterator[Any]:
    """The arguments of an order, in their order; a fault names the number of the argument (GP-GEN-19)."""
    outside = ""
    least, most = RANGES.get(kind.code, (0, LARGEST_NUMBER))
    for number, (_, sort) in enumerate(kind.syntax, start=1):
        optional = sort.endswith("?")
        if number >= len(words) or (optional and words[number] == ("-", False)):
            if not optional:
                bounds: dict[str, Any] = {"outside": outside, "least": least, "most": most}
                raise Unread("missing_argument", argument=number, sort=sort, order=kind.code, **bounds)
            yield None
            continue
        try:
            read = READERS[sort.rstrip("?")](book, words[number])
            if sort == "number" and not least <= read <= most:
                outside = outside or str(read)
            yield read
        except Unread as fault:
            fault.data["argument"] = number
            fault.data["order"] = kind.code
            raise
    if len(words) > len(kind.syntax) + 1:
        extra = words[len(kind.syntax) + 1].text
        raise Unread("extra_argument", text=extra, argument=len(kind.syntax) + 1, order=kind.code)
