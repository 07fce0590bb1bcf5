"""Phase 3: titles first, then what pays, then what holds and conquers."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.bots.fief.cards import pawn
from heraut.bots.fief.planner import Planner, holds
from heraut.bots.fief.roads import within
from heraut.games.fief.board.places import EVERY_VILLAGE, REGION_OF
from heraut.games.fief.calculators.dice import Row
from heraut.games.fief.identities import VillageNo
from heraut.games.fief.orders.answers import End
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.orders.purchases import Build, Ennoble, Hat, Recruit, Transfer
from heraut.games.fief.tables import CONSTANTS

PRICES, INCOMES = CONSTANTS.prices, CONSTANTS.incomes
STEADY = 3  # turns in which a building should have paid for itself
MILL, PRESS, CASTLE = "moulin", "pressoir", "château"


def buy(planner: Planner) -> Answer:
    """The best purchase, one at a time; then the end of the turn."""
    return (next(counsels(planner), End()),)


def counsels(planner: Planner) -> Iterator[Order]:
    """What each counsel would buy, the weightiest first."""
    for counsel in THRIFTY if planner.traits.thrift else RECKLESS:
        order = counsel(planner)
        if order is not None and planner.legal(order):
            yield order


# Titles


def titles(planner: Planner) -> Order | None:
    """A fief as soon as it can be had: for a man who may be King, his capital where it is safest."""
    orders = [order for order in planner.offers if isinstance(order, Ennoble)]
    return max(orders, key=lambda order: dignity(planner, order), default=None)


def dignity(planner: Planner, order: Ennoble) -> float:
    """Who should bear a title: a layman without one, so that every lord has a vote; then where the capital is."""
    one = pawn(planner, order.lord)
    bearer = 4.0 * (not one.titles) + 2.0 * (not one.woman) + 3.0 * (one.bishop is None)
    seen = planner.villages[order.capital]
    city = planner.soldiers(order.capital, planner.seat) / 10 + seen["mills"] / 10 - planner.threats[order.capital] / 20
    return float(bearer + city)


def titles_shared(planner: Planner) -> Order | None:
    """A title passes to a lord who has no vote yet."""
    for order in planner.offers:
        if isinstance(order, Transfer) and not pawn(planner, order.lord).votes:
            return order
    return None


def hats(planner: Planner) -> Order | None:
    """A cardinal's hat for a bishop of mine: a cardinal crowns a King alone."""
    if any(lord.cardinal for lord in planner.my_lords) or (planner.points_game and planner.turns_left < 2):
        return None
    candidate = any(lord.titles and not lord.woman and lord.bishop is None for lord in planner.my_lords)
    orders = [order for order in planner.offers if isinstance(order, Hat)]
    if not orders or not (candidate or planner.purse >= 2 * PRICES.cardinal):
        return None
    return orders[0]


# What pays


def mills(planner: Planner) -> Order | None:
    """A mill pays for itself in two turns, wherever the place is held; there are twelve in all."""
    return building(planner, MILL, PRICES.mill, INCOMES.mill)


def presses(planner: Planner) -> Order | None:
    """A press, on the same terms."""
    return building(planner, PRESS, PRICES.press, INCOMES.press)


def building(planner: Planner, name: str, price: int, income: int) -> Order | None:
    """A building where it is safest, if it can pay for itself and no title is near."""
    pays = planner.turns_left * income > 1.2 * price
    if not pays or planner.purse - price < saved(planner):
        return None
    orders = [order for order in planner.offers if isinstance(order, Build) and order.building == name]
    orders = [order for order in orders if not planner.regions[REGION_OF[order.village]]["famine"]]
    return max(orders, key=lambda order: (safety(planner, order.village), -order.village), default=None)


def saved(planner: Planner) -> int:
    """What is kept for a title that can be had next turn; a mill bought now pays for part of it."""
    ready = [region for region in planner.aims if not planner.missing(region) and planner.has_castle(region)]
    near = [region for region in planner.aims if planner.missing(region) == 1 and planner.has_castle(region)]
    if ready:
        return planner.title_price(ready[0])
    return planner.title_price(near[0]) // 2 if near else 0


