"""The coming turn, rehearsed: a player's orders tried in states that he cannot tell from the true one.

Everything is made of his view, of what he was told, and of what he supposes: what is hidden from him changes nothing
here. How a state is imagined, and what its trial tells, stands with the game (`games/<game>/rehearsal.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from heraut.engine.protocol import A, Event, Json, S, Seat, Step
from heraut.engine.rng import Rng

T = TypeVar("T")  # a trial
U = TypeVar("U")  # what trials have in common


class Imagined(msgspec.Struct, Generic[S, A], frozen=True):
    """A state imagined before a turn, with the answers of all the others: several sheets can be tried in it."""

    number: int
    seat: Seat
    state: S
    others: dict[Seat, A]
    rng: Rng

    def step(
        self, advance: Callable[[S, Mapping[Seat, A], Rng], Step[S]], answer: A, *, stream: str = "turn"
    ) -> Step[S]:
        """The turn in this state, under an answer of the player's own; its dice come from the stream of this name."""
        return advance(self.state, {self.seat: answer} | self.others, chance(self.rng, self.number, stream))


class Trial(msgspec.Struct, frozen=True):
    """One rehearsed turn: what the player would be told of it, in order, and what he would see afterwards.

    `number` counts from 0: the same number is the same imagined state, however many are asked for.
    """

    number: int
    events: tuple[Event, ...]
    view: Json


class Rehearsal(msgspec.Struct, Generic[T, U], frozen=True):
    """The trials of one sheet, and what they have in common."""

    trials: tuple[T, ...]
    summary: U


def seat_in_play(view: Json) -> Seat:
    """Whose view it is. Raises ValueError when it is not that of a player in play."""
    if "own" not in view:
        raise ValueError("only a player in play can rehearse his turn")
    return Seat(view["own"]["seat"])


def chance(rng: Rng, number: int, part: str) -> Rng:
    """The stream for one part of the rehearsed turn of this number."""
    return rng.at("rehearsal", number, part)
