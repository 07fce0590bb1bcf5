"""A bot in a file: a player like those of the house, who waits for three turns and then plays as they do.

heraut simulate daifen --seats 8 --matches 10 --seed 1 --bots "player,examples/bots/patient.py:patient"
"""

from typing import Any

from heraut import bots
from heraut.engine.protocol import Decision, Json
from heraut.engine.rng import Rng

TURNS = 3


def patient(decision: Decision[Any], view: Json, rng: Rng) -> Any:
    """Silence for some turns, then the answer of our own bot."""
    if view["turn"] <= TURNS:
        return decision.default
    return bots.player(view["game"], "player:cautious")(decision, view, rng)
