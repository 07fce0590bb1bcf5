"""The bot of the first release, against which the others are measured, goes on answering as it did, bit for bit."""

from __future__ import annotations

import hashlib

import pytest

from heraut import bots
from heraut.engine.play import play
from heraut.engine.protocol import Seat
from heraut.games import daifen

ANSWERED = {  # by how many lords play: the digest of all that the bot answered in a match, before it had a character
    2: "791bc6a1983c9e3358a383905b9b1848b73267559256d755b48d7fa0396f47d4",
    5: "7c8653d65da8668b3e3aec79f7ce20c7e5259b039b667b0ac03ae7f09d38bf0b",
    8: "72fc75a10fc563d94ddd462bacf79eb952dbdf7593200a9cbd7e6f1643df7bb5",
}


@pytest.mark.parametrize("lords", ANSWERED)
def test_the_bot_of_the_first_release_answers_as_ever(lords: int) -> None:
    seats = [Seat(f"j{number}") for number in range(1, lords + 1)]
    match = play(daifen, dict.fromkeys(seats, bots.player("daifen", "classic")), {}, b"classic %d" % lords)
    texts = [answer.text for step in match.record.steps for answer in step.answers]
    assert hashlib.sha256("\n".join(map(str, texts)).encode()).hexdigest() == ANSWERED[lords]
