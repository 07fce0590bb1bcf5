"""A rewind is prepared: asked for, and computed by and by under a fence, until its author agrees (docs/adr/0019).

Nothing of the match changes meanwhile, and its clock goes on: a rewind that the match has overtaken is asked for anew.
A worker that is killed leaves whole steps, or none; whoever takes the rewind up goes on after them.
"""

from __future__ import annotations

import logging
import time
import zlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
from django.db import Error, IntegrityError, connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from heraut.engine.match import Match as EngineMatch
from heraut.engine.protocol import Refusal, Ruled
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.record import Answer, RecordedStep
from heraut.engine.rewind import Dropped, by_decision, take_again
from heraut.site.accounts.models import Player
from heraut.site.clock.bots import answer_of_bot
from heraut.site.clock.models import (
    AGREED,
    ASKED,
    FAILED,
    ORDER,
    OVERTAKEN,
    READY,
    REOPEN,
    RULING,
    PreparedStep,
    Rewind,
)
from heraut.site.clock.rewind_writing import carry_out
from heraut.site.common.input_cleaning import plain_text
from heraut.site.common.refusals import CannotBeDone
from heraut.site.common.slices import in_a_slice
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import is_host, is_mediator
from heraut.site.matches.models import Match
from heraut.site.matches.orders import pending_in
from heraut.site.matches.records import COUNTED, REWOUND, bare_record, recorded, rulings_of
from heraut.site.matches.services import write_activity
from heraut.site.matches.state_storage import state_after
from heraut.site.regency.in_force import seated

log = logging.getLogger("heraut.clock")

CLAIM, MOMENT = timedelta(minutes=3), timedelta(seconds=2)
SECONDS = 2.0  # of computing under one claim, one step at least
MOST = 200  # steps under one claim
POISON_TRIES = 4  # claims that brought no step, until the rewind is given up
LONGEST = 60_000  # characters of a correction: as much as an order sheet may have


class CannotRewind(CannotBeDone):
    """It cannot be asked for; `refusals`: the lines that cannot be taken."""

    group = "rewind_refusal"

    def __init__(self, key: str, refusals: tuple[Refusal, ...] = (), **data: Any) -> None:
        super().__init__(key, **data)
        self.refusals = refusals


# Asking, agreeing, giving up


def may_rewind(match: Match, player: Player) -> bool:
    """Whether this player may look at what a rewind would change: who looks after it, and plays no part in it."""
    return (is_host(match, player) or is_mediator(match, player)) and not seated(match, player)


def first_possible(match: Match) -> int:
    """The first step that may be set aside: none that was taken under older rules, which are not played any more."""
    over = match.carried.order_by("-pk").values_list("after", flat=True).first()
    return (over or 0) + 1


def ask(match: Match, author: Player, kind: str, first: int, *, seat: str = "", text: str = "") -> Rewind:
    """Begins to prepare a rewind, in the place of one that was prepared before. Raises CannotRewind.

    It stands in the public chronicle that it was asked for, so that nobody looks at other ways in secret.
    """
    match = Match.objects.get(pk=match.pk)
    if match.status not in (m.RUNNING, m.PAUSED, m.OVER):
        raise CannotRewind("closed")
    if not first_possible(match) <= first <= match.step:
        raise CannotRewind("no_step", first=first_possible(match), last=match.step)
    if kind == ORDER:
        check_order(match, first, seat, text)
    elif kind == RULING:
        check_ruling(match, first, text)
    elif text:
        raise CannotRewind("unused_text")
    with transaction.atomic():
        Match.objects.select_for_update(no_key=True).get(pk=match.pk)  # who asks at the same time waits for this one
        if Rewind.objects.filter(match=match, status=AGREED).exists():
            raise CannotRewind("under_way")
        Rewind.objects.filter(match=match).delete()
        status = READY if kind == REOPEN else ASKED
        stands = {"step": match.step, "digest": match.digest, "branch": match.branch}
        rewind = Rewind.objects.create(
            match=match, author=author, at=timezone.now(), kind=kind, first=first, status=status,
            seat=seat if kind == ORDER else "", text="" if kind == REOPEN else text, **stands,
        )  # fmt: skip
        write_activity(match, "rewind_asked", author, turn=turn_of(match, first))
    return rewind


def turn_of(match: Match, step: int) -> int:
    """The turn that a step is part of."""
    return match.steps.values_list("turn", flat=True).get(number=step) if match.pace.by_decision else step


