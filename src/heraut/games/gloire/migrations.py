"""Matches in progress carried from one version of the rules to the next: their state, as JSON, made over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heraut.games.gloire.state import next_number

Migration = Callable[[dict[str, Any]], dict[str, Any]]


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


MIGRATIONS: dict[str, Migration] = {"1": count_by_house}
