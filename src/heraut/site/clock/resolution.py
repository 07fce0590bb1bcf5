"""A due match is claimed, advanced and published (docs/adr/0007). Kill a worker anywhere: a turn happened once, or not.

1. claim:   in one transaction, take a due match, raise its fence, close it to orders for a few minutes.
2. compute: pure, outside of any transaction; doing it twice is harmless. Mails are written here as well.
3. publish: in one transaction, provided that the fence is still ours, write step, state, deadline, mails.

A worker that dies leaves a claim that lapses; the next one takes the match with a higher fence, and a late publication
by the first is refused by the fence, and by the uniqueness of (match, number).
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
from django.db import Error, connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from heraut.engine.match import Match as EngineMatch
from heraut.engine.match import ends_unplayed
from heraut.engine.protocol import Seat as SeatName
from heraut.site.clock import trials
from heraut.site.clock.absences import count_missed
from heraut.site.clock.bots import answer_of_bot, thoughts_of
from heraut.site.clock.hold import Anomaly, found_odd, host_and_mediators
from heraut.site.clock.sequence import play_on, timed_out, unanswered
from heraut.site.common.slices import in_a_slice
from heraut.site.matches import models as m
from heraut.site.matches.attendance import count_turn
from heraut.site.matches.models import Match, Ruling, Seat
from heraut.site.matches.pace import delay, next_deadline
from heraut.site.matches.records import arbiter_record
from heraut.site.matches.services import write_activity
from heraut.site.matches.steps import Taken, as_taken, keep_steps
from heraut.site.matches.telling import Post, holders, listeners, prepared, tell
from heraut.site.matches.turn_status import (
    DELAYED,
    SeatStatus,
    delays_left,
    last_sheets,
    statuses_of,
)
from heraut.site.regency.wills import Willed, keep, spoken, told_with, willed

log = logging.getLogger("heraut.clock")

CLAIM = timedelta(minutes=3)
POISON_TRIES = 5  # claims of one step that came to nothing, until it is set aside
POISON_PAUSE = timedelta(hours=1)


@dataclass(frozen=True)
class Claim:
    """The right to publish one step of one match, until someone takes a higher number."""

    match: Match
    fence: int


def claim(now: datetime | None = None, only: int | None = None) -> Claim | None:
    """Takes one due match, the most overdue first; None when there is none. Two workers never take the same.

    `only`: this match, if it is due.
    """
    now = now or timezone.now()
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    looked_at = Q(held_until=None) | Q(held_until__lte=now)
    due = Match.objects.filter(free, looked_at, Q(deadline__lte=now) | Q(ready__lte=now), status=m.RUNNING)
    if only is not None:
        due = due.filter(pk=only)
    if not due.exists():  # without a transaction: this is asked every second, and the answer is nearly always no
        return None
    with transaction.atomic():
        rows = due.order_by("deadline", "pk")
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True, no_key=True)
        match = rows.first()
        if match is None:
            return None
        match.fence += 1
        match.tries += 1
        match.claimed_until = now + CLAIM
        match.save(update_fields=["fence", "tries", "claimed_until"])
    return Claim(match, match.fence)


@dataclass(frozen=True)
class Opened:
    """A claimed match, loaded: who owes what, and what follows for each seat."""

    taken: EngineMatch[Any, Any]
    pending: Mapping[SeatName, Any]
    statuses: Mapping[str, SeatStatus]
    rulings: tuple[Ruling, ...]

    @property
    def late(self) -> dict[str, SeatStatus]:
        """The seats for which the deadline is to be delayed; nobody is waited for once something was decided."""
        late = {name: status for name, status in self.statuses.items() if status.outcome == DELAYED}
        return {} if self.rulings else late


@dataclass(frozen=True)
class Computed:
    """Steps taken, not yet published: one is a turn; of a match that goes decision by decision many, or none yet."""

    after: Match
    steps: tuple[Taken, ...]
    statuses: Mapping[str, SeatStatus]  # as they were at the deadline, of the seats to which it meant something
    rulings: tuple[Ruling, ...]  # that were carried out
    post: Post  # the mails, written already
    answered: tuple[str, ...] = ()  # seats that need not be told any more that it is their turn
    noted: Mapping[str, str] = field(default_factory=dict)  # what is left of the notes that were given, by seat
    wills: Mapping[SeatName, Willed] = field(default_factory=dict)  # that have answered


def open_step(match: Match, now: datetime) -> Opened:
    """Loads a claimed match. Raises RecordError when its state cannot be continued."""
    taken = EngineMatch.resume(match.rules, arbiter_record(match))
    pending = taken.pending()
    return Opened(taken, pending, statuses_of(match, pending, now), tuple(match.rulings.filter(step=None)))


def compute(match: Match, opened: Opened, now: datetime) -> Computed:
    """Takes the coming step of a claimed match from the orders saved for it. Writes nothing of the match."""
    taken = opened.taken
    answers, sealed = answers_of(match, opened.pending, now)
    wills = wills_of(match, opened.pending, {*answers, *sealed})
    statuses = told_with(wills, opened.statuses)
    ruling = "\n".join(ruling.text for ruling in opened.rulings)
    unplayed = ends_unplayed(match.rules, taken.state, ruling)
    taken.advance(answers | spoken(wills), ruling)
    after = as_it_will_be(match, taken, now)
    after.unplayed = unplayed
    return Computed(
        after=after,
        steps=(as_taken(after, taken, after.step, sealed),),
        statuses=statuses,
        rulings=opened.rulings,
        post=prepared(lambda told: told.turn(after, taken.state, taken.events, statuses, now)),
        wills=wills,
    )


def compute_decisions(match: Match, opened: Opened, now: datetime) -> Computed:
    """The same for a match that goes decision by decision: every step for which nobody is waited for."""
    ruling = "\n".join(ruling.text for ruling in opened.rulings)
    played = play_on(match, opened.taken, opened.pending, now, ruling)
    silent_counts = bool(played.steps) and timed_out(match, now)
    statuses = {name: each for name, each in opened.statuses.items() if each.received or silent_counts}
    return Computed(
        after=played.after,
        steps=played.steps,
        statuses=statuses,
        rulings=opened.rulings if played.steps else (),
        post=prepared(lambda told: told.decisions(match, played, now)),
        answered=tuple(name for name, each in statuses.items() if each.received) if played.steps else (),
        noted=played.noted,
        wills=played.wills,
    )


def answers_of(
    match: Match, pending: Mapping[SeatName, Any], now: datetime
) -> tuple[dict[SeatName, Any], dict[str, str]]:
    """The answers given, in the order of their entry, then those of the bots; and the hashes of the sets used."""
    seats = {seat.name: seat for seat in match.seats.all()}
    sheets = {name: sheet for name, sheet in last_sheets(match, match.step + 1).items() if name in pending}
    answers: dict[SeatName, Any] = {}
    given = [name for name in sheets if sheets[name].kept]
    for name in sorted(given, key=lambda name: (sheets[name].entered, seats[name].pk)):
        reading = pending[SeatName(name)].parse(sheets[name].kept)
        if reading.refusals:
            raise ValueError(f"orders of {name} were taken when saved and are refused now: {reading.refusals}")
        answers[SeatName(name)] = reading.answer
    bots = {name: bot for name in pending if name not in sheets and (bot := seats[name].bot_at(now))}
    thoughts = thoughts_of(match, match.step + 1) if bots else {}
    for name, bot in bots.items():
        answers[name] = answer_of_bot(match, seats[name], bot, pending[name], match.step + 1, thoughts.get(name))
    return answers, {name: sheet.hash for name, sheet in sheets.items()}


def wills_of(match: Match, pending: Mapping[SeatName, Any], given: Collection[str]) -> Mapping[SeatName, Willed]:
    """What the wills of seats answer for which nobody has."""
    return willed(match, unanswered(pending, given), match.seats.all(), match.step + 1)


def as_it_will_be(match: Match, taken: EngineMatch[Any, Any], now: datetime) -> Match:
    """The match once this step is published."""
    assert match.started is not None
    after = copy(match)
    result = match.rules.result(taken.state)
    after.state = bytes(taken.record.state)
    after.digest = taken.record.steps[-1].digest
    after.step = match.step + 1
    after.deadline = None if result else next_deadline(match.pace, match.started, now)
    after.shift = None
    after.claimed_until, after.tries, after.fault = None, 0, ""
    after.held_until, after.anomalies = None, []
    after.status = m.OVER if result else m.RUNNING
    after.result_data = msgspec.to_builtins(result)
    after.ended = now if result else None
    return after


PUBLISHED = (
    "state", "digest", "step", "turn", "deadline", "ready", "shift", "claimed_until", "tries", "fault", "status",
    "result_data", "unplayed", "ended", "paused_until", "held_until", "anomalies",
)  # fmt: skip


def publish(held: Claim, computed: Computed, now: datetime | None = None) -> bool:
    """Writes the step with all that follows from it, in one transaction; False if the claim was lost meanwhile."""
    now = now or timezone.now()
    after = computed.after
    with transaction.atomic():
        if not ours(held).update(**{field: getattr(after, field) for field in PUBLISHED}):
            log.warning("match %s: claim %s was lost, nothing published", after.code, held.fence)
            return False
        keep_steps(after, now, computed.steps)
        if after.paused_until is not None:  # nobody plays any more (`sequence.unattended`)
            activity = write_activity(after, "deserted", until=after.paused_until.isoformat(), turn=after.turns)
            tell(activity, holders(after.seats), until=after.paused_until)
        if computed.rulings:
            after.rulings.filter(pk__in=[ruling.pk for ruling in computed.rulings]).update(step=after.step)
        if not (after.over and computed.rulings):  # ended by a decision: nobody was late
            count_turn(after, computed.statuses)
            count_missed(after, computed.statuses)
        for listener in listeners():
            listener.answered(after, computed.answered)
        for name, left in computed.noted.items():
            Seat.objects.filter(match=after, name=name).update(notes=left)
        keep(after, computed.wills)
        computed.post()
        if trials.lost(after):
            trials.end(after, now)
    return True


def ours(held: Claim) -> Any:
    """The claimed match as a query: empty as soon as somebody else has claimed, published or paused it."""
    return Match.objects.filter(pk=held.match.pk, fence=held.fence, step=held.match.step, status=m.RUNNING)


def postpone(held: Claim, late: Mapping[str, SeatStatus], now: datetime) -> bool:
    """Delays the deadline once, at the expense of the late players' banks; False if the claim was lost meanwhile."""
    match = copy(held.match)
    assert match.deadline is not None
    match.shift = delay(match.pace)
    later = match.deadline + match.shift
    match.deadline = later if later > now else now + match.shift
    post = prepared(lambda told: told.delayed(match, late))
    with transaction.atomic():
        if not ours(held).update(deadline=match.deadline, shift=match.shift, ready=None, claimed_until=None, tries=0):
            return False
        Seat.objects.filter(match=match, name__in=list(late)).update(grace_used=F("grace_used") + 1)
        write_activity(match, "delay", seats=list(late), until=match.deadline.isoformat(), left=delays_left(match))
        post()
    return True