def check_order(match: Match, first: int, seat: str, text: str) -> None:
    """The orders are judged by the decision of that step, as it stood. Raises CannotRewind.

    Which lines are refused is said, and not why: that would tell what the seat alone may know.
    """
    if len(text) > LONGEST:
        raise CannotRewind("too_long")
    decision = pending_in(match.game, state_after(match.pk, first - 1)).get(SeatName(seat))
    if decision is None:
        raise CannotRewind("owed_nothing")
    refusals = tuple(decision.parse(text).refusals)
    if refusals:
        raise CannotRewind("refused_lines", refusals, lines=sorted({refusal.line for refusal in refusals}))


def check_ruling(match: Match, first: int, text: str) -> None:
    """The ruling can be carried out there; "": there is one, and it is taken away. Raises CannotRewind."""
    former = rulings_of(match).get(first, "")
    if not isinstance(match.rules, Ruled) or not (text or former):
        raise CannotRewind("no_ruling")
    if len(text) > LONGEST:
        raise CannotRewind("too_long")
    if not text:
        return
    try:
        match.rules.rule(match.rules.load(state_after(match.pk, first - 1)), text)
    except ValueError:
        raise CannotRewind("bad_ruling") from None


def agree(rewind: Rewind, reason: str) -> None:
    """Lets it be carried out, for a reason that all will read. Raises CannotRewind."""
    words = plain_text(reason)
    if not words:
        raise CannotRewind("no_reason")
    if not stands(rewind):
        raise CannotRewind("overtaken")
    if not Rewind.objects.filter(pk=rewind.pk, status=READY).update(status=AGREED, reason=words, tries=0):
        raise CannotRewind("not_ready")


def give_up(rewind: Rewind) -> None:
    """Forgets it, unless it is being carried out."""
    Rewind.objects.filter(pk=rewind.pk).exclude(status=AGREED).delete()


def stands(rewind: Rewind) -> bool:
    """Whether its match is still where it was when the rewind was asked for."""
    same = {"step": rewind.step, "digest": rewind.digest, "branch": rewind.branch}
    return Match.objects.filter(pk=rewind.match_id, status__in=(m.RUNNING, m.PAUSED, m.OVER), **same).exists()


# Computing, by the worker


def rewinds_due() -> int:
    """Computes, and carries out, what waits for it, for a slice; how many times something was written."""
    return sum(see_to_it(rewind, timezone.now()) for rewind in in_a_slice(iter(claim, None)))


def claim(now: datetime | None = None) -> Rewind | None:
    """Takes one rewind that waits to be computed or carried out, and raises its fence; None if there is none."""
    now = now or timezone.now()
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    due = Rewind.objects.filter(free, status__in=(ASKED, AGREED))
    if not due.exists():
        return None
    with transaction.atomic():
        rows = due.order_by("-status", "pk")
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True, no_key=True)
        rewind = rows.first()
        if rewind is None:
            return None
        rewind.fence, rewind.tries, rewind.claimed_until = rewind.fence + 1, rewind.tries + 1, now + CLAIM
        rewind.save(update_fields=["fence", "tries", "claimed_until"])
    return rewind


def see_to_it(rewind: Rewind, now: datetime) -> bool:
    """Computes some steps of a claimed rewind, or carries it out; whether anything was written."""
    if not stands(rewind):
        return settle(rewind, OVERTAKEN)
    if rewind.tries > POISON_TRIES:
        return settle(rewind, FAILED)
    try:
        if rewind.status == AGREED:
            return carry_out(rewind, now) or wait(rewind, now)
        return keep(rewind, *computed(rewind))
    except Error:  # the database would not take it: the claim lapses, and it is tried again, so many times
        log.exception("rewind %s cannot be written now", rewind.pk)
        return False
    except Exception:
        log.exception("rewind %s cannot be computed", rewind.pk)
        return settle(rewind, FAILED)


def wait(rewind: Rewind, now: datetime) -> bool:
    """The match was being changed just then: it is tried again in a moment, if the match has not gone on."""
    held = Rewind.objects.filter(pk=rewind.pk, fence=rewind.fence)
    held.update(claimed_until=now + MOMENT, tries=F("tries") - 1)
    return False


def settle(rewind: Rewind, status: str) -> bool:
    """It has come to nothing; what was computed of it goes."""
    with transaction.atomic():
        done = Rewind.objects.filter(pk=rewind.pk, fence=rewind.fence).update(status=status, claimed_until=None)
        if done:
            PreparedStep.objects.filter(rewind=rewind).delete()
    return bool(done)


