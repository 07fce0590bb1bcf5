"""The register of rules is complete, in the catalogue's order, and worded for players."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

TABLES = Path(__file__).parents[3] / "src/heraut/games/rois/tables"

# The catalogue's families in its order: the number of the last rule of each; the first is 1.
LAST = {
    "GEN": 10, "TURN": 10, "ORD": 23, "CHAR": 22, "EXP": 8, "HERO": 8, "MOVE": 13, "EXPL": 8, "FEAT": 10, "ENC": 32,
    "DUEL": 8, "MAG": 10, "ITEM": 5, "INV": 2, "REC": 8, "ARMY": 16, "BAT": 42, "DIP": 14, "SPY": 11, "FIN": 7,
    "OFF": 9,
    "VIC": 6, "INFO": 8, "MAP": 13, "SET": 4, "ELIM": 2, "VAR": 4, "SOLO": 2, "TOOL": 5,
}  # fmt: skip
BETWEEN = {"RO-ORD-15": ["RO-ORD-15a", "RO-ORD-15b"]}  # rules that the catalogue puts behind another

RULES = tomllib.loads((TABLES / "rules.toml").read_text(encoding="utf-8"))


def catalogue() -> list[str]:
    """Every ID, in order."""
    ids = [f"RO-{family}-{n:02}" for family, last in LAST.items() for n in range(1, last + 1)]
    return [each for rule_id in ids for each in (rule_id, *BETWEEN.get(rule_id, ()))]


def test_the_register_holds_every_rule_once_in_the_order_of_the_catalogue() -> None:
    assert list(RULES) == catalogue()


def test_entries_are_well_formed() -> None:
    for rule_id, rule in RULES.items():
        assert set(rule) - {"waiver", "example_fr", "example_en"} == {"phase", "section", "fr", "en"}, rule_id
        assert type(rule["phase"]) is int and 0 <= rule["phase"] <= 3, rule_id
        assert re.fullmatch(r"(15\.\d{1,2}(, 15\.\d{1,2})*)?", rule["section"]), rule_id


def test_no_rule_is_waived() -> None:
    assert [rule_id for rule_id, rule in RULES.items() if "waiver" in rule] == []
