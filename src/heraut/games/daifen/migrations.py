"""Matches in progress carried from one version of the rules to the next: their state, as JSON, made over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heraut.games.daifen.tables import constants

Migration = Callable[[dict[str, Any]], dict[str, Any]]


def offer_remembered(state: dict[str, Any]) -> dict[str, Any]:
    """From 1 to 2: the continent says whether its last kingdoms are asked to associate (DA-END-06)."""
    kingdoms, figures = state["kingdoms"].values(), constants()
    living = sum(kingdom["fallen"] is None for kingdom in kingdoms)
    few = figures.association_min <= living <= figures.association_max
    return state | {"offered": state["road"] is None and few and living < len(kingdoms)}


MIGRATIONS: dict[str, Migration] = {"1": offer_remembered}
