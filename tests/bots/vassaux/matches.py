"""Whole battles between bots, and their answers in one figure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from heraut.bots.character import Character
from heraut.bots.vassaux import answer
from heraut.engine.play import Player, play
from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.orders import Answer
from heraut.games.vassaux.roster import ready_made

SEATS = (Seat("j1"), Seat("j2"))


def bot(character: Character, told: list[str] | None = None, *, strict: bool = True) -> Player[Answer]:
    """The bot of this character; each of its answers is legal, and written down in `told`."""

    def player(decision: BattleDecision, view: Json, rng: Rng) -> Answer:
        given = answer(decision, view, rng, character)
        if strict:
            assert not decision.check(given), given
        if told is not None:
            told.append(decision.write(given))
        return given

    return player


def battle(south: Player[Answer], north: Player[Answer], options: Mapping[str, Any], seed: bytes) -> dict[Seat, float]:
    """The scores of a battle that ends."""
    match = play(vassaux, dict(zip(SEATS, (south, north), strict=True)), dict(options), seed, max_steps=3000)
    result = vassaux.result(match.state)
    assert result is not None, "the battle does not end"
    return dict(result.scores)


def magic(school: str) -> dict[str, Any]:
    """The options of a plain battle whose Lords know this school."""
    hosts = {
        seat: {**msgspec.to_builtins(ready_made(code)), "school": school}
        for seat, code in zip(SEATS, ("FRANC_400", "BARBARE_400"), strict=True)
    }
    return {"magic": True, "hosts": hosts}


def digest(told: list[str]) -> str:
    """Answers in one figure."""
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
