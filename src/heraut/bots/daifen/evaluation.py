"""What a continent is worth to a lord: the more the stronger he is, and the fewer are left. A playout ends by it."""

from __future__ import annotations

from heraut.bots.daifen.strength import might
from heraut.engine.protocol import Seat
from heraut.games.daifen.races import BUILDINGS
from heraut.games.daifen.state import Continent, Kingdom
from heraut.games.daifen.tables import CONSTANTS

GOLD = 3.0  # worth of soldiers that a piece of gold a turn comes to


def evaluate(state: Continent, seat: Seat) -> float:
    """From 0 to 1: won, lost, or how likely a kingdom so strong is to be among the last three."""
    if state.road is not None:
        return float(seat in state.winners)
    own = state.kingdoms[seat]
    if not own.alive:
        return 0.0
    others = [weight(kingdom) for kingdom in state.living() if kingdom.seat != seat]
    share = weight(own) / (weight(own) + sum(others) / len(others))
    room = min(1.0, CONSTANTS.association_max / (len(others) + 1))
    return share * (0.5 + 0.5 * room)


def weight(kingdom: Kingdom) -> float:
    """What a kingdom counts for: its army, and the gold that its buildings bring."""
    income = sum([number * BUILDINGS[code].gold_gain for code, number in kingdom.buildings.items()])
    return 1.0 + might(kingdom.units) + GOLD * income
