"""What every catalogue keeps to: the same in both languages, signs as each of them sets them, one name a race."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from heraut.engine.words import LANGUAGES, catalogue
from heraut.games.registry import GAMES
from heraut.games.rois.tables import RACES

PACKAGES = [
    "heraut.site",
    "heraut.cli",
    *(package for entry in GAMES.values() for package in (entry.packages.game, entry.packages.cli)),
]
ALL_PACKAGES = [*PACKAGES, *(entry.packages.site for entry in GAMES.values())]
BRACES = "syntax."  # of orders, where braces may be the order's own
BLANK_BEFORE_SIGN = re.compile(r"(?<!\bin)(?<!\bas)(?<=[\w}]) [%!?](?![\w}])")
DOUBLED = re.compile(r"(?<!\.)\.\.(?!\.)|[,;:]{2}|[?!;:,] ?\.(?!\w)(?!\.)")

LENGTH = re.compile(
    r"(?:[\d}]|[Qq]uarante|forty) (?:signes|signs|(?:lettres|letters)(?!,? (?:chiffres|digits|scellées)))\b"
)


def sentences(package: str, lang: str) -> Iterator[tuple[str, str]]:
    """Every sentence of a catalogue, by its place."""
    for group, words in catalogue(package, lang).groups.items():
        for key, text in words.items():
            if isinstance(text, str):
                yield f"{group}.{key}", text


def flat(group: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence and every name of a catalogue, by its place."""
    for key, value in group.items():
        if isinstance(value, dict):
            yield from flat(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def fields(text: str) -> set[str]:
    """The fields of a sentence, those of its conditions included."""
    found: set[str] = set()
    for _, field, spec, _ in string.Formatter().parse(text):
        if field is not None:
            found |= {field} | fields(spec or "")
    return found


@pytest.mark.parametrize("package", ALL_PACKAGES)
def test_both_languages_say_the_same_in_the_same_order_with_the_same_figures(package: str) -> None:
    french, english = (dict(flat(catalogue(package, lang).groups)) for lang in ("fr", "en"))
    assert list(french) == list(english)
    differ = [key for key, text in french.items() if fields(text) != fields(english[key])]
    assert [key for key in differ if not key.startswith(BRACES)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_english_sets_no_blank_before_a_sign(package: str) -> None:
    assert not [(key, text) for key, text in sentences(package, "en") if BLANK_BEFORE_SIGN.search(text)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_no_sign_is_doubled(package: str, lang: str) -> None:
    assert not [(key, text) for key, text in sentences(package, lang) if DOUBLED.search(text)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_long_a_text_may_be_is_told_in_characters(lang: str) -> None:
    told = [(package, *sentence) for package in ALL_PACKAGES for sentence in sentences(package, lang)]
    assert not [one for one in told if LENGTH.search(one[-1])]
    assert LENGTH.search("4 000 signes au plus") and LENGTH.search("4,000 letters at most")


def test_french_calls_the_race_orque_everywhere() -> None:
    words = catalogue("heraut.games.rois", "fr").names
    assert (RACES["orc"].fr, words["race_f"]["orc"], words["race_pl"]["orc"]) == ("orc", "orc", "orcs")
