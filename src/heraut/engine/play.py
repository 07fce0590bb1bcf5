"""The driver: plays a match to its end, or to a limit, with one player a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heraut.engine.match import Match
from heraut.engine.protocol import A, Decision, Game, Json, S, Seat
from heraut.engine.rng import Rng

# A player reads what its seat may see and answers what is asked, nothing more.
Player = Callable[[Decision[A], Json, Rng], A]
# Called with the match before each step and the answers of that step, and once more at the end with no answers.
Watch = Callable[[Match[S, A], Mapping[Seat, A]], None]


def listed(decision: Decision[Any]) -> list[str] | None:
    """All legal answers as texts; None where they cannot be listed."""
    answers = decision.answers()
    return None if answers is None else [decision.write(one) for one in answers]


def offered(decision: Decision[Any]) -> list[str]:
    """What a decision offers first, each as the text of an answer that holds it alone."""
    return [decision.write(decision.compose((order,))) for order in decision.offers()]


def ask(match: Match[S, A], players: Mapping[Seat, Player[A]], rng: Rng) -> dict[Seat, A]:
    """The answers of these players to the decisions that are pending now; seats without a player stay silent."""
    step = len(match.record.steps)
    return {
        seat: players[seat](decision, decision.view, rng.at("player", seat, step))
        for seat, decision in match.pending().items()
        if seat in players
    }


def play(
    game: Game[S, A],
    players: Mapping[Seat, Player[A]],
    options: dict[str, Any],
    seed: bytes,
    *,
    max_steps: int = 1000,
    watch: Watch[S, A] | None = None,
) -> Match[S, A]:
    """A whole match between these players, in the order of the mapping; stops unfinished after `max_steps`."""
    match = Match.new(game, list(players), options, seed)
    rng = Rng(seed).at("players")
    while len(match.record.steps) < max_steps and game.result(match.state) is None:
        answers = ask(match, players, rng)
        if watch is not None:
            watch(match, answers)
        match.advance(answers)
    if watch is not None:
        watch(match, {})
    return match
