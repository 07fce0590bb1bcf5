"""What a kingdom sees of others at the end of each season, and the maps that it draws (RO-INFO-01, 02, RO-MOVE-11)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Protocol

from heraut.games.rois.geography import NEIGHBOURS
from heraut.games.rois.state import NATIVES, Acquaintance, Character, Kingdom, Sighting, World

FORCE_SIZES = (3, 8)  # a small force has up to 3 units, a medium one up to 8 (RO-INFO-02)


class Veils(Protocol):
    """The spells that deceive the eye (D15)."""

    illusory: set[int]
    disguised: set[int]
    mirage: set[int]


def chart(kingdom: Kingdom, province: int, turn: int) -> None:
    """A character enters a province for the first time: terrain and wealth of the neighbours are known (RO-MOVE-11)."""
    if province not in kingdom.visited:
        kingdom.visited[province] = turn
        for there in (province, *NEIGHBOURS[province]):
            kingdom.charted.setdefault(there, turn)


def size_of(units: int) -> int:
    """1 small, 2 medium, 3 large."""
    small, medium = FORCE_SIZES
    return 1 if units <= small else 2 if units <= medium else 3


def look_around(world: World, turn: int, season: int, veils: Veils | None = None) -> None:
    """Every kingdom notes what stands in the provinces that it holds or stands in, as at the end of the season."""
    forces, watched = forces_and_watchers(world, veils)
    people = people_by_province(world, watched, veils)
    for province, kingdoms in watched.items():
        owner = world.provinces[province].owner
        there = forces.get(province, {})
        around = people.get(province, ())
        for number in kingdoms:
            kingdom = world.kingdoms[number]
            if kingdom.fallen:
                continue
            seen = {other: size_of(count) for other, count in there.items() if other != number}
            if not around:
                kingdom.sightings[province] = Sighting(turn, season, owner, seen, [])
                continue
            met = [each for each in around if each.kingdom != number and is_visible(each, kingdom, veils)]
            names = [0 if veils is not None and each.number in veils.disguised else each.number for each in met]
            kingdom.sightings[province] = Sighting(turn, season, owner, seen, sorted(names))
            for each, name in zip(met, names, strict=True):
                if name:
                    remember(kingdom, each, turn)


def forces_and_watchers(world: World, veils: Veils | None) -> tuple[dict[int, dict[int, int]], dict[int, set[int]]]:
    """How many units of each kingdom look to be in each province, and which kingdoms have eyes there."""
    forces: dict[int, dict[int, int]] = defaultdict(dict)
    watched: dict[int, set[int]] = defaultdict(set)
    for unit in world.units.values():
        if unit.mercenary:
            continue
        if unit.kingdom != NATIVES:
            watched[unit.province].add(unit.kingdom)
        count = 1
        if veils is not None and unit.leader:
            count = 0 if unit.leader in veils.mirage else 2 if unit.leader in veils.illusory else 1
        if count:
            there = forces[unit.province]
            there[unit.kingdom] = there.get(unit.kingdom, 0) + count
    for character in world.characters.values():
        if character.kingdom != NATIVES and character.province and not character.died:
            watched[character.province].add(character.kingdom)
    for province in world.provinces.values():
        if province.owner != NATIVES:
            watched[province.number].add(province.owner)
    return forces, dict(sorted(watched.items()))


def people_by_province(
    world: World, watched: Mapping[int, set[int]], veils: Veils | None
) -> dict[int, list[Character]]:
    """The living in the provinces that somebody watches."""
    people: dict[int, list[Character]] = {}
    for character in world.characters.values():
        if character.province in watched and not character.died and character.role != "gone":
            people.setdefault(character.province, []).append(character)
    return people


def is_visible(character: Character, kingdom: Kingdom, veils: Veils | None) -> bool:
    """Free Heroes are seen once they are discovered; nobody is seen behind a Mirage (RO-INFO-04, D15)."""
    if veils is not None and character.number in veils.mirage:
        return False
    return character.role != "free" or character.number in kingdom.met or not character.threshold


def remember(kingdom: Kingdom, character: Character, turn: int) -> None:
    """Where a foreign character was last seen, and whose he is."""
    old = kingdom.met.get(character.number)
    if old is not None and (old.province, old.turn, old.kingdom) == (character.province, turn, character.kingdom):
        return
    levels = old.levels if old is not None else None
    kingdom.met[character.number] = Acquaintance(character.province, turn, character.kingdom, levels)
