"""A new auction."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.protocol import Event, Json, Seat, Step
from heraut.engine.rng import Rng
from tests.sixth_game.game.options import read_options
from tests.sixth_game.game.state import LOT, Auction, Lord


def setup(seats: Sequence[Seat], options: Json, rng: Rng) -> Step[Auction]:
    """Equal purses (SB-01), and the first lot (SB-02). Raises SetupError when the options cannot be played."""
    names = read_options(seats, options).names
    lords = {seat: Lord(names.get(seat, seat)) for seat in seats}
    state = Auction(1, rng.at("lot", 1).randint(*LOT), lords)
    return Step(state, (Event("SB-02", "lot", {"turn": 1, "lot": state.lot}),))
