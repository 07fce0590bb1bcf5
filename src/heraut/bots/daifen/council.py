"""A lord in council: what he sees, what he has decided so far, what is left to him of gold, places, men and spies."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

import msgspec

from heraut.bots.daifen.doctrine import DOCTRINES, Doctrine
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.daifen.orders import Build, Order, Train
from heraut.games.daifen.races import BUILDINGS, ROLES, UNITS, Building, Unit
from heraut.games.daifen.sheet import Book
from heraut.games.daifen.state import KingdomName, SpyReport


T = TypeVar("T", int, float)
Table = tuple[tuple[int, T], ...]  # by turn: (from this turn on, the figure)


def by_turn(table: Table[T], turn: int) -> T:
    """The figure of a table that holds on this turn."""
    return max(((start, figure) for start, figure in table if start <= turn))[1]


NEVER = 0  # the turn of a report that was never made


class Neighbour(msgspec.Struct, frozen=True):
    """A living kingdom that the lord knows; `age` is that of the report in turns (1: of the last resolution)."""

    name: KingdomName
    report: SpyReport
    age: int


class Council:
    """One turn being planned. Counsels read it, and write orders that use up what is left of this turn's means.

    Nothing here outlives the turn: whatever is remembered stands in the view.
    """

    def __init__(self, view: Json, rng: Rng) -> None:
        self.book = Book(view)
        self.rng = rng
        self.turn: int = view["turn"]
        self.living: int = view["living"]  # kingdoms of the continent, one's own included
        self.doctrine: Doctrine = DOCTRINES[self.book.race.code]
        self.purse = self.book.gold
        self.slots = self.book.most_buildings
        self.spies = self.book.units.get(ROLES.spy, 0)
        self.men = {code: number for code, number in self.book.units.items() if code != ROLES.spy}
        self.trained: dict[str, int] = {}  # places taken, by training building
        self.built: dict[str, int] = {}
        self.orders: list[Order] = []

    @cached_property
    def neighbours(self) -> list[Neighbour]:
        """The living kingdoms that the lord knows."""
        return [_neighbour(name, seen, self.turn) for name, seen in self.book.known.items() if seen["alive"]]

    def knows(self, technology: str | None) -> bool:
        """Whether a requirement is met."""
        return technology is None or technology in self.book.technologies

    @cached_property
    def buildings(self) -> list[Building]:
        """The types that may be built now."""
        kinds = [BUILDINGS[code] for code in self.book.race.buildings]
        return [kind for kind in kinds if self.knows(kind.requires)]

    @cached_property
    def recruits(self) -> list[Unit]:
        """The types of units that may be trained as soon as their building stands."""
        kinds = [UNITS[code] for code in self.book.race.units]
        return [kind for kind in kinds if self.knows(kind.requires)]

    def places(self, building: str) -> int:
        """The training places left this turn in one type of building."""
        return self.book.places(building) - self.trained.get(building, 0)

    def owned(self, building: str) -> int:
        """How many of a type stand, those of the plan included."""
        return self.book.buildings.get(building, 0) + self.built.get(building, 0)

    def order(self, order: Order) -> None:
        """Enters an order that costs neither gold nor place."""
        self.orders.append(order)

    def build(self, building: str, wanted: int, *, keep: int = 0) -> int:
        """Builds up to so many, as slots and gold allow, leaving so much gold in the purse; how many it was."""
        cost = BUILDINGS[building].cost
        count = min(wanted, self.slots, (self.purse - keep) // cost)
        if count <= 0:
            return 0
        self.slots -= count
        self.purse -= count * cost
        self.built[building] = self.built.get(building, 0) + count
        self.order(Build(building, count))
        return count

    def train(self, unit: Unit, wanted: int) -> int:
        """Trains up to so many, as places and gold allow; how many it was."""
        building = unit.trained_in or ""
        count = min(wanted, self.places(building), self.purse // unit.cost)
        if count <= 0:
            return 0
        self.purse -= count * unit.cost
        self.trained[building] = self.trained.get(building, 0) + count
        self.order(Train(unit.code, count))
        return count


def _neighbour(name: str, seen: dict[str, Any], turn: int) -> Neighbour:
    report = msgspec.convert(seen["report"], SpyReport) if seen["report"] else SpyReport(NEVER, 0, {}, {}, {})
    return Neighbour(KingdomName(name), report, turn - report.turn)
