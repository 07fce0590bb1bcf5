"""The counsels of a King: those that may use his people and his gold first come first."""

from __future__ import annotations

from collections.abc import Callable

from heraut.bots.rois.adventure import adventures
from heraut.bots.rois.diplomacy import diplomacy
from heraut.bots.rois.planner import Planner
from heraut.bots.rois.seas import voyages
from heraut.bots.rois.study import studies
from heraut.bots.rois.traits import Traits
from heraut.bots.rois.war import campaigns, retrenchment
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.orders import Sheet

COUNSELS: tuple[Callable[[Planner], None], ...] = (retrenchment, voyages, campaigns, adventures, studies, diplomacy)


def advised(decision: SheetDecision, view: Json, rng: Rng, traits: Traits) -> Sheet:
    """The sheet of a King of these traits, without search: from his view alone; no memory."""
    planner = Planner(view, traits, rng)
    for counsel in COUNSELS:
        counsel(planner)
    return planner.sheet()
