"""Answers as players write them, one line each, and back. Places are `x,y` in mR; a band is written B52.

DEPLOYER 2 EN 5000,2000 AVEC 202=5000,2500    a unit, its leader's place, men set down by hand
DEPLOYER 4 MARQUES 1000,7500 7500,7500 9000,9000
POINT 7500,7500                               an objective point
ORDRE 2 MAR · ORDRE 2 MT ALE · PASSER         a unit's order or orders
ALLER 5000,5500 AVEC 202=5000,6000            the leader's way: its end, before it the corners where it bends
REFORMER 5000,3000 · RESTER                   reorganise; nobody moves
CHARGER 52 VISER 5203 LONGUEUR 2400
FRAPPER 52 B53 PARTAGE 202=52 · TIRER 52 · CESSER
SORT METEORE SUR 52 M 7 DES 2 INVOCATION 1
REAGIR 3 CHA A 1200 · PASSER
CONTRER 51 · LAISSER · OUI · NON · IMPOSER ATT · PERDRE 5203 5204 · SORTIR 102 103
ARRIVER 5000,7500 FRAPPER 52
CONSIGNE REAGIR 3 CHA 1500 ATT PUIS PASSER    see `instructions`; * for any, RIEN to forget
CONSIGNE CEDER NON · CONSIGNE CONTRER 51 · CONSIGNE MARTYRS DEMANDER
ABANDONNER · NULLE · SILENCE · RECLAMER
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from heraut.engine.protocol import Reading, Refusal
from heraut.engine.sheets import Bounds, lines_read
from heraut.games.vassaux import answers as a
from heraut.games.vassaux.tables import ORDERS, SPELLS

BOUNDS = Bounds("SV-ORD-01", lines=20, width=4_000)


class Kind(NamedTuple):
    """How a field is read from words and written back."""

    read: Callable[[list[str]], Any]
    write: Callable[[Any], str]


class Misspelt(ValueError):
    """A word that is not what stands in this place."""


def _one(words: list[str]) -> str:
    if len(words) != 1:
        raise Misspelt(" ".join(words))
    return words[0]


def _whole(word: str) -> int:
    if not (
        word.isascii() and word.lstrip("-").isdigit() and word.count("-") == word.startswith("-") and len(word) < 9
    ):
        raise Misspelt(word)
    return int(word)


def _natural(words: list[str]) -> int:
    number = _whole(_one(words))
    if number < 0:
        raise Misspelt(words[0])
    return number


def _group(word: str) -> int:
    number = -_whole(word[1:]) if word.startswith("B") else _whole(word)
    if number == 0 or (number < 0) != word.startswith("B"):
        raise Misspelt(word)
    return number


def _point(word: str) -> a.Point:
    parts = word.split(",")
    if len(parts) != 2:
        raise Misspelt(word)
    return _whole(parts[0]), _whole(parts[1])


def _pairs(words: list[str], value: Callable[[str], Any]) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for word in words:
        key, sign, rest = word.partition("=")
        if not sign or _whole(key) in found:
            raise Misspelt(word)
        found[_whole(key)] = value(rest)
    return found


def _known(words: list[str], table: Any) -> tuple[str, ...]:
    for word in words:
        if word not in table:
            raise Misspelt(word)
    return tuple(words)


def name_group(group: int) -> str:
    """A group as players write it: 52, or B52 for its band."""
    return f"B{-group}" if group < 0 else str(group)


def _write_point(point: a.Point) -> str:
    return f"{point[0]},{point[1]}"


NUMBER = Kind(_natural, str)
UNIT = Kind(lambda words: _natural(words) or _group("0"), str)
GROUP = Kind(lambda words: _group(_one(words)), name_group)
GROUPS = Kind(lambda words: tuple(map(_group, words)), lambda value: " ".join(map(name_group, value)))
FIGURES = Kind(lambda words: tuple(map(_whole, words)), lambda value: " ".join(map(str, value)))
POINT = Kind(lambda words: _point(_one(words)), _write_point)
POINTS = Kind(lambda words: tuple(map(_point, words)), lambda value: " ".join(map(_write_point, value)))
PLACES = Kind(
    lambda words: _pairs(words, _point), lambda value: " ".join(f"{k}={_write_point(p)}" for k, p in value.items())
)
SPLIT = Kind(
    lambda words: _pairs(words, _group), lambda value: " ".join(f"{k}={name_group(g)}" for k, g in value.items())
)
SPELL = Kind(lambda words: _known([_one(words)], SPELLS)[0], str)
ORDER = Kind(lambda words: _known([_one(words)], ORDERS)[0], str)


class Verb(NamedTuple):
    """A verb: the answer it gives, what is given with it, the field behind it and those behind other words."""

    answer: Any
    fixed: dict[str, Any]
    parts: tuple[tuple[str, str, Kind, bool], ...]  # word ("": right behind the verb), field, kind, whether needed


AVEC = ("AVEC", "places", PLACES, False)
VERBS = {
    "DEPLOYER": Verb(
        a.Deploy,
        {},
        (("", "unit", UNIT, True), ("EN", "place", POINT, False), AVEC, ("MARQUES", "markers", POINTS, False)),
    ),
    "POINT": Verb(a.Objective, {}, (("", "place", POINT, True),)),
    "ALLER": Verb(a.Move, {"how": "move"}, (("", "path", POINTS, False), AVEC, ("EMMENER", "leave", FIGURES, False))),
    "REFORMER": Verb(a.Move, {"how": "reorganise"}, (("", "path", POINTS, False), AVEC)),
    "CHARGER": Verb(
        a.Charge,
        {},
        (("", "target", GROUP, True), ("VISER", "aim", NUMBER, True), ("LONGUEUR", "length", NUMBER, False), AVEC),
    ),
    "FRAPPER": Verb(a.Fight, {}, (("", "targets", GROUPS, True), ("PARTAGE", "split", SPLIT, False))),
    "TIRER": Verb(a.Shoot, {}, (("", "target", GROUP, True),)),
    "SORT": Verb(
        a.Cast,
        {},
        (
            ("", "spell", SPELL, True), ("SUR", "target", GROUP, False), ("M", "power", NUMBER, False),
            ("DES", "extra", NUMBER, False), ("INVOCATION", "invocation", NUMBER, False),
        ),
    ),
    "CONTRER": Verb(a.Counter, {}, (("", "unit", UNIT, True),)),
    "IMPOSER": Verb(a.Assign, {}, (("", "order", ORDER, True),)),
    "PERDRE": Verb(a.Lose, {}, (("", "figures", FIGURES, True),)),
    "SORTIR": Verb(a.Leave, {}, (("", "figures", FIGURES, False),)),
    "ARRIVER": Verb(a.Arrive, {}, (("", "place", POINT, True), AVEC, ("FRAPPER", "target", GROUP, False))),
}  # fmt: skip
WORDS: dict[str, tuple[a.Answer, ...]] = {
    "PASSER": (a.Orders(0), a.React(0)),
    "RESTER": (a.Move("hold"),),
    "CESSER": (a.Shoot(0),),
    "LAISSER": (a.Counter(0),),
    "OUI": (a.Say(True),),
    "NON": (a.Say(False),),
    "ABANDONNER": (a.Concede(),),
    "NULLE": (a.Draw(),),
    "SILENCE": (a.Silence(),),
    "RECLAMER": (a.Claim(),),
}


def read(text: str, types: Sequence[Any]) -> a.Answer | Refusal:
    """The answer written in one line, one of these types; or why it cannot be read."""
    words = plain(text).split()
    if not words or len([line for line in text.splitlines() if line.strip()]) != 1:
        return Refusal("SV-ORD-01", "one_line", {}, 1)
    verb, rest = words[0], words[1:]
    for answer in WORDS.get(verb, ()):
        if isinstance(answer, tuple(types)):
            return answer if not rest else Refusal("SV-ORD-01", "unreadable", {"word": rest[0], "verb": verb}, 1)
    try:
        if verb == "ORDRE" and a.Orders in types and len(rest) > 1:
            return a.Orders(UNIT.read(rest[:1]), _known(rest[1:], ORDERS))
        if verb == "REAGIR" and a.React in types and len(rest) in (2, 4):
            point = _at(rest[2:])
            return a.React(UNIT.read(rest[:1]), ORDER.read(rest[1:2]), point)
        if verb == "CONSIGNE" and a.Instruct in types:
            return _read_instruction(rest)
        if verb in VERBS and VERBS[verb].answer in types:
            return _read_verb(VERBS[verb], rest)
    except Misspelt as error:
        return Refusal("SV-ORD-01", "unreadable", {"word": str(error) or "…", "verb": verb}, 1)
    return Refusal("SV-ORD-01", "unknown_verb", {"verb": verb, "verbs": verbs_of(types)}, 1)


def plain(text: str) -> str:
    """The text in capitals without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.upper()) if not unicodedata.combining(c))


