"""A hand of cards: what is in it, and what leaves it (FI-CRD-08)."""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Refusal
from heraut.games.fief.board.land import owner
from heraut.games.fief.board.places import (
    IN_REGION,
    VILLAGE_IDS,
)
from heraut.games.fief.cards import KIND, card_name
from heraut.games.fief.numbers import NOBODY
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import constants

FIGURES = constants()


def in_hand(realm: Realm, player: int, kind: str) -> int:
    """A card of this kind in a hand, or NOBODY."""
    return next((card for card in realm.families[player].hand if KIND[card] == kind), NOBODY)


def spend(turn: Turn, player: int, card: int, rule: str, *, discard: bool = True, **target: Any) -> None:
    """A card is played, in everybody's sight (FI-CRD-08); it goes to the discards unless it stays on the table."""
    realm = turn.now
    one = realm.families[player]
    one.hand = tuple(other for other in one.hand if other != card)
    if discard:
        realm.played = (*realm.played, card)
    turn.announce(rule, "card_played", seat=turn.seat(player), card=card_name(card), **target)


def strike(turn: Turn, region: int) -> None:
    """A card has hit whoever owns or occupies a village there (FI-TRN-06)."""
    realm = turn.now
    for village in IN_REGION[region]:
        for player in (owner(realm, village), *realm.present[village]):
            if player >= 0:
                realm.families[player].hit = True


def not_in_hand(card: str) -> Refusal:
    """The card is not in the hand."""
    return Refusal("FI-CRD-04", "not_in_hand", {"card": card})


def villages(places: list[int]) -> list[str]:
    return [VILLAGE_IDS[place] for place in places if place >= 0]
