"""Orders as text, and back: a French word, then what it is about, in the order of the struct's fields.

    MARCHER Arnaud+Jeanne, Saint-Paul, 2x1+1x3, -, forcer
    RECRUTER 3, Bourg

Fields stand between commas, the parts of a list between +; - is an empty one, and last fields that say nothing are left
out. Names are read without regard to capitals, accents, hyphens and blanks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from heraut.engine import sheets
from heraut.engine.protocol import Refusal, Seat
from heraut.engine.suggestions import closest
from heraut.engine.tokens import bare_letters
from heraut.games.fief.board.places import BISHOPRICS, REGIONS, VILLAGES
from heraut.games.fief.cards import EVERY_LORD, LORD_IDS, LORD_NAMES
from heraut.games.fief.identities import REBELS
from heraut.games.fief.orders import BY_CODE
from heraut.games.fief.orders.order import Couple, Order
from heraut.games.fief.tables import Tokens, cards

if TYPE_CHECKING:
    from heraut.games.fief.state import Realm

Names = tuple[tuple[str, ...], dict[str, int]]  # what each number is called by, and the number of each plain name

EMPTY = "-"
SHOWN = 40  # signs of a faulty word that are looked at for what was meant
PEASANTS = "jacques"  # what the peasants are called by among players
_WORDS = re.compile(r"[\w]+", re.UNICODE)
_TOKENS = re.compile(r"(\d{1,2})x([136])")


class NotRead(sheets.Unread):
    """A line, or a field of it, that cannot be read (only orders that exist are taken)."""

    usual = "FI-TRN-05"


@lru_cache(maxsize=4096)  # the words of the rules come back again and again; players' texts pass through
def plain(text: str) -> str:
    """A name without capitals, accents, hyphens, apostrophes and blanks."""
    return "".join(filter(str.isalnum, bare_letters(text.replace("œ", "oe").casefold())))


def _names(rows: Sequence[str], others: Sequence[Sequence[str]] = ()) -> Names:
    """Names to write, and every name to read."""
    known = {plain(name): number for number, name in enumerate(rows)}
    for more in others:
        known |= {plain(name): number for number, name in enumerate(more)}
    return tuple(rows), known


VILLAGE_NAMES = _names([row.name for row in VILLAGES], [[row.id for row in VILLAGES]])
REGION_NAMES = _names([row.id[2:] for row in REGIONS], [[row.id for row in REGIONS], [row.label for row in REGIONS]])
SEE_NAMES = _names(
    [row.id[2:] for row in BISHOPRICS], [[row.id for row in BISHOPRICS], [row.label for row in BISHOPRICS]]
)
LORDS_NAMES = _names(list(LORD_NAMES), [LORD_IDS])


@cache
def card_words() -> tuple[dict[str, str], dict[str, str]]:
    """What each card is written as, and the card of each plain name."""
    written = {code: plain(row.fr) for code, row in cards().items() if row.kind != "lord" and code != "bishop"}
    written |= dict(zip(LORD_IDS, LORD_NAMES, strict=True))
    written |= {f"bishop_{see}": f"evêque de {SEE_NAMES[0][see].capitalize()}" for see in range(len(BISHOPRICS))}
    read = {plain(text): code for code, text in written.items()} | {plain(code): code for code in written}
    return written, read


def _find(names: Names, text: str, sort: str) -> int:
    """The number of what is called so."""
    found = names[1].get(plain(text))
    if found is None:
        raise NotRead("unknown_name", meant=lambda: _nearest(names, text), text=text, sort=sort)
    return found


def _nearest(names: Names, text: str) -> str:
    """The name that the writer may have meant; "" when none is close."""
    close = closest(plain(text[:SHOWN]), names[1])
    return names[0][names[1][close]] if close else ""


def _number(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 6:
        raise NotRead("not_a_number", text=text)
    return int(text)


def _word(text: str) -> str:
    if not text or not text.isprintable() or "," in text or text == EMPTY:
        raise NotRead("not_a_word", text=text)
    return text


class Grammar:
    """How orders are read and written at a table: players by their seats, or read by their families' names as well."""

    def __init__(self, seats: tuple[Seat, ...], families: tuple[str, ...] = ()) -> None:
        self.seats = seats
        names = [*seats, *[""] * (REBELS - len(seats)), PEASANTS]
        known = [plain(name) for name in families]
        called = {name: number for number, name in enumerate(known) if name and known.count(name) == 1}
        seated = {plain(name): number for number, name in enumerate(names) if name}
        self.players: Names = (tuple(names), called | seated)  # a seat is itself, whatever a family is called
        self.readers: dict[str, Callable[[str], Any]] = {
            "village": lambda text: _find(VILLAGE_NAMES, text, "village"),
            "region": lambda text: _find(REGION_NAMES, text, "region"),
            "see": lambda text: _find(SEE_NAMES, text, "see"),
            "lord": lambda text: _find(LORDS_NAMES, text, "lord"),
            "player": lambda text: _find(self.players, text, "player"),
            "card": self._card,
            "number": _number,
            "word": _word,
            "text": lambda text: text,
            "tokens": _read_tokens,
            "marriages": self._marriages,
        }
        self.writers: dict[str, Callable[[Any], str]] = {
            "village": VILLAGE_NAMES[0].__getitem__,
            "region": REGION_NAMES[0].__getitem__,
            "see": SEE_NAMES[0].__getitem__,
            "lord": LORDS_NAMES[0].__getitem__,
            "player": self.players[0].__getitem__,
            "card": lambda card: card_words()[0][card],
            "number": str,
            "word": str,
            "text": str,
            "tokens": _write_tokens,
            "marriages": lambda pairs: "+".join(f"{LORD_NAMES[a]}&{LORD_NAMES[b]}" for a, b in pairs),
        }
        for one in ("village", "region", "lord", "player", "card"):
            self.readers[f"{one}s"] = _listed(self.readers[one])
            self.writers[f"{one}s"] = _joined(self.writers[one])

    def _card(self, text: str) -> str:
        found = card_words()[1].get(plain(text))
        if found is None:
            raise NotRead("unknown_name", text=text, sort="card", nearest="")
        return found

    def _marriages(self, text: str) -> tuple[Couple, ...]:
        pairs = []
        for pair in text.split("+"):
            husband, sign, wife = pair.partition("&")
            if not sign:
                raise NotRead("not_a_couple", text=pair)
            pairs.append(Couple(*(EVERY_LORD[_find(LORDS_NAMES, one, "lord")] for one in (husband, wife))))
        return tuple(pairs)

    def read(self, line: str, *, guess: bool = True) -> Order | Refusal:
        """The order that a line says, or why it cannot be read (FI-TRN-05); `guess`: and what may be meant."""
        try:
            return self._order(line.strip())
        except NotRead as fault:
            return fault.refusal(0, guess=guess)

    def _order(self, line: str) -> Order:
        match = _WORDS.match(line)
        kind = BY_CODE.get(bare_letters(match.group()).upper()) if match else None
        if match is None or kind is None:
            word = (line.split() or [""])[0][:SHOWN]
            raise NotRead("unknown_order", meant=lambda: closest(bare_letters(word).upper(), BY_CODE), word=word)
        try:
            return self._fields(kind, line[match.end() :].strip())
        except NotRead as fault:
            fault.data = {"order": kind.code, **fault.data}
            raise

    def _fields(self, kind: type[Order], rest: str) -> Order:
        fields = sorts(kind)
        parts = split(rest, len(fields), fields[-1][1] == "text" if fields else False)
        if len(parts) > len(fields):
            raise NotRead("too_many_fields", most=len(fields))
        values: dict[str, Any] = {}
        for (name, sort, required), text in zip(fields, parts, strict=False):
            if text == EMPTY and not required:
                continue
            values[name] = self.readers[sort](text)
        missing = [name for name, _, required in fields[len(parts) :] if required]
        if missing:
            raise NotRead("too_few_fields", least=sum(required for _, _, required in fields))
        return kind(**values)

    def write(self, order: Order) -> str:
        """The line that `read` reads back as this order."""
        texts = []
        for name, sort, required in sorts(type(order)):
            value = getattr(order, name)
            silent = not required and value in ((None,) if sort == "village" else (0, "", (), (0, 0, 0)))
            texts.append(EMPTY if silent else self.writers[sort](value))
        while texts and texts[-1] == EMPTY:
            texts.pop()
        return f"{order.code} {', '.join(texts)}".rstrip()


