"""What a kingdom sees of others at the end of each season, and the maps that it draws (RO-INFO-01, 02, RO-MOVE-11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from heraut.games.rois.geography import NEIGHBOURS
from heraut.games.rois.state import Acquaintance, Character, Kingdom, Sighting
from heraut.games.rois.whereabouts import Whereabouts

NO_FORCES: Mapping[int, int] = {}
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
    people, kingdoms = place.people(), place.now.kingdoms
    quiet: dict[int, Sighting] = {}  # what is seen where there is nobody else, by owner
    for number, province in place.now.provinces.items():
        owner, present, around = province.owner, place.presence.get(number, NO_FORCES), people.get(number, ())
        deserted = not around and (not present or (owner in present and len(present) == 1))
        for reader in (owner,) if deserted else watchers(owner, present, around):
            kingdom = kingdoms.get(reader)
            if kingdom is None or kingdom.fallen:
                continue
            seen = None if deserted else examine(place, kingdom, number, around, (turn, season), veils)
            if seen is None:
                seen = quiet.get(owner) or quiet.setdefault(owner, Sighting(turn, season, owner, {}, []))
            kingdom.sightings[number] = seen


def watchers(owner: int, present: Iterable[int], around: Iterable[Character]) -> set[int]:
    """Who has eyes in a province: they own it, or have units or characters there."""
    found = {owner, *present}
    for each in around:
        found.add(each.kingdom)
    return found


def examine(
    place: Whereabouts,
    kingdom: Kingdom,
    province: int,
    around: Iterable[Character],
    when: tuple[int, int],
    veils: Veils | None,
) -> Sighting | None:
    """What one kingdom sees where others may be; None if it sees nobody."""
    number, present, turn = kingdom.number, place.presence[province], when[0]
    met = [each for each in around if each.kingdom != number and is_visible(each, kingdom, veils)]
    has_guests = len(present) > (number in present)
    if not (met or has_guests):
        return None
    for each in met:
        if veils is None or each.number not in veils.disguised:
            remember(kingdom, each, turn)
    forces = forces_in(place, province, number, veils) if has_guests else {}
    return Sighting(*when, place.now.provinces[province].owner, forces, names_of(met, veils))


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
