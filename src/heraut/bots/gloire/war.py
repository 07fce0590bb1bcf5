"""War: whom to declare it on, and attacks on the lands of declared enemies (phases 7 and 8)."""

from __future__ import annotations

from heraut.bots.gloire.planner import Planner
from heraut.bots.gloire.recruiting import levy_for
from heraut.engine.protocol import Seat
from heraut.games.gloire.orders import Attack, DeclareWar
from heraut.games.gloire.state import LandName

HOST = 500  # men of an army sent against a lord
RETREAT = 0.6  # share of his men below which a knight breaks the attack off
WAR_CHEST = 6000  # écus without which no war is begun
FIRST_WAR = 4  # the turn before which nobody begins one
SUPERIOR = 1.4  # how much stronger one must be to begin a war
FRIENDSHIP = 0.5  # share of an ally's renown that counts in the balance
NEAR_THE_THRONE = 0.5  # share of the renown of a king from which new wars only cost


def attack_enemies(planner: Planner) -> None:
    """The best knights at the front, the lord excepted, each with a host, each against another land."""
    taken: set[LandName] = set()
    for knight in sorted(planner.knights.values(), key=lambda knight: -knight.renown):
        if knight is planner.lord_knight or knight.id in planner.attacking:
            continue
        for land in sorted(planner.near(knight.land), key=lambda land: -planner.view["lands"][land]["population"]):
            if land in taken or not lawful_prey(planner, land):
                continue
            if not levy_for(planner, knight, HOST - planner.men_of(knight)):
                break
            planner.attack(Attack(knight.id, land, int(RETREAT * planner.men_of(knight))))
            taken.add(land)
            break


def lawful_prey(planner: Planner, land: LandName) -> bool:
    """Whether the owner is an enemy, and nobody else next door who would make felons of us.

    A friend of his might stand there; a stranger at war with him might be there before us.
    """
    owner = planner.owners[land]
    if owner is None or owner not in planner.enemies or planner.may_become_felony(land):
        return False
    friends = set(planner.lords[owner]["allies"]) - {planner.seat, *planner.enemies, *planner.allies}
    return not any(planner.owners[near] in friends for near in planner.near(land))


def declare_war(planner: Planner) -> None:
    """One war at a time, on the weakest neighbour, once no neutral land is within reach (GUE)."""
    own = planner.me["global_renown"]
    if (
        planner.turn < FIRST_WAR
        or planner.enemies
        or any(isinstance(order, DeclareWar) for order in planner.orders)  # a call to arms is war enough
        or planner.purse < WAR_CHEST
        or own > NEAR_THE_THRONE * planner.constants.renown_victory
        or any(near in planner.free_lands for land in planner.lands for near in planner.near(land))
    ):
        return
    preys = [seat for seat in neighbours(planner) if is_weaker_stranger(planner, seat)]
    if preys:
        planner.order(DeclareWar(min(preys, key=lambda seat: (planner.renown_of(seat), planner.lords[seat]["number"]))))


def neighbours(planner: Planner) -> set[Seat]:
    """The lords whose lands touch ours."""
    owners = {planner.owners[near] for land in planner.lands for near in planner.near(land)}
    return {owner for owner in owners if owner is not None and owner != planner.seat}


def is_weaker_stranger(planner: Planner, seat: Seat) -> bool:
    """Whether a lord is weaker, not allied, and without an ally of ours: a war would cost us no friend."""
    return (
        seat not in planner.allies
        and not set(planner.lords[seat]["allies"]) & set(planner.allies)
        and SUPERIOR * strength(planner, seat) < strength(planner, planner.seat)
    )


def strength(planner: Planner, seat: Seat) -> float:
    """What a lord weighs in a war: his renown, and a share of that of the allies he may call."""
    return planner.renown_of(seat) + FRIENDSHIP * sum(planner.renown_of(ally) for ally in planner.lords[seat]["allies"])
