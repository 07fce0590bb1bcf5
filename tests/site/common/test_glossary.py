"""One word a thing: no catalogue calls anything by a word that the glossary sets aside."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
GLOSSARY = ROOT / "docs" / "glossary.md"
CATALOGUES = sorted((ROOT / "src/heraut").glob("site/**/text/*.toml"))
PLACES = re.compile(r"\{[^{}:]*(?::=)?\}|https?://\S+|`[^`]*`")  # what is filled in, addresses, what is typed


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
    others = set_aside(path.stem)
    words = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, others))})(?![\w-])", re.IGNORECASE)
    known = {word.lower(): better for word, better in others.items()}
    sentences = texts(tomllib.loads(path.read_text(encoding="utf-8")))
    return [(key, hit, known[hit.lower()]) for key, text in sentences for hit in words.findall(PLACES.sub(" ", text))]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT / "src/heraut")))
def test_no_catalogue_has_another_word_for_a_thing(path: Path) -> None:
    assert found(path) == []


def test_the_glossary_is_whole_and_contradicts_itself_nowhere() -> None:
    assert len(rows()) > 15 and all(len(row) == 5 and row[1] and row[3] for row in rows())
    for language, at in (("fr", 1), ("en", 3)):
        assert not {row[at].removeprefix("to ") for row in rows()} & set(set_aside(language))


def test_another_word_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "en.toml"
    wrong.write_text('[a]\nb = "An email {email} came by mail."\nc = "By e-mail."\n', encoding="utf-8")
    assert [hit for _, hit, _ in found(wrong)] == ["email", "mail"]
