"""Captives who are let go or paid for, and ransoms that had to be paid by now (FI-PRI-11, FI-VC)."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.fief.asking import work
from heraut.games.fief.board.lords import king_player, ransom
from heraut.games.fief.board.pawns import captives_of, family, free_family, lord, playing_order
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.identities import LordNo, PlayerNo
from heraut.games.fief.orders.negotiations import (
    PayRansom,
    Propose,
    Release,
)
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.deals import (
    purse_left,
    reserved_captives,
)
from heraut.games.fief.phases.release import free_and_house
from heraut.games.fief.phases.succession import die
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Deadlines

# Captives


def release_refusal(realm: Realm, player: PlayerNo, order: Release) -> Refusal | None:
    """Only a captive of the player, who is not offered in a deal, can be released (FI-PRI-11)."""
    one = realm.lords[order.lord]
    if one is None or one.captor != player or one.dungeon or order.lord in reserved_captives(realm, player):
        return Refusal("FI-PRI-11", "not_your_captive", {"lord": LORD_IDS[order.lord]})
    return None


def release(turn: Turn, player: PlayerNo, order: Release) -> None:
    """A captive goes free for nothing."""
    free_and_house(turn, (order.lord,), "FI-PRI-11")


def ransom_payer(realm: Realm, number: LordNo) -> PlayerNo | None:
    """Who pays a fixed ransom: the lord's player; for the Queen, the King's (FI-VC-03)."""
    if number == realm.queen and realm.king is not None:
        return king_player(realm)
    return lord(realm, number).player


def ransom_refusal(realm: Realm, player: PlayerNo, order: PayRansom) -> Refusal | None:
    """With the variant, a captive for whom the player may pay, held by another, and money enough (FI-VC-02 to 04)."""
    one = realm.lords[order.lord]
    if not realm.settings.surrender:
        return Refusal("FI-VC-02", "variant_off", {})
    if one is None or one.captor is None or one.dungeon or ransom_payer(realm, order.lord) != player:
        return Refusal("FI-VC-02", "no_ransom_of_yours", {"lord": LORD_IDS[order.lord]})
    if one.captor == player:
        return Refusal("FI-VC-04", "own_queen", {"lord": LORD_IDS[order.lord]})
    price, means = ransom(realm, one), purse_left(realm, player) + one.purse
    return Refusal("FI-VC-02", "too_dear", {"price": price, "purse": means}) if price > means else None


def pay_ransom(turn: Turn, player: PlayerNo, order: PayRansom) -> None:
    """The captor must accept (FI-VC-02); what was set aside goes first (FI-PRI-10)."""
    realm = turn.now
    one = lord(realm, order.lord)
    assert one.captor is not None
    price = ransom(realm, one)
    aside = min(price, one.purse)
    one.purse -= aside
    realm.families[player].purse -= price - aside
    realm.families[one.captor].purse += price
    turn.announce(
        "FI-VC-02", "ransom_paid", seat=turn.seat(player), lord=lord_name(order.lord), captor=turn.seat(one.captor),
        money=price,
    )  # fmt: skip
    free_and_house(turn, (order.lord,), "FI-PRI-11")


def captive_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Captives to free, ransoms to propose or to pay."""
    captives = [one for one in realm.lords if one is not None and one.captor is not None]
    if not captives:
        return []
    found: list[Order] = [
        Release(one.number)
        for one in captives_of(realm, player)
        if release_refusal(realm, player, Release(one.number)) is None
    ]
    for one in family(realm, player):
        if one.captor is not None:
            money = min(purse_left(realm, player), ransom(realm, one)) // CONSTANTS.unit * CONSTANTS.unit
            found.append(Propose(one.captor, gives=money, claims=(one.number,)))
    if realm.settings.surrender:
        orders = [PayRansom(one.number) for one in captives]
        found += [order for order in orders if ransom_refusal(realm, player, order) is None]
    return found


# Variant C: deadlines of ransoms


def deadlines(turn: Turn, task: Deadlines) -> None:
    """A family without a free lord whose time is up: its captives die together (FI-VC-08)."""
    realm = turn.now
    turn.done(task)
    condemned: list[LordNo] = []
    for player in playing_order(realm):
        one = realm.families[player]
        if one.deadline and one.deadline <= realm.turn:
            one.deadline = 0
            if not free_family(realm, player):
                condemned += [captive.number for captive in family(realm, player)]
    if condemned:
        die(turn, condemned, "FI-VC-08", "deadline")


DEADLINES = work(deadlines)
