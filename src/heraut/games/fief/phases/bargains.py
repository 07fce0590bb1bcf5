"""Bargains with likely figures, among which bots, search and learning choose: any other may be proposed (FI-NEG-05)."""

from __future__ import annotations

from heraut.games.fief.board.lords import ransom
from heraut.games.fief.board.pawns import ally, captives_of, playing_order
from heraut.games.fief.cards import CARD_NAMES
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.orders.negotiations import Propose
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.deals import free_cards, propose_refusal
from heraut.games.fief.state import Realm
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Window

PEACE = "paix"
CARD = 3 * CONSTANTS.unit  # what a card is sold for
SHARES = (1, 2)  # of a ransom: the whole, a half


def bargains(realm: Realm, task: Window, player: PlayerNo) -> list[Order]:
    """Captives bought back and sold, cards sold to and bought from one's ally, peace promised to the others."""
    friend = ally(realm, player)
    captives = [*captives_bought(realm, player), *captives_sold(realm, player)]
    found: list[Order] = [order for order in captives if propose_refusal(realm, player, order) is None]
    others = [other for other in playing_order(realm) if other not in (player, friend)]
    peace = [Propose(other, promise=PEACE) for other in others]
    for alike in (*card_bargains(realm, player, friend), peace):
        if alike and propose_refusal(realm, player, alike[0]) is None:
            found += alike
    return found


def card_bargains(realm: Realm, player: PlayerNo, friend: PlayerNo | None) -> list[list[Propose]]:
    """Cards sold to one's ally, exchanged for one of his, bought: which card it is makes no difference to the rules."""
    if friend is None:
        return []
    names = list(dict.fromkeys([CARD_NAMES[card] for card in free_cards(realm, player)]))
    return [
        [Propose(friend, asks=CARD, cards=(name,)) for name in names],
        [Propose(friend, asked_cards=1, cards=(name,)) for name in names],
        [Propose(friend, gives=CARD, asked_cards=1)],
    ]


def captives_bought(realm: Realm, player: PlayerNo) -> list[Propose]:
    """Lords of mine, for what they are worth or half of it."""
    mine = [one for one in realm.lords if one is not None and one.player == player]
    return [
        Propose(one.captor, gives=price(ransom(realm, one), share), claims=(one.number,))
        for one in mine
        if one.captor is not None
        for share in SHARES
    ]


def captives_sold(realm: Realm, player: PlayerNo) -> list[Propose]:
    """Captives of mine, for what they are worth or half of it."""
    return [
        Propose(one.player, asks=price(ransom(realm, one), share), frees=(one.number,))
        for one in captives_of(realm, player)
        for share in SHARES
    ]


def price(worth: int, share: int) -> int:
    """A part of a ransom, in whole hundreds (FI-MOD-01)."""
    return -(-worth // (share * CONSTANTS.unit)) * CONSTANTS.unit
