"""A rewind is carried out: what it sets aside, and what takes its place, in one transaction (docs/adr/0019).

Steps and their receipts are kept as they were, in a branch; everything that was made of them is made anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F, Max
from django.db.models.functions import Least

from heraut.engine.match import ends_unplayed
from heraut.engine.protocol import Reading
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.record import Answer
from heraut.site.clock.models import ORDER, REOPEN, REWOUND, Branch, PreparedStep, Rewind, SetAsideStep
from heraut.site.clock.sequence import allowed
from heraut.site.matches import models as m
from heraut.site.matches.activity_kinds import of_kind
from heraut.site.matches.adapters import adapter
from heraut.site.matches.carry_over import read_sheets_again
from heraut.site.matches.models import Match, Presence, Ruling, Seat, Sheet
from heraut.site.matches.orders import is_his, keep_sheet, pending_in
from heraut.site.matches.pace import next_deadline
from heraut.site.matches.records import rulings_of
from heraut.site.matches.services import write_activity
from heraut.site.matches.state_storage import state_after, states
from heraut.site.matches.steps import Taken, givers_are_secret, keep_steps, stored_events
from heraut.site.matches.telling import prepared
from heraut.site.matches.turn_status import last_sheets

CHANGED = (
    "state", "digest", "step", "turn", "branch", "deadline", "ready", "shift", "reminded", "held_until", "anomalies",
    "status", "paused_until", "result_data", "unplayed", "ended", "tries", "fault",
)  # fmt: skip


@dataclass(frozen=True)
class Rewound:
    """What is carried out: the branch to be kept, its steps, and those that take their place."""

    branch: Branch
    aside: Sequence[SetAsideStep]
    fresh: Sequence[PreparedStep]


def carry_out(rewind: Rewind, now: datetime) -> bool:
    """Writes all of a rewind, or nothing: False if the match, or the rewind, is not as it was any more."""
    match = Match.objects.get(pk=rewind.match_id)
    fresh = list(rewind.steps.order_by("number"))
    after = as_it_will_be(match, rewind, fresh, now)
    aside = steps_set_aside(match, rewind.first)
    rewound = Rewound(branch_of(match, after, rewind, fresh, now), aside, fresh)
    post = prepared(lambda told: told.rewound(after, rewound))
    with transaction.atomic():
        if not Rewind.objects.select_for_update(no_key=True).filter(pk=rewind.pk, fence=rewind.fence).exists():
            return False
        same = {field: getattr(match, field) for field in ("status", "deadline", "paused_until", "fence")}
        still = Match.objects.filter(pk=match.pk, step=rewind.step, digest=rewind.digest, branch=rewind.branch, **same)
        moved = {field: getattr(after, field) for field in CHANGED}
        if not still.filter(claimed_until=None).update(fence=F("fence") + 1, **moved):
            return False
        write(match, after, rewind, rewound, now)
        post()
        rewind.delete()
    return True


def as_it_will_be(match: Match, rewind: Rewind, fresh: Sequence[PreparedStep], now: datetime) -> Match:
    """The match once it is rewound: on if it was over and is not any more, over if it is now."""
    assert match.started is not None
    after = copy(match)
    if fresh:
        after.step, after.digest, after.state = fresh[-1].number, fresh[-1].digest, zlib.decompress(fresh[-1].state)
        turn = fresh[-1].turn
    else:
        last = match.steps.get(number=rewind.first - 1)
        after.step, after.digest, after.state = last.number, last.digest, state_after(match.pk, last.number)
        turn = last.turn
    after.turn = turn if match.pace.by_decision else match.turn
    after.branch = match.branch + 1
    after.ready = after.shift = after.reminded = after.held_until = None
    after.tries, after.fault, after.anomalies = 0, "", []
    realm = match.rules.load(after.state)
    result = match.rules.result(realm)
    after.result_data = msgspec.to_builtins(result)
    after.unplayed = is_unplayed(match, fresh)
    if result:
        after.status, after.deadline, after.paused_until, after.ended = m.OVER, None, None, match.ended or now
        return after
    after.status, after.ended = m.RUNNING if match.over else match.status, None
    after.deadline = new_deadline(match, after, realm, now)
    after.ready = now if match.pace.by_decision else None  # bots may be the next to be asked
    return after


def is_unplayed(match: Match, fresh: Sequence[PreparedStep]) -> bool:
    """Whether the last of these steps is no turn: its ruling had ended the match before."""
    if not fresh or not fresh[-1].ruling:
        return False
    before = zlib.decompress(fresh[-2].state) if len(fresh) > 1 else state_after(match.pk, fresh[-1].number - 1)
    return ends_unplayed(match.rules, match.rules.load(before), fresh[-1].ruling)


def new_deadline(match: Match, after: Match, realm: Any, now: datetime) -> datetime:
    """The end of the coming turn: as it was if that is the same one and leaves room, else that of a new turn."""
    assert match.started is not None
    if match.pace.by_decision:
        return now + allowed(match.pace, match.game, match.rules.pending(realm))
    anew = next_deadline(match.pace, match.started, now)
    return max(match.deadline, anew) if match.deadline is not None and after.step == match.step else anew


def steps_set_aside(match: Match, first: int) -> list[SetAsideStep]:
    """The steps from this one on, as they stand."""
    rulings = rulings_of(match)
    rows = list(match.steps.filter(number__gte=first).order_by("number").defer("state"))
    kept = dict(states(match.pk, [row.number for row in rows]))
    fields = (
        "number", "resolved", "answers", "events", "turn", "rules_version", "digest", "rewinds", "sealed_root",
        "sealed_hashes",
    )  # fmt: skip
    return [
        SetAsideStep(
            state=zlib.compress(kept[row.number]),
            ruling=rulings.get(row.number, ""),
            **{name: getattr(row, name) for name in fields},
        )
        for row in rows
    ]


def branch_of(match: Match, after: Match, rewind: Rewind, fresh: Sequence[PreparedStep], now: datetime) -> Branch:
    """The branch that is to be kept: what was corrected in public data, what fell away for each seat alone."""
    turns = dict(match.steps.filter(number__in=(rewind.first, match.step)).values_list("number", "turn"))
    change = {
        "what": rewind.kind,
        "turn": turns[rewind.first],
        "through": turns[match.step],
        "last": after.step,
        "was": match.step,
    }
    if rewind.kind == ORDER and not givers_are_secret(match):
        change["seats"] = [rewind.seat]
    told: dict[str, Any] = {rewind.seat: {"corrected": True}} if rewind.kind == ORDER else {}
    for step in fresh:
        for seat, lines in step.dropped.items():
            told.setdefault(seat, {}).setdefault("dropped", []).extend([step.turn, line] for line in lines)
    return Branch(
        match=match, number=after.branch, first=rewind.first, at=now, author=rewind.author, reason=rewind.reason,
        change=change, told=told,
    )  # fmt: skip


def write(match: Match, after: Match, rewind: Rewind, rewound: Rewound, now: datetime) -> None:
    """Everything that follows, in the transaction of the match."""
    rewound.branch.save()
    for step in rewound.aside:
        step.branch = rewound.branch
    SetAsideStep.objects.bulk_create(rewound.aside)
    match.steps.filter(number__gte=rewind.first).delete()
    sealed = arbiter_sheets(match, rewind, rewound, now)
    resolved = {step.number: step.resolved for step in rewound.aside}
    keep_steps(after, now, [as_taken(step, sealed[step.number], resolved) for step in rewound.fresh])
    write_rulings(match, after, rewind, rewound)
    drafts_anew(match, after, rewind, now)
    marks_anew(match, rewind, rewound)
    change = rewound.branch.change
    write_activity(after, REWOUND[rewind.kind], rewind.author, number=after.branch, reason=rewind.reason, **change)


def as_taken(step: PreparedStep, sealed: dict[str, str], resolved: dict[int, datetime]) -> Taken:
    """A prepared step, as steps are stored; it was resolved when the one that it replaces was."""
    return Taken(
        number=step.number,
        turn=step.turn,
        answers=tuple(Answer(SeatName(seat), text) for seat, text in step.answers),
        sealed=sealed,
        events=stored_events(step.events),
        state=zlib.decompress(step.state),
        digest=step.digest,
        rewinds=step.rewinds,
        resolved=resolved.get(step.number),
    )


def arbiter_sheets(match: Match, rewind: Rewind, rewound: Rewound, now: datetime) -> dict[int, dict[str, str]]:
    """The hashes of the orders used in each new step, by seat. Orders that are other ones now are a new version of the
    sheet, by the arbiter, with a receipt of its own.
    """
    seats = {seat.name: seat for seat in match.seats.all()}
    former = {step.number: step for step in rewound.aside}
    found: dict[int, dict[str, str]] = {}
    for step in rewound.fresh:
        old = former[step.number]
        texts, hashes = dict(old.answers), {}
        for name, text in step.answers:
            ordered = rewind.kind == ORDER and step.number == rewind.first and name == rewind.seat
            if ordered or (name in old.sealed_hashes and text != texts.get(name)):
                hashes[name] = arbiter_sheet(match, seats[name], step.number, text or "", now).hash
            elif name in old.sealed_hashes:
                hashes[name] = old.sealed_hashes[name]
        found[step.number] = hashes
    return found


def arbiter_sheet(match: Match, seat: Seat, step: int, kept: str, now: datetime) -> Sheet:
    """A version of the orders for a step that was taken, by the arbiter."""
    former = Sheet.objects.filter(seat=seat, step=step).order_by("-sequence").first()
    reading: Reading[Any] = Reading(kept)
    return keep_sheet(match, seat, former, kept, reading, kept, now, seal=True, window="", step=step, by_arbiter=True)


def write_rulings(match: Match, after: Match, rewind: Rewind, rewound: Rewound) -> None:
    """What was decided goes with the new steps; what belonged to a step that there is none of any more waits again,
    but for the decision to end the match.
    """
    match.rulings.filter(step=rewind.first).delete()
    for step in rewound.fresh[:1]:
        lines = step.ruling.splitlines()
        Ruling.objects.bulk_create(Ruling(match=match, text=line, step=step.number) for line in lines)
    if rewind.kind == REOPEN:
        lines = rewound.aside[0].ruling.splitlines()
        Ruling.objects.bulk_create(Ruling(match=match, text=line) for line in lines)
    match.rulings.filter(step__gt=after.step).update(step=None)
    closing = adapter(match.game).rulings.get("close", "")
    if closing:
        match.rulings.filter(step=None, text=closing).delete()


def drafts_anew(match: Match, after: Match, rewind: Rewind, now: datetime) -> None:
    """Orders for the coming turn: those of a turn that is played anew are drafts again, those for the same turn are
    read again, and those for steps that there are none of any more do not count.
    """
    if after.step == match.step:
        if not after.over:
            read_sheets_again(after, "reread_rewound")
        return
    drafts = []
    if rewind.kind == REOPEN:
        numbers = [sheet.pk for sheet in last_sheets(match, rewind.first).values()]
        drafts = list(Sheet.objects.select_related("seat").filter(pk__in=numbers))
    Sheet.objects.filter(seat__match=match, step__gt=after.step).update(void=True)
    Seat.objects.filter(match=match).update(sealed=0)
    decisions = pending_in(match.game, bytes(after.state or b"")) if drafts else {}
    for draft in drafts:
        if is_his(draft.seat, draft) and draft.seat.name in decisions:
            reading = decisions[SeatName(draft.seat.name)].parse(draft.text)
            kept = decisions[SeatName(draft.seat.name)].write(reading.answer)
            keep_sheet(match, draft.seat, draft, draft.text, reading, kept, now, seal=False, window="", step=draft.step)


def marks_anew(match: Match, rewind: Rewind, rewound: Rewound) -> None:
    """What players have read and looked at; whose turns count as missed, where a turn is played anew."""
    before = rewind.first - 1
    Seat.objects.filter(match=match, read__gt=before).update(read=before)
    looks = Presence.objects.filter(match=match)
    looks.update(last_step=Least("last_step", before), since_step=Least("since_step", before))
    if rewind.kind != REOPEN:
        return
    Seat.objects.filter(match=match, user__isnull=False).update(missed=0)
    holders = dict(match.seats.filter(user__isnull=False).values_list("name", "user"))
    for step in rewound.aside:
        given = [holders[name] for name in step.sealed_hashes if name in holders]
        looks.filter(player__in=given, owed__gt=0, given__gt=0).update(owed=F("owed") - 1, given=F("given") - 1)
    rewound_last = match.activities.filter(of_kind(*REWOUND.values())).aggregate(last=Max("pk"))["last"] or 0
    silent = match.activities.filter(of_kind("silent"), pk__gt=rewound_last).values_list("data", flat=True)
    for data in silent:
        if int(str(data["turn"])) >= int(str(rewound.branch.change["turn"])):
            missed = [holders[name] for name in data["seats"] if name in holders]
            looks.filter(player__in=missed, owed__gt=0).update(owed=F("owed") - 1)