def resolve_due(now: datetime | None = None) -> int:
    """Claims, computes and publishes due matches, one after another, for a slice; how many steps were published."""
    claims = iter(partial(claim, now), None)
    return sum(resolve(held, now or timezone.now()) for held in in_a_slice(claims))


def resolve_at_once(match: int) -> None:
    """Takes the steps of a match that are due, if nobody else does: who has answered last need not wait for a worker.

    What is still due after that (bots play on and on) the workers see to.
    """
    held = claim(only=match)
    if held is not None:
        resolve(held, timezone.now())


def resolve(held: Claim, now: datetime) -> bool:
    """Takes one claimed match as far as it goes; whether a step was published."""
    match = held.match
    if match.tries > POISON_TRIES:
        set_aside(held, now, f"{match.tries - 1} workers began this turn and none came to its end")
        return False
    try:
        opened = open_step(match, now)
        late = opened.late if timed_out(match, now) else {}
        take = compute_decisions if match.pace.by_decision else compute
        computed = None if late else take(match, opened, now)
        odd = anomalies(match, opened, computed, now) if computed is not None else []
    except Exception as error:
        log.exception("match %s: step %s cannot be computed", match.code, match.step + 1)
        set_aside(held, now, f"{type(error).__name__}: {error}")
        return False
    try:
        if odd:
            hold_back(held, odd, now)
        elif computed is not None:
            return publish(held, computed, now)
        else:
            postpone(held, late, now)
    except Error:  # the database would not take it: the claim lapses, and the turn is taken again, so many times
        log.exception("match %s: step %s cannot be written now", match.code, match.step + 1)
    return False


