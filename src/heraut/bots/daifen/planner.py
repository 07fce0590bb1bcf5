"""A lord making plans: what he sees, what he has decided so far, what is left to him of men, gold, slots and places."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

import msgspec

from heraut.bots.daifen.traits import CLASSIC, Traits
from heraut.engine.decoding import convert
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.daifen.orders import Build, Order, Train
from heraut.games.daifen.races import BUILDINGS, ROLES, UNITS, Building, Unit
from heraut.games.daifen.sheet.book import Book
from heraut.games.daifen.state import KingdomName, SpyReport

NEVER = 0  # the turn of a report that nobody made


class Neighbour(msgspec.Struct, frozen=True):
    """A living kingdom that the lord knows; `age` is that of its last spy report, in turns (1: of last night)."""

    name: KingdomName
    report: SpyReport
    age: int


class Planner:
    """One turn being planned. Counsels read it, and enter orders that use up this turn's means.

    `army` and `spies` are those not sent anywhere yet. Nothing here outlives the turn: whatever is remembered stands
    in the view.
    """

    def __init__(self, view: Json, rng: Rng, traits: Traits = CLASSIC) -> None:
        self.book = Book(view)
        self.rng = rng
        self.traits = traits
        self.turn: int = view["turn"]
        self.living: int = view["living"]  # kingdoms of the continent, the lord's own included
        self.purse = self.book.gold
        self.slots = self.book.most_buildings
        self.spies = self.book.units.get(ROLES.spy, 0)
        self.army = {code: number for code, number in self.book.units.items() if UNITS[code].offensive}
        self.built: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()  # training places, by building
        self.orders: list[Order] = []

    @cached_property
    def neighbours(self) -> list[Neighbour]:
        """The living kingdoms that the lord knows."""
        return [_neighbour(name, seen, self.turn) for name, seen in self.book.known.items() if seen["alive"]]

    def knows(self, technology: str | None) -> bool:
        """Whether a requirement is met."""
        return technology is None or technology in self.book.technologies

    def whim(self) -> float:
        """By how much chance moves a judgement, around 1. Nothing is drawn where the lord has no whims."""
        return self.rng.uniform(1 - self.traits.whim, 1 + self.traits.whim) if self.traits.whim else 1.0

    @cached_property
    def buildings(self) -> list[Building]:
        """The types of building that may be ordered."""
        kinds = [BUILDINGS[code] for code in self.book.race.buildings]
        return [kind for kind in kinds if self.knows(kind.requires)]

    @cached_property
    def units(self) -> list[Unit]:
        """The types of unit that may be trained where their building stands."""
        kinds = [UNITS[code] for code in self.book.race.units]
        return [kind for kind in kinds if self.knows(kind.requires)]

    def built_so_far(self, building: str) -> int:
        """How many of a type there are, those of the plan included."""
        return self.book.buildings.get(building, 0) + self.built[building]

    def places(self, unit: Unit) -> int:
        """The places left this turn where this type is trained."""
        building = unit.trained_in or ""
        return self.book.places(building) - self.taken[building]

    def order(self, order: Order) -> None:
        """Enters an order; counsels take what it uses themselves."""
        self.orders.append(order)

    def build(self, building: str, wanted: int, *, keep: int = 0) -> None:
        """Builds as many of those wanted as slots and gold allow; so much gold stays in the purse."""
        cost = BUILDINGS[building].cost
        count = min(wanted, self.slots, (self.purse - keep) // cost)
        if count > 0:
            self.slots -= count
            self.purse -= count * cost
            self.built[building] += count
            self.order(Build(building, count))

    def train(self, unit: Unit, wanted: int) -> None:
        """Trains as many of those wanted as places and gold allow."""
        count = min(wanted, self.places(unit), self.purse // unit.cost)
        if count > 0:
            self.purse -= count * unit.cost
            self.taken[unit.trained_in or ""] += count
            self.order(Train(unit.code, count))


def _neighbour(name: str, seen: dict[str, Any], turn: int) -> Neighbour:
    report = convert(seen["report"], SpyReport) if seen["report"] else SpyReport(NEVER, 0, {}, {}, {})
    return Neighbour(KingdomName(name), report, turn - report.turn)
