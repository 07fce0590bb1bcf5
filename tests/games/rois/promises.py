"""What every year must keep: ledgers of gold, units and items that balance, every loss told to who bears it; figures
in range.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from heraut.engine.protocol import Event, Seat, seen_by
from heraut.engine.rulebook import read_rules
from heraut.engine.words import LANGUAGES
from heraut.games import rois
from heraut.games.rois.herald import Herald
from heraut.games.rois.state import NATIVES, World
from heraut.games.rois.tables import UNITS
from heraut.games.rois.view import view

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
    check_losses(before, after, events)
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


def check_losses(before: World, after: World, events: tuple[Event, ...]) -> None:
    """Whoever lost a unit reads so in his own report, with its number, in both languages (RO-GEN-08)."""
    for event in events:
        if event.kind == "unit_gone" and event.data["kingdom"] != NATIVES:
            number, seat = event.data["unit"], before.kingdoms[event.data["kingdom"]].seat
            mourning = [each for each in events if each.seen_by == (seat,) and number in lost_in(each)]
            assert mourning, f"{seat} is never told that unit {number} is gone ({event.data['why']})"
            for lang in LANGUAGES:
                read = report_of(after, events, seat, lang)
                assert any(is_told(each, number, read, Herald(view(after, seat), lang)) for each in mourning), mourning
        elif event.kind == "battle":
            assert event.data["lost"] == len(lost_in(event)), "the sum of the losses is another"


def report_of(after: World, events: tuple[Event, ...], seat: Seat, lang: str) -> str:
    """What a King reads, in one line."""
    return " ".join(rois.report(view(after, seat), seen_by(events, seat), lang).split())


def is_told(event: Event, number: int, read: str, herald: Herald) -> bool:
    """Whether a report tells of an event, and names this unit in it (a battle in the lines below its sentence)."""
    told = " ".join(" ".join(herald.lines(event, "")).split())
    return " ".join(herald.say(event).split()) in read and str(number) in told


def lost_in(event: Event) -> list[int]:
    """The units that an event tells to be no more."""
    data = event.data
    match event.kind:
        case "battle":
            return [post["unit"] for post in data["own"] if post.get("after", 0) < 0]
        case "no_refuge" | "leaderless" | "escorted" | "drowned":
            return [number for number, *_ in data["lost"]]
        case "disbanded":
            return list(data["units"])
        case "unit_unpaid" if data["fate"] == "deserted":
            return [data["unit"]]
    return []


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
