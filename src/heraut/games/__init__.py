"""The games, by name: one package a game, none of which imports another."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heraut.engine.protocol import Game, Ruled
    from heraut.games import daifen, fief, gloire, rois, vassaux
    from heraut.games.daifen.orders import Form
    from heraut.games.daifen.state import Continent
    from heraut.games.fief.orders.order import Answer as FiefAnswer
    from heraut.games.fief.state import Realm as FiefRealm
    from heraut.games.gloire.orders import Sheet
    from heraut.games.gloire.state import Realm
    from heraut.games.rois.orders import Sheet as KingSheet
    from heraut.games.rois.state import World
    from heraut.games.vassaux.orders import Answer
    from heraut.games.vassaux.state import Battle

    _gloire: Game[Realm, Sheet] = gloire  # each package is a Game; mypy says so if one is not
    _daifen: Ruled[Continent, Form] = daifen
    _fief: Game[FiefRealm, FiefAnswer] = fief
    _vassaux: Game[Battle, Answer] = vassaux
    _rois: Game[World, KingSheet] = rois

NAMES = ("gloire", "daifen", "fief", "vassaux", "rois")


def game(name: str) -> Any:
    """The game package of this name (it follows `heraut.engine.Game`). Raises KeyError, with the names that exist."""
    if name not in NAMES:
        raise KeyError(f"{name!r}; there are: {', '.join(NAMES)}")
    return import_module(f"heraut.games.{name}")
