"""What a purchase costs, and how it is paid (FI-BUY-01)."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm


def cannot_pay(realm: Realm, player: PlayerNo, price: int) -> Refusal | None:
    """The refusal of a price (in écus) above the purse (FI-BUY-01, FI-MOD-01)."""
    purse = realm.families[player].purse
    return Refusal("FI-BUY-01", "too_dear", {"price": price, "purse": purse}) if price > purse else None


def charge(turn: Turn, player: PlayerNo, price: int) -> None:
    """Takes a price out of the purse."""
    turn.now.families[player].purse -= price
