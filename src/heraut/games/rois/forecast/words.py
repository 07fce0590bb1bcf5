"""Forecasts in words: reasons and omens, for whoever reads the view that they were made of."""

from __future__ import annotations

from typing import Any

from heraut.games.rois.forecast.certainty import Reason
from heraut.games.rois.forecast.model import Omen
from heraut.games.rois.grammar import as_names, capital
from heraut.games.rois.herald import Herald

NOBODY = {"province": 0, "other": 0, "kingdom": 0, "who": 0}


def say_reason(herald: Herald, reason: Reason | None) -> str:
    """Why an order comes to nothing, in one sentence; "" where there is no reason."""
    if reason is None:
        return ""
    data: dict[str, Any] = {**NOBODY, **reason.data}
    return capital(herald.words.say(reason.group, reason.code, data, herald.names))


def say_omen(herald: Herald, omen: Omen) -> str:
    """What is foreseen: one sentence."""
    data = dict(omen.data)
    if omen.code in ("left_units", "picked_up", "disbanded"):
        data["units"] = as_names(data["units"])
    return capital(herald.tale("omen", omen.code, {**NOBODY, **data}))
