"""The register of rules is complete, in the catalogue's order, and worded for players."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.games.proof_reading import english_faults, french_faults

TABLES = Path(__file__).parents[3] / "src/heraut/games/daifen/tables"

# The catalogue's families in its order: the number of the last rule of each; the first is 1.
LAST = {
    "ACC": 6, "CON": 10, "PAC": 8, "KIN": 6, "FOG": 11, "ORD": 21, "BLD": 5, "TRN": 6, "TEC": 7, "PHA": 9, "SPY": 30,
    "GIF": 8, "SUP": 5, "ATK": 3, "ASS": 24, "COL": 8, "RUM": 8, "END": 12, "REP": 2, "MSG": 3, "RNG": 5, "INV": 4,
}  # fmt: skip

CHAPTERS = {
    "Nouveautés",
    "L'inscription",
    "Le royaume",
    "Espion",
    "Les races",
    "Les rumeurs",
    "Les dons",
    "Un assaut",
    "Les actions d'un tour",
    "Victoire et défaite",
}

RULES = tomllib.loads((TABLES / "rules.toml").read_text(encoding="utf-8"))
GLOSSARY = tomllib.loads((TABLES / "glossary.toml").read_text(encoding="utf-8"))


def test_the_register_holds_every_rule_once_in_the_order_of_the_catalogue() -> None:
    assert list(RULES) == [f"DA-{family}-{n:02}" for family, last in LAST.items() for n in range(1, last + 1)]


def test_entries_are_well_formed() -> None:
    for rule_id, rule in RULES.items():
        example = {"example_fr", "example_en"} & set(rule)

        assert len(example) in (0, 2), rule_id  # in both languages or in neither
        assert set(rule) - {"waiver"} - example == {"phase", "section", "fr", "en"}, rule_id
        assert type(rule["phase"]) is int and 0 <= rule["phase"] <= 9, rule_id
        assert set(filter(None, rule["section"].split(", "))) <= CHAPTERS, rule_id


def test_no_rule_is_waived() -> None:
    assert [rule_id for rule_id, rule in RULES.items() if "waiver" in rule] == []


@pytest.mark.parametrize("identifier", GLOSSARY)
def test_a_word_of_the_glossary_is_given_and_explained_in_both_languages(identifier: str) -> None:
    row = GLOSSARY[identifier]

    assert re.fullmatch(r"\w+(\.\w+)?", identifier)
    assert set(row) == {"fr", "en", "meaning_fr", "meaning_en"} and all(row.values())
    assert french_faults(row["meaning_fr"]) == []
    assert english_faults(row["meaning_en"]) == []
