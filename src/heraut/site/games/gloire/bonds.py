"""What two lords are to each other, as a page tells one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def bond(view: Mapping[str, Any], owner: str | None) -> str:
    """What a land's owner is to the reader: "mine", "neutral", "ally", "enemy", "other"; "" to a passer-by."""
    if owner is None:
        return "neutral"
    if "own" not in view:
        return ""
    if owner == view["own"]["seat"]:
        return "mine"
    me = view["lords"][view["own"]["seat"]]
    return "ally" if owner in me["allies"] else "enemy" if owner in me["enemies"] else "other"
