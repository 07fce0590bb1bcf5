"""What a kingdom sees of others at the end of each season, and the maps that it draws (RO-INFO-01, 02, RO-MOVE-11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from heraut.games.rois.state import NOBODY, Acquaintance, Character, Kingdom, Sighting
from heraut.games.rois.world.geography import NEIGHBOURS
from heraut.games.rois.world.whereabouts import Whereabouts

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


def look_around(place: Whereabouts, turn: int, season: int, veils: Veils | None = None) -> None:
    """Every kingdom notes what stands in the provinces that it holds or stands in, as at the end of the season."""
    people, strange, kingdoms = place.people(), place.strange(), place.kingdoms
    quiet: dict[int, Sighting] = {}  # what an owner sees where there is nobody else
    for number, province in place.provinces.items():
        owner = province.owner
        if number in people or number in strange:
            around = people.get(number, ())
            here = {owner, *place.presence[number]}
            for each in around:
                here.add(each.kingdom)
            if len(here) > 1:
                here.discard(NOBODY)
                examine(place, number, here, around, (turn, season), veils)
                continue
        if owner:
            seen = quiet.get(owner) or quiet.setdefault(owner, Sighting(turn, season, owner, {}, []))
            kingdoms[owner].sightings[number] = seen


def examine(
    place: Whereabouts,
    province: int,
    watchers: Iterable[int],
    around: Iterable[Character],
    when: tuple[int, int],
    veils: Veils | None,
) -> None:
    """What those see who have eyes in a province where others may be: they own it, or have units or people there."""
    owner, present = place.provinces[province].owner, place.presence[province]
    for number in watchers:
        kingdom = place.kingdoms[number]
        if kingdom.fallen:
            continue
        met = [each for each in around if each.kingdom != number and is_visible(each, kingdom, veils)]
        has_guests = len(present) > (number in present)
        forces = forces_in(place, province, number, veils) if has_guests else {}
        kingdom.sightings[province] = Sighting(*when, owner, forces, names_of(met, veils) if met else [])
        for each in met:
            if veils is None or each.number not in veils.disguised:
                remember(kingdom, each, when[0])


def forces_in(place: Whereabouts, province: int, reader: int, veils: Veils | None) -> dict[int, int]:
    """The size of each foreign force, as its leaders make it look."""
    counts: dict[int, int] = {}
    for unit in place.units_in(province):
        if unit.mercenary or unit.kingdom == reader or (veils is not None and unit.leader in veils.mirage):
            continue
        look = 2 if veils is not None and unit.leader in veils.illusory else 1
        counts[unit.kingdom] = counts.get(unit.kingdom, 0) + look
    return {kingdom: size_of(count) for kingdom, count in counts.items()}


def names_of(met: Iterable[Character], veils: Veils | None) -> list[int]:
    """Characters as they are seen: a disguised one is a stranger (0)."""
    return sorted([0 if veils is not None and each.number in veils.disguised else each.number for each in met])


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
