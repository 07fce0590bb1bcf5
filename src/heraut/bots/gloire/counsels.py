"""A lord who plays to win: his counsels, in the order in which they may spend his money."""

from __future__ import annotations

from collections.abc import Callable

from heraut.bots.gloire.conquest import take_neutral_lands
from heraut.bots.gloire.defence import build_works, guard_borders, keep_retreat_settings
from heraut.bots.gloire.diplomacy import (
    bow_or_claim,
    call_allies,
    honour_calls,
    offer_alliances,
    offer_peace,
    seek_allies,
)
from heraut.bots.gloire.economy import raise_taxes
from heraut.bots.gloire.jousts import joust
from heraut.bots.gloire.marching import march
from heraut.bots.gloire.planner import Planner
from heraut.bots.gloire.recruiting import call_knights, part_with_knights
from heraut.bots.gloire.traits import Traits, in_mood
from heraut.bots.gloire.war import attack_enemies, declare_war, pick_a_quarrel
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.orders import Sheet

COUNSELS: tuple[Callable[[Planner], None], ...] = (
    raise_taxes,
    part_with_knights,
    keep_retreat_settings,
    take_neutral_lands,
    attack_enemies,
    guard_borders,
    joust,
    call_knights,
    honour_calls,
    declare_war,
    pick_a_quarrel,
    offer_alliances,
    seek_allies,
    offer_peace,
    bow_or_claim,
    call_allies,
    march,
    build_works,
)


def advised(decision: SheetDecision, view: Json, rng: Rng, traits: Traits) -> Sheet:
    """The sheet of a lord of these traits, without search: from his view alone; no memory."""
    planner = Planner(view, in_mood(traits, rng))
    for counsel in COUNSELS:
        counsel(planner)
    return tuple(planner.orders)
