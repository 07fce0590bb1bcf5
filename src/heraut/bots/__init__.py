"""Players that read a view and answer a decision, nothing more: by game, by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from heraut.engine.conformance import random_player
from heraut.engine.play import Player
from heraut.games.registry import GAMES


def names(game_name: str) -> tuple[str, ...]:
    """The bots of this game. Raises KeyError, with the games that exist."""
    if game_name not in GAMES:
        raise KeyError(f"no bot plays {game_name!r}; there are bots for: {', '.join(GAMES)}")
    return GAMES[game_name].bots


def player(game_name: str, bot_name: str) -> Player[Any]:
    """The bot of this name for this game: `random` gives some legal answer, the others play to win.

    Raises KeyError, with the names that exist.
    """
    if bot_name not in names(game_name):
        raise KeyError(f"{bot_name!r}; the bots of {game_name} are: {', '.join(names(game_name))}")
    if bot_name == "random":
        return random_player
    found: Player[Any] = getattr(import_module(GAMES[game_name].packages.bots), bot_name)
    return found
