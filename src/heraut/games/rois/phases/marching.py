"""Whether a contingent may go from one province to the next, and what that costs it (RO-MOVE-01 to 07, 12)."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Character, Province, Unit
from heraut.games.rois.tables import CONSTANTS, UNITS, UnitType
from heraut.games.rois.units import cargo, passengers
from heraut.games.rois.world.geography import NEIGHBOURS

COMPASS, ROADS = 9, 10  # inventions that help to move (D17)


def is_coastal(turn: Turn, province: int) -> bool:
    """Whether a province touches the sea."""
    return any(turn.provinces[there].terrain == "sea" for there in NEIGHBOURS[province])


def march_bonus(level: int, speed: int) -> int:
    """The extra moves of Forced march: half the level, rounded down for the slow, up for the fast (D6)."""
    return -(-level // 2) if speed >= CONSTANTS.march_fast else level // 2


def march_level(turn: Turn, leader: Character, here: Province, there: Province) -> int:
    """The leader's Forced march; paved roads between two own provinces count for a level (D17)."""
    level = turn.level(leader, "MA")
    own = leader.kingdom
    if here.owner == own == there.owner and ROADS in turn.kingdoms[own].inventions:
        level = min(CONSTANTS.level_max, level + 1)
    return level


def sail_bonus(turn: Turn, leader: Character) -> int:
    """The extra moves at sea: Marine, the compass, fair winds (RO-MOVE-05)."""
    compass = COMPASS in turn.kingdoms[leader.kingdom].inventions
    return turn.level(leader, "NA") + compass + (leader.number in turn.marks.winds)


def allowance(turn: Turn, unit: Unit, leader: Character, here: Province, there: Province) -> int:
    """How many moves a unit has in a year, for this move (RO-MOVE-03)."""
    return most_moves(UNITS[unit.type], *leading(turn, leader, here, there))


def leading(turn: Turn, leader: Character, here: Province, there: Province) -> tuple[bool, int]:
    """Whether this move touches the sea, and what the leader's talent is worth on it."""
    at_sea = here.terrain == "sea" or there.terrain == "sea"
    return at_sea, sail_bonus(turn, leader) if at_sea else march_level(turn, leader, here, there)


def most_moves(kind: UnitType, at_sea: bool, talent: int) -> int:
    """How many moves units of this type have in a year under such a leader."""
    if at_sea:
        return kind.speed + (talent if kind.naval else 0)
    return kind.speed + (march_bonus(talent, kind.speed) if kind.sort in ("land", "amphibious") else 0)


def is_carried(unit: Unit, there: Province) -> bool:
    """Land units ride on fleets wherever they go out to sea; landing costs them a move of their own (RO-MOVE-07)."""
    return UNITS[unit.type].sort == "land" and there.terrain == "sea"


def obstacle(
    turn: Turn, leader: Character, units: Sequence[Unit], destination: int
) -> tuple[str, dict[str, int]] | None:
    """Why this contingent cannot make this move: the reason, and the unit that it fails on; None if it can."""
    here, there = turn.provinces[leader.province], turn.provinces[destination]
    at_sea, talent = leading(turn, leader, here, there)
    if at_sea and passengers(units) > cargo(units):
        return "no_ships", {}
    for unit in units:
        kind = UNITS[unit.type]
        if kind.sort == "naval" and not at_sea:  # where ships go ashore they come from the sea
            return "cannot_enter", {"unit": unit.number}
        if unit.moves >= most_moves(kind, at_sea, talent) and not is_carried(unit, there):
            return "no_moves", {"unit": unit.number}
    return None


def spend_moves(units: Sequence[Unit], there: Province) -> None:
    """One move each, none for those who are carried (RO-MOVE-03, RO-MOVE-07)."""
    for unit in units:
        unit.moves += not is_carried(unit, there)


def is_sailing(units: Sequence[Unit], here: Province, there: Province) -> bool:
    """A movement at sea with fleets: an end at sea, and a unit of the naval group (RO-EXP-04)."""
    return (here.terrain == "sea" or there.terrain == "sea") and any(UNITS[unit.type].naval for unit in units)


def is_marching(here: Province, there: Province) -> bool:
    """A movement on land: both provinces are land (RO-EXP-04)."""
    return here.terrain != "sea" and there.terrain != "sea"
