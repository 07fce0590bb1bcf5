"""The constants of a game's bots by name: changed where a bot's name says so, and tuned.

Those of a game stand in a struct, `Traits`, in `bots/<game>/traits.py`; `TUNED` there names those that are worth tuning
(`python -m heraut.lab.tune`), each with the bounds between which it makes sense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

import msgspec

from heraut.bots.character import Character, NoSuchBot
from heraut.games.registry import GAMES

T = TypeVar("T", bound=msgspec.Struct)

Bounds = dict[str, tuple[float, float]]  # constant: (lowest, highest) that is tried


class Constant(msgspec.Struct, frozen=True):
    """A constant of a bot: its usual value, and the bounds within which others are tried."""

    name: str
    usual: float
    low: float
    high: float


def changed(traits: T, changes: Iterable[tuple[str, float]]) -> T:
    """The struct with these values. A whole number stays one, what is on or off is on from a half, and a table by turn
    is multiplied by the value.

    Raises NoSuchBot, with the names that exist, on another.
    """
    changes = tuple(changes)
    if not changes:
        return traits
    known = msgspec.structs.asdict(traits)
    values = {}
    for name, value in changes:
        if name not in known:
            raise NoSuchBot("constant", name, known)
        values[name] = _like(known[name], value)
    return msgspec.structs.replace(traits, **values)


def changeable(usual: Callable[[Character], T]) -> Callable[[Character], T]:
    """Makes what gives the constants of a level and a temper heed the changes in a bot's name, too.

    It raises NoSuchBot then, where a constant is changed that does not exist.
    """

    @wraps(usual)
    def heeding(character: Character) -> T:
        return changed(usual(character), character.changes)

    return heeding


def _like(usual: Any, value: float) -> Any:
    """The value, of the sort of the usual one."""
    if isinstance(usual, bool):
        return value >= 0.5
    if isinstance(usual, tuple):
        return tuple((turn, _like(figure, value * figure)) for turn, figure in usual)
    return round(value) if isinstance(usual, int) else value


def traits_module(game: str) -> ModuleType:
    """Where the constants of a game's bots stand. Raises KeyError on another game."""
    return import_module(f"{GAMES[game].packages.bots}.traits")


def tuned(game: str) -> tuple[Constant, ...]:
    """What may be tuned of the player of a game, in the order of the vector."""
    module = traits_module(game)
    usual = module.traits_of(Character())
    return tuple(Constant(name, _figure(getattr(usual, name)), low, high) for name, (low, high) in module.TUNED.items())


def _figure(usual: Any) -> float:
    """The value that leaves a constant as it is: 1 for a table by turn."""
    return 1.0 if isinstance(usual, tuple) else float(usual)
