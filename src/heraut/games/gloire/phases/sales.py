"""Phase 12: lands are sold and bought (§5.13)."""

from __future__ import annotations

from typing import NamedTuple

from heraut.engine.protocol import Seat
from heraut.games.gloire.orders import Buy, Sell
from heraut.games.gloire.phases.ownership import change_owner
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import LandName, Lord


class Obstacle(NamedTuple):
    """Why a matched sale does not take place: the rule, and the reason that both lords are told."""

    rule: str
    reason: str


def sales(turn: Turn) -> None:
    """Phase 12: sellers in increasing order; VND and ACH must match in lords, land and price (GP-VTE-01 to 03)."""
    offered: set[tuple[Seat, LandName]] = set()
    served: dict[Seat, set[int]] = {}  # lines of ACH that have met their VND, whatever came of it
    buyers: set[Seat] = set()
    for lord, line, order in turn.orders(Sell):
        if (lord.seat, order.land) in offered:
            turn.ignore(lord, line, "GP-VTE-02", "offered_already", land=order.land)
            continue
        offered.add((lord.seat, order.land))
        buyer = turn.now.lords[order.buyer]
        purchase = matching_purchase(turn, lord, order)
        if purchase is None:
            turn.ignore(lord, line, "GP-VTE-01", "no_buyer", land=order.land, lord=order.buyer)
            continue
        served.setdefault(buyer.seat, set()).add(purchase)
        obstacle = sale_obstacle(turn, lord, buyer, order, buyers)
        if obstacle is not None:
            turn.ignore(lord, line, *obstacle, land=order.land, lord=buyer.seat)
            turn.ignore(buyer, purchase, *obstacle, land=order.land, lord=lord.seat)
        else:
            buyers.add(buyer.seat)
            sell(turn, lord, line, buyer, purchase, order)
    for lord, line, purchase_order in turn.orders(Buy):
        if line not in served.get(lord.seat, ()):
            turn.ignore(lord, line, "GP-VTE-01", "no_seller", land=purchase_order.land, lord=purchase_order.seller)


def matching_purchase(turn: Turn, seller: Lord, sale: Sell) -> int | None:
    """The line of the buyer's sheet that answers this offer, if there is one (GP-VTE-01)."""
    for line, order in turn.orders_of(sale.buyer, Buy):
        if (order.seller, order.land, order.price) == (seller.seat, sale.land, sale.price):
            return line
    return None


def sale_obstacle(turn: Turn, seller: Lord, buyer: Lord, sale: Sell, buyers: set[Seat]) -> Obstacle | None:
    """What stops a matched sale, if anything does (GP-VTE-03 to 06)."""
    land = turn.now.lands[sale.land]
    if buyer.seat in buyers:
        return Obstacle("GP-VTE-03", "one_purchase")
    if land.owner != seller.seat:
        return Obstacle("GP-VTE-04", "seller_not_owner")
    if buyer.treasury < sale.price:
        return Obstacle("GP-VTE-04", "buyer_short")
    if land.sold and turn.number - land.sold <= 1:
        return Obstacle("GP-VTE-06", "sold_lately")
    if any(turn.now.lands[LandName(near)].owner in seller.enemies for near in turn.atlas.neighbours(land.name)):
        return Obstacle("GP-VTE-05", "enemy_next_door")
    return None


def sell(turn: Turn, seller: Lord, line: int, buyer: Lord, purchase: int, sale: Sell) -> None:
    """The price and the land change hands; the seller's men stay until phase 18 (GP-VTE-08)."""
    land = turn.now.lands[sale.land]
    seller.treasury += sale.price
    buyer.treasury -= sale.price
    change_owner(turn, land, buyer.seat)
    land.sold = turn.number
    data = {"land": land.name, "price": sale.price}
    turn.tell(seller.seat, "GP-VTE-08", "sold", order=line, other=buyer.seat, treasury=seller.treasury, **data)
    turn.tell(buyer.seat, "GP-VTE-08", "bought", order=purchase, other=seller.seat, treasury=buyer.treasury, **data)
    turn.announce("GP-VTE-08", "land_sold", land=land.name, seller=seller.seat, buyer=buyer.seat)
