"""Treaties: with everybody at first, then with whoever is at war with us; war on the weakest neighbour once no natives
are left to conquer.
"""

from __future__ import annotations

from heraut.bots.rois.planner import Planner
from heraut.bots.rois.strength import FORCES
from heraut.bots.rois.ways import is_target
from heraut.games.rois import orders as o

ENOUGH = 10  # units with which one may look for a war
YOUNG = 5  # the last turn on which everybody is offered a treaty (RO-SOLO-01), the first of wars of choice


def diplomacy(planner: Planner) -> None:
    """Offers, breaks, votes."""
    free_land = any(
        is_target(planner, there) and not planner.owner(there)
        for here in planner.provinces
        for there in planner.neighbours(here)
    )
    wars = [int(number) for number, relation in planner.own["relations"].items() if relation == "enemy"]
    strong = len(planner.own["units"]) >= ENOUGH
    if planner.turn <= YOUNG:
        planner.realm += [o.Treat(int(kingdom)) for kingdom, now in planner.own["relations"].items() if now != "allied"]
    elif free_land or not strong:
        planner.realm += [o.Treat(kingdom) for kingdom in wars]
    elif not wars and not planner.last_turn:
        victim = weakest_neighbour(planner)
        if victim:
            planner.realm.append(o.Break(victim))
    if planner.own["may_call"]:
        planner.realm.append(o.CallVote())
    planner.realm.append(o.Vote(planner.own["kingdom"]))


def weakest_neighbour(planner: Planner) -> int:
    """Whose lands next to ours look worst defended, a Neutral rather than an ally; 0 if there is nobody."""
    seen: dict[int, tuple[bool, float]] = {}
    for here in planner.provinces:
        for there in planner.neighbours(here):
            owner = planner.owner(there)
            if owner and owner != planner.own["kingdom"]:
                force = FORCES.get(planner.map[there].get("forces", {}).get(str(owner), 0), 0.0)
                look = planner.relation(owner) == "allied", force
                seen[owner] = min(seen.get(owner, look), look)
    return min(seen, key=lambda kingdom: (seen[kingdom], kingdom), default=0)
