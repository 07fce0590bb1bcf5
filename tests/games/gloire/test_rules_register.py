"""The register of rules is complete, in the catalogue's order, and worded for players."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.games.proof_reading import english_faults, french_faults

TABLES = Path(__file__).parents[3] / "src/heraut/games/gloire/tables"

# The catalogue's families in its order: the number of the last rule of each. The first is 1, but for BAT.
LAST = {
    "GEN": 19, "INF": 12, "SET": 11, "RG": 7, "ABD": 1, "RNM": 2, "DEM": 2, "LIB": 2, "RNT": 1, "IMP": 5,
    "RED": 5, "INI": 2, "DEF": 3, "CHE": 5, "ARM": 9, "AFF": 3, "TSF": 4, "GAR": 2, "ATT": 17, "FEL": 6,
    "PEA": 4, "BAT": 13, "DIP": 2, "GUE": 4, "ALL": 4, "PAI": 2, "ANN": 1, "APP": 2, "REF": 4, "MOV": 5,
    "ORG": 3, "PAR": 4, "JST": 9, "VTE": 8, "ESP": 6, "MIG": 4, "REV": 3, "MEM": 5, "ENT": 5, "FOR": 5,
    "TIT": 2, "RAP": 6, "VIC": 4, "ELI": 4, "OPT": 6, "SITE": 37, "RP": 9,
}  # fmt: skip
FIRST = {"BAT": 0}

MAY_BE_WAIVED = re.compile(r"GP-(SITE|RP)-\d\d")


def read(name: str) -> dict:
    return tomllib.loads((TABLES / name).read_text(encoding="utf-8"))


RULES = read("rules.toml")
GLOSSARY = read("glossary.toml")


def catalogue() -> list[str]:
    """Every rule ID, in the catalogue's order."""
    ids = [f"GP-{family}-{n:02}" for family, last in LAST.items() for n in range(FIRST.get(family, 1), last + 1)]
    ids.remove("GP-DEM-02")  # the one rule printed away from its family: it closes phase 2
    ids.insert(ids.index("GP-LIB-02") + 1, "GP-DEM-02")
    return ids


def test_the_register_holds_every_rule_once_in_the_order_of_the_catalogue() -> None:
    assert list(RULES) == catalogue()  # TOML itself forbids an ID twice


def test_entries_are_well_formed() -> None:
    for rule_id, rule in RULES.items():
        example = {"example_fr", "example_en"} & set(rule)
        aside = {"formula_fr", "formula_en", "tip_fr", "tip_en"} & set(rule)

        assert re.fullmatch(r"GP-[A-Z]+-\d\d", rule_id), rule_id
        assert len(example) in (0, 2), rule_id  # in both languages or in neither
        assert all(f"{name[:-2]}{lang}" in aside for name in aside for lang in ("fr", "en")), rule_id
        assert set(rule) - {"waiver"} - example - aside == {"phase", "section", "fr", "en"}, rule_id
        assert type(rule["phase"]) is int and 0 <= rule["phase"] <= 19, rule_id
        assert re.fullmatch(r"(\d+(\.\d+)*(, \d+(\.\d+)*)*)?", rule["section"]), rule_id


def test_both_languages_name_the_same_orders() -> None:
    codes = re.compile(
        r"\b(?:ABD|REN|DEM|LIB|IMP|RED|INI|DEF|CHE|ARM|AFF|TSF|GAR|ATT|GUE|ALL|PAI|ANN|APP|MOV|ORG|PAR|VND|ACH|ESP|FOR)\b"
    )
    for rule_id, rule in RULES.items():
        assert set(codes.findall(rule["fr"])) == set(codes.findall(rule["en"])), rule_id


def test_only_rules_of_the_site_and_of_etiquette_are_waived_each_with_its_reason() -> None:
    waived = {rule_id for rule_id, rule in RULES.items() if "waiver" in rule}

    assert waived <= {rule_id for rule_id in RULES if MAY_BE_WAIVED.fullmatch(rule_id)}
    assert all(english_faults(RULES[rule_id]["waiver"]) == [] for rule_id in waived)


@pytest.mark.parametrize("identifier", GLOSSARY)
def test_a_word_of_the_glossary_is_given_and_explained_in_both_languages(identifier: str) -> None:
    row = GLOSSARY[identifier]

    assert re.fullmatch(r"\w+(\.\w+)?", identifier)
    assert set(row) == {"fr", "en", "meaning_fr", "meaning_en"} and all(row.values())
    assert french_faults(row["meaning_fr"]) == []
    assert english_faults(row["meaning_en"]) == []