def verbs_of(types: Sequence[Any]) -> list[str]:
    """What an answer of these types may begin with."""
    found = [verb for verb, row in VERBS.items() if row.answer in types]
    found += ["ORDRE"] * (a.Orders in types) + ["REAGIR"] * (a.React in types)
    found += [word for word, values in WORDS.items() if any(isinstance(value, tuple(types)) for value in values)]
    return found + ["CONSIGNE"] * (a.Instruct in types)


def _at(words: list[str]) -> int:
    if not words:
        return 0
    if words[0] != "A":
        raise Misspelt(words[0])
    return _natural(words[1:])


def _read_verb(verb: Verb, words: list[str]) -> a.Answer:
    fields = dict(verb.fixed)
    rows = {word: (field, kind) for word, field, kind, _ in verb.parts}
    parts: dict[str, list[str]] = {"": []}
    current = ""
    for word in words:
        if word in rows:
            if word in parts:
                raise Misspelt(word)
            current = word
        parts.setdefault(current, []).append(word) if word != current else parts.setdefault(current, [])
    for word, field, kind, needed in verb.parts:
        given = parts.get(word)
        if given:
            fields[field] = kind.read(given)
        elif needed or (given is not None and word):
            raise Misspelt(word)
    if parts[""] and "" not in rows:
        raise Misspelt(parts[""][0])
    answer: a.Answer = verb.answer(**fields)
    return answer


