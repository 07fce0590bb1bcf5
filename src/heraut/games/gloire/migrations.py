"""Matches in progress carried from one version of the rules to the next: their state, as JSON, made over."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from heraut.engine.protocol import Migration
from heraut.games.gloire.state import next_number


def count_by_house(state: dict[str, Any]) -> dict[str, Any]:
    """From 1 to 2: numbers of knights and armies count within each house (GP-ARM-09).

    Who bears a number keeps it, for drafts and players name it. Every house goes on above all numbers ever given.
    """
    last_knight, last_army = state["next_knight"] - 1, state["next_army"] - 1
    lords = {
        seat: lord
        | {
            "next_knight": next_number(lord["number"], last_knight),
            "next_army": next_number(lord["number"], last_army),
        }
        for seat, lord in state["lords"].items()
    }
    kept = {key: value for key, value in state.items() if key not in ("next_knight", "next_army")}
    return kept | {"lords": lords}


def unchanged(state: dict[str, Any]) -> dict[str, Any]:
    """From 2 to 3: a joust that comes to nothing leaves room for another (GP-ORG-01), of which no state speaks."""
    return deepcopy(state)


FIRST_RELEASE = "ab711282a134c4ec3e43d2fc56ede2c233664348"
SECOND_RELEASE = "c76ef2f456cd3c949c3a43348d890bf242fb66b1"
MIGRATIONS = {
    "1": Migration(f"0.1.0 (commit {FIRST_RELEASE})", count_by_house),
    "2": Migration(f"0.2.0 (commit {SECOND_RELEASE})", unchanged),
}
