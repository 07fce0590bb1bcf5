"""The register of rules, for whoever asks why."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from heraut.engine.rulebook import Rule, read_rules


@cache
def rulebook() -> Mapping[str, Rule]:
    """Every rule by its ID."""
    return read_rules("heraut.games.gloire")
