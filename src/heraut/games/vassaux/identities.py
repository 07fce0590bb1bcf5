"""Who is meant: seats, units, groups and figures by their numbers, apart from one another and from all other numbers.

A figure is known by its id: unit id × 100 + 1 for the leader, + 2, + 3… for his men (SV-GEN-08); it keeps it for life.
A *group* is what may be attacked: the ranks of a unit, by its id, or minus that id for its disordered band (SV-COH-05).
"""

from __future__ import annotations

from enum import IntEnum
from typing import NewType

Place = NewType("Place", int)  # where a player sits: 0 (seat A, south) or 1 (seat B, north)
GroupId = NewType("GroupId", int)
UnitId = NewType("UnitId", GroupId)  # 1, 2… of seat A, 51, 52… of seat B; also the group of its ranks
FigureId = NewType("FigureId", int)

SOUTH, NORTH = PLACES = (Place(0), Place(1))
HOST = 50  # numbers of units kept for each seat
RANKS = 100  # numbers of figures kept for each unit
BORDER = HOST * RANKS  # the ids of seat A's figures lie below, those of seat B's above

# As states and answers write it that there is none, or that it does not matter which.
NO_UNIT = UnitId(GroupId(0))  # of groups too
NO_FIGURE = FigureId(0)
WHOEVER = UnitId(GroupId(-1))


class Holder(IntEnum):
    """Who has what one of two seats may have, or neither: the initiative, the attack, the victory."""

    NOBODY = -1
    SOUTH = 0
    NORTH = 1


def holder(place: Place | None) -> Holder:
    """The seat as a holder; None: nobody."""
    return Holder.NOBODY if place is None else Holder(place)


def opposite(place: Place) -> Place:
    """The other seat."""
    return Place(1 - place)


def unit_number(place: Place, rank: int) -> UnitId:
    """The id of a unit by its rank in its host, 0 for the Lord."""
    return UnitId(GroupId(HOST * place + rank + 1))


def rank_of(unit: UnitId) -> int:
    """The rank of a unit in its host: 0 for the Lord."""
    return (unit - 1) % HOST


def place_of(unit: UnitId) -> Place:
    """The seat of a unit, by its id."""
    return NORTH if unit > HOST else SOUTH


def figures_of(unit: UnitId, size: int) -> list[FigureId]:
    """The ids of the figures that a unit of this size is built of, its leader's first."""
    return [FigureId(unit * RANKS + rank) for rank in range(1, size + 1)]


def home_of(figure: FigureId) -> UnitId:
    """The unit that a figure was built in, wherever it serves by now."""
    return UnitId(GroupId(figure // RANKS))


def unit_of(group: GroupId) -> UnitId:
    """The unit of a group: of a band, the one it came from."""
    return UnitId(GroupId(abs(group)))


def band_of(unit: UnitId) -> GroupId:
    """The group of its disordered men."""
    return GroupId(-unit)


def is_band(group: GroupId) -> bool:
    """Whether these are the disordered men of a unit."""
    return group < 0


def by_number(group: GroupId) -> tuple[int, bool]:
    """A key that sorts groups by the ids of their units, a band after its unit."""
    return abs(group), group < 0
