"""One word a thing: no catalogue calls anything by a word that the glossary sets aside."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from heraut.games import NAMES

ROOT = Path(__file__).parents[3]
GLOSSARY = ROOT / "docs" / "glossary.md"
CATALOGUES = sorted((ROOT / "src/heraut").glob("**/text/*.toml"))
REGISTERS = sorted((ROOT / "src/heraut/games").glob("*/tables/rules.toml"))
PLACES = re.compile(  # what is filled in, addresses, what is typed
    r"\{[^{}:]*(?::=)?\}|https?://\S+|`[^`]*`|«\s*\w+\s*»|“\w+”|\"\w+\""
)
OTHER_SENSES = {  # where such a word means another thing: the end of a catalogue's folder, and the words
    "src/heraut/cli/text": {"commandes", "commands"},  # those of a terminal
    "games/vassaux/text": {"alerte", "alert"},  # a unit that is ready to react
    "cli/vassaux/text": {"alerte", "alert"},
    "site/games/vassaux/text": {"alerte", "alert"},
    "games/vassaux/tables": {"alerte", "alert"},
    "games/gloire/tables": {"commands"},  # what a knight does
    "games/rois/tables": {"commands"},
    "games/gloire/text": {"enceinte"},  # as one writes it
    "cli/gloire/text": {"enceinte"},
}


def rows() -> list[list[str]]:
    """The table: what it is, the word and those set aside, in French and in English."""
    lines = [
        line.strip("|").split("|") for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line[:1] == "|"
    ]
    return [[cell.strip() for cell in line] for line in lines[2:]]


def set_aside(language: str) -> dict[str, str]:
    """The words that are never used, and what is said instead."""
    at = {"fr": 1, "en": 3}[language]
    return {word.strip(): row[at] for row in rows() for word in row[at + 1].split(",") if word.strip()}


def texts(table: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every sentence of a catalogue, with its key."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from ((f"{key}.{name}", text) for name, text in texts(value))
        elif isinstance(value, str):
            yield key, value


def found(path: Path) -> list[tuple[str, str, str]]:
    """Where a catalogue uses such a word: the key, the word, what it should be."""
    return hits(texts(tomllib.loads(path.read_text(encoding="utf-8"))), path.stem)


def hits(sentences: Iterable[tuple[str, str]], language: str) -> list[tuple[str, str, str]]:
    """Words set aside, in these sentences with their keys."""
    others = set_aside(language)
    words = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, others))})(?![\w-])", re.IGNORECASE)
    known = {word.lower(): better for word, better in others.items()}
    return [(key, hit, known[hit.lower()]) for key, text in sentences for hit in words.findall(PLACES.sub(" ", text))]


def other_senses(path: Path) -> set[str]:
    """The words that mean another thing in this file."""
    return {word for place, words in OTHER_SENSES.items() if str(path.parent).endswith(place) for word in words}


def called(path: Path) -> list[str]:
    """Where a register of rules uses such a word."""
    sentences = list(texts(tomllib.loads(path.read_text(encoding="utf-8"))))
    return [
        hit.lower()
        for language in ("fr", "en")
        for _, hit, _ in hits([one for one in sentences if re.search(rf"[._]{language}$", one[0])], language)
    ]


def name_of(path: Path) -> str:
    """A file as tests call it."""
    return str(path.relative_to(ROOT / "src/heraut"))


@pytest.mark.parametrize("path", CATALOGUES, ids=name_of)
def test_no_catalogue_has_another_word_for_a_thing(path: Path) -> None:
    assert [one for one in found(path) if one[1].lower() not in other_senses(path)] == []


@pytest.mark.parametrize("path", REGISTERS, ids=name_of)
def test_no_rule_has_another_word_for_a_thing(path: Path) -> None:
    assert set(called(path)) - other_senses(path) == set()


def test_games_and_terminal_are_read_and_no_other_sense_is_idle() -> None:
    folders = {name_of(path.parent) for path in CATALOGUES}
    assert {"cli/text", "site/text", "games/rois/text", "cli/fief/text", "site/games/fief/text"} <= folders
    assert len(REGISTERS) == len(NAMES)
    for place, words in OTHER_SENSES.items():
        said = [word for path in CATALOGUES if str(path.parent).endswith(place) for _, word, _ in found(path)]
        said += [word for path in REGISTERS if str(path.parent).endswith(place) for word in called(path)]
        assert {word.lower() for word in said} >= words, place


def test_the_glossary_is_whole_and_contradicts_itself_nowhere() -> None:
    assert len(rows()) > 15 and all(len(row) == 5 and row[1] and row[3] for row in rows())
    for language, at in (("fr", 1), ("en", 3)):
        assert not {row[at].removeprefix("to ") for row in rows()} & set(set_aside(language))


def test_another_word_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "en.toml"
    wrong.write_text('[a]\nb = "An email {email} came by mail."\nc = "By e-mail."\n', encoding="utf-8")
    assert [hit for _, hit, _ in found(wrong)] == ["email", "mail"]
