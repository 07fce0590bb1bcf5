"""Another auction in which a seat sees the same."""

from __future__ import annotations

import msgspec

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from tests.sixth_game.game.state import PURSE, Auction


def scramble(state: Auction, seat: Seat, rng: Rng) -> Auction:
    """The same auction with other sums in the purses that this seat does not see."""
    lords = {
        other: lord if other == seat else msgspec.structs.replace(lord, purse=(lord.purse + 1) % (PURSE + 1))
        for other, lord in state.lords.items()
    }
    return msgspec.structs.replace(state, lords=lords)
