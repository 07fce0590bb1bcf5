"""Orders checked at entry, each by itself (GP-GEN-13).

Nothing secret is tested, since a refusal would reveal it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heraut.engine.names import valid_name
from heraut.engine.protocol import Refusal, Seat
from heraut.games.gloire import orders as o
from heraut.games.gloire.orders import ForeignKnight, Order
from heraut.games.gloire.sheet.book import Book
from heraut.games.gloire.sheet.reading import LARGEST_NUMBER
from heraut.games.gloire.state import ENCEINTE, PALISADE, ArmyId, KnightId, LandName

# Each of these returns what to refuse, or None

Check = Callable[[Book, Any], Refusal | None]


def check_knight(book: Book, id: KnightId) -> Refusal | None:
    """The knight is the author's own."""
    return None if id in book.knights else Refusal("GP-GEN-13", "not_your_knight", {"id": id})


def check_army(book: Book, id: ArmyId) -> Refusal | None:
    """The army is the author's own."""
    return None if id in book.armies else Refusal("GP-GEN-13", "not_your_army", {"id": id})


def check_land(book: Book, land: LandName) -> Refusal | None:
    """The land is on the map."""
    return None if land in book.atlas.places else Refusal("GP-GEN-13", "unknown_land", {"text": land, "nearest": ""})


def check_own_land(book: Book, land: LandName, rule: str) -> Refusal | None:
    """The land is the author's own."""
    if land in book.own_lands:
        return None
    return check_land(book, land) or Refusal(rule, "not_your_land", {"land": land})


def check_other_lord(book: Book, seat: Seat, rule: str) -> Refusal | None:
    """Another lord, and a living one."""
    lord = book.view["lords"].get(seat)
    if lord is None:
        return Refusal("GP-GEN-13", "unknown_lord", {"text": seat, "nearest": ""})
    if seat == book.seat:
        return Refusal(rule, "yourself", {})
    return None if lord["alive"] else Refusal(rule, "dead_lord", {"lord": lord["name"]})


def check_range(value: int, least: int, most: int, rule: str, what: str) -> Refusal | None:
    """The number lies in least..most."""
    if least <= value <= most:
        return None
    return Refusal(rule, "out_of_range", {"number": value, "least": least, "most": most, "what": what})


def check_range_of_march(book: Book, id: KnightId, land: LandName, rule: str, *, stay: bool) -> Refusal | None:
    """The land is next to the knight's, or, for an attack, his own (GP-ATT-01, GP-MOV-01)."""
    here = book.knights[id]["land"]
    if land in book.atlas.neighbours(here) or (stay and land == here):
        return None
    data = {"knight": book.knights[id]["name"], "here": here, "land": land}
    return Refusal(rule, "out_of_reach", data | {"near": sorted(book.atlas.neighbours(here))})


def check_rename(book: Book, order: o.Rename) -> Refusal | None:
    fault = None if valid_name(order.name) else Refusal("GP-RNM-01", "bad_name", {"name": order.name})
    return check_knight(book, order.knight) or fault


def check_dismiss(book: Book, order: o.Dismiss) -> Refusal | None:
    if order.knight == book.lord_knight:
        return Refusal("GP-LIB-01", "lord_knight", {})
    return check_knight(book, order.knight)


def check_tax(book: Book, order: o.Tax) -> Refusal | None:
    return check_range(order.level, *o.RANGES["IMP"], "GP-IMP-01", "level") or check_own_land(
        book, order.land, "GP-IMP-01"
    )


def check_redistribute(book: Book, order: o.Redistribute) -> Refusal | None:
    amount = check_range(order.amount, 1, LARGEST_NUMBER, "GP-RED-01", "amount")
    return amount or check_own_land(book, order.land, "GP-RED-01")


def check_set_retreat(book: Book, order: o.SetRetreat) -> Refusal | None:
    for percent in (order.peasants, order.garrison, order.knight):
        fault = check_range(percent, *o.RANGES["INI"], "GP-INI-01", "percent")
        if fault:
            return fault
    return None


def check_defend(book: Book, order: o.Defend) -> Refusal | None:
    return check_army(book, order.army) or check_range(order.men, 0, LARGEST_NUMBER, "GP-DEF-01", "men")


def check_call(book: Book, order: o.CallKnights) -> Refusal | None:
    most = book.view["settings"]["constants"]["knights_per_turn"]
    return check_range(order.number, 1, most, "GP-CHE-01", "knights")


def check_levy(book: Book, order: o.Levy) -> Refusal | None:
    least = book.view["settings"]["constants"]["man_price"]
    return (
        check_own_land(book, order.land, "GP-ARM-01")
        or check_range(order.amount, least, LARGEST_NUMBER, "GP-ARM-01", "amount")
        or (None if order.knight is None else check_knight(book, order.knight))
    )