def anomalies(match: Match, opened: Opened, computed: Computed, now: datetime) -> list[Anomaly]:
    """What is odd about a turn that has just been computed, where the table wants it looked at and nobody has yet."""
    if not match.hold or match.held_until is not None or match.pace.by_decision:
        return []

    def again() -> str:
        fresh = EngineMatch.resume(match.rules, arbiter_record(match))
        answers, sealed = answers_of(match, fresh.pending(), now)
        wills = wills_of(match, fresh.pending(), {*answers, *sealed})
        fresh.advance(answers | spoken(wills), "\n".join(ruling.text for ruling in opened.rulings))
        return fresh.record.steps[-1].digest

    return found_odd(match, opened.statuses, opened.taken.state, computed.after.digest, again)


def hold_back(held: Claim, odd: list[Anomaly], now: datetime) -> None:
    """Keeps a turn back: its orders stay closed, nothing of it is written, who looks after the match is told."""
    match = held.match
    until = now + timedelta(minutes=match.hold)
    with transaction.atomic():
        kept = {"held_until": until, "anomalies": odd, "claimed_until": None, "tries": 0}
        if ours(held).update(**kept):
            activity = write_activity(match, "held", turn=match.coming_turn, until=until.isoformat())
            tell(activity, host_and_mediators(match), at_table=True, until=until, turn=match.coming_turn)


def set_aside(held: Claim, now: datetime, fault: str) -> None:
    """A turn that cannot be computed is left alone for an hour, its orders closed, so that it never blocks the others.

    The chronicle says so once, and those who run the site are told why.
    """
    post = prepared(lambda told: told.stuck(held.match, fault))
    with transaction.atomic():
        fresh = ours(held).filter(fault="").exists()
        if ours(held).update(claimed_until=now + POISON_PAUSE, fault=fault[:2000], tries=0) and fresh:
            write_activity(held.match, "stuck", turn=held.match.coming_turn)
            post()
