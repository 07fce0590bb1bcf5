"""What every year must keep: ledgers of gold, units and items that balance, told by the audit; figures in range."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from heraut.engine.protocol import Event
from heraut.engine.rulebook import read_rules
from heraut.games.rois.state import NATIVES, World
from heraut.games.rois.tables import UNITS

RULES = read_rules("heraut.games.rois")

SAMPLE: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"turns": 8}),
    (4, {"hardened": True}),
    (6, {"open_relations": True}),
    (8, {}),
    (12, {}),
    (5, {"short": True}),
    (2, {"turns": 30}),
]


def check_step(before: World, after: World, events: tuple[Event, ...]) -> None:
    """Every promise about a year."""
    check_gold(before, after, events)
    check_units(before, after, events)
    check_items(before, after, events)
    check_world(after)
    check_events(before, events)


def check_gold(before: World, after: World, events: Iterable[Event]) -> None:
    """Every piece that came or went stands in the audit (RO-GEN-08)."""
    gold = {number: kingdom.gold for number, kingdom in before.kingdoms.items()}
    for event in events:
        if event.kind == "gold":
            gold[event.data["kingdom"]] += event.data["amount"]
            assert gold[event.data["kingdom"]] >= 0
    assert gold == {number: kingdom.gold for number, kingdom in after.kingdoms.items()}


def check_units(before: World, after: World, events: Iterable[Event]) -> None:
    """Every unit's birth and death has an event (RO-GEN-08)."""
    units = set(before.units)
    for event in events:
        if event.kind == "unit_born":
            assert event.data["unit"] not in units
            units.add(event.data["unit"])
        elif event.kind == "unit_gone":
            units.remove(event.data["unit"])
    assert units == set(after.units)


def check_items(before: World, after: World, events: Iterable[Event]) -> None:
    """Items are lost by use only, and each is in one place (RO-ITEM-01, RO-GEN-08)."""
    gone = {event.data["item"] for event in events if event.kind == "item_gone"}
    born = {event.data["item"] for event in events if event.kind == "item_born"}
    assert (set(before.items) | born) - gone == set(after.items)
    places: Counter[int] = Counter()
    for holder in (*after.characters.values(), *after.provinces.values(), *after.features.values()):
        places.update(holder.items)
    assert places == Counter(list(after.items)), "an item is nowhere, or in two places"


def check_world(world: World) -> None:
    """Units have leaders where they stand, levels stay below aptitudes, relations are symmetric."""
    for unit in world.units.values():
        assert unit.type in UNITS and 0 <= unit.quality <= 5
        if unit.leader:
            leader = world.characters[unit.leader]
            assert leader.alive and leader.kingdom == unit.kingdom and leader.province == unit.province, (unit, leader)
        if unit.kingdom != NATIVES:
            assert world.kingdoms[unit.kingdom].alive
    for character in world.characters.values():
        assert all(0 < level <= character.aptitudes[ability] <= 9 for ability, level in character.levels.items())
        assert 0 <= character.hp <= character.max_hp <= 11
        assert (character.role in ("king", "hero")) <= bool(character.kingdom)
        if character.alive and not any(kingdom.heir == character.number for kingdom in world.kingdoms.values()):
            assert character.province
    for one in world.kingdoms.values():
        assert all(world.kingdoms[other].relations[one.number] == relation for other, relation in one.relations.items())
        assert all(0 <= known <= 100 for known in one.exploration.values())
    for province in world.provinces.values():
        assert not province.owner or world.kingdoms[province.owner].alive


def check_events(before: World, events: Iterable[Event]) -> None:
    """Each event names a rule of the register, and one reader, everybody or nobody."""
    for event in events:
        assert event.rule in RULES, event.rule
        assert event.seen_by is None or len(event.seen_by) <= 1
