"""A record together with its game: a match is continued, replayed, verified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic

import msgspec

from heraut.engine.migration import check_rules
from heraut.engine.protocol import A, Decision, Event, Game, Refusal, Ruled, S, Seat, SetupError, Step
from heraut.engine.record import (
    FORMAT,
    NO_STATE,
    Answer,
    Record,
    RecordedStep,
    RecordError,
    carried_seal,
    digest,
    is_last_state,
    rng_of,
)
from heraut.engine.rng import Rng, commitment


class Match(Generic[S, A]):
    """A record together with the game that it is a record of, and the current state."""

    def __init__(self, game: Game[S, A], record: Record, state: S, events: tuple[Event, ...] = ()) -> None:
        self.game = game
        self.record = record
        self.state = state
        self.events = events  # of the last step taken in this process
        self._asked: tuple[S, Mapping[Seat, Decision[A]]] | None = None

    def pending(self) -> Mapping[Seat, Decision[A]]:
        """Who owes which decision now, asked of the game once a state."""
        if self._asked is None or self._asked[0] is not self.state:
            self._asked = self.state, self.game.pending(self.state)
        return self._asked[1]

    @classmethod
    def new(
        cls,
        game: Game[S, A],
        seats: list[Seat],
        options: dict[str, Any],
        seed: bytes,
        words: Mapping[Seat, str] | None = None,
    ) -> Match[S, A]:
        """Sets a match up. Raises SetupError when the options cannot be played."""
        record = Record(
            format=FORMAT,
            game=game.name,
            rules_version=game.rules_version,
            options=options,
            seats=seats,
            commitment=commitment(seed),
            seed=seed.hex(),
            words=dict(words or {}),
            steps=[],
        )
        first = game.setup(seats, options, rng_of(record).at("setup"))
        match = cls(game, record, first.state, first.events)
        record.start = match.keep((), first.state)
        return match

    @classmethod
    def resume(cls, game: Game[S, A], record: Record) -> Match[S, A]:
        """Takes a match up where its record stopped, from the stored state.

        Raises RecordError when that is damaged, or of older rules (`migration.carry_over` comes first).
        """
        check_rules(game, record)
        rng_of(record)  # refuses a missing or foreign seed
        state = _stored(game, record)
        if state is None or not is_last_state(record, game.dump(state)):
            raise RecordError("stale_state")
        return cls(game, record, state)

    def answer(self, seat: Seat, text: str | None) -> tuple[A, tuple[Refusal, ...]]:
        """The answer that this text stands for at this moment, and what was refused of it."""
        decision = self.pending()[seat]
        if text is None:
            return decision.default, ()
        reading = decision.parse(text)
        return reading.answer, reading.refusals

    def advance(self, answers: Mapping[Seat, A], ruling: str = "", branch: int | None = None) -> tuple[Event, ...]:
        """Takes one step with these answers, in their order; seats that did not answer get their default, last.

        A ruling takes effect first; the answers of seats that it leaves without a decision are recorded, not used.
        `branch` names its dice where it is taken once more (`RecordedStep`); else they are those of a new step.
        Raises ValueError when the game does not know the ruling.
        """
        pending, branch = self.pending(), len(self.record.branches) if branch is None else branch
        texts = [Answer(seat, pending[seat].write(answer)) for seat, answer in answers.items()]
        texts += [Answer(seat) for seat in pending if seat not in answers]
        complete = dict(answers) | {seat: pending[seat].default for seat in pending if seat not in answers}
        state, events = self.ruled(ruling) if ruling else (self.state, ())
        asked = self.game.pending(state) if ruling else pending
        if asked:
            used = {seat: answer for seat, answer in complete.items() if seat in asked}
            step = self.game.advance(state, used, self.dice(branch))
            state, events = step.state, events + step.events
        seal = self.keep(tuple(texts), state, ruling, branch)
        self.record.steps.append(RecordedStep(tuple(texts), seal, ruling, branch))
        self.record.drafts, self.record.entered = {}, {}
        self.state, self.events = state, events
        return events

    def ruled(self, ruling: str) -> tuple[S, tuple[Event, ...]]:
        """What a ruling makes of the current state. Raises ValueError."""
        if not isinstance(self.game, Ruled):
            raise ValueError(f"{self.game.name} leaves nothing to whoever looks after a match")
        step: Step[S] = self.game.rule(self.state, ruling)
        return step.state, step.events

    def dice(self, branch: int) -> Rng:
        """The dice of the coming step, `branch` being the number of rewinds before it was first taken."""
        number = len(self.record.steps)
        return rng_of(self.record).at("step", number, branch) if branch else rng_of(self.record).at("step", number)

    def keep(self, answers: tuple[Answer, ...], state: S, ruling: str = "", branch: int = 0) -> str:
        """Stores this state as the one that these answers led to; its seal."""
        data = self.game.dump(state)
        self.record.state = msgspec.Raw(data)
        return digest(self.record.seed or "", answers, data, ruling, branch)


def ends_unplayed(game: Game[S, A], state: S, ruling: str) -> bool:
    """Whether this ruling ends a match before the step that it is part of is played. Raises ValueError."""
    return isinstance(game, Ruled) and bool(ruling) and not game.pending(game.rule(state, ruling).state)


def _stored(game: Game[S, A], record: Record) -> S | None:
    """The stored state, even if another program reformatted its JSON; None if it cannot be read."""
    try:
        return game.load(bytes(record.state))
    except msgspec.DecodeError:
        return None


def replay(game: Game[S, A], record: Record) -> Iterator[Match[S, A]]:
    """Plays a record again from its seed, yielding the match after the setup and after each step.

    A match that was carried over is played again from there on. Raises RecordError at the first step whose state is
    not the recorded one.
    """
    check_rules(game, record)
    rng_of(record)  # refuses a missing or foreign seed
    match = _carried_on(game, record) if record.carried else _set_up(game, record)
    match.record.branches = record.branches
    yield match
    for step in record.steps[len(match.record.steps) :]:
        _take_again(match, step)
        yield match


def _set_up(game: Game[S, A], record: Record) -> Match[S, A]:
    """The match of this record at its beginning. Raises RecordError."""
    try:
        match = Match.new(game, record.seats, record.options, bytes.fromhex(record.seed or ""), record.words)
    except SetupError as error:
        raise RecordError("unplayable", reason=str(error)) from None
    if record.start and match.record.start != record.start:
        raise RecordError("other_setup")
    return match


def _carried_on(game: Game[S, A], record: Record) -> Match[S, A]:
    """The match of this record as it went on under the present rules. Raises RecordError."""
    last = record.carried[-1]
    if last.digest != carried_seal(record, last.rules_version, bytes(last.state)):
        raise RecordError("other_carried", step=last.after)
    before = msgspec.structs.replace(record, steps=record.steps[: last.after], drafts={}, entered={}, state=last.state)
    return Match(game, before, game.load(bytes(last.state)))


def _take_again(match: Match[S, A], step: RecordedStep) -> None:
    """Takes a recorded step. Raises RecordError when it cannot have been taken here, or leads elsewhere."""
    number, pending = len(match.record.steps) + 1, match.pending()
    if {answer.seat for answer in step.answers} != set(pending) or len(step.answers) != len(pending):
        raise RecordError("other_seats", step=number)
    before = match.record.steps[-1].branch if match.record.steps else 0
    if not before <= step.branch <= len(match.record.branches):
        raise RecordError("other_draw", step=number)
    answers = {}
    for answer in step.answers:
        if answer.text is not None:
            reading = pending[answer.seat].parse(answer.text)
            if reading.refusals:
                raise RecordError("refused_line", step=number, seat=answer.seat)
            answers[answer.seat] = reading.answer
    try:
        match.advance(answers, step.ruling, step.branch)
    except ValueError:
        if not step.ruling:
            raise
        raise RecordError("bad_ruling", step=number) from None
    if match.record.steps[-1].digest != step.digest:
        raise RecordError("other_state", step=number)


def follow(game: Game[S, A], record: Record) -> Iterator[tuple[int, Match[S, A]]]:
    """Replays a record with all that was set aside; yields (line, match) after each step.

    Line 0 is the one that counts, replayed from its setup (`replay`). Then come the lines that rewinds set aside, each
    with the number of its rewind (from 1), the newest first, and from the first step that was set aside on: before that
    its steps are those of the line that replaced it. What was set aside under older rules is left to the release that
    plays them. Raises RecordError.
    """
    places = {branch.first - 1 for branch in record.branches}  # after so many steps lines part
    states: dict[int, S] = {}
    for match in replay(game, record):
        if len(match.record.steps) in places:
            states[len(match.record.steps)] = match.state
        yield 0, match
    line = record.steps
    for number in range(len(record.branches), 0, -1):
        branch = record.branches[number - 1]
        if branch.rules_version != record.rules_version:
            return
        place = branch.first - 1
        if place not in states:
            raise RecordError("bad_branch", branch=number, reason=f"it has no step {place}")
        states = {before: state for before, state in states.items() if before <= place}
        match = _line(game, record, number, line[:place], states[place])
        for step in branch.steps:
            _take_set_aside(match, step, number)
            if len(match.record.steps) in places:
                states[len(match.record.steps)] = match.state
            yield number, match
        line = [*line[:place], *branch.steps]


def _line(game: Game[S, A], record: Record, rewind: int, steps: list[RecordedStep], state: S) -> Match[S, A]:
    """The match just before the first step that this rewind set aside."""
    before = msgspec.structs.replace(
        record, steps=list(steps), branches=record.branches[: rewind - 1], drafts={}, entered={}, state=NO_STATE
    )
    return Match(game, before, state)


def _take_set_aside(match: Match[S, A], step: RecordedStep, rewind: int) -> None:
    """Takes a step again that a rewind set aside. Raises RecordError."""
    try:
        _take_again(match, step)
    except RecordError as error:
        raise RecordError("bad_branch", branch=rewind, reason=str(error)) from None


def verify(game: Game[S, A], record: Record) -> Match[S, A]:
    """Replays a record to its end with all that was set aside; returns the final match.

    Raises RecordError with the first thing that is wrong.
    """
    last: Match[S, A] | None = None
    for line, match in follow(game, record):
        last = match if line == 0 else last
    assert last is not None  # replay always yields the setup
    if bytes(record.state) and _stored(game, record) != last.state:
        raise RecordError("other_end")
    return last
