"""The ground floor: what a game is, chance, the record of a match, and the test that every game must pass."""

from heraut.engine.match import Match, replay, verify
from heraut.engine.protocol import (
    Decision,
    Event,
    Game,
    Json,
    Reading,
    Refusal,
    Result,
    Seat,
    SetupError,
    Step,
    seen_by,
)
from heraut.engine.record import Record, RecordError
from heraut.engine.rng import Rng, commitment, match_rng

__all__ = [
    "Decision",
    "Event",
    "Game",
    "Json",
    "Match",
    "Reading",
    "Record",
    "RecordError",
    "Refusal",
    "Result",
    "Rng",
    "Seat",
    "SetupError",
    "Step",
    "commitment",
    "match_rng",
    "replay",
    "seen_by",
    "verify",
]
