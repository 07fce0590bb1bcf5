"""The register of the rules, for pages that quote it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from heraut.engine.rulebook import Rule, read_rules


@cache
def rulebook() -> Mapping[str, Rule]:
    """Every rule by its ID."""
    return read_rules("heraut.games.vassaux")


def statement(rule: str, lang: str) -> str:
    """A rule in our own words; "" if there is none of this ID."""
    found = rulebook().get(rule)
    return found.text(lang) if found else ""
