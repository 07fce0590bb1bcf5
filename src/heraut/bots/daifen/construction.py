"""What to build: libraries for technologies, barracks for the army, quarries for gold, in that order."""

from __future__ import annotations

from math import ceil

from heraut.bots.daifen.council import Council, by_turn
from heraut.bots.daifen.training import army_budget, best_soldier, merit
from heraut.games.daifen.races import BUILDINGS, ROLES
from heraut.games.daifen.tables import constants

LIBRARY, QUARRY, BARRACKS = "bibliotheque", "carriere", "caserne"
INTELLECT = ((1, 0), (6, 2), (10, 4), (14, 6))  # by turn: the intellect a turn to have, while there is something to learn
WATCH_TOWERS = ((1, 0), (12, 1), (16, 2))
WALLS = ((1, 0),)
GUARD_TOWER = "tour_de_garde"
GUARD_TOWERS = ((1, 0),)


def build_libraries(council: Council) -> None:
    """Whatever gives intellect for the least gold, while technologies of the doctrine are missing."""
    if all(map(council.knows, council.doctrine.technologies)):
        return
    kind = max(council.buildings, key=lambda kind: kind.intellect_gain / kind.cost)
    gained = sum(council.owned(code) * max(0, BUILDINGS[code].intellect_gain) for code in council.book.race.buildings)
    council.build(kind.code, ceil((by_turn(INTELLECT, council.turn) - gained) / kind.intellect_gain))


def build_barracks(council: Council) -> None:
    """Training buildings of the best soldiers, until the army's budget can be spent in their places."""
    soldiers = [soldier for kind in council.buildings if (soldier := best_soldier(council, kind.code))]
    best = max(soldiers, key=merit)
    places = sum([council.places(soldier.trained_in or "") * soldier.cost for soldier in soldiers])
    missing = (army_budget(council) - places) / best.cost
    council.build(best.trained_in or "", ceil(missing / constants().places_per_building))


def build_watch_towers(council: Council) -> None:
    """A few eyes against spies, once there is something to hide."""
    council.build(ROLES.watch_tower, by_turn(WATCH_TOWERS, council.turn) - council.owned(ROLES.watch_tower))


def build_walls(council: Council) -> None:
    """The best protection that the race knows: it takes half of what strikes those who stay at home."""
    walls = [kind for kind in council.buildings if kind.protection]
    best = max(walls, key=lambda kind: kind.resistance / kind.cost)
    standing = sum(council.owned(kind.code) for kind in walls)
    council.build(best.code, by_turn(WALLS, council.turn) - standing)


def build_guard_towers(council: Council) -> None:
    """Towers that fire first."""
    if council.knows(BUILDINGS[GUARD_TOWER].requires):
        council.build(GUARD_TOWER, by_turn(GUARD_TOWERS, council.turn) - council.owned(GUARD_TOWER))


def build_quarries(council: Council) -> None:
    """Quarries with every slot left, but for the gold that the army is to have."""
    council.build(QUARRY, council.slots, keep=army_budget(council))
