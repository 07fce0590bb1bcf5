"""Knights on the road: toward the lands that may be taken, else toward the front (phase 9)."""

from __future__ import annotations

from heraut.bots.gloire.council import Council
from heraut.bots.gloire.war import lawful_prey
from heraut.games.gloire.orders import Move
from heraut.games.gloire.state import Knight, LandName

VANGUARD = 4  # knights, the most renowned, who go where there is something to take, with or without men


def march(council: Council) -> None:
    """The vanguard, and whoever commands men, go one land nearer to the nearest land worth attacking."""
    goals = council.free_lands or {land for land in council.owners if lawful_prey(council, land)}
    if not goals:
        return
    knights = [knight for knight in council.knights.values() if knight.id not in council.attacking]
    knights.sort(key=lambda knight: -knight.renown)
    for place, knight in enumerate(knights):
        if knight is council.lord_knight and not council.free_lands:
            continue
        if place < VANGUARD or council.men_of(knight):
            way = next_land(council, knight, goals)
            if way is not None:
                council.order(Move(knight.id, way))


def next_land(council: Council, knight: Knight, goals: set[LandName]) -> LandName | None:
    """The own land next door that is nearest to a goal, if that is nearer than where the knight stands."""
    distances = council.atlas.distances

    def away(land: LandName) -> int:
        return min(distances[land][goal] for goal in goals)

    here = away(knight.land)
    ways = [land for land in council.near(knight.land) if council.owners[land] == council.seat]
    if here <= 1 or not ways:
        return None
    best = min(ways, key=away)
    return best if away(best) < here else None
