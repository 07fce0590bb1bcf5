"""Soldiers: how much of the gold they get, which types are worth their price, and where they are trained."""

from __future__ import annotations

from functools import cache
from math import ceil

from heraut.bots.daifen.league import undecided
from heraut.bots.daifen.planner import Planner
from heraut.bots.daifen.strength import worth
from heraut.bots.daifen.traits import by_turn
from heraut.games.daifen.races import BUILDINGS, UNITS, Unit
from heraut.games.daifen.tables import CONSTANTS

GOLD_PRICE = 3.5  # what a quarry costs for each piece of gold a turn: what training buildings earn is worth as much
INTELLECT_PRICE = 5.0  # the same for a point of intellect a turn
TURNS_OF_USE = 3  # turns of full places that must pay for a training building
ONE_SIDED = 0.8  # what a soldier who cannot defend is worth besides one who can


def army_budget(planner: Planner) -> int:
    """The gold that goes to the army this turn: more of it while the last three have not settled whom to win with."""
    usual = by_turn(planner.traits.army_share, planner.turn)
    share = max(usual, planner.traits.levy) if undecided(planner) else usual
    return int(share * planner.book.gold)


def build_barracks(planner: Planner) -> None:
    """Buildings that train the best soldiers, until the army's budget can be spent in the places there are."""
    soldiers = best_soldiers(planner)
    places = sum([planner.places(soldier) * soldier.cost for soldier in soldiers])
    lacking = (army_budget(planner) - places) / soldiers[0].cost
    planner.build(soldiers[0].trained_in or "", ceil(lacking / CONSTANTS.places_per_building))


def train_soldiers(planner: Planner) -> None:
    """All the gold that is left, the best soldiers first: gold that is kept is gold stolen or looted."""
    for soldier in best_soldiers(planner):
        planner.train(soldier, planner.places(soldier))


def best_soldiers(planner: Planner) -> list[Unit]:
    """The best type of each training building that may be had, the best of all first; there is always the Guerrier."""
    best: dict[str, Unit] = {}
    buildings = {building.code for building in planner.buildings}
    for unit in sorted(planner.units, key=lambda unit: merit(unit.code), reverse=True):
        if unit.offensive and unit.trained_in in buildings:
            best.setdefault(unit.trained_in, unit)
    return list(best.values())


@cache
def merit(code: str) -> float:
    """What a soldier is worth for his price and that of his place."""
    unit = UNITS[code]
    value = worth(code) / (unit.cost + place_price(unit.trained_in or ""))
    return value if unit.defensive else ONE_SIDED * value


def place_price(building: str) -> float:
    """What a training place costs: its share of the building, less what the building earns besides."""
    kind = BUILDINGS[building]
    price = kind.cost - GOLD_PRICE * kind.gold_gain - INTELLECT_PRICE * kind.intellect_gain
    return price / (TURNS_OF_USE * CONSTANTS.places_per_building)
