"""Players that read a view and answer a decision, nothing more: by game, by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from heraut.engine.conformance import random_player
from heraut.engine.play import Player
from heraut.games.registry import GAMES

NAMES = {name: entry.bots for name, entry in GAMES.items()}


def player(game_name: str, bot_name: str) -> Player[Any]:
    """The bot of this name for this game: `random` gives some legal answer, the others play to win.

    Raises KeyError, with the names that exist.
    """
    if game_name not in NAMES:
        raise KeyError(f"no bot plays {game_name!r}; there are bots for: {', '.join(NAMES)}")
    if bot_name not in NAMES[game_name]:
        raise KeyError(f"{bot_name!r}; the bots of {game_name} are: {', '.join(NAMES[game_name])}")
    if bot_name == "random":
        return random_player
    found: Player[Any] = getattr(import_module(f"heraut.bots.{game_name}"), bot_name)
    return found
