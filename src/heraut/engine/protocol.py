"""What a game is: who owes a decision, what an answer does, and what each seat may see of it.

A game says which seats owe a decision; once each has answered (or its default has been taken), it advances.
A game is a plain module with the functions of `Game`: no base class, no hooks, no turn manager.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NewType, Protocol, TypeVar, runtime_checkable

import msgspec

from heraut.engine.rng import Rng

Seat = NewType("Seat", str)  # "j1"; the site ties a user to it, a game never knows who
Json = Mapping[str, Any]  # survives json.dumps and json.loads unchanged
Look = Callable[[Seat | None], Json]  # what a seat, or a passer-by (None), may see of a match
S = TypeVar("S")  # the whole truth: a struct of the game's own
A = TypeVar("A")  # one answer: an order sheet, a card, a vote, a path on the table


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that happened: the source of reports, replays, statistics and tests.

    `rule` is the ID that made it happen, `kind` the name of its sentence in the message catalogues, `data` the
    figures and names (dice included), `seen_by` the seats that may know it: None means everyone.
    """

    rule: str
    kind: str
    data: dict[str, Any]
    seen_by: tuple[Seat, ...] | None = None


class Refusal(msgspec.Struct, frozen=True):
    """Why an answer, or one line of it, cannot be taken: a value, not an exception.

    `code` names its sentence in the message catalogues; `line` counts from 1 (0: the answer as a whole).
    """

    rule: str
    code: str
    data: dict[str, Any] = {}
    line: int = 0


class Reading(msgspec.Struct, Generic[A], frozen=True):
    """An answer read from text: what was understood, and one refusal for each line that was not taken."""

    answer: A
    refusals: tuple[Refusal, ...] = ()


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What `setup` and `advance` return: the new state, and what happened on the way."""

    state: S
    events: tuple[Event, ...]


class Result(msgspec.Struct, frozen=True):
    """How a match ended: a score for each seat (1 for the winner), and the road to it ("renown", "turn_limit")."""

    scores: dict[Seat, float]
    road: str


class SetupError(ValueError):
    """A match cannot be set up with these options; `refusals` says why, one by one."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__(", ".join(f"{refusal.rule} {refusal.code} {refusal.data}" for refusal in refusals))
        self.refusals = tuple(refusals)

    def __reduce__(self) -> tuple[type[SetupError], tuple[tuple[Refusal, ...]]]:
        """Lets the error pass between processes."""
        return SetupError, (self.refusals,)


class Unguessed(ValueError):
    """The game gave up looking for a state that agrees with what a seat knows, although there is one."""


class Migration(msgspec.Struct, frozen=True):
    """How a state of an older version of a game's rules becomes one of the next version.

    `carry` takes the old state as plain JSON data and returns the new one, leaving its argument unchanged. `release` is
    the last release of this program that plays the older version, and so can verify what was played under it.
    """

    release: str
    carry: Callable[[dict[str, Any]], dict[str, Any]]


class Bounds(msgspec.Struct, frozen=True):
    """The most that a text of orders may hold, with blank lines and comments: well above what its game can use.

    `lines` is the number of lines, `width` the characters of a line, `signs` those of the whole text; `rule` is the
    rule about writing orders, which refusals quote.
    """

    rule: str
    lines: int
    width: int
    signs: int = 60_000


class Decision(Protocol[A]):
    """What one seat owes now, made from that seat's view alone."""

    @property
    def kind(self) -> str:
        """The sort of decision: "order_sheet", "play_card", "vote"."""

    @property
    def default(self) -> A:
        """The answer taken when the deadline passes in silence."""

    @property
    def bounds(self) -> Bounds:
        """How much of a text `parse` reads."""

    @property
    def view(self) -> Json:
        """What the seat sees, as `Game.view` gives it: the decision knows nothing else."""

    def check(self, answer: A) -> Sequence[Refusal]:
        """Every reason why this answer would be refused; empty when it is legal."""

    def sample(self, rng: Rng) -> A:
        """Some legal answer, for bots, fuzzing and learning."""

    def answers(self) -> Iterable[A] | None:
        """All legal answers, where they can be listed; None where they cannot."""

    def offers(self, taken: Sequence[Any] = ()) -> Sequence[Any]:
        """The orders that may stand in an answer behind those already `taken`, each of which leaves it legal.

        All of them, or the usual and near-usual ones, bargains with likely figures included. An order is hashable; none
        is offered twice.
        """

    def compose(self, taken: Sequence[Any]) -> A:
        """The answer that holds these orders; of none, that of somebody who has nothing to say."""

    def parse(self, text: str) -> Reading[A]:
        """The answer written in `text`: legal lines are kept, the others are refused one by one."""

    def write(self, answer: A) -> str:
        """The text that `parse` reads back as this answer: its identity, at every step, in every process."""


