"""Treaties: with everybody at first, then with whoever is at war with us; war on the weakest neighbour once no natives
are left to conquer.
"""

from __future__ import annotations

from heraut.bots.rois.council import Council
from heraut.bots.rois.strength import FORCES
from heraut.bots.rois.ways import is_target
from heraut.games.rois import orders as o

ENOUGH = 10  # units with which one may look for a war
YOUNG = 5  # the last turn on which everybody is offered a treaty (RO-SOLO-01), the first of wars of choice


def diplomacy(council: Council) -> None:
    """Offers, breaks, votes."""
    free_land = any(
        is_target(council, there) and not council.owner(there)
        for here in council.provinces
        for there in council.neighbours(here)
    )
    wars = [int(number) for number, relation in council.own["relations"].items() if relation == "enemy"]
    strong = len(council.own["units"]) >= ENOUGH
    if council.turn <= YOUNG:
        council.realm += [o.Treat(int(kingdom)) for kingdom, now in council.own["relations"].items() if now != "allied"]
    elif free_land or not strong:
        council.realm += [o.Treat(kingdom) for kingdom in wars]
    elif not wars and not council.last_turn:
        victim = weakest_neighbour(council)
        if victim:
            council.realm.append(o.Break(victim))
    if council.own["may_call"]:
        council.realm.append(o.CallVote())
    council.realm.append(o.Vote(council.own["kingdom"]))


def weakest_neighbour(council: Council) -> int:
    """Whose lands next to ours look worst defended, a Neutral rather than an ally; 0 if there is nobody."""
    seen: dict[int, tuple[bool, float]] = {}
    for here in council.provinces:
        for there in council.neighbours(here):
            owner = council.owner(there)
            if owner and owner != council.own["kingdom"]:
                force = FORCES.get(council.map[there].get("forces", {}).get(str(owner), 0), 0.0)
                look = council.relation(owner) == "allied", force
                seen[owner] = min(seen.get(owner, look), look)
    return min(seen, key=lambda kingdom: (seen[kingdom], kingdom), default=0)
