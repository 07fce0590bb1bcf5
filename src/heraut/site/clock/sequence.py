"""Matches that go decision by decision: as many steps as nobody is waited for, computed and published at once.

A step is taken when everyone who was asked has answered, when the clock of the decision has run out, or when somebody
has acted who need not wait for the others. Then bots answer, seats without a player stay silent, and so on until a
person is asked: all of it under one claim, written in one transaction, like a turn (`resolution.py`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec

from heraut.engine.match import Match as EngineMatch
from heraut.engine.protocol import Seat as SeatName
from heraut.site.clock.bots import WAIT, answer_of_bot, asked_since, takes_time, thoughts_of
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import LONGEST_PAUSE
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matches.pace import Pace
from heraut.site.matches.steps import Pending, Played, Taken, as_taken
from heraut.site.matches.turn_status import last_sheets, stands_alone, waited_for
from heraut.site.regency.wills import Willed, spoken, willed

MOST = 400  # steps under one claim; what is left is taken under the next
SECONDS = 1.5  # the same in time: whoever answers waits for the answer to come back

MOST_UNATTENDED = 2000  # steps since a person has last said anything; after that the match is laid to rest

MOST_TALK = 8  # things that a bot says in a negotiation before somebody else has said something


@dataclass(frozen=True)
class Seating:
    """Who sits where: what tells how each seat answers."""

    match: Match
    seats: Mapping[str, Seat]
    now: datetime
    noted: dict[str, str] = field(default_factory=dict)  # what is left of the notes that have been given, by seat
    wills: dict[SeatName, Willed] = field(default_factory=dict)  # that have answered
    thinking: dict[SeatName, datetime] = field(default_factory=dict)  # masters, and until when the table waits for them

    def waited_for(self, name: str, decision: Any) -> bool:
        """Whether this seat is given its time."""
        return waited_for(self.match, self.seats[name], decision, self.now)

    def bot_answers(self, pending: Pending, taken: int, talk: Counter[str], *, late: bool) -> dict[SeatName, Any]:
        """What the bots answer after so many steps; while all negotiate, those who have not said all yet, and none
        without end. Masters that still think are noted, as long as the table waits for them.
        """
        answers, step = {}, self.match.step + taken + 1
        bots = {name: bot for name in pending if (bot := self.seats[name].bot_at(self.now))}
        slow = [name for name, bot in bots.items() if takes_time(bot, pending[name])]
        thoughts = thoughts_of(self.match, step) if slow else {}
        self.note_thinking([name for name in slow if name not in thoughts and not late], taken)
        for name, bot in bots.items():
            decision = pending[name]
            if name in self.thinking:
                continue
            if stands_alone(decision):
                if adapter(self.match.game).settled(decision) or talk[name] == MOST_TALK:
                    continue
                talk[name] += 1
            answers[name] = answer_of_bot(self.match, self.seats[name], bot, decision, step, thoughts.get(name))
        return answers

    def note_thinking(self, masters: Collection[SeatName], taken: int) -> None:
        """Notes until when the table waits for these masters, if it still does."""
        self.thinking.clear()
        if masters:
            until = (self.now if taken else asked_since(self.match)) + WAIT
            self.thinking.update(dict.fromkeys(masters, until) if until > self.now else {})

    def noted_answers(self, pending: Pending) -> dict[SeatName, Any]:
        """What the notes of people answer for them (`matches.models.Seat.notes`), as far as these reach."""
        answers = {}
        for name, decision in pending.items():
            notes = self.noted.get(name, self.seats[name].notes)
            if notes and self.waited_for(name, decision):
                found = adapter(self.match.game).noted_answer(decision, notes)
                if found is not None:
                    answers[name], self.noted[name] = found
        return answers

    def willed_answers(self, silent: Pending, step: int) -> dict[SeatName, Any]:
        """What the wills of people answer for them whose time is up."""
        self.wills.update(willed(self.match, silent, self.seats.values(), step))
        return spoken(self.wills)


def timed_out(match: Match, now: datetime) -> bool:
    """Whether the clock of the present decision has run out."""
    return match.deadline is not None and match.deadline <= now


def play_on(match: Match, engine: EngineMatch[Any, Any], before: Pending, now: datetime, ruling: str = "") -> Played:
    """Takes the coming step of a claimed match, if it can be taken, and all those for which nobody is waited for."""
    seating = Seating(match, {seat.name: seat for seat in match.seats.select_related("user")}, now)
    late = timed_out(match, now) or bool(ruling)
    given = sheets_of(match, before, late=late)
    steps: list[Taken] = []
    pending, talk, until = before, Counter[str](), time.monotonic() + SECONDS
    while pending and len(steps) < MOST and time.monotonic() < until:
        number = match.step + len(steps) + 1
        silent = unanswered(pending, given)
        answers = answers_given(pending, given, seating) | seating.bot_answers(silent, len(steps), talk, late=late)
        noted = seating.noted_answers(silent)
        answers |= noted
        if late and timed_out(match, now):
            unsaid = unanswered(silent, answers)
            answers |= seating.willed_answers(unsaid, number)
        if seating.thinking or (not late and not goes_on(pending, {*given, *noted}, answers, seating)):
            break
        engine.advance(answers, ruling)
        steps.append(as_taken(match, engine, number, {name: sheet.hash for name, sheet in given.items()}))
        if late and timed_out(match, now) and same_talks(pending, engine.pending()):
            engine.advance({})  # what was noted down has been said; then the time of the talks is up for all
            steps.append(as_taken(match, engine, number + 1, {}))
        late, given, pending, ruling = False, {}, engine.pending(), ""
    return Played(
        as_it_will_be(match, engine, steps, before, pending, seating),
        tuple(steps),
        before,
        pending,
        engine,
        seating.noted,
        seating.wills,
    )


def sheets_of(match: Match, pending: Pending, *, late: bool) -> dict[str, Sheet]:
    """The answers that were given for the coming step; one that was only noted down counts when time is up."""
    sheets = last_sheets(match, match.step + 1)
    return {name: sheet for name, sheet in sheets.items() if name in pending and (sheet.sealed or late)}


def unanswered(pending: Pending, given: Collection[str]) -> dict[SeatName, Any]:
    """The decisions that nobody has answered yet."""
    return {name: decision for name, decision in pending.items() if name not in given}


def answers_given(pending: Pending, given: Mapping[str, Sheet], seating: Seating) -> dict[SeatName, Any]:
    """The answers that were given, in the order of their entry."""
    answers: dict[SeatName, Any] = {}
    for name in sorted(given, key=lambda name: (given[name].saved, seating.seats[name].pk)):
        reading = pending[SeatName(name)].parse(given[name].kept)
        if reading.refusals:
            raise ValueError(f"an answer of {name} was taken when given and is refused now: {reading.refusals}")
        if given[name].kept:
            answers[SeatName(name)] = reading.answer
    return answers


def goes_on(pending: Pending, said: Collection[str], answers: Mapping[SeatName, Any], seating: Seating) -> bool:
    """Whether the step can be taken now: nobody is waited for, or somebody acts who need not wait."""
    waited = [name for name, decision in pending.items() if name not in said and seating.waited_for(name, decision)]
    if not waited:
        return True
    return any(answers.get(name) and stands_alone(pending[name]) for name in pending)


def as_it_will_be(
    match: Match,
    engine: EngineMatch[Any, Any],
    steps: list[Taken],
    before: Pending,
    pending: Pending,
    seating: Seating,
) -> Match:
    """The match once these steps are published."""
    after = copy(match)
    after.claimed_until, after.tries, after.fault, after.ready = None, 0, "", None
    if seating.thinking and goes_on(pending, (), {}, seating):
        after.ready = max(seating.thinking.values())
    if not steps:
        return after
    last, result = steps[-1], match.rules.result(engine.state)
    after.state, after.digest, after.step, after.turn = last.state, last.digest, last.number, last.turn
    after.status = m.OVER if result else m.RUNNING
    after.result_data = msgspec.to_builtins(result)
    after.ended = seating.now if result else None
    if result:
        after.deadline, after.shift = None, None
    elif not clock_runs_on(before, pending, match, seating.now):
        after.deadline, after.shift = seating.now + allowed(match.pace, match.game, pending), None
    if pending and not result and not seating.thinking and goes_on(pending, (), {}, seating):  # the time was up
        if unattended(after) < MOST_UNATTENDED:
            after.ready = seating.now  # the next one goes on
        else:
            after.status, after.paused_until = m.PAUSED, seating.now + LONGEST_PAUSE
    return after


def unattended(match: Match) -> int:
    """How many steps have been taken since a person last said anything: bots and silence could go on for ever."""
    last = match.steps.exclude(sealed_hashes={}).order_by("-number").values_list("number", flat=True).first()
    return match.step - (last or 0)


def clock_runs_on(before: Pending, pending: Pending, match: Match, now: datetime) -> bool:
    """Whether no new clock is started: all still sit together over one question, or the game has one clock for both."""
    same = same_talks(before, pending) or adapter(match.game).clock_runs_on(match.pace, before, pending)
    return same and not timed_out(match, now)


def same_talks(before: Pending, pending: Pending) -> bool:
    """Whether all still sit together over one question, in which each may act alone."""
    kinds = {decision.kind for decision in (*before.values(), *pending.values())}
    return len(kinds) == 1 and bool(pending) and all(map(stands_alone, pending.values()))


def allowed(pace: Pace, game: str, pending: Pending) -> timedelta:
    """How long the present decision may take: the longest of the clocks of what was asked."""
    sorts = adapter(game).sort_of
    return max(pace.clock(sorts[decision.kind]) for decision in pending.values())
