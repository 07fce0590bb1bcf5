"""What to build besides barracks: quarries for gold, libraries for technologies, towers and walls for safety."""

from __future__ import annotations

from math import ceil

from heraut.bots.daifen.learning import missing
from heraut.bots.daifen.planner import Planner
from heraut.bots.daifen.training import army_budget
from heraut.bots.daifen.traits import by_turn
from heraut.games.daifen.races import BUILDINGS, ROLES

INTELLECT = ((1, 0), (6, 2), (10, 4), (14, 6))  # by turn: points to earn each turn, while there is something to learn
QUARRY = "carriere"  # no other building gives as much gold for its slot, nor pays itself back as soon


def build_libraries(planner: Planner) -> None:
    """Whatever gives intellect for the least gold, while technologies are missing."""
    if not missing(planner):
        return
    best = max(planner.buildings, key=lambda kind: kind.intellect_gain / kind.cost)
    earned = sum(max(0, BUILDINGS[code].intellect_gain) * count for code, count in planner.book.buildings.items())
    planner.build(best.code, ceil((by_turn(INTELLECT, planner.turn) - earned) / best.intellect_gain))


def build_watch_towers(planner: Planner) -> None:
    """A few eyes against spies, once there is something to hide."""
    planner.build(
        ROLES.watch_tower, by_turn(planner.traits.watch_towers, planner.turn) - planner.built_so_far(ROLES.watch_tower)
    )


def build_walls(planner: Planner) -> None:
    """The best protections that the race knows: they take half of what strikes those who stay at home."""
    kinds = [kind for kind in planner.buildings if kind.protection]
    best = max(kinds, key=lambda kind: kind.resistance / kind.cost)
    built = sum(planner.built_so_far(kind.code) for kind in kinds)
    planner.build(best.code, by_turn(planner.traits.walls, planner.turn) - built)


def build_quarries(planner: Planner) -> None:
    """Quarries in all the slots left, but for the gold that the army is to have."""
    planner.build(QUARRY, planner.slots, keep=army_budget(planner))
