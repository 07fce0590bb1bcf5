"""The games, by name: one package a game, none of which imports another. `registry.py` is where one is entered."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from heraut.games.registry import GAMES

NAMES = GAMES.keys()


def game(name: str) -> Any:
    """The game package of this name (it follows `heraut.engine.Game`). Raises KeyError, with the names that exist."""
    if name not in NAMES:
        raise KeyError(f"{name!r}; there are: {', '.join(NAMES)}")
    return import_module(GAMES[name].packages.game)
