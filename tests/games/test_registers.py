"""The registers of rules of all games read alike: worded for players, in both languages, with the same figures."""

from __future__ import annotations

import re

import pytest

from heraut.engine.rulebook import Rule, read_rules
from heraut.games import NAMES
from tests.games.proof_reading import english_faults, french_faults

REGISTERS = {name: read_rules(f"heraut.games.{name}") for name in NAMES}
every_rule = pytest.mark.parametrize(
    "rule", [pytest.param(rule, id=rule_id) for rules in REGISTERS.values() for rule_id, rule in rules.items()]
)


@every_rule
def test_an_entry_is_worded_for_players_in_both_languages(rule: Rule) -> None:
    assert rule.fr and rule.en and rule.fr != rule.en
    assert max(len(rule.fr), len(rule.en)) <= 400
    assert french_faults(rule.fr) == []
    assert english_faults(rule.en) == []


@every_rule
def test_both_languages_give_the_same_figures(rule: Rule) -> None:
    fr, en = (sorted(re.findall(r"\d+", text.replace("20 h 00", "20:00"))) for text in (rule.fr, rule.en))

    assert fr == en
