"""The way home (GP-RAP, §5.19): where men driven from a land would go, and how many would be lost on the way."""

from __future__ import annotations

import msgspec

from heraut.engine.protocol import Json
from heraut.games.gloire.calculators.known import known_turn
from heraut.games.gloire.phases.repatriation import refuges, retreat_loss
from heraut.games.gloire.state import LandName


class Leg(msgspec.Struct, frozen=True):
    """So many lands away: the men lost and left."""

    distance: int
    lost: int
    left: int


class WayHome(msgspec.Struct, frozen=True):
    """Where men would go from a land: one of `refuges`, drawn with equal chances, all at the same distance.

    Without refuge a knight's army stays where it is; a garrison whose lord has no land left is lost (`demobilised`).
    `table` gives the losses of as many men by distance, up to where all are lost.
    """

    origin: LandName
    men: int
    refuges: tuple[LandName, ...]
    distance: int | None
    lost: int
    left: int
    demobilised: bool
    table: tuple[Leg, ...]


def way_home(view: Json, origin: LandName, men: int, *, garrison: bool = False) -> WayHome:
    """The way home of so many men of a living lord, as the lands are owned now, were they driven from this one.

    A land of his own does not count as a refuge from itself: he must have lost it to be driven out.
    """
    turn = known_turn(view)
    lord, constants = turn.now.lords[view["own"]["seat"]], turn.constants
    turn.now.lands[origin].owner = None
    table = tuple(
        Leg(distance, lost, men - lost)
        for distance in range(1, len(constants.retreat_losses) + 1)
        for lost in [retreat_loss(men, distance, constants)]
    )
    landless = all(land.owner != lord.seat for land in turn.now.lands.values())
    found = refuges(turn, lord, origin)
    if not found or (garrison and landless):
        lost = men if garrison else 0
        return WayHome(origin, men, (), None, lost, men - lost, garrison, table)
    distance = turn.atlas.distance(origin, found[0])
    lost = retreat_loss(men, distance, constants)
    return WayHome(origin, men, tuple(found), distance, lost, men - lost, False, table)
