"""Matches in progress carried from one version of the rules to the next: their state, as JSON, made over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Migration = Callable[[dict[str, Any]], dict[str, Any]]


def unchanged(state: dict[str, Any]) -> dict[str, Any]:
    """From 1 to 2: what is told has changed, and nothing of the continent (DA-END-06, DA-SPY-10)."""
    return state


MIGRATIONS: dict[str, Migration] = {"1": unchanged}
