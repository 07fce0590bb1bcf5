"""What two seats of a match do for each other and against each other, told apart by their games (GP-RP-07)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from heraut.engine.protocol import Event

Turns = Iterable[tuple[int, Sequence[Event]]]  # all events of a match, by turn, whoever may know them


class Exchange(NamedTuple):
    """One thing that one seat did to another, or both together; `amount` as the evidence shows it (0: nothing to show).

    Kinds are favours or harms (`SIGNS`), or "fallen": `one` is out of the match from this turn on.
    """

    turn: int
    kind: str
    one: str
    other: str
    amount: float = 0


FALLEN = "fallen"
SIGNS = {  # whether it speaks for two who work together, or against it
    "alliance": 1,
    "gift": 1,
    "sale": 1,
    "joint": 1,
    "support": 1,
    "teaching": 1,
    "vote": 1,
    "deal": 1,
    "attack": -1,
    "war": -1,
}


def pairs(turn: int, kind: str, seats: Iterable[str]) -> Iterator[Exchange]:
    """The same for each two of these."""
    people = sorted(set(seats))
    for place, one in enumerate(people):
        for other in people[place + 1 :]:
            yield Exchange(turn, kind, one, other)
