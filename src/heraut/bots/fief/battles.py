"""Phase 5: attacks and arrests, mercy, surrender."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.bots.fief.marching import attacks
from heraut.bots.fief.planner import LARGEST, Planner, wins
from heraut.engine.protocol import Json
from heraut.games.fief.calculators.chances import chances
from heraut.games.fief.identities import REBELS, PlayerNo
from heraut.games.fief.orders.answers import Yes
from heraut.games.fief.orders.battles import Fight, Mercy
from heraut.games.fief.orders.movements import Arrest, Rouse
from heraut.games.fief.orders.order import SILENCE, Answer, Order

LOST = 0.12  # the chance of victory below which lords beg for their lives
SURRENDER = 0.3  # the same for whoever is summoned to surrender
STRONGER = 0.8  # the chance of victory from which strangers in one's own castle are arrested


def declare(planner: Planner) -> Answer:
    """Everybody whom I would beat where I stand; strangers in my castles are arrested."""
    orders: list[Order] = [*arrests(planner)]
    summoned = {order.village for order in orders if isinstance(order, Arrest)}
    orders += [order for _, order in attacks(planner) if order.village not in summoned]
    orders += [order for order in planner.offers if isinstance(order, Rouse) and hostile(planner, order.target)]
    return tuple(orders) if orders and not planner.decision.check(tuple(orders)) else SILENCE


def hostile(planner: Planner, player: PlayerNo) -> bool:
    """Whether a player is neither I nor my ally."""
    return player == REBELS or not planner.friend(list(planner.view["seats"])[player])


def arrests(planner: Planner) -> Iterator[Arrest]:
    """Strangers inside, when I am much the stronger."""
    for order in planner.offers:
        if isinstance(order, Arrest) and hostile(planner, order.target):
            seat = list(planner.view["seats"])[order.target]
            mine, theirs = (planner.strength(order.village, one) for one in (planner.seat, seat))
            if wins(mine, theirs, planner.row(order.village), 1.0) > STRONGER:
                yield order


def camp_of(planner: Planner) -> tuple[Json | None, list[Json]]:
    """My camp in the battle, and the others."""
    battle = planner.view["battle"]
    if battle is None:
        return None, []
    mine = [camp for camp in battle["camps"] if any(party[0] == planner.seat for party in camp["parties"])]
    others = [camp for camp in battle["camps"] if not any(planner.friend(party[0]) for party in camp["parties"])]
    return (mine[0] if mine else None), others


def fight(planner: Planner) -> Answer:
    """Fights on, and begs for mercy where lords of mine would fall and hardly any hope is left."""
    mine, others = camp_of(planner)
    if mine is None or not others or Mercy() not in planner.offers:
        return SILENCE
    foe = max(others, key=lambda camp: int(camp["points"] or 0))
    mine_points, foe_points = (min(LARGEST, int(camp["points"] or 0)) for camp in (mine, foe))
    chance = chances(mine["row"], foe["row"], LARGEST).win[mine_points][foe_points]
    begs = chance < LOST and any(name in planner.me["lords"] for name in mine["lords"])
    return (Mercy(),) if begs else (Fight(),)


def show_mercy(planner: Planner) -> Answer:
    """Mercy to whoever begs for it: a prisoner is worth a ransom."""
    return (Yes(),) if Yes() in planner.offers else SILENCE


def summoned(planner: Planner) -> Answer:
    """Surrenders where the chance against the gatekeeper of each of my lords is small, and fights elsewhere."""
    if Yes() not in planner.offers:
        return SILENCE
    hope = 0.0
    for lord in planner.my_lords:
        keeper = planner.villages[lord.village]["gatekeeper"]
        if keeper is not None and not planner.friend(keeper):
            mine, theirs = (planner.strength(lord.village, seat) for seat in (planner.seat, keeper))
            hope = max(hope, wins(mine, theirs, planner.row(lord.village)))
    return (Yes(),) if hope < SURRENDER else (Fight(),)
