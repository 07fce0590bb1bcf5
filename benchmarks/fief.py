"""Fief: playouts, copies and guesses, one line of JSON each (P1, P2, P3; a guess in 2 ms): `python -m benchmarks.fief`.

Every decision lists its legal answers before one of them is taken at random. Nothing is shown to anybody: no views.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.lines import figure, rate
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.state import Realm, copy

TABLES = (2, 3, 4, 5, 6)  # players
OPTIONS = {"mode": "points", "points_turns": 10}
REPEATS = 5


def playout(players: int, seed: bytes) -> int:
    """A game of ten turns played at random; the number of decisions."""
    rng = Rng(seed)
    state = fief.setup([Seat(f"j{n}") for n in range(1, players + 1)], OPTIONS, rng.at("setup")).state
    decisions = 0
    while pending := fief.open_decisions(state):
        answers = {seat: decision.sample(rng) for seat, decision in pending.items()}
        decisions += len(answers)
        state = fief.apply(state, answers, rng)
    return decisions


def playouts(repeat: int = 0) -> int:
    """A game at each table; the number of decisions."""
    return sum(playout(players, b"playout %d %d" % (players, repeat)) for players in TABLES)


def middle(players: int = 4) -> Realm:
    """A realm in the middle of a game."""
    rng = Rng(b"middle")
    state = fief.setup([Seat(f"j{n}") for n in range(1, players + 1)], OPTIONS, rng.at("setup")).state
    while state.turn < 6:
        answers = {seat: decision.sample(rng) for seat, decision in fief.pending(state).items()}
        state = fief.advance(state, answers, rng).state
    return state


def seconds(run: Callable[[], object]) -> float:
    """How long it takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    """The figures."""
    rate("fief_playout", playouts, REPEATS)
    state = middle()
    copies = 2000
    figure(
        "fief_playout",
        "state_clone",
        "us",
        [1e6 * seconds(lambda: [copy(state) for _ in range(copies)]) / copies for _ in range(REPEATS)],
    )
    seat, rng, guesses = state.seats[0], Rng(b"guesses"), 200
    view = fief.view(state, seat)
    figure(
        "fief_guess",
        "guess",
        "us",
        [
            1e6 * seconds(lambda: [fief.guess(view, (), seat, rng) for _ in range(guesses)]) / guesses
            for _ in range(REPEATS)
        ],
    )


if __name__ == "__main__":
    main()
