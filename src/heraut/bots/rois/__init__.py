"""A King who plays Rois aventuriers to win: his counsels, in the order in which they may use people and gold."""

from __future__ import annotations

from heraut.bots.rois.adventure import adventures
from heraut.bots.rois.diplomacy import diplomacy
from heraut.bots.rois.planner import Planner
from heraut.bots.rois.study import studies
from heraut.bots.rois.war import campaigns, retrenchment
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.orders import Sheet

COUNSELS = (retrenchment, campaigns, adventures, studies, diplomacy)


def player(decision: SheetDecision, view: Json, rng: Rng) -> Sheet:
    """The sheet of a King who plays to win, from his view alone: no memory, no chance."""
    planner = Planner(view)
    for counsel in COUNSELS:
        counsel(planner)
    return planner.sheet()
