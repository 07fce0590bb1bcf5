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

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from heraut.engine.protocol import Bounds, Reading, Refusal
from heraut.engine.sheets import lines_read
from heraut.engine.tokens import bare_letters
from heraut.games.vassaux import orders as o
from heraut.games.vassaux.grammar import NUMBER, ORDER, UNIT, VERBS, WORDS, Misspelt, Verb, natural, one_word, words_of
from heraut.games.vassaux.identities import NO_UNIT, WHOEVER, UnitId
from heraut.games.vassaux.tables import ORDERS

BOUNDS = Bounds("SV-ORD-01", lines=20, width=4_000)


def read(text: str, types: Sequence[Any]) -> o.Answer | Refusal:
    """The answer written in one line, one of these types; or why it cannot be read."""
    words = capitals(text).split()
    if not words or len([line for line in text.splitlines() if line.strip()]) != 1:
        return Refusal("SV-ORD-01", "one_line", {}, 1)
    verb, rest = words[0], words[1:]
    for answer in WORDS.get(verb, ()):
        if isinstance(answer, tuple(types)):
            return answer if not rest else Refusal("SV-ORD-01", "unreadable", {"word": rest[0], "verb": verb}, 1)
    try:
        if verb == "ORDRE" and o.Orders in types:
            return o.Orders(UNIT.read(rest[:1]), words_of(rest[1:], ORDERS))
        if verb == "REAGIR" and o.React in types:
            return o.React(UNIT.read(rest[:1]), ORDER.read(rest[1:2]), _at(rest[2:]))
        if verb == "CONSIGNE" and o.Instruct in types:
            return _read_instruction(rest)
        if verb in VERBS and VERBS[verb].answer in types:
            return _read_verb(VERBS[verb], rest)
    except Misspelt as error:
        return Refusal("SV-ORD-01", "unreadable", {"word": str(error) or "…", "verb": verb}, 1)
    return Refusal("SV-ORD-01", "unknown_verb", {"verb": verb, "verbs": verbs_of(types)}, 1)


def capitals(text: str) -> str:
    """The text in capitals without accents, its blanks single."""
    return bare_letters(text.upper())


def verbs_of(types: Sequence[Any]) -> list[str]:
    """What an answer of these types may begin with."""
    found = [verb for verb, row in VERBS.items() if row.answer in types]
    found += ["ORDRE"] * (o.Orders in types) + ["REAGIR"] * (o.React in types)
    found += [word for word, values in WORDS.items() if any(isinstance(value, tuple(types)) for value in values)]
    return found + ["CONSIGNE"] * (o.Instruct in types)


def _at(words: list[str]) -> int:
    if not words:
        return 0
    if words[0] != "A":
        raise Misspelt(words[0])
    return natural(words[1:])


def _read_verb(verb: Verb, words: list[str]) -> o.Answer:
    fields = dict(verb.fixed)
    known = {part.word for part in verb.parts}
    parts: dict[str, list[str]] = {"": []}
    current = ""
    for word in words:
        if word in known:
            if word in parts:
                raise Misspelt(word)
            current = word
        parts.setdefault(current, []).append(word) if word != current else parts.setdefault(current, [])
    for part in verb.parts:
        given = parts.get(part.word)
        if given:
            fields[part.field] = part.kind.read(given)
        elif part.needed or (given is not None and part.word):
            raise Misspelt(part.word)
    if parts[""] and "" not in known:
        raise Misspelt(parts[""][0])
    answer: o.Answer = verb.answer(**fields)
    return answer


def write(answer: o.Answer) -> str:
    """The line that `read` reads back as this answer."""
    for word, values in WORDS.items():
        if answer in values:
            return word
    if isinstance(answer, o.Orders):
        return " ".join(("ORDRE", str(answer.unit), *answer.orders))
    if isinstance(answer, o.Instruct):
        return _write_instruction(answer)
    if isinstance(answer, o.React):
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


def _written_parts(verb: Verb, answer: o.Answer) -> list[str]:
    defaults = _defaults(type(answer))
    words = []
    for part in verb.parts:
        value = getattr(answer, part.field)
        if part.needed or (value != defaults[part.field] and value not in ((), {}, None)):
            words += [word for word in (part.word, part.kind.write(value)) if word]
    return words


def parse(text: str, types: Sequence[Any], default: Callable[[], o.Answer], check: Any) -> Reading[o.Answer]:
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
DEEDS: dict[str, o.Deed] = {"PASSER": "pass", "DEMANDER": "ask"}
SAY: dict[str, bool | None] = {"OUI": True, "NON": False, "DEMANDER": None}
COUNTER: dict[str, UnitId | None] = {ANY: WHOEVER, "NON": NO_UNIT, "DEMANDER": None}


def _read_instruction(words: list[str]) -> o.Instruct:
    about, rest = words[0] if words else "", words[1:]
    if about == "REAGIR":
        return o.Instruct("react", rules=() if rest == [FORGET] else _read_rules(rest))
    if about in ("CEDER", "MARTYRS") and one_word(rest) in SAY:
        return o.Instruct("cede" if about == "CEDER" else "martyrs", say=SAY[rest[0]])
    if about == "CONTRER":
        return o.Instruct("counter", unit=COUNTER[rest[0]] if one_word(rest) in COUNTER else UNIT.read(rest))
    raise Misspelt(" ".join(words))


def _read_rules(words: list[str]) -> tuple[o.Rule, ...]:
    rules: list[list[str]] = [[]]
    for word in words:
        if word == THEN:
            rules.append([])
        else:
            rules[-1].append(word)
    return tuple(map(_read_rule, rules))


def _read_rule(words: list[str]) -> o.Rule:
    if len(words) == 1 and words[0] in DEEDS:
        return o.Rule(NO_UNIT, "", None, DEEDS[words[0]])
    if len(words) != 4:
        raise Misspelt(" ".join(words))
    unit, order, gap, deed = words
    return o.Rule(
        NO_UNIT if unit == ANY else UNIT.read([unit]),
        "" if order == ANY else ORDER.read([order]),
        None if gap == ANY else NUMBER.read([gap]),
        DEEDS.get(deed) or ORDER.read([deed]),
    )


def _write_instruction(answer: o.Instruct) -> str:
    words = {"react": "REAGIR", "cede": "CEDER", "counter": "CONTRER", "martyrs": "MARTYRS"}
    if answer.about == "react":
        said = f" {THEN} ".join(map(_write_rule, answer.rules)) or FORGET
    elif answer.about == "counter":
        said = next((word for word, unit in COUNTER.items() if unit == answer.unit), str(answer.unit))
    else:
        said = next(word for word, say in SAY.items() if say is answer.say)
    return f"CONSIGNE {words[answer.about]} {said}"


def _write_rule(rule: o.Rule) -> str:
    deed = next((word for word, known in DEEDS.items() if known == rule.deed), rule.deed)
    if deed in DEEDS and (rule.unit, rule.order, rule.gap) == (NO_UNIT, "", None):
        return deed
    gap = ANY if rule.gap is None else str(rule.gap)
    return " ".join((str(rule.unit or ANY), rule.order or ANY, gap, deed))