def split(rest: str, most: int, text_last: bool) -> list[str]:
    """The fields of a line; a last one that is text keeps its commas."""
    if not rest:
        return []
    return [part.strip() for part in (rest.split(",", most - 1) if text_last else rest.split(","))]


@cache
def sorts(kind: type[Order]) -> tuple[tuple[str, str, bool], ...]:
    """The fields of an order: name, what it names, whether it must be said."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (field.name, hints[field.name].__metadata__[0], field.default is msgspec.NODEFAULT)
        for field in msgspec.structs.fields(kind)
    )


def _listed(read: Callable[[str], Any]) -> Callable[[str], tuple[Any, ...]]:
    return lambda text: tuple(read(part.strip()) for part in text.split("+")) if text != EMPTY else ()


def _joined(write: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda items: "+".join(write(item) for item in items) or EMPTY


def _read_tokens(text: str) -> Tokens:
    counts = {1: 0, 3: 0, 6: 0}
    for part in text.split("+"):
        match = _TOKENS.fullmatch(part.strip())
        if match is None:
            raise NotRead("not_tokens", text=part)
        counts[int(match.group(2))] += int(match.group(1))
    return counts[1], counts[3], counts[6]


def _write_tokens(tokens: Tokens) -> str:
    return "+".join(f"{number}x{value}" for number, value in zip(tokens, (1, 3, 6), strict=True) if number) or EMPTY


@lru_cache(maxsize=256)
def grammar(seats: tuple[Seat, ...], families: tuple[str, ...] = ()) -> Grammar:
    """The grammar of a table; `families` are the names by which its players may be meant in what is read."""
    return Grammar(seats, families)


def book(realm: Realm) -> Grammar:
    """What players write at this table is read with this: they call one another by their families' names."""
    return grammar(realm.seats, tuple(one.name for one in realm.families))
