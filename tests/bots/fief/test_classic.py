"""The bot of the first release, against which others are measured, answers as it always has."""

from __future__ import annotations

import hashlib

import pytest

from heraut import bots
from heraut.engine.play import play
from heraut.engine.protocol import Seat
from heraut.games import fief

STEPS = 400


@pytest.mark.slow
@pytest.mark.parametrize(
    ("families", "options", "digest"),
    [
        (2, {"mode": "normal"}, "161c6174c87f29c7"),
        (3, {"mode": "normal", "pace": "async", "starting_lord": "choice"}, "305e2071fe3c6be6"),
        (4, {"mode": "points", "points_turns": 10, "surrender": True, "bishop_auction": True}, "bb369960a3a1ee02"),
        (6, {"mode": "normal", "hidden_stacks": False}, "07fd1d10e245251e"),
    ],
)
def test_the_classic_bot_answers_as_it_always_has(families: int, options: dict[str, object], digest: str) -> None:
    seats = dict.fromkeys((Seat(f"j{n}") for n in range(1, families + 1)), bots.player("fief", "classic"))
    played = play(fief, seats, dict(options), b"classic %d" % families, max_steps=STEPS)
    said = "\n".join(f"{one.seat} {one.text}" for step in played.record.steps for one in step.answers)
    assert hashlib.sha256(said.encode()).hexdigest()[:16] == digest
