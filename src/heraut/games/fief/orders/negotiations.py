"""Phase 6: deals, gifts, ransoms, the window, bids (FI-NEG, FI-VC)."""

from __future__ import annotations

from heraut.games.fief.orders.order import (
    Card,
    Cards,
    Lord,
    Lords,
    Marriages,
    Number,
    Order,
    Player,
    Text,
    Village,
    Word,
)


class Garrison(Order, frozen=True, gc=False, tag="garrison"):
    """A token for the capital received: taken from a stack of mine (FI-INH-07)."""

    village: Village
    value: Number
    code = "DETACHER"


class Hire(Order, frozen=True, gc=False, tag="hire"):
    """A token for the capital received: bought (FI-INH-07)."""

    value: Number
    code = "ENGAGER"


class Propose(Order, frozen=True, gc=False, tag="propose"):
    """A deal (FI-NEG-05): money and cards given and asked, captives, marriages, a promise."""

    player: Player
    gives: Number = 0
    asks: Number = 0
    cards: Cards = ()
    asked_cards: Number = 0
    frees: Lords = ()
    claims: Lords = ()
    marriages: Marriages = ()
    sold: Word = ""  # vendre: captives change captor instead of going free (FI-VC-07)
    promise: Text = ""
    code = "PROPOSER"


class Withdraw(Order, frozen=True, gc=False, tag="withdraw"):
    """A deal that I have proposed to this player; numbers count for each pair (FI-DP-32)."""

    player: Player
    deal: Number
    code = "RETIRER"


class AcceptDeal(Order, frozen=True, gc=False, tag="accept_deal"):
    """A deal that this player has proposed is accepted, with the cards that were asked by number."""

    player: Player
    deal: Number
    cards: Cards = ()
    code = "ACCEPTER"


class DeclineDeal(Order, frozen=True, gc=False, tag="decline_deal"):
    player: Player
    deal: Number
    code = "DECLINER"


class Give(Order, frozen=True, gc=False, tag="give"):
    """A gift of money (FI-NEG-04)."""

    player: Player
    money: Number
    code = "DONNER"


class Offer(Order, frozen=True, gc=False, tag="offer"):
    """A gift of a card to one's ally (FI-NEG-06)."""

    player: Player
    card: Card
    code = "OFFRIR"


class Release(Order, frozen=True, gc=False, tag="release"):
    """A captive of mine goes free for nothing (FI-PRI-11, FI-VC-04)."""

    lord: Lord
    code = "LIBERER"


class PayRansom(Order, frozen=True, gc=False, tag="pay_ransom"):
    """The fixed ransom of a captive lord, which the captor cannot refuse (FI-VC-02)."""

    lord: Lord
    code = "RANCON"


class Close(Order, frozen=True, gc=False, tag="close"):
    """I agree to end the game with this turn (FI-VIC-08)."""

    code = "CLORE"


class Ready(Order, frozen=True, gc=False, tag="ready"):
    code = "PRET"


class NotReady(Order, frozen=True, gc=False, tag="not_ready"):
    code = "ATTENDRE"


class Bid(Order, frozen=True, gc=False, tag="bid"):
    """The most that I would pay for a bishop's see (FI-VA-03)."""

    money: Number
    code = "ENCHERIR"
