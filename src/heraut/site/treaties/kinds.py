"""What sorts of promises a game has: their fields, which orders would break them, which events show how they ended.

A game declares a `GameTreaties` (`site/games/<g>/treaties.py`). All its functions are pure: they see a decision (and so
the view of one seat), an answer to it or an event that this seat may know, and the promise in the words of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from heraut.engine.protocol import Event, Json

NUMBER, CHOICE = "number", "choice"
FARTHEST = 100  # turns ahead that may be promised


class Promise(msgspec.Struct, frozen=True):
    """A promise as a game reads it: by their seats, what orders and events call its parties (`keys`).

    `by` owes it to `to` where it goes one way, else both are "". `me` is the seat that gives orders. `last`: the turn
    to come is the last one in which it can be kept.
    """

    kind: str
    keys: Mapping[str, Any]
    me: str = ""
    by: str = ""
    to: str = ""
    terms: Mapping[str, Any] = {}
    last: bool = False

    def others(self, seat: str) -> set[Any]:
        """What the other parties are called."""
        return {key for one, key in self.keys.items() if one != seat}

    def seat(self, key: Any) -> str:
        """The party that is called so; "" if none is."""
        return next((seat for seat, called in self.keys.items() if called == key), "")

    def between(self, doer: Any, victim: Any) -> str:
        """The party that did something to another one; "" unless both are parties."""
        seat = self.seat(doer)
        return seat if seat and victim in self.others(seat) else ""


class Field(msgspec.Struct, frozen=True):
    """One figure of a promise: a number within bounds, or one of the things that its proposer's view holds.

    `told` is what its form says of each of these things, if that is more than what they are called.
    """

    name: str
    sort: str
    least: int = 1
    most: int = 1_000_000
    choices: Callable[[Json, str], Mapping[str, str]] | None = (
        None  # (view, language): what is stored, what it is called
    )
    told: Callable[[Json, str], Mapping[str, str]] | None = None


def nothing_breaks(*_: Any) -> Sequence[Any]:
    """No order tells."""
    return ()


def nobody_breaks(*_: Any) -> str:
    """No event tells of a breach."""
    return ""


def nothing_keeps(*_: Any) -> bool:
    """No event tells that it was kept."""
    return False


Breaks = Callable[[Any, Any, Promise], Sequence[Any]]
Broken = Callable[[Event, Promise], str]
Kept = Callable[[Event, Promise], bool]


class Kind(msgspec.Struct, frozen=True):
    """One sort of promise.

    `breaks` (decision, answer, promise): answers of one order each, out of this answer, that would break it; None among
    them: the answer leaves undone what must be done this turn. `broken` (event, promise): the seat that an event shows
    to have broken it. `kept`: whether an event shows that all was done. `abstains`: it is kept by doing nothing against
    it until its turn is over; any other that no event has shown to be kept is for its parties to judge, or, where
    every deed would have been seen (`shows`), broken by who owed it.
    """

    name: str
    fields: tuple[Field, ...] = ()
    directed: bool = False  # one party owes it to another: two parties then
    abstains: bool = False
    shows: bool = False
    breaks: Breaks = nothing_breaks
    broken: Broken = nobody_breaks
    kept: Kept = nothing_keeps


OTHER = Kind("other")  # in free words: its parties alone can judge it


def seats_as_keys(view: Json, names: Mapping[str, str]) -> Mapping[str, Any]:
    """Orders and events name seats."""
    return {seat: seat for seat in names}


def as_an_answer(decision: Any, answer: Any) -> str:
    """An answer of one order, as its decision writes it."""
    return str(decision.write(answer))


class GameTreaties(msgspec.Struct, frozen=True):
    """The promises of a game. `decision` (access): what the visitor owes now, None if nothing; `keys` (view, what the
    parties are called in letters): what orders and events call them; `offered` (decision): answers of one order that
    may be given, where a table goes on decision by decision and orders are not written beforehand; `write` (decision,
    what `Kind.breaks` has found): the line that says it.
    """

    kinds: tuple[Kind, ...]
    decision: Callable[[Any], Any]
    keys: Callable[[Json, Mapping[str, str]], Mapping[str, Any]] = seats_as_keys
    offered: Callable[[Any], Sequence[Any]] = nothing_breaks
    write: Callable[[Any, Any], str] = as_an_answer

    def kind(self, name: str) -> Kind | None:
        """The sort of this name, if the game has it."""
        return next((one for one in self.kinds if one.name == name), None)
