"""Rewinding a match: its last steps are set aside, and those that still can be are taken again (docs/adr/0019).

What is set aside stays in the record, as a branch. A step taken again has the same answers, less the lines that the new
state refuses, and the same named dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from heraut.engine.match import Match
from heraut.engine.protocol import A, Decision, Reading, S, Seat, TableDecision
from heraut.engine.record import NO_STATE, Branch, Record, RecordedStep, RecordError


class Dropped(NamedTuple):
    """A line that was accepted before a rewind and is refused after it."""

    seat: Seat
    line: str


def set_aside(record: Record, first: int, reason: str = "", change: Mapping[str, Any] | None = None) -> Record:
    """The record with its steps from number `first` (from 1) on as a branch, and no state. Raises RecordError.

    Steps played under older rules cannot be set aside: this program cannot play them again.
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
    """Takes a step that was set aside again in this match; the lines that were dropped, or None if it was not taken.

    It is not taken once the match is over, nor, in a game where seats decide one by one, where other seats or other
    decisions are pending than then; `asked` gives the kinds of the decisions of then by seat, if they are known.
    `stand_in` answers for seats that owe a decision here but owed none then (without it they stay silent). Raises
    ValueError for a ruling that the game does not know.
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
    """The answers of a step as text, in their order; None is silence."""
    return [(answer.seat, answer.text) for answer in step.answers]


def by_decision(pending: Mapping[Seat, Decision[A]]) -> bool:
    """Whether seats decide one by one, as at a table, rather than all at once with sheets of orders."""
    return any(isinstance(decision, TableDecision) for decision in pending.values())


def same_decisions(step: RecordedStep, pending: Mapping[Seat, Decision[A]], asked: Mapping[Seat, str] | None) -> bool:
    """Whether the step asks the same seats the same things as then, and each of its answers is still legal."""
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
