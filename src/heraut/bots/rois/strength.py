"""What armies are worth, as far as a King can tell: his own exactly, others by what was seen or is usual."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.bots.rois.planner import Planner
from heraut.engine.protocol import Json
from heraut.games.rois.abilities import level
from heraut.games.rois.battle.strength import twice_base
from heraut.games.rois.state import HUMANOIDS, Character
from heraut.games.rois.tables import UNITS

SUPERIORITY = 1.3  # of one's own strength over the enemy's, as far as it can be told (RO-SOLO-01)
NATIVES = {"rich": 3.0, "prosperous": 2.0, "poor": 1.0}  # how many defend a province, by its wealth
FORCES = {1: 2.0, 2: 6.0, 3: 11.0}  # how many units a force of a given size has
QUALITY, DEFENCE, THEIR_CHIEF = 2, 1.25, 1.1
UNKNOWN_BASE = 4.5
SHAKEN = 0.75


def own_strength(planner: Planner, who: Character, army: Iterable[Json], province: int) -> float:
    """What his army is worth there, attacking; a Hero who will refuse the duel loses a quarter."""
    terrain = planner.map[province]["terrain"]
    total = sum(base(unit["type"], unit["race"], terrain) * int(unit["quality"]) for unit in army)
    explored = int(planner.map[province]["exploration"])
    total *= 1 + 0.2 * level(planner.items, who, "TA") + explored / 400
    return total * (1 if who.role == "king" else SHAKEN + 0.1)


def enemy_strength(planner: Planner, province: int) -> float:
    """What may stand there: what was seen, or what such provinces have."""
    seen = planner.map[province]
    forces = seen.get("forces")
    owner = str(planner.owner(province))
    if forces is not None and owner not in forces and owner != "0":
        count = 1.0
    elif forces is not None and owner == "0":
        count = NATIVES[seen["wealth"]] if forces.get("0") else 0.0
    else:
        count = FORCES[forces[owner]] if forces and owner in forces else NATIVES[seen["wealth"]]
    types, race = seen.get("types", ()), seen.get("race", "")
    strength = base(types[0], race, seen["terrain"]) if types else UNKNOWN_BASE
    chief = THEIR_CHIEF if race in HUMANOIDS or not race else 1
    return count * strength * QUALITY * DEFENCE * chief


def base(type: str, race: str, terrain: str) -> float:
    """B of a type of unit."""
    twice: int = twice_base(type, race, terrain, UNITS[type].strength)
    return twice / 2
