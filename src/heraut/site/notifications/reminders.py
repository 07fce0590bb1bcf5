"""Reminders before a deadline, and webhooks that tell who is awaited: once a deadline, from what is true just then."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from heraut.site.common.slices import in_a_slice
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.matches.pace import TURN, Pace
from heraut.site.matches.turn_status import statuses_of
from heraut.site.notifications.hooks import awaited_deliveries, post_deliveries
from heraut.site.notifications.match_mails import reminder_letters
from heraut.site.notifications.outbox import post

log = logging.getLogger("heraut.notifications")

LONGEST, SHORTEST = timedelta(hours=24), timedelta(hours=1)
WEEK = timedelta(days=7)
NOT_REMINDED = Q(reminded=None) | ~Q(reminded=F("deadline"))


def notice(pace: Pace) -> timedelta:
    """How long before the deadline: a quarter of a turn, one day at most; none where that is less than an hour."""
    turn = timedelta(seconds=pace.seconds) if pace.seconds else WEEK / len(set(pace.weekdays))
    if pace.by_decision:
        turn = pace.clock(TURN)
    quarter = min(turn / 4, LONGEST)
    return quarter if quarter >= SHORTEST else timedelta(0)


def remind(now: datetime | None = None) -> int:
    """Writes reminders whose hour has come, for a slice; for how many matches. A delay has a letter of its own."""
    now = now or timezone.now()
    return sum(remind_players(match, now) for match in in_a_slice(to_be_reminded(now)))


def to_be_reminded(now: datetime) -> Iterator[Match]:
    """The matches whose hour has come, the nearest deadline first; the state of each is read when its turn comes."""
    soon = Match.objects.filter(
        NOT_REMINDED, status=m.RUNNING, shift=None, deadline__gt=now, deadline__lte=now + LONGEST
    )
    for match in soon.only("deadline", "pace_data").order_by("deadline", "pk"):
        if match.deadline is not None and match.deadline - notice(match.pace) <= now:
            yield from soon.filter(pk=match.pk)


def remind_players(match: Match, now: datetime) -> bool:
    """Writes the reminders of one match; False if another worker has, or nobody can read its state."""
    try:
        pending = match.rules.pending(match.realm)
    except Exception:  # the clock will set this match aside; the players of the others are reminded all the same
        log.exception("match %s: nobody can be reminded", match.code)
        return False
    now_given = statuses_of(match, pending, now)
    letters, deliveries = reminder_letters(match, now_given), awaited_deliveries(match, now_given)
    with transaction.atomic():
        ours = Match.objects.filter(NOT_REMINDED, pk=match.pk, step=match.step, deadline=match.deadline)
        if not ours.update(reminded=match.deadline):
            return False
        post(letters)
        post_deliveries(deliveries)
    return True
