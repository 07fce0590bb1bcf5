"""Promises of Gloire et Pouvoir: truces, alliances that are to last, sales of lands. Pure: views, orders, events."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Event, Json
from heraut.games.gloire import orders as o
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.orders import Order, Sheet
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.treaties.kinds import CHOICE, NUMBER, OTHER, Field, GameTreaties, Kind, Promise


def lands(view: Json, lang: str) -> Mapping[str, str]:
    """The lands that have a lord."""
    called = Herald(view, lang).names["land"]
    return {name: called.get(name, name) for name, land in view["lands"].items() if land["owner"]}


def lands_and_lords(view: Json, lang: str) -> Mapping[str, str]:
    """The same, each with its present lord: whoever sells a land has to hold it by then."""
    lords = Herald(view, lang).lords
    return {name: f"{called} ({lords[view['lands'][name]['owner']]})" for name, called in lands(view, lang).items()}


def is_hostile(view: Json, order: Order, promise: Promise) -> bool:
    """Whether an order attacks another party, or declares war on it."""
    others = promise.others(promise.me)
    if isinstance(order, o.Attack):
        return view["lands"][order.land]["owner"] in others
    return isinstance(order, o.DeclareWar) and order.lord in others


def breaks_truce(decision: SheetDecision, answer: Sheet, promise: Promise) -> list[Sheet]:
    """Attacks on lands of another party, and declarations of war on it."""
    return [(order,) for order in answer if is_hostile(decision.view, order, promise)]


def truce_broken(event: Event, promise: Promise) -> str:
    """A battle against another party, a land taken from it, a felony or a declaration of war."""
    data = event.data
    match event.kind:
        case "battle":
            return promise.between(data["lord"], data.get("defender"))
        case "land_taken":
            return promise.between(data["lord"], data.get("former"))
        case "felony":
            return promise.between(data["felon"], data["victim"])
        case "war_declared":
            return promise.between(data["lord"], data["other"])
    return ""


def breaks_alliance(decision: SheetDecision, answer: Sheet, promise: Promise) -> list[Sheet]:
    """The same, and ending the alliance."""
    others = promise.others(promise.me)
    ended = [(order,) for order in answer if isinstance(order, o.CancelAlliance) and order.lord in others]
    return [*breaks_truce(decision, answer, promise), *ended]


def alliance_broken(event: Event, promise: Promise) -> str:
    """The same, and ending the alliance."""
    if event.kind == "alliance_cancelled":
        return promise.between(event.data["lord"], event.data["other"])
    return truce_broken(event, promise)


def breaks_sale(decision: SheetDecision, answer: Sheet, promise: Promise) -> list[Sheet | None]:
    """The land sold to somebody else, or at another price; at the last turn, no order to sell, or to buy."""
    land, price = promise.terms["land"], promise.terms["price"]
    if promise.me == promise.by:
        ours = [one for one in answer if isinstance(one, o.Sell) and one.land == land]
        kept = any((one.buyer, one.price) == (promise.keys.get(promise.to), price) for one in ours)
        wrong: list[Sheet | None] = [
            (one,) for one in ours if (one.buyer, one.price) != (promise.keys.get(promise.to), price)
        ]
    else:
        bought = [one for one in answer if isinstance(one, o.Buy) and one.land == land]
        kept = any((one.seller, one.price) == (promise.keys.get(promise.by), price) for one in bought)
        wrong = []
    return wrong if kept or not promise.last else [*wrong, None]


def sold(event: Event, promise: Promise) -> bool:
    """The land was sold to whom it was promised: all see it, its price they two alone."""
    data = event.data
    return (
        event.kind == "land_sold"
        and data["land"] == promise.terms["land"]
        and (promise.seat(data["seller"]), promise.seat(data["buyer"])) == (promise.by, promise.to)
    )


def sold_elsewhere(event: Event, promise: Promise) -> str:
    """Who owed the land sold it to another."""
    data = event.data
    if event.kind != "land_sold" or data["land"] != promise.terms["land"]:
        return ""
    return promise.by if promise.seat(data["seller"]) == promise.by and not sold(event, promise) else ""


def decision(access: MatchAccess) -> SheetDecision:
    """What the visitor owes."""
    return SheetDecision(access.view)


TREATIES = GameTreaties(
    kinds=(
        Kind("truce", abstains=True, breaks=breaks_truce, broken=truce_broken),
        Kind("alliance", abstains=True, breaks=breaks_alliance, broken=alliance_broken),
        Kind(
            "sale",
            (Field("land", CHOICE, choices=lands, told=lands_and_lords), Field("price", NUMBER, 0)),
            directed=True,
            breaks=breaks_sale,
            broken=sold_elsewhere,
            kept=sold,
        ),
        OTHER,
    ),
    decision=decision,
)
