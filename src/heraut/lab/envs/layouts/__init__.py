"""What a seat sees, as numbers: a module of layout a game. `python -m heraut.lab.envs.layouts GAME SEATS` prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from heraut import games
from heraut.engine.protocol import Seat, SetupError
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES
from heraut.lab.envs.layouts.layout import Layout


def options_for(game: str, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a match of so many seats: Gloire wants their number among them."""
    return {**({"lords": seats} if game == "gloire" else {}), **options}


def layout(game: str, seats: Sequence[Seat], options: dict[str, Any]) -> Layout:
    """The layout of this game for these seats. Raises KeyError on an unknown game, SetupError on options, with a note
    that says in words what is wrong.
    """
    if game not in GAMES:
        raise KeyError(f"no game {game!r}; there are: {', '.join(GAMES)}")
    rules = games.game(game)
    try:
        state = rules.setup(list(seats), options_for(game, len(seats), options), Rng(b"layout")).state
    except SetupError as error:
        error.add_note("\n".join(rules.explain(refusal, "en") for refusal in error.refusals))
        raise
    found: Layout = import_module(f"{__name__}.{game}").layout(state, tuple(seats))
    return found
