"""Why an order would come to nothing now: asked before it is given, of the functions that carry it out (RO-GEN-07)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heraut.games.rois import orders as o
from heraut.games.rois.encounter import adventures, item_use
from heraut.games.rois.orders import Order
from heraut.games.rois.phases import actions, armies, gifts, heroes, movement, practice, recruiting, spying, targets
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import Character
from heraut.games.rois.world.geography import step_toward


def recruit(turn: Turn, character: Character, order: o.Recruit) -> Fault | None:
    """What the province raises; trolls whom nobody pays yet are hired where there are any (RO-REC-08)."""
    if order.type == "TR" and turn.mercenaries(character.province):
        return None
    return recruiting.recruiting_fault(turn, character, order)


def never(turn: Turn, character: Character, order: Order) -> Fault | None:
    """An order that nothing prevents."""
    return None


def pursue(turn: Turn, character: Character, order: o.Pursue | o.Trail) -> Fault | None:
    """Who leads units follows only where they may go; a track is lost or kept by chance."""
    if isinstance(order, o.Trail) and (fault := spying.trailing_fault(turn, character, order)) is not None:
        return fault
    target = turn.now.characters.get(order.character)
    if target is None or not target.alive or target.province in (0, character.province):
        return None
    step = step_toward(character.province, target.province)
    return movement.march_fault(turn, character, turn.contingent(character.number), step)


FAULTS: dict[type[Order], Callable[[Turn, Character, Any], Fault | None]] = {
    o.Move: movement.move_fault,
    o.Explore: never,
    o.Search: actions.search_fault,
    o.Recruit: recruit,
    o.Hire: heroes.offer_fault,
    o.Disband: armies.disbanding_fault,
    o.Dismiss: heroes.dismissal_fault,
    o.Leave: armies.leaving_fault,
    o.PickUp: armies.picking_fault,
    o.Cast: targets.casting_fault,
    o.Use: item_use.using_fault,
    o.Meet: adventures.meeting_fault,
    o.Practise: practice.practising_fault,
    o.Spy: spying.spying_fault,
    o.Defend: never,
    o.Pursue: pursue,
    o.Trail: pursue,
    o.GiveItem: gifts.item_fault,
    o.GiveGold: gifts.gold_fault,
}


def fault_of(turn: Turn, character: Character, order: Order) -> Fault | None:
    """Why this order of this character would have no effect now; None if it would have some, or as dice will."""
    return FAULTS[type(order)](turn, character, order)