def write(answer: a.Answer) -> str:
    """The line that `read` reads back as this answer."""
    for word, values in WORDS.items():
        if answer in values:
            return word
    if isinstance(answer, a.Orders):
        return " ".join(("ORDRE", str(answer.unit), *answer.orders))
    if isinstance(answer, a.Instruct):
        return _write_instruction(answer)
    if isinstance(answer, a.React):
        return f"REAGIR {answer.unit} {answer.order}" + (f" A {answer.point}" if answer.point else "")
    for name, verb in VERBS.items():
        if isinstance(answer, verb.answer) and all(getattr(answer, key) == value for key, value in verb.fixed.items()):
            return " ".join([name, *_written_parts(verb, answer)])
    raise TypeError(f"no verb writes {answer!r}")


@cache
def _defaults(sort: Any) -> dict[str, Any]:
    """What is not written: the defaults of the fields of an answer."""
    return {
        field.name: field.default if field.default is not msgspec.NODEFAULT else None
        for field in msgspec.structs.fields(sort)
    }


def _written_parts(verb: Verb, answer: a.Answer) -> list[str]:
    defaults = _defaults(type(answer))
    words = []
    for word, field, kind, needed in verb.parts:
        value = getattr(answer, field)
        if needed or (value != defaults[field] and value not in ((), {}, None)):
            words += [part for part in (word, kind.write(value)) if part]
    return words


def parse(text: str, types: Sequence[Any], default: Callable[[], a.Answer], check: Any) -> Reading[a.Answer]:
    """The answer in a text: read, then judged; a refused one gives the default and says why."""
    unfit = next((unfit for _, _, unfit in lines_read(text, BOUNDS) if unfit is not None), None)
    found = unfit or read(text, types)
    if isinstance(found, Refusal):
        return Reading(default(), (found,))
    refusals = check(found)
    if refusals:
        return Reading(default(), tuple(msgspec.structs.replace(one, line=1) for one in refusals))
    return Reading(found)


# Instructions (SV-DPR-02)

ANY, FORGET, THEN = "*", "RIEN", "PUIS"
DEEDS = {"PASSER": "pass", "DEMANDER": "ask"}
SAY: dict[str, bool | None] = {"OUI": True, "NON": False, "DEMANDER": None}
COUNTER: dict[str, int | None] = {ANY: a.WHOEVER, "NON": 0, "DEMANDER": None}


def _read_instruction(words: list[str]) -> a.Instruct:
    about, rest = words[0] if words else "", words[1:]
    if about == "REAGIR":
        return a.Instruct("react", rules=() if rest == [FORGET] else _read_rules(rest))
    if about in ("CEDER", "MARTYRS") and _one(rest) in SAY:
        return a.Instruct("cede" if about == "CEDER" else "martyrs", say=SAY[rest[0]])
    if about == "CONTRER":
        return a.Instruct("counter", unit=COUNTER[rest[0]] if _one(rest) in COUNTER else UNIT.read(rest))
    raise Misspelt(" ".join(words))


def _read_rules(words: list[str]) -> tuple[a.Rule, ...]:
    rules: list[list[str]] = [[]]
    for word in words:
        if word == THEN:
            rules.append([])
        else:
            rules[-1].append(word)
    return tuple(map(_read_rule, rules))


def _read_rule(words: list[str]) -> a.Rule:
    if len(words) == 1 and words[0] in DEEDS:
        return a.Rule(0, "", None, DEEDS[words[0]])
    if len(words) != 4:
        raise Misspelt(" ".join(words))
    unit, order, gap, deed = words
    return a.Rule(
        0 if unit == ANY else UNIT.read([unit]),
        "" if order == ANY else ORDER.read([order]),
        None if gap == ANY else NUMBER.read([gap]),
        DEEDS.get(deed) or ORDER.read([deed]),
    )


def _write_instruction(answer: a.Instruct) -> str:
    words = {"react": "REAGIR", "cede": "CEDER", "counter": "CONTRER", "martyrs": "MARTYRS"}
    if answer.about == "react":
        said = f" {THEN} ".join(map(_write_rule, answer.rules)) or FORGET
    elif answer.about == "counter":
        said = next((word for word, unit in COUNTER.items() if unit == answer.unit), str(answer.unit))
    else:
        said = next(word for word, say in SAY.items() if say is answer.say)
    return f"CONSIGNE {words[answer.about]} {said}"


def _write_rule(rule: a.Rule) -> str:
    deed = next((word for word, known in DEEDS.items() if known == rule.deed), rule.deed)
    if deed in DEEDS and (rule.unit, rule.order, rule.gap) == (0, "", None):
        return deed
    gap = ANY if rule.gap is None else str(rule.gap)
    return " ".join((str(rule.unit or ANY), rule.order or ANY, gap, deed))
