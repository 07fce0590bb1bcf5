"""War: whom to declare it on, and attacks on the lands of declared enemies (phases 7 and 8)."""

from __future__ import annotations

from heraut.bots.gloire.council import Council
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


def attack_enemies(council: Council) -> None:
    """The best knights at the front, the lord excepted, each with a host, each against another land."""
    taken: set[LandName] = set()
    for knight in sorted(council.knights.values(), key=lambda knight: -knight.renown):
        if knight is council.lord_knight or knight.id in council.attacking:
            continue
        for land in sorted(council.near(knight.land), key=lambda land: -council.view["lands"][land]["population"]):
            if land in taken or not lawful_prey(council, land):
                continue
            if not levy_for(council, knight, HOST - council.men_of(knight)):
                break
            council.attack(Attack(knight.id, land, int(RETREAT * council.men_of(knight))))
            taken.add(land)
            break


def lawful_prey(council: Council, land: LandName) -> bool:
    """Whether the owner is an enemy, and nobody else next door who would make felons of us.

    A friend of his might stand there; a stranger at war with him might be there before us.
    """
    owner = council.owners[land]
    if owner is None or owner not in council.enemies or council.may_become_felony(land):
        return False
    friends = set(council.lords[owner]["allies"]) - {council.seat, *council.enemies, *council.allies}
    return not any(council.owners[near] in friends for near in council.near(land))


def declare_war(council: Council) -> None:
    """One war at a time, on the weakest neighbour, once no neutral land is within reach (GUE)."""
    own = council.me["global_renown"]
    if (
        council.turn < FIRST_WAR
        or council.enemies
        or any(isinstance(order, DeclareWar) for order in council.orders)  # a call to arms is war enough
        or council.purse < WAR_CHEST
        or own > NEAR_THE_THRONE * council.constants.renown_victory
        or any(near in council.free_lands for land in council.lands for near in council.near(land))
    ):
        return
    preys = [seat for seat in neighbours(council) if is_weaker_stranger(council, seat)]
    if preys:
        council.order(DeclareWar(min(preys, key=lambda seat: (council.renown_of(seat), council.lords[seat]["number"]))))


def neighbours(council: Council) -> set[Seat]:
    """The lords whose lands touch ours."""
    owners = {council.owners[near] for land in council.lands for near in council.near(land)}
    return {owner for owner in owners if owner is not None and owner != council.seat}


def is_weaker_stranger(council: Council, seat: Seat) -> bool:
    """Whether a lord is weaker, not allied, and without an ally of ours: a war would cost us no friend."""
    return (
        seat not in council.allies
        and not set(council.lords[seat]["allies"]) & set(council.allies)
        and SUPERIOR * strength(council, seat) < strength(council, council.seat)
    )


def strength(council: Council, seat: Seat) -> float:
    """What a lord weighs in a war: his renown, and a share of that of the allies he may call."""
    return council.renown_of(seat) + FRIENDSHIP * sum(council.renown_of(ally) for ally in council.lords[seat]["allies"])
