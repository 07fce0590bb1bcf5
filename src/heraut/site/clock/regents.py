"""Bots that are regents wait for no deadline where people would not: what is asked as their days begin, or as a turn
opens, they answer as soon as nobody else is waited for.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from heraut.site.clock.sequence import unattended
from heraut.site.common.slices import see_to
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import end_early, open_to_orders, pending_in

MOST_TURNS = 100  # since a person has last given orders; after that each turn waits for its deadline


def regents_due(now: datetime | None = None) -> None:
    """Lets the matches go on in which bots are regents, for a slice. The worker calls it."""
    now = now or timezone.now()
    ruled = Seat.objects.filter(bot="", user__isnull=False, regent_from__lte=now, regent_until__gt=now)
    open_now = Match.objects.filter(status=m.RUNNING, claimed_until=None, held_until=None, ready=None)
    see_to(
        open_now.filter(pk__in=ruled.filter(match__status=m.RUNNING).values("match")),
        lambda match: go_on(match.pk, now),
    )


def go_on(key: int, now: datetime) -> None:
    """Lets a match go on, if nobody is waited for."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=key)
        if not (match.pace.early or match.pace.by_decision) or not open_to_orders(match, now):
            return
        if match.pace.by_decision or unattended(match) < MOST_TURNS:
            end_early(match, pending_in(match.game, bytes(match.state or b"")), None, now)
