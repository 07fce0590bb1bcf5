"""Players that read a view and answer a decision, nothing more: by game, by name (`character.py`)."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from msgspec import structs

from heraut.bots.character import LEVELS, NoSuchBot, character, level_of
from heraut.bots.constants import traits_module
from heraut.engine.conformance import random_player
from heraut.engine.play import Player
from heraut.engine.protocol import Decision, Json
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES


def names(game_name: str) -> tuple[str, ...]:
    """The levels of the bots of this game. Raises KeyError, with the games that exist."""
    if game_name not in GAMES:
        raise KeyError(f"no bot plays {game_name!r}; there are bots for: {', '.join(GAMES)}")
    return GAMES[game_name].bots


def player(game_name: str, bot_name: str) -> Player[Any]:
    """The bot of this name for this game: `random` gives some legal answer, `silent` none, the others play to win.

    Raises NoSuchBot, with what exists.
    """
    if bot_name in MINDLESS and bot_name in names(game_name):
        return MINDLESS[bot_name]
    level = level_of(bot_name)
    if level in MINDLESS or level not in names(game_name):
        raise NoSuchBot("level", bot_name, names(game_name))
    found = character(bot_name)
    traits_module(game_name).traits_of(found)  # raises NoSuchBot where it changes a constant that does not exist
    return partial(import_module(GAMES[game_name].packages.bots).answer, character=found)


def in_place_of_player(game_name: str, bot_name: str) -> str:
    """The same bot where it plays a seat for its player, for a time: it gives up nothing in his name, neither the match
    nor the victory to another (`staunch` among the constants of its game, where bots give up at all).
    """
    if level_of(bot_name) not in LEVELS or "staunch" not in traits_module(game_name).Traits.__struct_fields__:
        return bot_name
    named = character(bot_name)
    return structs.replace(named, changes=(*named.changes, ("staunch", 1))).name


def silent(decision: Decision[Any], view: Json, rng: Rng) -> Any:
    """Whoever never answers: what the rules then do."""
    return decision.default


MINDLESS: dict[str, Player[Any]] = {"random": random_player, "silent": silent}
