"""Who may see what: points are public, a purse is one's own."""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Seat
from tests.sixth_game.game.state import ROUNDS, Auction, leaders


def view(state: Auction, seat: Seat | None) -> dict[str, Any]:
    """What a seat, or a passer-by, may see. `own` is there for who sits at the table, `winners` once it is over."""
    seen: dict[str, Any] = {
        "game": "sealed_bid",
        "turn": state.turn,
        "lot": state.lot,
        "lords": {other: {"name": lord.name, "points": lord.points} for other, lord in state.lords.items()},
    }
    if seat is not None:
        seen["own"] = {"seat": seat, "purse": state.lords[seat].purse}
    if state.turn > ROUNDS:
        seen["winners"] = leaders(state)
    return seen
