"""What a seat sees, as numbers: a module of layout a game. `python -m heraut.lab.envs.layouts GAME SEATS` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from heraut import games
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES
from heraut.lab.envs.layouts.layout import Layout


def layout(game: str, seats: Sequence[Seat], options: dict[str, Any]) -> Layout:
    """The layout of this game for these seats. Raises KeyError on an unknown game, SetupError on options."""
    if game not in GAMES:
        raise KeyError(f"no game {game!r}; there are: {', '.join(GAMES)}")
    state = games.game(game).setup(list(seats), options, Rng(b"layout")).state
    found: Layout = import_module(f"{__name__}.{game}").layout(state, tuple(seats))
    return found
