"""Phase 3: titles first, then what pays, then what holds and conquers."""

from __future__ import annotations

from heraut.bots.fief.cards import pawn
from heraut.bots.fief.council import FIGURES, Council, holds, within
from heraut.games.fief.board.places import EVERY_VILLAGE, REGION_OF
from heraut.games.fief.calculators.dice import Row
from heraut.games.fief.numbers import VillageNo
from heraut.games.fief.orders.answers import End
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.orders.purchases import Build, Ennoble, Hat, Recruit, Transfer

PRICES, INCOMES = FIGURES.prices, FIGURES.incomes
HELD = 0.6  # how surely a place should be held
STEADY = 3  # turns in which a building should have paid for itself
MILL, PRESS, CASTLE = "moulin", "pressoir", "château"


def buy(council: Council) -> Answer:
    """The best purchase, one at a time; then the end of the turn."""
    for counsel in (titles, hats, mills, titles_shared, defence, castles, colonists, presses, armies):
        order = counsel(council)
        if order is not None and council.legal(order):
            return (order,)
    return (End(),)


# Titles


def titles(council: Council) -> Order | None:
    """A fief as soon as it can be had: for a man who may be King, his capital where it is safest."""
    orders = [order for order in council.offers if isinstance(order, Ennoble)]
    return max(orders, key=lambda order: dignity(council, order), default=None)


def dignity(council: Council, order: Ennoble) -> float:
    """Who should bear a title: a layman without one, so that every lord has a vote; then where the capital is."""
    one = pawn(council, order.lord)
    bearer = 4.0 * (not one.titles) + 2.0 * (not one.woman) + 3.0 * (one.bishop is None)
    seen = council.villages[order.capital]
    city = council.soldiers(order.capital, council.seat) / 10 + seen["mills"] / 10 - council.threats[order.capital] / 20
    return float(bearer + city)


def titles_shared(council: Council) -> Order | None:
    """A title passes to a lord who has no vote yet."""
    for order in council.offers:
        if isinstance(order, Transfer) and not pawn(council, order.lord).votes:
            return order
    return None


def hats(council: Council) -> Order | None:
    """A cardinal crowns a King alone."""
    if any(lord.cardinal for lord in council.my_lords) or (council.points_game and council.turns_left < 2):
        return None
    candidate = any(lord.titles and not lord.woman and lord.bishop is None for lord in council.my_lords)
    orders = [order for order in council.offers if isinstance(order, Hat)]
    if not orders or not (candidate or council.purse >= 2 * PRICES.cardinal):
        return None
    return orders[0]


# What pays


def mills(council: Council) -> Order | None:
    """A mill pays for itself in two turns, wherever the place is held; there are twelve in all."""
    return building(council, MILL, PRICES.mill, INCOMES.mill)


def presses(council: Council) -> Order | None:
    """So does a press."""
    return building(council, PRESS, PRICES.press, INCOMES.press)


def building(council: Council, name: str, price: int, income: int) -> Order | None:
    """A building where it is safest, if it can pay for itself and no title is near."""
    pays = council.turns_left * income > 1.2 * price
    if not pays or council.purse - price < saved(council, price):
        return None
    orders = [order for order in council.offers if isinstance(order, Build) and order.building == name]
    orders = [order for order in orders if not council.regions[REGION_OF[order.village]]["famine"]]
    return max(orders, key=lambda order: (safety(council, order.village), -order.village), default=None)


def saved(council: Council, price: int) -> int:
    """What is kept for a title that can be had next turn; a mill bought now pays for part of it."""
    ready = [region for region in council.aims if not council.missing(region) and council.has_castle(region)]
    near = [region for region in council.aims if council.missing(region) == 1 and council.has_castle(region)]
    if ready:
        return council.title_price(ready[0])
    return council.title_price(near[0]) // 2 if near else 0


def safety(council: Council, village: VillageNo) -> float:
    """How surely a place is held against what could come."""
    return holds(council.threats[village], council.strength(village, council.seat), council.row(village))


# What holds, and what conquers


def recruit(council: Council, village: VillageNo, most: int) -> Order | None:
    """The largest token that is not above so many points."""
    orders = [
        order
        for order in council.offers
        if isinstance(order, Recruit) and order.village == village and order.value <= most
    ]
    return max(orders, key=lambda order: order.value, default=None)


def worth(council: Council, village: VillageNo) -> float:
    """What would be lost with a village."""
    seen = council.villages[village]
    lords = sum(200 + lord.ransom for lord in council.my_lords if lord.where == village)
    fort = 1500 if council.capital(village) else 500 if seen["fort"] == "castle" else 0
    return float(fort + lords + PRICES.mill * seen["mills"] + PRICES.press * seen["presses"])


def defence(council: Council) -> Order | None:
    """Where most would be lost, enough men to hold."""
    places = [v for v in EVERY_VILLAGE if council.present(v) and worth(council, v) >= 500 and council.threats[v]]
    for village in sorted(places, key=lambda v: -worth(council, v)):
        row: Row = council.row(village)
        have = council.strength(village, council.seat)
        if holds(council.threats[village], have, row) < HELD and holds(council.threats[village], have + 12, row) >= 0.4:
            order = recruit(council, village, 6)
            if order is not None:
                return order
    return None


def castles(council: Council) -> Order | None:
    """A castle where it alone is missing for a fief."""
    for region in council.aims:
        if not council.missing(region) and not council.has_castle(region):
            orders = [
                order
                for order in council.offers
                if isinstance(order, Build) and order.building == CASTLE and REGION_OF[order.village] == region
            ]
            if orders:
                return max(orders, key=lambda order: council.soldiers(order.village, council.seat))
    return None


def colonists(council: Council) -> Order | None:
    """Men of one point beside the lords, for the villages that are still to be occupied."""
    if council.purse < saved(council, 0) + PRICES.point:
        return None
    for lord in council.my_lords:
        around = [
            v for v in within(lord.village, 2) if v != lord.village and council.empty(v) and not foreign(council, v)
        ]
        ones = sum(stack["tokens"][0] for stack in council.stacks.get((lord.village, council.seat), ()))
        if around and ones < min(4, len(around) + 1):
            order = recruit(council, lord.village, 1)
            if order is not None:
                return order
    return None


def foreign(council: Council, village: VillageNo) -> bool:
    """Whether a village belongs to somebody else's fief, and cannot be taken by standing there."""
    fief = council.regions[REGION_OF[village]]["fief"]
    return fief is not None and council.capital(village) is None and not council.mine(village)


def armies(council: Council) -> Order | None:
    """What is left becomes an army, where its lord is; in a game for points money is worth as much at the end."""
    if council.points_game and (council.turns_left < STEADY or not pays_to_fight(council)):
        return None
    if council.purse < saved(council, 0) + 3 * PRICES.point:
        return None
    captains = sorted(council.my_lords, key=lambda lord: (-council.strength(lord.village, council.seat), lord.number))
    for lord in captains:
        order = recruit(council, lord.village, 6) if lord.place == "in" else None
        if order is not None:
            return order
    return None


def pays_to_fight(council: Council) -> bool:
    """Whether there is somebody whose places are worth an army."""
    return council.purse > 1500 or any(
        council.capital(village) and council.holders(village) for village in EVERY_VILLAGE
    )
