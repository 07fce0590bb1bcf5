"""What armies are worth, as far as a King can tell: his own exactly, others by what was seen or is usual."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.bots.rois.planner import Planner
from heraut.engine.protocol import Json
from heraut.games.rois.abilities import level
from heraut.games.rois.battle.strength import twice_base
from heraut.games.rois.state import HUMANOIDS, Character
from heraut.games.rois.tables import UNITS

NATIVES = {"rich": 3.0, "prosperous": 2.0, "poor": 1.0}  # how many defend a province, by its wealth
FORCES = {1: 2.0, 2: 6.0, 3: 11.0}  # how many units a force of a given size has
QUALITY = 2  # supposed of each unit of others
DEFENCE = 1.25  # supposed advantage of whoever defends
THEIR_CHIEF = 1.1  # supposed of humanoids, and of strangers: that somebody leads them
UNKNOWN_BASE = 4.5  # base strength of a unit of which nothing is known
REFUSED = 0.85  # what is reckoned to be left of an army's strength where its Hero refuses the duel


def own_strength(planner: Planner, who: Character, army: Iterable[Json], province: int) -> float:
    """What his army is worth when it attacks there: base strengths times qualities, his art and the lie of the land."""
    terrain = planner.map[province]["terrain"]
    total = sum(base(unit["type"], unit["race"], terrain) * int(unit["quality"]) for unit in army)
    explored = int(planner.map[province]["exploration"])
    total *= 1 + 0.2 * level(planner.items, who, "TA") + explored / 400
    return total * (1 if who.role == "king" else REFUSED)


def enemy_strength(planner: Planner, province: int) -> float:
    """What may defend a province, on the scale of `own_strength`: by what was seen, or by what such provinces have."""
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
    """The base strength (B of the rules) of a unit of this type and race on this terrain."""
    twice: int = twice_base(type, race, terrain, UNITS[type].strength)
    return twice / 2
