"""Phase 7, Collecte: what was owned at the start of the turn yields, and is maintained (DA-COL-01 to 08)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from heraut.games.daifen.races import BUILDINGS, UNITS, Building
from heraut.games.daifen.resolution import Turn
from heraut.games.daifen.state import Kingdom, take


def upkeep(building: Building) -> int:
    """What a building costs each turn, in gold or intellect; 0 for most."""
    return -min(building.gold_gain, 0) - min(building.intellect_gain, 0)


# Those of each step, in the order in which it takes them
YIELDING = [building for building in BUILDINGS.values() if not upkeep(building)]
COSTLY = sorted((building for building in BUILDINGS.values() if upkeep(building)), key=upkeep, reverse=True)
EARNERS = [unit for unit in UNITS.values() if unit.gold_gain >= 0 and unit.intellect_gain >= 0]
HIRELINGS = [unit for unit in UNITS.values() if unit.gold_gain < 0 or unit.intellect_gain < 0]


def collection(turn: Turn) -> None:
    """Every living kingdom by itself."""
    for kingdom in turn.living():
        Harvest(turn, kingdom).gather()


class Harvest:
    """The four steps of one kingdom's Collecte, and the statement of them."""

    def __init__(self, turn: Turn, kingdom: Kingdom) -> None:
        self.turn = turn
        self.kingdom = kingdom
        self.buildings = turn.held_buildings[kingdom.seat]
        self.units = turn.held_units[kingdom.seat]
        self.before = (kingdom.gold, kingdom.intellect)
        self.gains: dict[str, dict[str, list[int]]] = {"buildings": {}, "units": {}}  # code: number, gold, intellect
        self.unpaid: Counter[str] = Counter()
        self.dismissed: Counter[str] = Counter()

    def gather(self) -> None:
        """Buildings, buildings with upkeep, units, units with upkeep (DA-COL-02 to 06)."""
        self.plain_buildings()
        self.costly_buildings()
        self.plain_units()
        self.costly_units()
        self.tell_statement()

    def plain_buildings(self) -> None:
        """Step 1: all buildings without a negative gain (DA-COL-02)."""
        for building in YIELDING:
            if number := self.buildings[building.code]:
                self.gain("buildings", building.code, number, building.gold_gain, building.intellect_gain)

    def costly_buildings(self) -> None:
        """Step 2: the others one by one, highest upkeep first; who cannot pay goes without, the next is tried."""
        for building in COSTLY:
            for _ in range(self.buildings[building.code]):
                if self.affords(building.gold_gain, building.intellect_gain):
                    self.gain("buildings", building.code, 1, building.gold_gain, building.intellect_gain)
                else:
                    self.unpaid[building.code] += 1

    def plain_units(self) -> None:
        """Step 3: the positive gains of units (DA-COL-05)."""
        for unit in EARNERS:
            if number := self.units[unit.code]:
                self.gain("units", unit.code, number, unit.gold_gain, unit.intellect_gain)

    def costly_units(self) -> None:
        """Step 4: units with a negative gain, one by one; who cannot be paid is lost (DA-COL-06)."""
        for unit in HIRELINGS:
            for _ in range(self.units[unit.code]):
                if self.affords(unit.gold_gain, unit.intellect_gain):
                    self.gain("units", unit.code, 1, unit.gold_gain, unit.intellect_gain)
                else:
                    take(self.kingdom.units, unit.code, 1)
                    self.dismissed[unit.code] += 1

    def affords(self, gold: int, intellect: int) -> bool:
        """Whether the stocks cover what these gains cost."""
        return self.kingdom.gold >= -min(gold, 0) and self.kingdom.intellect >= -min(intellect, 0)

    def gain(self, sort: str, code: str, number: int, gold: int, intellect: int) -> None:
        """So many of a type give, or take, so much each."""
        if not number or not (gold or intellect):
            return
        self.kingdom.gold += number * gold
        self.kingdom.intellect += number * intellect
        line = self.gains[sort].setdefault(code, [0, 0, 0])
        for place, amount in enumerate((number, number * gold, number * intellect)):
            line[place] += amount

    def tell_statement(self) -> None:
        """The statement, and what could not be paid."""
        seat = self.kingdom.seat
        statement: dict[str, Any] = {
            "gold_before": self.before[0],
            "intellect_before": self.before[1],
            **self.gains,
            "gold": self.kingdom.gold,
            "intellect": self.kingdom.intellect,
        }
        self.turn.tell(seat, "DA-COL-01", "collect_statement", **statement)
        for code, number in self.unpaid.items():
            self.turn.tell(seat, "DA-COL-03", "upkeep_building", building=code, count=number)
        for code, number in self.dismissed.items():
            self.turn.tell(seat, "DA-COL-06", "upkeep_unit", unit=code, count=number)