def safety(planner: Planner, village: VillageNo) -> float:
    """How surely a place is held against what could come."""
    return holds(planner.threats[village], planner.strength(village, planner.seat), planner.row(village))


# What holds, and what conquers


def recruit(planner: Planner, village: VillageNo, most: int) -> Order | None:
    """The order that buys the largest token there that is not above so many points; None where none can be bought."""
    orders = [
        order
        for order in planner.offers
        if isinstance(order, Recruit) and order.village == village and order.value <= most
    ]
    return max(orders, key=lambda order: order.value, default=None)


def worth(planner: Planner, village: VillageNo) -> float:
    """What would be lost with a village, in écus."""
    seen = planner.villages[village]
    lords = sum(200 + lord.ransom for lord in planner.my_lords if lord.where == village)
    fort = 1500 if planner.capital(village) else 500 if seen["fort"] == "castle" else 0
    return float(fort + lords + PRICES.mill * seen["mills"] + PRICES.press * seen["presses"])


def defence(planner: Planner) -> Order | None:
    """Where most would be lost, enough men to hold."""
    places = [v for v in EVERY_VILLAGE if planner.present(v) and worth(planner, v) >= 500 and planner.threats[v]]
    for village in sorted(places, key=lambda v: -worth(planner, v)):
        row: Row = planner.row(village)
        have = planner.strength(village, planner.seat)
        if (
            holds(planner.threats[village], have, row) < planner.traits.held
            and holds(planner.threats[village], have + 12, row) >= 0.4
        ):
            order = recruit(planner, village, 6)
            if order is not None:
                return order
    return None


def castles(planner: Planner) -> Order | None:
    """A castle where it alone is missing for a fief."""
    for region in planner.aims:
        if not planner.missing(region) and not planner.has_castle(region):
            orders = [
                order
                for order in planner.offers
                if isinstance(order, Build) and order.building == CASTLE and REGION_OF[order.village] == region
            ]
            if orders:
                return max(orders, key=lambda order: planner.soldiers(order.village, planner.seat))
    return None


def colonists(planner: Planner) -> Order | None:
    """Men of one point beside the lords, for the villages that are still to be occupied."""
    if planner.purse < saved(planner) + PRICES.point:
        return None
    for lord in planner.my_lords:
        around = [
            v for v in within(lord.village, 2) if v != lord.village and planner.empty(v) and not foreign(planner, v)
        ]
        ones = sum(stack["tokens"][0] for stack in planner.stacks.get((lord.village, planner.seat), ()))
        if around and ones < min(4, len(around) + 1):
            order = recruit(planner, lord.village, 1)
            if order is not None:
                return order
    return None


def foreign(planner: Planner, village: VillageNo) -> bool:
    """Whether a village belongs to somebody else's fief, and cannot be taken by standing there."""
    fief = planner.regions[REGION_OF[village]]["fief"]
    return fief is not None and planner.capital(village) is None and not planner.mine(village)


def armies(planner: Planner) -> Order | None:
    """What is left becomes an army, where its lord is; in a game for points money is worth as much at the end."""
    if planner.points_game and (planner.turns_left < STEADY or not pays_to_fight(planner)):
        return None
    if planner.purse < saved(planner) + 3 * PRICES.point + planner.traits.chest:
        return None
    captains = sorted(planner.my_lords, key=lambda lord: (-planner.strength(lord.village, planner.seat), lord.number))
    for lord in captains:
        order = recruit(planner, lord.village, 6) if lord.place == "in" else None
        if order is not None:
            return order
    return None


def pays_to_fight(planner: Planner) -> bool:
    """Whether there is somebody whose places are worth an army."""
    return planner.purse > 1500 or any(
        planner.capital(village) and planner.holders(village) for village in EVERY_VILLAGE
    )


THRIFTY = (titles, hats, mills, titles_shared, defence, castles, colonists, presses, armies)
RECKLESS = (armies, titles, castles, colonists, mills, presses)  # soldiers first, as beginners do
