"""A small match played in memory for a lesson: one seat follows the lesson, bots hold the others. Always the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heraut import bots
from heraut.engine.match import Match
from heraut.engine.protocol import Event, Json, Seat, seen_by
from heraut.engine.rng import Rng
from heraut.games import game

LEARNER = Seat("j1")
NEIGHBOUR = "classic"  # the bot that never changes: what a lesson tells of its turn stays true


class SampleMatch:
    """A match from a fixed seed; the learner sits in the first seat."""

    def __init__(self, name: str, seats: int, options: Mapping[str, Any], seed: str) -> None:
        everyone = [Seat(f"j{number + 1}") for number in range(seats)]
        self.seed = seed.encode().ljust(32, b".")
        self.match: Match[Any, Any] = Match.new(game(name), everyone, dict(options), self.seed)
        self.bot = bots.player(name, NEIGHBOUR if NEIGHBOUR in bots.names(name) else "random")
        self.steps = 0

    @property
    def view(self) -> Json:
        """What the learner sees."""
        return self.match.game.view(self.match.state, LEARNER)

    def step(self, say: str | Callable[[Any], str | None]) -> list[Event]:
        """One step; `say` is the learner's answer as text, or gives it for his decision; None: what a bot would answer.

        What he may know of it. Raises ValueError when the game refuses a line: the lesson would teach a mistake.
        """
        draw = Rng(self.seed).at("lesson", self.steps)
        self.steps += 1
        answers = {}
        for seat, decision in self.match.pending().items():
            text = (say if isinstance(say, str) else say(decision)) if seat == LEARNER else None
            answers[seat] = self.read(text) if text is not None else self.bot(decision, decision.view, draw.at(seat))
        return list(seen_by(self.match.advance(answers), LEARNER))

    def read(self, text: str) -> Any:
        """The learner's answer. Raises ValueError."""
        answer, refusals = self.match.answer(LEARNER, text)
        if refusals:
            raise ValueError(f"the lesson gives an order that is refused: {text!r}: {refusals}")
        return answer
