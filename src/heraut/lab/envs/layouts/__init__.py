"""What a seat sees, as numbers: a module of layout a game. `python -m heraut.lab.envs.layouts GAME SEATS` prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

from heraut import games
from heraut.engine.protocol import Json, Seat, SetupError
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES
from heraut.lab.envs.layouts.layout import Layout


class GameLayout(Protocol):
    """A module that says what a seat of a game sees as numbers."""

    def layout(self, state: Any, seats: tuple[Seat, ...]) -> Layout:
        """The layout of matches like the one that begins in this state."""


@runtime_checkable
class Pictured(Protocol):
    """What else the module of a game has that has a map or a board. `isinstance` tells whether it does."""

    def picture(self, view: Json, lang: str, seat: Seat | None) -> str:
        """What a view shows, as SVG; `seat` is whose view it is."""


def options_for(game: str, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a match of so many seats, whose number is among them where the game wants it."""
    counted = GAMES[game].learning.counted
    return {**({counted: seats} if counted else {}), **options}


def module_of(game: str) -> GameLayout:
    """The module of this game. Raises KeyError where it has none."""
    name = GAMES[game].learning.layout
    if not name:
        raise KeyError(f"{game!r} has no layout: nobody can learn in it")
    found: GameLayout = import_module(name)
    return found


def layout(game: str, seats: Sequence[Seat], options: dict[str, Any]) -> Layout:
    """The layout of this game for these seats. Raises KeyError on one that has none, SetupError on options, with a note
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
    return module_of(game).layout(state, tuple(seats))
