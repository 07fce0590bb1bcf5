"""Rehearsals of what a seat plans: played on guesses, as many as time allows, and remembered for a while.

Nothing of it is stored: what was played stands in the memory of the process. Trial number n is the same world for every
sheet of the same setup, so that two sheets differ by what was ordered, and by nothing else.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from time import thread_time
from typing import Final, Generic, TypeVar

from heraut.engine.protocol import Refusal, Unguessed

S = TypeVar("S")  # a sheet, as a game has read it
T = TypeVar("T")  # one trial of a sheet
W = TypeVar("W")  # a world imagined before a turn, with the orders of the others
Key = tuple[str, ...]  # of what the seat knows, of a text, of how the others play

BUDGET = 0.8  # seconds of processor that one request may take
GUESSING = 0.55  # of which it may still begin, or go on, to look for a state that agrees with what is known
AT_ONCE = 20  # trials of a sheet that one request plays at most
MOST_TRIALS = 100  # of one sheet
MOST_KEPT = 24  # sheets of a game whose trials are remembered
PATIENCE = 3.0  # seconds that a request waits for another one's rehearsal

STILL: Final = "still"  # the others send no orders
USUAL: Final = "usual"  # a bot plays each of them
LOCK = Lock()  # one rehearsal at a time in a process, of whatever game


class Busy(Exception):
    """Somebody else's rehearsal is being played."""


class Rehearsals(Generic[T]):
    """The trials of a game that are remembered, by sheet."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Key, list[T]] = OrderedDict()

    def trials(self, key: Key) -> list[T]:
        """Those of a sheet; the sheet longest unasked for is forgotten."""
        found = self.kept.setdefault(key, [])
        self.kept.move_to_end(key)
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return found

    def forget(self) -> None:
        """As in a process that has just begun."""
        self.kept.clear()

    def play(self, keys: Sequence[Key], trial: Callable[[int, int], T], least: int) -> list[list[T]]:
        """Each sheet played on, trial by trial in turn, until all have `least` trials or the time is up.

        `trial(place, number)` plays one of the sheet at that place of `keys`. Every sheet has one trial at least.
        Raises Busy while somebody else's are played, Unguessed where there is not even one.
        """
        if not LOCK.acquire(timeout=PATIENCE):
            raise Busy
        try:
            found, started, longest = [self.trials(key) for key in keys], thread_time(), 0.0
            for number in range(min(least, MOST_TRIALS)):
                began = thread_time()
                if number and began - started + longest > BUDGET:
                    break
                try:
                    for place, one in enumerate(found):
                        if len(one) == number:
                            one.append(trial(place, number))
                except Unguessed:
                    if not number:
                        raise
                    break
                longest = max(longest, thread_time() - began)
            common = min(least, *(len(one) for one in found))
            return [one[:common] for one in found]
        finally:
            LOCK.release()


@dataclass(frozen=True)
class Variant(Generic[S]):
    """A text that is rehearsed: what it is called, the sheet that it makes, the lines of it that are refused."""

    name: str
    text: str
    sheet: S
    refusals: Sequence[Refusal] = ()
    own: bool = False


@dataclass(frozen=True)
class RehearsalSetup(Generic[W, S, T]):
    """Where the sheets of one seat are rehearsed: worlds by their number, and how a sheet is played in one.

    `key` names what the seat knows and what it supposes of the others.
    """

    kept: Rehearsals[T]
    key: Key
    imagine: Callable[[int], W]
    played: Callable[[W, S], T]
    imagined: dict[int, W] = field(default_factory=dict)

    def world(self, number: int) -> W:
        """The world of this number; the one asked for last is at hand for the next sheet. Raises Unguessed."""
        if number not in self.imagined:
            found = self.imagine(number)
            self.imagined.clear()
            self.imagined[number] = found
        return self.imagined[number]

    def play(self, variants: Sequence[Variant[S]], least: int) -> list[list[T]]:
        """Each variant played on (`Rehearsals.play`). Raises Busy while somebody else's are played, and Unguessed."""
        keys = [(*self.key, one.text) for one in variants]
        return self.kept.play(keys, lambda place, number: self.played(self.world(number), variants[place].sheet), least)
