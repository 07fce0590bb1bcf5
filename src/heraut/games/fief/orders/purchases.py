"""Phase 3: what is bought, built and ennobled (FI-BUY)."""

from __future__ import annotations

from heraut.games.fief.orders.order import Lord, Number, Order, Region, Village, Word


class Recruit(Order, frozen=True, gc=False, tag="recruit"):
    """Whole soldier tokens of one value (FI-BUY-02)."""

    value: Number
    village: Village
    number: Number = 1
    code = "RECRUTER"


class BuyGuard(Order, frozen=True, gc=False, tag="buy_guard"):
    """A token to replace a royal guard: of the King (roi) or of the Queen (reine) (FI-BUY-07)."""

    royal: Word
    value: Number
    code = "GARDE"


class BuyRebels(Order, frozen=True, gc=False, tag="buy_rebels"):
    value: Number
    code = "ARMER"


class Build(Order, frozen=True, gc=False, tag="build"):
    """A pressoir, a moulin or a château (FI-BUY-04)."""

    building: Word
    village: Village
    code = "BATIR"


class Ennoble(Order, frozen=True, gc=False, tag="ennoble"):
    """The title of a region for a lord; the capital becomes a city (FI-FIE-01)."""

    region: Region
    capital: Village
    lord: Lord
    code = "TITRE"


class Hat(Order, frozen=True, gc=False, tag="hat"):
    lord: Lord
    code = "CARDINAL"


class Transfer(Order, frozen=True, gc=False, tag="transfer"):
    """A noble title passes to another lord of the family (FI-TTL-02)."""

    region: Region
    lord: Lord
    code = "CEDER"
