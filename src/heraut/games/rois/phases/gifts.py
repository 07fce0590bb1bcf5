"""Gifts from hand to hand (RO-ITEM-04, RO-ITEM-05)."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.dice import Dice
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import Character


def give_item(turn: Turn, character: Character, order: o.GiveItem, dice: Dice) -> bool:
    """GI # c: at once, to anybody in the same province."""
    if (fault := item_fault(turn, character, order)) is not None:
        return turn.decline(character, fault)
    receiver = turn.characters[order.character]
    character.items.remove(order.item)
    turn.give_item(order.item, receiver)
    data = {"who": character.number, "other": receiver.number, "item": order.item}
    kind = turn.items[order.item].kind
    turn.tell(character.kingdom, "RO-ITEM-04", "item_given", **data, item_kind=kind)
    if receiver.kingdom != character.kingdom:
        turn.tell(receiver.kingdom, "RO-ITEM-04", "item_received", **data, item_kind=kind)
    return True


def item_fault(turn: Turn, character: Character, order: o.GiveItem) -> Fault | None:
    """An item that he carries, for somebody here."""
    if order.item not in character.items:
        return Fault("RO-ORD-18", "item_not_carried", {"item": order.item})
    if receiver_here(turn, character, order.character) is None:
        return Fault("RO-ORD-18", "receiver_absent", {"other": order.character})
    return None


def gold_fault(turn: Turn, character: Character, order: o.GiveGold) -> Fault | None:
    """Gold that the treasury has, for somebody here of another kingdom."""
    receiver = receiver_here(turn, character, order.character)
    if receiver is None or not receiver.kingdom or receiver.kingdom == character.kingdom:
        return Fault("RO-ORD-18", "receiver_absent", {"other": order.character})
    return Fault("RO-ITEM-05", "too_poor", {}) if turn.kingdoms[character.kingdom].gold < order.gold else None


def receiver_here(turn: Turn, character: Character, number: int) -> Character | None:
    """A living character in the same province, other than the giver."""
    receiver = turn.now.characters.get(number)
    if receiver is None or not receiver.alive or receiver.number == character.number:
        return None
    return receiver if receiver.province == character.province else None


def give_gold(turn: Turn, character: Character, order: o.GiveGold, dice: Dice) -> bool:
    """GI n OR c: from treasury to treasury, at once, if it is there."""
    if (fault := gold_fault(turn, character, order)) is not None:
        return turn.decline(character, fault)
    receiver = turn.characters[order.character]
    turn.add_gold(character.kingdom, -order.gold, "gift")
    turn.add_gold(receiver.kingdom, order.gold, "gift")
    data = {"who": character.number, "other": receiver.number, "gold": order.gold}
    turn.tell(character.kingdom, "RO-ITEM-05", "gold_given", **data)
    turn.tell(receiver.kingdom, "RO-ITEM-05", "gold_received", **data)
    return True