@runtime_checkable
class TableDecision(Protocol):
    """What else a decision tells in a game where seats decide one by one, as around a table.

    `isinstance` tells whether a decision is one.
    """

    @property
    def alone(self) -> bool:
        """Whether a step may be taken with this seat's answer while others who are asked are still silent."""

    @property
    def at_once(self) -> bool:
        """Whether the default is taken at once, without waiting for the seat."""


class Game(Protocol[S, A]):
    """The protocol that a game package offers; a module is enough."""

    @property
    def name(self) -> str:
        """The package's name, as in records and on the command line."""

    @property
    def rules_version(self) -> str:
        """Raised whenever the same answers could give another state; a record names the one it was played under."""

    @property
    def migrations(self) -> Mapping[str, Migration]:
        """How matches in progress go on when the rules change: by older version, oldest first."""

    def setup(self, seats: Sequence[Seat], options: Json, rng: Rng) -> Step[S]:
        """A new match. Raises SetupError when the options cannot be played."""

    def pending(self, state: S) -> Mapping[Seat, Decision[A]]:
        """Who owes which decision; empty once the match is over, and only then."""

    def advance(self, state: S, answers: Mapping[Seat, A], rng: Rng) -> Step[S]:
        """One step, called with one answer for each pending seat, in the order in which the answers were entered.

        The input state is left unchanged.
        """

    def view(self, state: S, seat: Seat | None) -> Json:
        """Everything this seat (None: a passer-by) may see of the state."""

    def result(self, state: S) -> Result | None:
        """How the match ended, or None while it goes on."""

    def dump(self, state: S) -> bytes:
        """The state as canonical JSON text: the same state always gives the same bytes."""

    def load(self, data: bytes) -> S:
        """The state back, bit for bit. Raises msgspec.ValidationError on anything else."""

    def report(self, view: Json, events: Sequence[Event], lang: str) -> str:
        """What a seat is told of a step, as text: from its view and the events that it may see."""

    def chronicle(self, view: Json, events: Sequence[Event], lang: str) -> str:
        """What everyone may read of a step, as text."""

    def explain(self, refusal: Refusal, lang: str) -> str:
        """A refusal in words: the line, the reason, the remedy and the rule."""


@runtime_checkable
class Ruled(Game[S, A], Protocol[S, A]):
    """A game whose rules let whoever looks after a match rule on something: end it, or remove a seat.

    `isinstance` tells whether a game is one.
    """

    def rule(self, state: S, ruling: str) -> Step[S]:
        """The effect of a ruling, which comes before the step that it belongs to; the input state is left unchanged.

        Raises ValueError when the text is no ruling of this game.
        """


@runtime_checkable
class Guessing(Game[S, A], Protocol[S, A]):
    """A game that can guess what a seat may not know: rehearsals and search play on from such a guess.

    `isinstance` tells whether a game is one; `conformance.check_guess` tests what it promises.
    """

    def guess(self, view: Json, events: Sequence[Event], seat: Seat, rng: Rng) -> S:
        """A whole state drawn at random that agrees with all that this seat knows while a match goes on.

        `view` is what it sees, `events` are those of the last step that it may know (`seen_by`). The guess is made from
        these alone, and the seat's view of it is its view of the truth, byte for byte. The same stream gives the same
        guess. Raises ValueError on the view of a match that is over, as nothing is hidden any more. Raises Unguessed,
        rarely (the game says when), if public figures leave so little room that no fitting state is found.
        """


@runtime_checkable
class Searchable(Game[S, A], Protocol[S, A]):
    """A game that can be played on fast from a guessed state, thousands of times: search, learning, forecasts.

    `isinstance` tells whether a game is one; `conformance.check_search` tests what it promises. These functions never
    serve a match that somebody plays: what is shown comes from `view`, what is decided from `pending`.
    """

    def clone(self, state: S) -> S:
        """A copy of this state that shares nothing with it that `apply` could change."""

    def open_decisions(self, state: S) -> Mapping[Seat, Decision[A]]:
        """The decisions of `pending`, made from the whole state, with nothing hidden: as fast as can be."""

    def apply(self, state: S, answers: Mapping[Seat, A], rng: Rng) -> S:
        """The state to which `advance` would lead, without its events; `state` is used up: do not read it again."""


def seen_by(events: Iterable[Event], seat: Seat | None, *, over: bool = False) -> tuple[Event, ...]:
    """The events that this seat (None: a passer-by) may know; once the match is over, all of them for any seat."""
    if over and seat is not None:
        return tuple(events)
    return tuple(event for event in events if event.seen_by is None or seat in event.seen_by)
