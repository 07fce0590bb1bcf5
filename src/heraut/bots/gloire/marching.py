"""Knights on the road: toward the lands that may be taken, else toward the front (phase 9)."""

from __future__ import annotations

from heraut.bots.gloire.planner import Planner
from heraut.bots.gloire.war import lawful_prey
from heraut.games.gloire.orders import Move
from heraut.games.gloire.state import Knight, LandName

VANGUARD = 4  # knights, the most renowned, who go where there is something to take, with or without men


def march(planner: Planner) -> None:
    """The vanguard, and whoever commands men, go one land nearer to the nearest land worth attacking."""
    goals = planner.free_lands or {land for land in planner.owners if lawful_prey(planner, land)}
    if not goals:
        return
    knights = [knight for knight in planner.knights.values() if knight.id not in planner.attacking]
    knights.sort(key=lambda knight: -knight.renown)
    for place, knight in enumerate(knights):
        if knight is planner.lord_knight and not planner.free_lands:
            continue
        if place < VANGUARD or planner.men_of(knight):
            way = next_land(planner, knight, goals)
            if way is not None:
                planner.order(Move(knight.id, way))


def next_land(planner: Planner, knight: Knight, goals: set[LandName]) -> LandName | None:
    """The own land next door that is nearest to a goal, if that is nearer than where the knight stands."""
    distances = planner.atlas.distances

    def away(land: LandName) -> int:
        return min(distances[land][goal] for goal in goals)

    here = away(knight.land)
    ways = [land for land in planner.near(knight.land) if planner.owners[land] == planner.seat]
    if here <= 1 or not ways:
        return None
    best = min(ways, key=away)
    return best if away(best) < here else None
