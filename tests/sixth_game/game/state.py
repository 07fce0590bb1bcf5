"""The nouns: lords with purses, and the auction that they sit at."""

from __future__ import annotations

import msgspec

from heraut.engine.protocol import Seat

PURSE = 20  # crowns of each lord (SB-01)
ROUNDS = 3  # SB-02
LOT = (1, 6)  # points that a lot may be worth (SB-02)


class Lord(msgspec.Struct):
    """A lord; what is left in his purse is his secret."""

    name: str
    purse: int = PURSE
    points: int = 0


class Auction(msgspec.Struct):
    """The whole truth. `turn` is the round that is bid for, `ROUNDS` + 1 once all lots are sold; `lot` its points."""

    turn: int
    lot: int
    lords: dict[Seat, Lord]


def leaders(state: Auction) -> list[Seat]:
    """The seats that have most points."""
    most = max(lord.points for lord in state.lords.values())
    return [seat for seat, lord in state.lords.items() if lord.points == most]
