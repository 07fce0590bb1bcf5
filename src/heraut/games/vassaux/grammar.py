"""The verbs of players, and how each field of an answer is read from words and written back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from heraut.games.vassaux import orders as o
from heraut.games.vassaux.identities import NO_UNIT, GroupId, UnitId, band_of, is_band, unit_of
from heraut.games.vassaux.tables import ORDERS, SPELLS
from heraut.geometry import Point

Code = TypeVar("Code", bound=str)


class Kind(NamedTuple):
    """How a field is read from words and written back."""

    read: Callable[[list[str]], Any]
    write: Callable[[Any], str]


class Misspelt(ValueError):
    """A word that is not what stands in this place."""


def one_word(words: list[str]) -> str:
    if len(words) != 1:
        raise Misspelt(" ".join(words))
    return words[0]


def whole(word: str) -> int:
    if not (
        word.isascii() and word.lstrip("-").isdigit() and word.count("-") == word.startswith("-") and len(word) < 9
    ):
        raise Misspelt(word)
    return int(word)


def natural(words: list[str]) -> int:
    number = whole(one_word(words))
    if number < 0:
        raise Misspelt(words[0])
    return number


def _group(word: str) -> GroupId:
    number = whole(word.removeprefix("B"))
    if number <= 0:
        raise Misspelt(word)
    unit = UnitId(GroupId(number))
    return band_of(unit) if word.startswith("B") else unit


def _point(word: str) -> Point:
    parts = word.split(",")
    if len(parts) != 2:
        raise Misspelt(word)
    return whole(parts[0]), whole(parts[1])


def _pairs(words: list[str], value: Callable[[str], Any]) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for word in words:
        key, sign, rest = word.partition("=")
        if not sign or whole(key) in found:
            raise Misspelt(word)
        found[whole(key)] = value(rest)
    return found


def words_of(words: list[str], table: Mapping[Code, Any]) -> tuple[Code, ...]:
    codes: dict[str, Code] = {str(code): code for code in table}
    for word in words:
        if word not in codes:
            raise Misspelt(word)
    return tuple(codes[word] for word in words)


def name_group(group: GroupId) -> str:
    """A group as players write it: 52, or B52 for its band."""
    return f"B{unit_of(group)}" if is_band(group) else str(group)


def _write_point(point: Point) -> str:
    return f"{point[0]},{point[1]}"


NUMBER = Kind(natural, str)


UNIT = Kind(lambda words: natural(words) or _group("0"), str)


GROUP = Kind(lambda words: _group(one_word(words)), name_group)


GROUPS = Kind(lambda words: tuple(map(_group, words)), lambda value: " ".join(map(name_group, value)))


FIGURES = Kind(lambda words: tuple(map(whole, words)), lambda value: " ".join(map(str, value)))


POINT = Kind(lambda words: _point(one_word(words)), _write_point)


POINTS = Kind(lambda words: tuple(map(_point, words)), lambda value: " ".join(map(_write_point, value)))


PLACES = Kind(
    lambda words: _pairs(words, _point), lambda value: " ".join(f"{k}={_write_point(p)}" for k, p in value.items())
)


SPLIT = Kind(
    lambda words: _pairs(words, _group), lambda value: " ".join(f"{k}={name_group(g)}" for k, g in value.items())
)


SPELL = Kind(lambda words: words_of([one_word(words)], SPELLS)[0], str)


ORDER = Kind(lambda words: words_of([one_word(words)], ORDERS)[0], str)


class Part(NamedTuple):
    """What stands behind a word of an answer ("": right behind the verb): the field it fills, and how it is read."""

    word: str
    field: str
    kind: Kind
    needed: bool = False


class Verb(NamedTuple):
    """A verb: the answer it gives, what is given with it, and its parts."""

    answer: Any
    fixed: dict[str, Any]
    parts: tuple[Part, ...]


AVEC = Part("AVEC", "places", PLACES)


VERBS = {
    "DEPLOYER": Verb(
        o.Deploy,
        {},
        (Part("", "unit", UNIT, needed=True), Part("EN", "place", POINT), AVEC, Part("MARQUES", "markers", POINTS)),
    ),
    "POINT": Verb(o.Objective, {}, (Part("", "place", POINT, needed=True),)),
    "ALLER": Verb(o.Move, {"how": "move"}, (Part("", "path", POINTS), AVEC, Part("EMMENER", "leave", FIGURES))),
    "REFORMER": Verb(o.Move, {"how": "reorganise"}, (Part("", "path", POINTS), AVEC)),
    "CHARGER": Verb(
        o.Charge,
        {},
        (
            Part("", "target", GROUP, needed=True), Part("VISER", "aim", NUMBER, needed=True),
            Part("LONGUEUR", "length", NUMBER), AVEC,
        ),
    ),
    "FRAPPER": Verb(o.Fight, {}, (Part("", "targets", GROUPS, needed=True), Part("PARTAGE", "split", SPLIT))),
    "TIRER": Verb(o.Shoot, {}, (Part("", "target", GROUP, needed=True),)),
    "SORT": Verb(
        o.Cast,
        {},
        (
            Part("", "spell", SPELL, needed=True), Part("SUR", "target", GROUP), Part("M", "power", NUMBER),
            Part("DES", "extra", NUMBER), Part("INVOCATION", "invocation", NUMBER),
        ),
    ),
    "CONTRER": Verb(o.Counter, {}, (Part("", "unit", UNIT, needed=True),)),
    "IMPOSER": Verb(o.Assign, {}, (Part("", "order", ORDER, needed=True),)),
    "PERDRE": Verb(o.Lose, {}, (Part("", "figures", FIGURES, needed=True),)),
    "SORTIR": Verb(o.Leave, {}, (Part("", "figures", FIGURES),)),
    "ARRIVER": Verb(o.Arrive, {}, (Part("", "place", POINT, needed=True), AVEC, Part("FRAPPER", "target", GROUP))),
}  # fmt: skip


WORDS: dict[str, tuple[o.Answer, ...]] = {
    "PASSER": (o.Orders(NO_UNIT), o.React(NO_UNIT)),
    "RESTER": (o.Move("hold"),),
    "CESSER": (o.Shoot(NO_UNIT),),
    "LAISSER": (o.Counter(NO_UNIT),),
    "OUI": (o.Say(True),),
    "NON": (o.Say(False),),
    "ABANDONNER": (o.Concede(),),
    "NULLE": (o.Draw(),),
    "SILENCE": (o.Silence(),),
    "RECLAMER": (o.Claim(),),
}
