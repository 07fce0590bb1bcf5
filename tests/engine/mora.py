"""A small simultaneous game: each seat guards a purse that nobody else sees, and puts coins down each round.

Whoever puts down most, and is not equalled, scores a point; a die is rolled for show. Three rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from heraut.engine.protocol import Event, Json, Migration, Reading, Refusal, Result, Seat, SetupError, Step
from heraut.engine.rng import Rng

ROUNDS = 3


class Table(msgspec.Struct):
    """The whole truth: `purses` are secret."""

    round: int
    purses: dict[Seat, int]
    points: dict[Seat, int]


class Stake:
    """The decision of one seat: how many coins to put down."""

    kind = "stake"
    default = 0

    def __init__(self, view: Json) -> None:
        self.view = view
        self.purse: int = view["purse"]

    def check(self, answer: int) -> list[Refusal]:
        """No more than the purse holds."""
        return [] if 0 <= answer <= self.purse else [Refusal("MO-01", "too_much", {"purse": self.purse}, 1)]

    def sample(self, rng: Rng) -> int:
        """Any stake."""
        return rng.randint(0, self.purse)

    def answers(self) -> range:
        """Every stake."""
        return range(self.purse + 1)

    def offers(self, taken: Sequence[int] = ()) -> Sequence[int]:
        """Every stake; one is an answer."""
        return () if taken else self.answers()

    def compose(self, taken: Sequence[int]) -> int:
        """The stake that was taken, or nothing."""
        return taken[0] if taken else 0

    def parse(self, text: str) -> Reading[int]:
        """Digits; anything else is refused."""
        if not text.isdigit():
            return Reading(0, (Refusal("MO-01", "not_a_number", {}, 1),))
        refusals = self.check(int(text))
        return Reading(0, tuple(refusals)) if refusals else Reading(int(text))

    def write(self, answer: int) -> str:
        """Digits."""
        return str(answer)


class Mora:
    """The game; the tests break one promise at a time by overriding a method."""

    name = "mora"
    rules_version = "1"
    migrations: ClassVar[Mapping[str, Migration]] = {}

    def setup(self, seats: Sequence[Seat], options: Json, rng: Rng) -> Step[Table]:
        """Purses are dealt secretly."""
        if len(seats) < 2:
            raise SetupError([Refusal("MO-00", "too_few", {})])
        purses = {seat: rng.at("purse", seat).randint(10, 99) for seat in seats}
        dealt = tuple(Event("MO-00", "purse", {"coins": purses[seat]}, (seat,)) for seat in seats)
        return Step(Table(1, purses, dict.fromkeys(seats, 0)), dealt)

    def pending(self, state: Table) -> dict[Seat, Stake]:
        """Everybody, for three rounds."""
        if state.round > ROUNDS:
            return {}
        return {seat: Stake(self.view(state, seat)) for seat in state.purses}

    def advance(self, state: Table, answers: Mapping[Seat, int], rng: Rng) -> Step[Table]:
        """Stakes are taken from the purses; the highest alone scores."""
        purses = {seat: state.purses[seat] - stake for seat, stake in answers.items()}
        points = dict(state.points)
        best = max(answers.values())
        winners = [seat for seat, stake in answers.items() if stake == best]
        if len(winners) == 1:
            points[winners[0]] += 1
        events = [Event("MO-02", "round", {"round": state.round, "points": points, "die": rng.at("die").randint(1, 6)})]
        events += [Event("MO-01", "staked", {"coins": stake}, (seat,)) for seat, stake in answers.items()]
        ordered = {seat: purses[seat] for seat in state.purses}
        return Step(Table(state.round + 1, ordered, points), tuple(events))

    def view(self, state: Table, seat: Seat | None) -> dict[str, Any]:
        """Points are public, the purse is one's own."""
        seen: dict[str, Any] = {"round": state.round, "points": dict(state.points)}
        if seat is not None:
            seen["purse"] = state.purses[seat]
        return seen

    def result(self, state: Table) -> Result | None:
        """Points, after three rounds."""
        if state.round <= ROUNDS:
            return None
        return Result({seat: float(points) for seat, points in state.points.items()}, "points")

    def dump(self, state: Table) -> bytes:
        """JSON."""
        return msgspec.json.encode(state)

    def load(self, data: bytes) -> Table:
        """And back."""
        return msgspec.json.decode(data, type=Table)

    def report(self, view: Json, events: Sequence[Event], lang: str) -> str:
        """One line an event."""
        return "\n".join(event.kind for event in events)

    chronicle = report

    def explain(self, refusal: Refusal, lang: str) -> str:
        """The bare code."""
        return refusal.code


def hide_others(state: Table, seat: Seat, rng: Rng) -> Table:
    """The same table to this seat: the other purses are dealt again."""
    purses = {other: coins if other == seat else rng.randint(100, 999) for other, coins in state.purses.items()}
    return Table(state.round, purses, state.points)
