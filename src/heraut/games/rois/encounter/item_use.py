"""US as an action: potions, scrolls and the globe, outside a fight (RO-ITEM-01, RO-ITEM-03)."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.dice import Dice
from heraut.games.rois.phases import spells, targets
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import Character
from heraut.games.rois.tables import CONSTANTS, ITEMS, SPELLS
from heraut.games.rois.world.geography import distance

HEALING, RESURRECTION, TELEPORTATION, GLOBE = "PG", "RR", "RT", "GC"


def use(turn: Turn, who: Character, order: o.Use) -> bool:
    """US # [target]: carried, charged, and of some use out of a fight; otherwise ignored (RO-ORD-11)."""
    if (fault := using_fault(turn, who, order)) is not None:
        return turn.decline(who, fault)
    item = turn.items[order.item]
    kind, dice = item.kind, turn.dice("use", who.number)
    item.charges -= 1
    if item.charges <= 0:
        who.items.remove(item.number)
        turn.lose_item(item.number)
    done = works(kind, dice)
    turn.tell(who.kingdom, "RO-ITEM-03", "item_used", who=who.number, item=order.item, item_kind=kind, done=done)
    if done:
        effect(turn, who, kind, order, dice)
    return True


def using_fault(turn: Turn, who: Character, order: o.Use) -> Fault | None:
    """Why an item is of no use here."""
    reason = use_obstacle(turn, who, order)
    return None if reason is None else Fault("RO-ORD-11", reason, {"item": order.item})


def use_obstacle(turn: Turn, who: Character, order: o.Use) -> str | None:
    """An item serves who carries it, with a charge left, on a target that it can reach."""
    item = turn.items.get(order.item)
    if item is None or order.item not in who.items:
        return "item_not_carried"
    kind = ITEMS[item.kind]
    if not kind.action:
        return "no_action_use"
    if item.charges <= 0:
        return "no_charge"
    if len(order.target) != (kind.action != "none"):
        return "wrong_target"
    return target_obstacle(turn, who, item.kind, order.target)


def target_obstacle(turn: Turn, who: Character, kind: str, target: tuple[int, ...]) -> str | None:
    """The reach of what the item casts (RO-MAG-06): a body here, a province explored, a province near enough."""
    if kind == RESURRECTION:
        return targets.no_body(turn, who, o.Cast("RE", target))
    if kind == TELEPORTATION:
        return targets.no_journey(turn, who, o.Cast("TP", target))
    if kind == GLOBE:
        reach = SPELLS["CL"].range * ITEMS[GLOBE].spell_level
        return None if distance(who.province, target[0]) <= reach else "out_of_reach"
    return None


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
