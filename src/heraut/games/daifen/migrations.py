"""Matches in progress carried from one version of the rules to the next: their state, as JSON, made over."""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Migration
from heraut.games.daifen.tables import CONSTANTS


def offer_remembered(state: dict[str, Any]) -> dict[str, Any]:
    """From 1 to 2: the continent says whether its last kingdoms are asked to associate (DA-END-06)."""
    kingdoms = state["kingdoms"].values()
    living = sum(kingdom["fallen"] is None for kingdom in kingdoms)
    few = CONSTANTS.association_min <= living <= CONSTANTS.association_max
    return state | {"offered": state["road"] is None and few and living < len(kingdoms)}


FIRST_RELEASE = "ab711282a134c4ec3e43d2fc56ede2c233664348"
MIGRATIONS = {"1": Migration(f"0.1.0 (commit {FIRST_RELEASE})", offer_remembered)}
