"""The verbs of players, and how each field of an answer is read from words and written back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from heraut.games.vassaux import orders as o
from heraut.games.vassaux.tables import ORDERS, SPELLS


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


def _group(word: str) -> int:
    number = -whole(word[1:]) if word.startswith("B") else whole(word)
    if number == 0 or (number < 0) != word.startswith("B"):
        raise Misspelt(word)
    return number


def _point(word: str) -> o.Point:
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


def words_of(words: list[str], table: Any) -> tuple[str, ...]:
    for word in words:
        if word not in table:
            raise Misspelt(word)
    return tuple(words)


def name_group(group: int) -> str:
    """A group as players write it: 52, or B52 for its band."""
    return f"B{-group}" if group < 0 else str(group)


def _write_point(point: o.Point) -> str:
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


class Verb(NamedTuple):
    """A verb: the answer it gives, what is given with it, the field behind it and those behind other words."""

    answer: Any
    fixed: dict[str, Any]
    parts: tuple[tuple[str, str, Kind, bool], ...]  # word ("": right behind the verb), field, kind, whether needed


AVEC = ("AVEC", "places", PLACES, False)


VERBS = {
    "DEPLOYER": Verb(
        o.Deploy,
        {},
        (("", "unit", UNIT, True), ("EN", "place", POINT, False), AVEC, ("MARQUES", "markers", POINTS, False)),
    ),
    "POINT": Verb(o.Objective, {}, (("", "place", POINT, True),)),
    "ALLER": Verb(o.Move, {"how": "move"}, (("", "path", POINTS, False), AVEC, ("EMMENER", "leave", FIGURES, False))),
    "REFORMER": Verb(o.Move, {"how": "reorganise"}, (("", "path", POINTS, False), AVEC)),
    "CHARGER": Verb(
        o.Charge,
        {},
        (("", "target", GROUP, True), ("VISER", "aim", NUMBER, True), ("LONGUEUR", "length", NUMBER, False), AVEC),
    ),
    "FRAPPER": Verb(o.Fight, {}, (("", "targets", GROUPS, True), ("PARTAGE", "split", SPLIT, False))),
    "TIRER": Verb(o.Shoot, {}, (("", "target", GROUP, True),)),
    "SORT": Verb(
        o.Cast,
        {},
        (
            ("", "spell", SPELL, True), ("SUR", "target", GROUP, False), ("M", "power", NUMBER, False),
            ("DES", "extra", NUMBER, False), ("INVOCATION", "invocation", NUMBER, False),
        ),
    ),
    "CONTRER": Verb(o.Counter, {}, (("", "unit", UNIT, True),)),
    "IMPOSER": Verb(o.Assign, {}, (("", "order", ORDER, True),)),
    "PERDRE": Verb(o.Lose, {}, (("", "figures", FIGURES, True),)),
    "SORTIR": Verb(o.Leave, {}, (("", "figures", FIGURES, False),)),
    "ARRIVER": Verb(o.Arrive, {}, (("", "place", POINT, True), AVEC, ("FRAPPER", "target", GROUP, False))),
}  # fmt: skip


WORDS: dict[str, tuple[o.Answer, ...]] = {
    "PASSER": (o.Orders(0), o.React(0)),
    "RESTER": (o.Move("hold"),),
    "CESSER": (o.Shoot(0),),
    "LAISSER": (o.Counter(0),),
    "OUI": (o.Say(True),),
    "NON": (o.Say(False),),
    "ABANDONNER": (o.Concede(),),
    "NULLE": (o.Draw(),),
    "SILENCE": (o.Silence(),),
    "RECLAMER": (o.Claim(),),
}
