"""The register of rules is complete, in the catalogue's order, and worded for players."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

TABLES = Path(__file__).parents[3] / "src/heraut/games/fief/tables"

# The catalogue's families in its order: the number of the last rule of each; the first is 1.
LAST = {
    "SET": 10, "MOD": 18, "TRN": 7, "CRD": 11, "LRD": 7, "ARC": 6, "BIS": 4, "DIM": 6, "TAI": 6, "PES": 4, "ESC": 4,
    "ASS": 2, "JUS": 5, "WEA": 6, "FAM": 2, "REV": 16, "CAL": 6, "INC": 9, "BUY": 9, "MOV": 10, "OWN": 8, "PAS": 15,
    "EVA": 5, "BAT": 17, "MUL": 12, "AIM": 5, "MER": 6, "AFT": 5, "PRI": 14, "FIE": 6, "TTL": 6, "CAP": 10, "DTH": 4,
    "INH": 9, "NEG": 8, "MAR": 7, "ELE": 5, "COR": 5, "KIN": 3, "PRC": 5, "REG": 14, "GRD": 7, "END": 4, "VIC": 8,
    "PTS": 5, "VA": 6, "VB": 2, "VC": 9, "INF": 7, "TOO": 3,
}  # fmt: skip
GENERAL = [f"FI-DP-R{n}" for n in range(1, 8)]
DECISIONS = [f"FI-DP-{n:02}" for n in range(1, 45)]
LATER = [f"FI-DP-R{n}" for n in range(8, 12)]
EXAMPLES = [f"FI-EX-{n:02}" for n in range(1, 16)]

SECTION = re.compile(r"§\d{1,2}[a-c]?|fiche|pièces")

RULES = tomllib.loads((TABLES / "rules.toml").read_text(encoding="utf-8"))


def test_the_register_holds_every_rule_once_in_the_order_of_the_catalogue() -> None:
    chapters = [f"FI-{family}-{n:02}" for family, last in LAST.items() for n in range(1, last + 1)]
    assert list(RULES) == [*chapters, *GENERAL, *DECISIONS, *LATER, *EXAMPLES]


def test_entries_are_well_formed() -> None:
    for rule_id, rule in RULES.items():
        example = {"example_fr", "example_en"} & set(rule)

        assert len(example) in (0, 2), rule_id  # in both languages or in neither
        assert set(rule) - example == {"phase", "section", "fr", "en"}, rule_id  # no rule is waived
        assert type(rule["phase"]) is int and 0 <= rule["phase"] <= 6, rule_id
        assert all(SECTION.fullmatch(part) for part in filter(None, rule["section"].split(", "))), rule_id
