"""The lab's environments, held to what PettingZoo, Gymnasium and OpenSpiel ask, and to the secrets of the games."""

from __future__ import annotations

import pickle
from typing import Any

from heraut.games.registry import GAMES
from heraut.lab import envs
from heraut.lab.envs.run import Run

# A small match of each game: how many seats, and its options.
SMALL: dict[str, tuple[int, dict[str, Any]]] = {
    "fief": (3, {"mode": "points", "points_turns": 10}),
    "vassaux": (2, {}),
    "gloire": (3, {}),
    "daifen": (3, {}),
    "rois": (3, {}),
}
TABLES = sorted(game for game in SMALL if GAMES[game].one_by_one)
SHEETS = sorted(set(SMALL) - set(TABLES))


def made(game: str, **more: Any) -> Any:
    """A small environment of a game, of whichever sort it is."""
    seats, options = SMALL[game]
    return (envs.env if game in TABLES else envs.parallel_env)(game, seats, options, **more)


def begun(game: str, after: int, seed: int = 1, **more: Any) -> tuple[Any, Run]:
    """An environment some steps into a match of random answers."""
    environment = made(game, **more)
    environment.reset(seed=seed)
    run: Run = environment.run
    while run.steps < after and not run.over:
        advance(run)
    return environment, run


def sent_on(thing: Any) -> Any:
    """The same, as another process gets it."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  our own


def advance(run: Run) -> None:
    """A step of answers that the games draw at random."""
    for seat in list(run.waiting):
        decision = run.asked[seat].decision
        run.finish(seat, decision.sample(run.rng.at("test", seat, run.steps)))
    run.advance()
