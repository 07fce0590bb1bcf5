"""A hand of cards: what is in it, and what leaves it (FI-CRD-08)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from heraut.engine.protocol import Refusal
from heraut.games.fief.board.land import owner
from heraut.games.fief.board.places import (
    IN_REGION,
    VILLAGE_IDS,
)
from heraut.games.fief.cards import KIND, card_name
from heraut.games.fief.identities import CardNo, PlayerNo, RegionNo, VillageNo
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm


def in_hand(realm: Realm, player: PlayerNo, kind: str) -> CardNo | None:
    """A card of this kind in a hand, or None."""
    return next((card for card in realm.families[player].hand if KIND[card] == kind), None)


def held(realm: Realm, player: PlayerNo, kind: str) -> CardNo:
    """The card of this kind, which is in the hand: its play has been found legal."""
    found = in_hand(realm, player, kind)
    assert found is not None
    return found


def spend(turn: Turn, player: PlayerNo, card: CardNo, rule: str, *, discard: bool = True, **target: Any) -> None:
    """A card is played, in everybody's sight (FI-CRD-08); it goes to the discards unless it stays on the table."""
    realm = turn.now
    one = realm.families[player]
    one.hand = tuple(other for other in one.hand if other != card)
    if discard:
        realm.played = (*realm.played, card)
    turn.announce(rule, "card_played", seat=turn.seat(player), card=card_name(card), **target)


def strike(turn: Turn, region: RegionNo) -> None:
    """A card has hit whoever owns or occupies a village there (FI-TRN-06)."""
    realm = turn.now
    for village in IN_REGION[region]:
        for player in (owner(realm, village), *realm.present[village]):
            if player is not None:
                realm.families[player].hit = True


def not_in_hand(card: str) -> Refusal:
    """The card is not in the hand."""
    return Refusal("FI-CRD-04", "not_in_hand", {"card": card})


def villages(places: Iterable[VillageNo | None]) -> list[str]:
    return [VILLAGE_IDS[place] for place in places if place is not None]
