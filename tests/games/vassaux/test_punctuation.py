"""No sentence, rendered with all that may stand in it, sets one stop behind another ("the shock!.")."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from heraut.engine.words import LANGUAGES, catalogue
from heraut.games.vassaux.herald import fixed_names

PACKAGE = "heraut.games.vassaux"
DOUBLE = re.compile(r"[.!?…,;:]\s*[.!?…,;:]|\s[.,]|\(\s|\s\)")
INSTRUCTED = ("instructed_rule", "instructed_cede", "instructed_counter", "instructed_martyrs", "instructed_ask")
WHOLE = {  # fields that hold whole sentences of the page
    ("*", "blows"): ("blows", "no_blows"),
    ("instructed", "tale"): INSTRUCTED,
}
ONE_OF = {  # fields of which exactly one is given
    "instructed_rule": {"order", "deed"},
    "instructed_counter": {"who", "whoever", "nobody"},
}
GROUPS = ("event", "page", "refusal", "remedy", "syntax")
ENDS = re.compile(r"\w")

Given = Mapping[str, bool]


def renderings(lang: str, key: str, source: str, given: Given | None = None) -> Iterator[str]:
    """The sentence with every outcome of its conditions, each field standing for all that ends differently."""
    given = given or {}
    parts = list(string.Formatter().parse(source))
    asked = sorted({field for _, field, spec, _ in parts if field and spec and spec[0] in "?!<~"} - set(given))
    for outcome in product((False, True), repeat=len(asked)):
        known = {**given, **dict(zip(asked, outcome, strict=True))}
        if key in ONE_OF and sum(known[field] for field in ONE_OF[key]) != 1:
            continue
        choices = [
            [literal + one for one in (values(lang, key, field, spec or "", known) if field is not None else [""])]
            for literal, field, spec, _ in parts
        ]
        yield from map("".join, product(*choices))


def values(lang: str, key: str, field: str, spec: str, known: Given) -> list[str]:
    """What may stand in the place of a field."""
    mark, rest = spec[:1], spec[1:]
    if mark and mark in "?!<~":
        text = rest.partition("|")[2] if mark in "<~" else rest
        return list(renderings(lang, key, text, known)) if known[field] is (mark != "!") else [""]
    if mark == "|":
        return rest.split("|")
    pages = WHOLE.get((key, field)) or WHOLE.get(("*", field)) or ()
    if pages:
        return [one for page in pages for one in renderings(lang, page, catalogue(PACKAGE, lang).groups["page"][page])]
    _, _, table = spec.partition("@")
    names = {**catalogue(PACKAGE, lang).names, **fixed_names(lang)}.get(table.removesuffix("*"), {})
    ends = {"" if ENDS.match(word[-1]) else word[-1]: word for word in names.values()}
    return list(ends.values()) or ["X"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("group", GROUPS)
def test_no_stop_stands_behind_another(group: str, lang: str) -> None:
    faults = {
        key: sentence
        for key, source in catalogue(PACKAGE, lang).groups[group].items()
        for sentence in renderings(lang, key, source)
        if DOUBLE.search(sentence.replace(" :", "\u00a0:") if lang == "fr" else sentence)
    }
    assert not faults
