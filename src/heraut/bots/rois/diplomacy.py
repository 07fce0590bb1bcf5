"""Treaties: at first with whom one likes, then with whoever is at war with us; war on the weakest neighbour once no
natives are left to conquer. A treaty wants both in the same year (RO-DIP-03), so an offer is also the answer to one.
"""

from __future__ import annotations

from heraut.bots.rois.elections import apart, calls, elections, seen_bases
from heraut.bots.rois.planner import Planner
from heraut.bots.rois.strength import FORCES
from heraut.bots.rois.ways import is_target
from heraut.engine.protocol import Json, Seat
from heraut.games.rois import orders as o

HOARD = 60  # gold that is more than one needs
ALLY, ENEMY = 1.0, -1.0


def diplomacy(planner: Planner) -> None:
    """Offers, breaks, votes."""
    free_land = any(
        is_target(planner, there) and not planner.owner(there)
        for here in planner.provinces
        for there in planner.neighbours(here)
    )
    wars = [int(number) for number, relation in planner.own["relations"].items() if relation == "enemy"]
    strong = len(planner.own["units"]) >= planner.traits.enough
    if planner.turn <= planner.traits.young:
        planner.realm += [o.Treat(kingdom) for kingdom in liked(planner, strong=strong)]
    elif free_land or not strong:
        later = liked(planner, strong=strong) if planner.traits.peace < 1 else ()  # whom he has not liked at once
        planner.realm += [o.Treat(kingdom) for kingdom in dict.fromkeys((*wars, *later))]
    elif not wars and not planner.last_turn and not planner.traits.faithful:
        victim = weakest_neighbour(planner)
        if victim:
            planner.realm.append(o.Break(victim))
    if planner.traits.votes:
        elections(planner)
        friendship(planner)
        return
    if planner.own["may_call"]:
        planner.realm += calls(planner)
    planner.realm.append(o.Vote(planner.own["kingdom"]))


def liked(planner: Planner, *, strong: bool) -> list[int]:
    """With whom a King treats this year, of those who are not his allies yet: by temper, by how near their alignments
    are, and by chance; not with the neighbour whose land he means to take, once he is strong enough for it.
    """
    traits = planner.traits
    others = [int(kingdom) for kingdom, now in planner.own["relations"].items() if now != "allied"]
    coveted = weakest_neighbour(planner) if traits.covets and strong else 0
    return [
        kingdom
        for kingdom in others
        if kingdom != coveted and planner.agrees(traits.peace - traits.rift * apart(planner, kingdom))
    ]


def friendship(planner: Planner) -> None:
    """Allies share what they have found (RO-DIP-12), and a rich one helps a poor one of his kind (RO-DIP-13)."""
    allies = [int(number) for number, relation in planner.own["relations"].items() if relation == "allied"]
    planner.realm += [o.Exchange(kingdom) for kingdom in allies]
    gift = planner.traits.gift
    if gift and allies and planner.gold > HOARD and not planner.last_turn:
        planner.realm.append(o.Donate(min(allies, key=lambda kingdom: (apart(planner, kingdom), kingdom)), gift))


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


def regard(view: Json, other: Seat) -> float:
    """How this King looks upon the one of another seat: an ally 1, an enemy -1, else a little by their alignments.

    Seats bear the numbers of their kingdoms; whoever is not known, or has fallen, is nobody: 0.
    """
    number = other.removeprefix("j")
    relation = view["own"]["relations"].get(number) if "own" in view else None
    if relation is None:
        return 0.0
    if relation != "neutral":
        return ALLY if relation == "allied" else ENEMY
    return 0.2 - 0.1 * apart(Planner(view), int(number))


def strength(view: Json, seat: Seat) -> float | None:
    """The tax base of a kingdom as a share of the greatest that is known; None where nothing of it was seen."""
    if "own" not in view:
        return None
    bases = seen_bases(Planner(view))
    found = bases.get(int(seat.removeprefix("j")))
    return None if found is None else found / max(bases.values())
