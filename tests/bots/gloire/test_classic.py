"""The bot of the first release is kept by name, to the letter: others are measured against it."""

from __future__ import annotations

import hashlib

from heraut.bots import player
from heraut.engine.match import Match
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.lab.simulate import match_seed

FIRST_RELEASE = {
    (10, "classic"): "320e4a4017c8a2dc",
    (4, "classic"): "340bc4c11a7ca774",
    (10, "random"): "a35a10df39a1b220",
}


def written(lords: int, others: str) -> str:
    """A digest of all that classic orders in a match, every other seat being another's."""
    seats = [Seat(f"j{n}") for n in range(1, lords + 1)]
    match = Match.new(gloire, seats, {"lords": lords}, match_seed(b"classic", lords))
    digest = hashlib.sha256()
    while match.state.turn <= 20 and gloire.result(match.state) is None:
        answers = {}
        for place, (seat, decision) in enumerate(match.pending().items()):
            name = others if place % 2 else "classic"
            rng = Rng(b"classic").at(seat, match.state.turn)
            answers[seat] = player("gloire", name)(decision, decision.view, rng)
            if name == "classic":
                digest.update(f"{seat} {decision.write(answers[seat])}\n".encode())
        match.advance(answers)
    return digest.hexdigest()[:16]


def test_classic_answers_as_it_did() -> None:
    assert {case: written(*case) for case in FIRST_RELEASE} == FIRST_RELEASE
