"""Soldiers: how much of the gold they get, which type is worth its price, and the filling of places."""

from __future__ import annotations

from heraut.bots.daifen.council import Council, by_turn
from heraut.bots.daifen.strength import worth
from heraut.games.daifen.races import BUILDINGS, Unit
from heraut.games.daifen.tables import constants

ARMY_SHARE = ((1, 0.0), (4, 0.25), (7, 0.3), (11, 0.4), (16, 0.5))  # by turn: the share of the gold that armies get
QUARRY_PRICE = 3.5  # a quarry costs so much for each piece of gold a turn: what other buildings earn is worth that
INTELLECT_PRICE = 5.0  # the same for a point of intellect a turn
TURNS_OF_USE = 3  # turns of full places that must pay for a training building
ONE_SIDED = 0.8  # what a soldier who cannot defend is worth besides one who can


def army_budget(council: Council) -> int:
    """The gold that this turn's buildings leave to the army."""
    return int(by_turn(ARMY_SHARE, council.turn) * council.book.gold)


def place_price(building: str) -> float:
    """What a training place costs: its share of the building, less what the building earns besides."""
    kind = BUILDINGS[building]
    price = kind.cost - QUARRY_PRICE * kind.gold_gain - INTELLECT_PRICE * kind.intellect_gain
    return price / (TURNS_OF_USE * constants().places_per_building)


def merit(unit: Unit) -> float:
    """What a soldier is worth for his price and his place."""
    value = worth(unit.code) / (unit.cost + place_price(unit.trained_in or ""))
    return value if unit.defensive else ONE_SIDED * value


def best_soldier(council: Council, building: str) -> Unit | None:
    """The best unit that can be trained in a building with what is known; None if it trains no soldiers."""
    soldiers = [unit for unit in council.recruits if unit.trained_in == building and unit.offensive]
    return max(soldiers, key=merit, default=None)


def train_soldiers(council: Council) -> None:
    """All the gold that is left goes into soldiers, the best first; gold kept is gold stolen or looted."""
    soldiers = [best_soldier(council, building) for building in council.book.buildings]
    for unit in sorted(filter(None, soldiers), key=merit, reverse=True):
        council.train(unit, council.places(unit.trained_in or ""))
