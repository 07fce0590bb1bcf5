"""A lord who plays the Sealed Bid to win."""

from __future__ import annotations

from heraut.bots.character import Character
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from tests.sixth_game.bots.traits import Traits, traits_of
from tests.sixth_game.game.decision import Bid, BidDecision
from tests.sixth_game.game.state import LOT, ROUNDS


def answer(decision: BidDecision, view: Json, rng: Rng, character: Character) -> Bid:
    """The bid of a bot of this character."""
    return bid(decision, view, rng, traits_of(character))


def bid(decision: BidDecision, view: Json, rng: Rng, traits: Traits) -> Bid:
    """A share of the purse by what the lot is worth beside those still to come, and all of it for the last lot."""
    to_come = (ROUNDS - view["turn"]) * sum(LOT) / 2
    mood = rng.uniform(1 - traits.whim, 1 + traits.whim)
    share = traits.eagerness * view["lot"] / (view["lot"] + to_come) * mood
    return Bid(min(decision.purse, round(decision.purse * share)))