def keep(rewind: Rewind, steps: list[PreparedStep], finished: bool) -> bool:
    """Writes the steps that were computed, if the claim still holds; whether it did."""
    try:
        with transaction.atomic():
            status = READY if finished else ASKED
            held = Rewind.objects.filter(pk=rewind.pk, fence=rewind.fence, status=ASKED)
            if not held.update(status=status, done=F("done") + len(steps), claimed_until=None, tries=0):
                return False
            PreparedStep.objects.bulk_create(steps)
    except IntegrityError:  # the rewind was given up meanwhile
        return False
    return True


def computed(rewind: Rewind) -> tuple[list[PreparedStep], bool]:
    """The next steps of a rewind, and whether these are the last."""
    match, number = rewind.match, rewind.first + rewind.done
    engine = engine_at(match, rewind, number)
    rulings, taken, until = rulings_of(match), list[PreparedStep](), time.monotonic() + SECONDS
    rows = match.steps.filter(number__gte=number).order_by("number")
    wanted = "number", "answers", "digest", "rewinds"
    for number, answers, digest, rewinds in rows.values_list(*wanted)[:MOST]:
        step = corrected(rewind, number, recorded(answers, digest, rulings.get(number, ""), rewinds))
        dropped = take_again(engine, step, asked_before(match, engine, number), partial(bot_answer, match, number))
        if dropped is None:
            return taken, True
        taken.append(as_prepared(rewind, engine, number, dropped))
        if time.monotonic() >= until:
            break
    return taken, number == match.step


def engine_at(match: Match, rewind: Rewind, number: int) -> EngineMatch[Any, Any]:
    """The match as the rewind has it before this step."""
    if number == rewind.first:
        state = state_after(match.pk, number - 1)
    else:
        state = unsqueezed(rewind.steps.get(number=number - 1).state)
    record = bare_record(match, "", [COUNTED] * (number - 1))
    record = msgspec.structs.replace(record, branches=(REWOUND,) * match.branch, state=msgspec.Raw(state))
    return EngineMatch(match.rules, record, match.rules.load(state))


def corrected(rewind: Rewind, number: int, step: RecordedStep) -> RecordedStep:
    """A step as it is to be taken again: the first with its order, or its ruling, corrected."""
    if number != rewind.first:
        return step
    if rewind.kind == RULING:
        return msgspec.structs.replace(step, ruling=rewind.text)
    seat = SeatName(rewind.seat)
    others = [answer.seat for answer in step.answers]
    answers = tuple(Answer(seat, rewind.text) if answer.seat == seat else answer for answer in step.answers)
    return msgspec.structs.replace(step, answers=answers if seat in others else (*answers, Answer(seat, rewind.text)))


def asked_before(match: Match, engine: EngineMatch[Any, Any], number: int) -> Mapping[SeatName, str] | None:
    """What was asked of whom in this step, where a match goes decision by decision."""
    if not by_decision(engine.pending()):
        return None
    pending = match.rules.pending(match.rules.load(state_after(match.pk, number - 1)))
    return {seat: decision.kind for seat, decision in pending.items()}


def bot_answer(match: Match, number: int, seat: SeatName, decision: Any) -> Any:
    """What a seat answers that was not asked before: its bot by the view, a person nothing."""
    holder = match.seats.get(name=seat)
    bot = holder.bot_at(timezone.now())
    return answer_of_bot(match, holder, bot, decision, number) if bot else decision.default


def as_prepared(rewind: Rewind, engine: EngineMatch[Any, Any], number: int, dropped: list[Dropped]) -> PreparedStep:
    """The last step of the engine, to be kept."""
    match, step = rewind.match, engine.record.steps[-1]
    fallen: dict[str, list[str]] = {}
    for seat, line in dropped:
        fallen.setdefault(seat, []).append(line)
    return PreparedStep(
        rewind=rewind,
        number=number,
        turn=adapter(match.game).turn_of(engine.state) if match.pace.by_decision else number,
        answers=[[answer.seat, answer.text] for answer in step.answers],
        ruling=step.ruling,
        events=msgspec.json.encode(engine.events),
        state=zlib.compress(bytes(engine.record.state)),
        digest=step.digest,
        rewinds=step.branch,
        dropped=fallen,
    )


def ends_match(rewind: Rewind) -> bool:
    """Whether the match is over where a rewind that was computed leads to."""
    last, rules = rewind.steps.last(), rewind.match.rules
    return last is not None and rules.result(rules.load(unsqueezed(last.state))) is not None


def unsqueezed(state: Any) -> bytes:
    """A state as it was dumped, of a row that keeps it compressed."""
    return zlib.decompress(bytes(state))
