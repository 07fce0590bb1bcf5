"""The games, by name: one package a game, none of which imports another."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heraut.engine.protocol import Game, Ruled
    from heraut.games import daifen, gloire
    from heraut.games.daifen.orders import Form
    from heraut.games.daifen.state import Continent
    from heraut.games.gloire.orders import Sheet
    from heraut.games.gloire.state import Realm

    _gloire: Game[Realm, Sheet] = gloire  # each package is a Game; mypy says so if one is not
    _daifen: Ruled[Continent, Form] = daifen

NAMES = ("gloire", "daifen")


def game(name: str) -> Any:
    """The game package of this name (it follows `heraut.engine.Game`). Raises KeyError, with the names that exist."""
    if name not in NAMES:
        raise KeyError(f"{name!r}; there are: {', '.join(NAMES)}")
    return import_module(f"heraut.games.{name}")
