"""US as an action: potions, scrolls and the globe, outside a fight (RO-ITEM-01, RO-ITEM-03)."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.dice import Dice
from heraut.games.rois.phases import spells, targets
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Character, Item
from heraut.games.rois.tables import CONSTANTS, ITEMS, SPELLS
from heraut.games.rois.world.geography import distance

HEALING, RESURRECTION, TELEPORTATION, GLOBE = "PG", "RR", "RT", "GC"


def use(turn: Turn, who: Character, order: o.Use) -> bool:
    """US # [target]: carried, charged, and of some use out of a fight; otherwise ignored (RO-ORD-11)."""
    item = turn.items.get(order.item)
    fault = fault_of(turn, who, order, item)
    if fault or item is None:
        turn.ignore(who, "RO-ORD-11", fault, item=order.item)
        return False
    kind, dice = item.kind, turn.dice("use", who.number)
    item.charges -= 1
    if item.charges <= 0:
        who.items.remove(item.number)
        turn.lose_item(item.number, "used_up")
    done = works(kind, dice)
    turn.tell(who.kingdom, "RO-ITEM-03", "item_used", who=who.number, item=order.item, item_kind=kind, done=done)
    if done:
        effect(turn, who, kind, order, dice)
    return True


def fault_of(turn: Turn, who: Character, order: o.Use, item: Item | None) -> str:
    """Why an item is of no use here; "" if it is."""
    if item is None or order.item not in who.items:
        return "item_not_carried"
    kind = ITEMS[item.kind]
    if not kind.action:
        return "no_action_use"
    if item.charges <= 0:
        return "no_charge"
    if len(order.target) != (kind.action != "none"):
        return "wrong_target"
    return target_fault(turn, who, item.kind, order.target)


def target_fault(turn: Turn, who: Character, kind: str, target: tuple[int, ...]) -> str:
    """The reach of what the item casts (RO-MAG-06): a body here, a province explored, a province near enough."""
    if kind == RESURRECTION:
        return targets.no_body(turn, who, o.Cast("RE", target)) or ""
    if kind == TELEPORTATION:
        return targets.no_journey(turn, who, o.Cast("TP", target)) or ""
    if kind == GLOBE:
        return (
            "" if distance(who.province, target[0]) <= SPELLS["CL"].range * ITEMS[GLOBE].spell_level else "out_of_reach"
        )
    return ""


def works(kind: str, dice: Dice) -> bool:
    """Wands four times in five, a scroll of resurrection three times in five, the rest always (RO-ENC-18)."""
    return dice.pct(chance_of(kind))


def chance_of(kind: str) -> int:
    """That it works."""
    return {GLOBE: CONSTANTS.wand, RESURRECTION: CONSTANTS.scroll}.get(kind, 100)


def effect(turn: Turn, who: Character, kind: str, order: o.Use, dice: Dice) -> None:
    """What the item does; a resurrection counts for the High Priest, by scroll as well (RO-MAG-09)."""
    if kind == HEALING:
        who.hp = who.max_hp
    elif kind == RESURRECTION:
        spells.resurrect(turn, who, order.target[0])
    elif kind == TELEPORTATION:
        spells.teleport(turn, who, order.target[0])
    else:
        spells.see_far(turn, who, order.target[0], dice)
