"""The words of the catalogue: explained in both languages, borne by the code, and used by the reports."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from heraut.games import rois
from tests.games.proof_reading import english_faults, french_faults

PACKAGE = Path(rois.__file__).parent
GLOSSARY = tomllib.loads((PACKAGE / "tables/glossary.toml").read_text(encoding="utf-8"))
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))
WORDS = {lang: (PACKAGE / f"text/{lang}.toml").read_text(encoding="utf-8") for lang in ("fr", "en")}


@pytest.mark.parametrize("identifier", GLOSSARY)
def test_a_word_of_the_glossary_is_given_and_explained_in_both_languages(identifier: str) -> None:
    row = GLOSSARY[identifier]

    assert set(row) == {"fr", "en", "meaning_fr", "meaning_en"} and all(row.values())
    assert french_faults(row["meaning_fr"]) == []
    assert english_faults(row["meaning_en"]) == []


@pytest.mark.parametrize("identifier", GLOSSARY)
def test_the_code_bears_the_word(identifier: str) -> None:
    assert re.search(rf"(?<![\w]){identifier}(?![\w])", CODE)


@pytest.mark.parametrize(
    ("lang", "spoken", "never"),
    [
        ("fr", ("débordement", "némésis", "Charges Impériales", "dépouille", "héritier royal", "garnison", "souverain"),
         ("quête", "joueur", "manche", "PNJ", "hexagone")),
        ("en", ("outflank", "nemesis", "Imperial Offices", "remains", "royal heir", "garrison", "sovereign"),
         ("player", "NPC", "quest", "hexagon", "Marine", "prudent")),
    ],
)  # fmt: skip
def test_the_reports_speak_the_words_of_the_catalogue_and_no_others(
    lang: str, spoken: tuple[str, ...], never: tuple[str, ...]
) -> None:
    values = " ".join(re.findall(r'= "(.*)"$', WORDS[lang], re.M))
    assert [word for word in spoken if word.lower() not in values.lower()] == []
    assert [word for word in never if re.search(rf"\b{word}\b", values)] == []


def test_an_orc_is_an_orc_in_every_gender_and_language() -> None:
    """One word in French, the rulebook's, for people, armies and lands alike."""
    read = [path.read_text(encoding="utf-8") for path in (*PACKAGE.glob("text/*.toml"), *PACKAGE.glob("tables/*.toml"))]
    assert not re.findall(r"\borques?\b|\borcish\b", "\n".join(read), re.IGNORECASE)