def check_assign(book: Book, order: o.Assign) -> Refusal | None:
    fault = check_knight(book, order.knight) or check_army(book, order.army)
    if fault is None and book.armies[order.army]["knight"] is not None:
        return Refusal("GP-AFF-02", "not_a_garrison", {"army": order.army})
    return fault


def check_transfer(book: Book, order: o.Transfer) -> Refusal | None:
    fault = check_knight(book, order.source)
    if fault is None and isinstance(order.target, ForeignKnight):
        fault = check_other_lord(book, order.target.lord, "GP-TSF-01")
    elif fault is None and not isinstance(order.target, ForeignKnight):
        fault = check_knight(book, order.target)
        if order.target == order.source:
            fault = Refusal("GP-TSF-01", "same_knight", {"knight": book.knights[order.source]["name"]})
    return fault or check_range(order.men, 1, LARGEST_NUMBER, "GP-TSF-01", "men")


def check_garrison(book: Book, order: o.LeaveGarrison) -> Refusal | None:
    return check_knight(book, order.knight) or check_range(order.men, 1, LARGEST_NUMBER, "GP-GAR-01", "men")


def check_attack(book: Book, order: o.Attack) -> Refusal | None:
    fault = check_knight(book, order.knight) or check_land(book, order.land)
    if fault is None and order.men is not None:
        fault = check_range(order.men, 0, LARGEST_NUMBER, "GP-ATT-01", "men")
    return fault or check_range_of_march(book, order.knight, order.land, "GP-ATT-01", stay=True)


def check_diplomatic(book: Book, order: o.Diplomatic) -> Refusal | None:
    return check_other_lord(book, order.lord, "GP-DIP-02")


def check_move(book: Book, order: o.Move) -> Refusal | None:
    fault = check_knight(book, order.knight) or check_land(book, order.land)
    return fault or check_range_of_march(book, order.knight, order.land, "GP-MOV-01", stay=False)


def check_password(password: str, rule: str) -> Refusal | None:
    if 1 <= len(password) <= 30 and password.isprintable() and '"' not in password and password == password.strip():
        return None
    return Refusal(rule, "bad_password", {})


def check_organise(book: Book, order: o.OrganiseJoust) -> Refusal | None:
    return (
        check_range(order.places, 2, 100, "GP-ORG-01", "places")
        or check_range(order.prize, 0, LARGEST_NUMBER, "GP-ORG-01", "prize")
        or check_password(order.password, "GP-ORG-01")
    )


def check_enter(book: Book, order: o.EnterJoust) -> Refusal | None:
    fault = check_knight(book, order.knight)
    if fault is None and order.organiser is not None and order.organiser not in book.view["lords"]:
        fault = Refusal("GP-GEN-13", "unknown_lord", {"text": order.organiser, "nearest": ""})
    if fault is None and order.password is not None:
        fault = check_password(order.password, "GP-PAR-01")
    return fault


def check_sale(book: Book, land: LandName, other: Seat, price: int) -> Refusal | None:
    if book.turn == 1:
        return Refusal("GP-VTE-07", "too_early", {})
    return (
        check_other_lord(book, other, "GP-VTE-01")
        or check_land(book, land)
        or check_range(price, 0, LARGEST_NUMBER, "GP-VTE-01", "price")
    )


CHECKS: dict[type[Order], Check] = {
    o.Abdicate: lambda book, order: None,
    o.Rename: check_rename,
    o.Demobilise: lambda book, order: check_army(book, order.army),
    o.Dismiss: check_dismiss,
    o.Tax: check_tax,
    o.Redistribute: check_redistribute,
    o.SetRetreat: check_set_retreat,
    o.Defend: check_defend,
    o.CallKnights: check_call,
    o.Levy: check_levy,
    o.Assign: check_assign,
    o.Transfer: check_transfer,
    o.LeaveGarrison: check_garrison,
    o.Attack: check_attack,
    o.DeclareWar: check_diplomatic,
    o.OfferAlliance: check_diplomatic,
    o.OfferPeace: check_diplomatic,
    o.CancelAlliance: check_diplomatic,
    o.CallToArms: check_diplomatic,
    o.Move: check_move,
    o.OrganiseJoust: check_organise,
    o.EnterJoust: check_enter,
    o.Sell: lambda book, order: check_sale(book, order.land, order.buyer, order.price),
    o.Buy: lambda book, order: check_sale(book, order.land, order.seller, order.price),
    o.Spy: lambda book, order: check_land(book, order.land),
    o.Fortify: lambda book, order: (
        check_land(book, order.land) or check_range(order.level, PALISADE, ENCEINTE, "GP-FOR-01", "level")
    ),
}
