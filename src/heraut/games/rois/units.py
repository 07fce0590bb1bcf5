"""What units can do wherever they are: where they may stand, who carries whom; and how an event lists the lost."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.games.rois.state import Province, Unit
from heraut.games.rois.tables import CONSTANTS, UNITS


def may_enter(type: str, province: Province, *, coastal: bool) -> bool:
    """Whether a unit of this type may stand in a province without being carried (RO-MOVE-06)."""
    sort = UNITS[type].sort
    if sort in ("air", "amphibious"):
        return True
    if sort == "land":
        return province.terrain != "sea"
    return province.terrain == "sea" or coastal


def passengers(units: Iterable[Unit]) -> int:
    """How many of these units have to be carried at sea (RO-MOVE-07)."""
    return sum(UNITS[unit.type].sort == "land" for unit in units)


def cargo(units: Iterable[Unit]) -> int:
    """How many land units the fleets among these carry (RO-MOVE-07)."""
    return CONSTANTS.cargo * sum(unit.type == "FL" for unit in units)


def told_lost(units: Iterable[Unit]) -> list[list[int | str]]:
    """Units as an event lists those who are no more: number, type, race, and the name that their King gave them."""
    return [[unit.number, unit.type, unit.race, unit.name] for unit in units]
