"""Plain answers: what many questions take."""

from __future__ import annotations

from heraut.games.fief.orders.order import Lord, Order, Village, Word


class Yes(Order, frozen=True, gc=False, tag="yes"):
    code = "OUI"


class No(Order, frozen=True, gc=False, tag="no"):
    code = "NON"


class Pass(Order, frozen=True, gc=False, tag="pass"):
    """None of what is offered: no card, no candidate, no vote, no bid, no nominee."""

    code = "PASSER"


class End(Order, frozen=True, gc=False, tag="end"):
    """My turn is over."""

    code = "FIN"


class Choose(Order, frozen=True, gc=False, tag="choose"):
    """A lord for whatever is asked: a title, a candidate, a vote, a nominee, a first lord, a lord of the discards."""

    lord: Lord
    code = "CHOISIR"


class Place(Order, frozen=True, gc=False, tag="place"):
    """A village for whoever is to be placed."""

    village: Village
    code = "PLACER"


class Settle(Order, frozen=True, gc=False, tag="settle"):
    """A village and a blazon at the start (FI-SET-04)."""

    village: Village
    blazon: Word
    code = "FONDER"
