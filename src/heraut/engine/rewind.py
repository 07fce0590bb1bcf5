"""A match is rewound: its steps from one on are set aside, and taken once more as far as they can be (docs/adr/0019).

What is set aside stays in the record, as a branch. A step that is taken once more has the answers that it had, less the
lines that the new state refuses, and the same named dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from heraut.engine.match import Match
from heraut.engine.protocol import A, Decision, Reading, S, Seat, TableDecision
from heraut.engine.record import NO_STATE, Branch, Record, RecordedStep, RecordError


class Dropped(NamedTuple):
    """A line that was taken before a rewind and cannot be any more."""

    seat: Seat
    line: str


def set_aside(record: Record, first: int, reason: str = "", change: Mapping[str, Any] | None = None) -> Record:
    """The record with its steps from number `first` (from 1) on as a branch, and no state. Raises RecordError.

    Nothing is set aside that was played under older rules: this program cannot play it again.
    """
    carried = record.carried[-1].after if record.carried else 0
    if not carried < first <= len(record.steps):
        raise RecordError("no_step", step=first)
    branch = Branch(
        first=first,
        steps=tuple(record.steps[first - 1 :]),
        rules_version=record.rules_version,
        reason=reason,
        change=dict(change or {}),
    )
    kept = record.steps[: first - 1]
    return msgspec.structs.replace(
        record, steps=kept, branches=(*record.branches, branch), drafts={}, entered={}, state=NO_STATE
    )


def take_again(
    match: Match[S, A],
    step: RecordedStep,
    asked: Mapping[Seat, str] | None = None,
    stand_in: Callable[[Seat, Decision[A]], A] | None = None,
) -> list[Dropped] | None:
    """Takes a step of another line in this one; the lines that fell away, or None if it was not taken.

    It is not where nobody owes anything any more, nor, in a match that goes decision by decision, where others are
    asked, or other things: `asked` are the kinds of its decisions by seat, if they are at hand. `stand_in` answers for
    seats that owed nothing there and do here (else they stay silent). Raises ValueError for a ruling that the game does
    not know.
    """
    pending = match.pending()
    if not pending:
        return None
    if by_decision(pending) and not same_decisions(step, pending, asked):
        return None
    answers: dict[Seat, A] = {}
    dropped: list[Dropped] = []
    for seat, text in texts_of(step):
        if seat not in pending:
            dropped += [Dropped(seat, line) for line in (text or "").splitlines() if line.strip()]
        elif text is not None:
            reading = pending[seat].parse(text)
            dropped += [Dropped(seat, line) for line in lines_refused(text, reading)]
            answers[seat] = reading.answer
    if stand_in is not None:
        known = {seat for seat, _ in texts_of(step)}
        answers |= {seat: stand_in(seat, decision) for seat, decision in pending.items() if seat not in known}
    match.advance(answers, step.ruling, step.branch)
    return dropped


def texts_of(step: RecordedStep) -> list[tuple[Seat, str | None]]:
    """The answers of a step, in their order; None: silence."""
    return [(answer.seat, answer.text) for answer in step.answers]


def by_decision(pending: Mapping[Seat, Decision[A]]) -> bool:
    """Whether what is asked is one decision at a table, and no sheet of orders."""
    return any(isinstance(decision, TableDecision) for decision in pending.values())


def same_decisions(step: RecordedStep, pending: Mapping[Seat, Decision[A]], asked: Mapping[Seat, str] | None) -> bool:
    """Whether a step asks here what it asked there, and every answer may be given."""
    if {seat for seat, _ in texts_of(step)} != set(pending):
        return False
    if asked is not None and any(asked.get(seat) != decision.kind for seat, decision in pending.items()):
        return False
    return not any(text is not None and pending[seat].parse(text).refusals for seat, text in texts_of(step))


def lines_refused(text: str, reading: Reading[Any]) -> list[str]:
    """The lines of a text that were refused; all of them where it was refused as a whole."""
    lines = text.splitlines()
    if any(not 1 <= refusal.line <= len(lines) for refusal in reading.refusals):
        return lines
    return [lines[number - 1] for number in sorted({refusal.line for refusal in reading.refusals})]
