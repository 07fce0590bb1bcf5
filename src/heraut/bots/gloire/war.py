"""War: whom to declare it on, and attacks on the lands of declared enemies (phases 7 and 8)."""

from __future__ import annotations

from heraut.bots.gloire.planner import Planner
from heraut.bots.gloire.recruiting import levy_for
from heraut.engine.protocol import Seat
from heraut.games.gloire.orders import Attack, DeclareWar
from heraut.games.gloire.state import LandName

RETREAT = 0.6  # share of his men below which a knight breaks the attack off
SURE = 2.0  # how much stronger one has to be to count on every land at the border
PERSON = 0.45  # share of a lord's global renown that is his own
FRIENDSHIP = 0.5  # share of an ally's renown that counts in the balance


def attack_enemies(planner: Planner) -> None:
    """The best knights at the front, the lord excepted, each with a host, each against another land."""
    taken: set[LandName] = set()
    for knight in sorted(planner.knights.values(), key=lambda knight: -knight.renown):
        if knight is planner.lord_knight or knight.id in planner.attacking:
            continue
        for land in sorted(planner.near(knight.land), key=lambda land: -planner.view["lands"][land]["population"]):
            if land in taken or not lawful_prey(planner, land):
                continue
            if not levy_for(planner, knight, planner.traits.host - planner.men_of(knight)):
                break
            planner.attack(Attack(knight.id, land, int(RETREAT * planner.men_of(knight))))
            taken.add(land)
            break


def lawful_prey(planner: Planner, land: LandName) -> bool:
    """Whether a land belongs to a declared enemy, and attacking it can offend nobody else.

    A friend of his might stand there; a stranger at war with him might be there before us.
    """
    owner = planner.owners[land]
    if owner is None or owner not in planner.enemies:
        return False
    if not planner.traits.wary:
        rivals = set(planner.lords[owner]["enemies"]) - {planner.seat, *planner.allies, *planner.enemies}
        return not any(
            planner.owners[near] in rivals and planner.acts_first(planner.owners[near]) for near in planner.near(land)
        )
    if planner.may_become_felony(land):
        return False
    friends = set(planner.lords[owner]["allies"]) - {planner.seat, *planner.enemies, *planner.allies}
    return not any(planner.owners[near] in friends for near in planner.near(land))


def campaign(planner: Planner) -> None:
    """War on the neighbour whose lands at our border outweigh the renown that an enemy costs (GUE)."""
    traits, enemies = planner.traits, planner.foes
    if planner.turn < traits.first_war or len(enemies) >= traits.wars or planner.purse < traits.war_chest:
        return
    foes = [seat for seat in unallied(planner) if seat not in enemies and at_hand(planner, seat)]
    gains = {seat: gain_of_war(planner, seat) for seat in foes}
    best = max(gains, key=lambda seat: gains[seat], default=None)
    if best is not None and gains[best] > 0:
        planner.order(DeclareWar(best))


def gain_of_war(planner: Planner, seat: Seat) -> float:
    """The renown of the lands that may be taken from a lord, less what he costs as an enemy, and friends we share."""
    traits = planner.traits
    border = [*at_hand(planner, seat), *withheld(planner, seat)]
    worth = sum(sorted([planner.worth_taken(land) for land in border], reverse=True)[: planner.captains])
    odds = min(SURE, weight(planner, planner.seat) / max(1.0, weight(planner, seat)))
    worth *= min(1.0, len(planner.holdings[seat]) / max(1, contenders(planner, seat)))
    rivals = sum(foe not in planner.allies for foe in planner.lords[seat]["enemies"])
    return traits.appetite * odds * worth / (1 + rivals) ** 2 - price_of_war(planner, seat)


def at_hand(planner: Planner, seat: Seat) -> list[LandName]:
    """The lands of a lord that touch ours, or that only a neutral land keeps apart from ours."""
    return [land for land in planner.holdings[seat] if land in planner.marches]


