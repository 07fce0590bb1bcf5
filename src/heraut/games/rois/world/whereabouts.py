"""Who stands where in a world: units by province and by leader, characters by province, kingdoms by province.

The indexes stay true as long as everything that moves, is born or dies goes through here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from heraut.games.rois.state import Character, Unit, World

T = TypeVar("T")
NOBODY: Mapping[int, Character] = {}


class Whereabouts:
    """A world and its indexes. `presence` counts units by province and kingdom (0: natives), mercenaries left out."""

    def __init__(self, world: World) -> None:
        self.now = world
        self.kingdoms, self.provinces, self.characters = world.kingdoms, world.provinces, world.characters
        self.presence: dict[int, dict[int, int]] = defaultdict(dict)
        self._units_at: dict[int, dict[int, Unit]] = defaultdict(dict)
        self._led: dict[int, dict[int, Unit]] = defaultdict(dict)
        self._characters_at: dict[int, dict[int, Character]] = defaultdict(dict)
        for unit in world.units.values():
            self.station(unit)
            if unit.leader:
                self._led[unit.leader][unit.number] = unit
        for character in world.characters.values():
            if character.province:
                self._characters_at[character.province][character.number] = character

    # Looking up

    def units_in(self, province: int) -> list[Unit]:
        """The units in a province, by number."""
        return by_number(self._units_at.get(province))

    def contingent(self, leader: int) -> list[Unit]:
        """The units that a character leads, by number."""
        return by_number(self._led.get(leader))

    def leads(self, character: int) -> bool:
        """Whether he leads at least one unit."""
        return bool(self._led.get(character))

    def contingents(self) -> dict[int, dict[int, Unit]]:
        """All units that are led, by leader."""
        return {leader: units for leader, units in self._led.items() if units}

    def garrison(self, province: int, kingdom: int) -> list[Unit]:
        """The units of a kingdom in a province that nobody leads; mercenaries are nobody's."""
        return [
            unit
            for unit in self.units_in(province)
            if unit.kingdom == kingdom and not unit.leader and not unit.mercenary
        ]

    def mercenaries(self, province: int) -> list[Unit]:
        """The ownerless units in a province (RO-ARMY-14)."""
        return [unit for unit in self.units_in(province) if unit.mercenary]

    def characters_in(self, province: int) -> list[Character]:
        """The characters in a province who live, by number."""
        found = self._characters_at.get(province)
        return [each for each in by_number(found) if not each.died] if found else []

    def those_in(self, province: int) -> Iterable[Character]:
        """The same, living and dead, in no order."""
        return self._characters_at.get(province, NOBODY).values()

    def people(self) -> dict[int, list[Character]]:
        """The living by province, by number."""
        found: dict[int, list[Character]] = defaultdict(list)
        for character in self.now.characters.values():
            if character.province and not character.died:
                found[character.province].append(character)
        return found

    def strange(self) -> set[int]:
        """The provinces where somebody has units who does not own them."""
        provinces = self.provinces
        return {
            number
            for number, kingdoms in self.presence.items()
            if len(kingdoms) > 1 or (kingdoms and provinces[number].owner not in kingdoms)
        }

    # Moving

    def station(self, unit: Unit) -> None:
        """A unit is now where it says."""
        self._units_at[unit.province][unit.number] = unit
        if not unit.mercenary:
            here = self.presence[unit.province]
            here[unit.kingdom] = here.get(unit.kingdom, 0) + 1

    def withdraw(self, unit: Unit) -> None:
        """A unit is no more where it says."""
        del self._units_at[unit.province][unit.number]
        if not unit.mercenary:
            self.muster(unit.province, unit.kingdom, -1)

    def move_unit(self, unit: Unit, province: int, leader: int) -> None:
        """A unit is now here, under this leader (0: in garrison)."""
        if unit.province != province:
            self.withdraw(unit)
            unit.province = province
            self.station(unit)
        if unit.leader != leader:
            self.follow(unit, leader)

    def move_contingent(self, leader: int, province: int) -> None:
        """All that a character leads is now here: it was where he is, and serves whom he serves."""
        led = self._led.get(leader)
        if not led:
            return
        first = next(iter(led.values()))
        here, there = self._units_at[first.province], self._units_at[province]
        self.muster(first.province, first.kingdom, -len(led))
        self.muster(province, first.kingdom, len(led))
        for number, unit in led.items():
            del here[number]
            unit.province, there[number] = province, unit

    def muster(self, province: int, kingdom: int, units: int) -> None:
        """So many units more of a kingdom are in a province, or less."""
        here = self.presence[province]
        here[kingdom] = here.get(kingdom, 0) + units
        if not here[kingdom]:
            del here[kingdom]

    def follow(self, unit: Unit, leader: int) -> None:
        """A unit has another leader from now on (0: none)."""
        if unit.leader:
            del self._led[unit.leader][unit.number]
        if leader:
            self._led[leader][unit.number] = unit
        unit.leader = leader

    def add_unit(self, unit: Unit) -> None:
        """A unit is born."""
        self.now.units[unit.number] = unit
        self.station(unit)
        if unit.leader:
            self._led[unit.leader][unit.number] = unit

    def remove_unit(self, unit: Unit) -> None:
        """A unit is no more."""
        del self.now.units[unit.number]
        self.withdraw(unit)
        if unit.leader:
            del self._led[unit.leader][unit.number]

    def change_owner(self, unit: Unit, kingdom: int, mercenary: int = 0) -> None:
        """A unit serves another kingdom from now on (0: natives), or nobody, until that turn."""
        self.withdraw(unit)
        unit.kingdom, unit.mercenary = kingdom, mercenary
        self.station(unit)

    def move_character(self, character: Character, province: int) -> None:
        """A character is now here (0: out of the world); his units are moved apart."""
        if character.province == province:
            return
        if character.province:
            del self._characters_at[character.province][character.number]
        if province:
            self._characters_at[province][character.number] = character
        character.province = province


def by_number(found: Mapping[int, T] | None) -> list[T]:
    """What an index holds in one place, by number."""
    return [*map(found.__getitem__, sorted(found))] if found else []
