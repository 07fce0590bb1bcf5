"""The registers of rules of all games read alike: worded for players, in both languages, with the same figures."""

from __future__ import annotations

import re

import pytest

from heraut.engine.rulebook import read_rules
from heraut.games import NAMES
from tests.games.proof_reading import english_faults, french_faults

REGISTERS = {name: read_rules(f"heraut.games.{name}") for name in NAMES}
every_game = pytest.mark.parametrize("name", NAMES)  # one test for its hundreds of rules: each of them costs nothing


@every_game
def test_entries_are_worded_for_players_in_both_languages(name: str) -> None:
    for rule_id, rule in REGISTERS[name].items():
        assert rule.fr and rule.en and rule.fr != rule.en, rule_id
        assert max(len(rule.fr), len(rule.en)) <= 400, rule_id
        assert french_faults(rule.fr) == [], rule_id
        assert english_faults(rule.en) == [], rule_id


@every_game
def test_both_languages_give_the_same_figures(name: str) -> None:
    for rule_id, rule in REGISTERS[name].items():
        assert figures(rule.fr, thousands=" \N{NO-BREAK SPACE}") == figures(rule.en, thousands=","), rule_id


def figures(text: str, *, thousands: str) -> list[str]:
    """The figures of a sentence, however its language writes hours, and sets thousands apart."""
    whole = re.sub(rf"(?<=\d)[{thousands}](?=\d{{3}}\b)", "", text.replace("20 h 00", "20:00"))
    return sorted(re.findall(r"\d+", whole))