def contenders(planner: Planner, seat: Seat) -> int:
    """How many lords have lands within two of a lord's, and may be after the same ones as we are."""
    distances, held = planner.atlas.distances, planner.holdings
    friends = {seat, *planner.lords[seat]["allies"]}
    return sum(
        any(distances[mine][his] <= 2 for mine in lands for his in held[seat])
        for other, lands in held.items()
        if other not in friends
    )


def withheld(planner: Planner, seat: Seat) -> list[LandName]:
    """The neutral lands next to ours that we leave alone lest he be there first: from an enemy they may be taken."""
    return [
        land
        for land, owner in planner.owners.items()
        if owner is None
        and land not in planner.free_lands
        and land in planner.marches
        and any(planner.owners[near] == seat for near in planner.near(land))
    ]


def price_of_war(planner: Planner, seat: Seat) -> float:
    """The renown that a war costs by itself: the enemy's, and that of the friends we share, who leave us both."""
    shared = set(planner.lords[seat]["allies"]) & set(planner.allies)
    lost = sum(PERSON * planner.renown_of(ally) / planner.constants.divisor for ally in shared)
    return cost_of_enemy(planner, seat) + lost


def cost_of_enemy(planner: Planner, seat: Seat) -> float:
    """The renown that an enemy costs as long as he is one (GP-RG-06), as far as it can be told."""
    friends = sum(planner.renown_of(ally) for ally in planner.lords[seat]["allies"])
    return PERSON * (planner.renown_of(seat) / planner.constants.divisor + friends / planner.constants.ally_divisor)


def declare_war(planner: Planner) -> None:
    """One war at a time, on the weakest neighbour, once no neutral land is within reach (GUE)."""
    if planner.traits.appetite:
        campaign(planner)
        return
    own = planner.me["global_renown"]
    if (
        planner.turn < planner.traits.first_war
        or len(planner.enemies) >= planner.traits.wars
        or any(isinstance(order, DeclareWar) for order in planner.orders)  # a call to arms is war enough
        or planner.purse < planner.traits.war_chest
        or own > planner.traits.near_the_throne * planner.constants.renown_victory
        or any(near in planner.free_lands for land in planner.lands for near in planner.near(land))
    ):
        return
    preys = [seat for seat in neighbours(planner) if is_weaker_stranger(planner, seat)]
    if preys:
        planner.order(DeclareWar(min(preys, key=lambda seat: (planner.renown_of(seat), planner.lords[seat]["number"]))))


def pick_a_quarrel(planner: Planner) -> None:
    """GUE against whoever costs least as an enemy, so that our allies may be called (GP-APP-01, `call_allies`)."""
    if not planner.calls_every_turn or not planner.allies or planner.foes:
        return
    if strangers := unallied(planner):
        planner.order(DeclareWar(min(strangers, key=lambda seat: price_of_war(planner, seat))))


def unallied(planner: Planner) -> list[Seat]:
    """The living lords on whom a war would break no alliance of ours."""
    return [
        seat
        for seat, lord in planner.lords.items()
        if lord["alive"] and seat != planner.seat and seat not in planner.allies
    ]


def neighbours(planner: Planner) -> set[Seat]:
    """The lords whose lands touch ours."""
    owners = {planner.owners[near] for land in planner.lands for near in planner.near(land)}
    return {owner for owner in owners if owner is not None and owner != planner.seat}


def is_weaker_stranger(planner: Planner, seat: Seat) -> bool:
    """Whether a lord is weaker, not allied, and without an ally of ours: a war would cost us no friend."""
    return (
        seat not in planner.allies
        and not set(planner.lords[seat]["allies"]) & set(planner.allies)
        and planner.traits.superior * weight(planner, seat) < weight(planner, planner.seat)
    )


def weight(planner: Planner, seat: Seat) -> float:
    """What a lord weighs in a war: his renown, and a share of that of the allies he may call."""
    return planner.renown_of(seat) + FRIENDSHIP * sum(planner.renown_of(ally) for ally in planner.lords[seat]["allies"])
