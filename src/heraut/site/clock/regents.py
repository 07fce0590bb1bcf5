"""Bots that are regents wait for no deadline where people would not: what is asked as their days begin, or as a turn
opens, they answer as soon as nobody else is waited for.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from heraut.site.clock.sequence import unattended
from heraut.site.common.slices import see_to
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import end_early, open_to_orders, pending_in
from heraut.site.matches.turn_status import given_time

MOST_TURNS = 100  # since a person has last given orders; after that each turn waits for its deadline

asked: dict[int, tuple[str, frozenset[str]]] = {}  # by match: the digest of a state, and who is given time in it


def regents_due(now: datetime | None = None) -> None:
    """Lets the matches go on in which bots are regents, for a slice. The worker calls it."""
    now = now or timezone.now()
    in_force = Q(bot="", user__isnull=False, regent_from__lte=now, regent_until__gt=now)
    open_now = Match.objects.filter(status=m.RUNNING, claimed_until=None, held_until=None, ready=None)
    ruled = open_now.filter(pk__in=Seat.objects.filter(in_force, match__status=m.RUNNING).values("match"))
    silent = silent_people(Seat.objects.exclude(in_force).filter(match__in=ruled))
    found = list(ruled.only("digest", "pace_data"))
    for key in asked.keys() - {match.pk for match in found}:
        del asked[key]
    keys = [match.pk for match in found if may_go_on(match, silent[match.pk])]
    see_to(open_now.filter(pk__in=keys).only("pk"), lambda match: go_on(match.pk, now))


def silent_people(seats: QuerySet[Seat]) -> dict[int, set[str]]:
    """Who of these is there and has not sealed, by match: the database tells it of all matches at once."""
    there = seats.filter(user__isnull=False, bot="", offered=False, away_from=None)
    there = there.filter(user__absent_from=None).exclude(sealed=F("match__step") + 1)
    found = defaultdict[int, set[str]](set)
    for match, name in there.values_list("match", "name"):
        found[match].add(name)
    return found


def may_go_on(match: Match, silent: set[str]) -> bool:
    """Whether a look at the match is worth it: its turns may end early, and nobody who is silent is sure to be asked.

    Whom its state asks is not known to the database, where the fallen keep their seats: each is read once (`asked`).
    """
    if not (match.pace.early or match.pace.by_decision):
        return False
    digest, names = asked.get(match.pk, ("", frozenset()))
    return digest != match.digest or silent.isdisjoint(names)


def go_on(key: int, now: datetime) -> None:
    """Lets a match go on, if nobody is waited for."""
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).get(pk=key)
        if not open_to_orders(match, now):
            return
        pending = pending_in(match.game, bytes(match.state or b""))
        names = frozenset(name for name, decision in pending.items() if given_time(match, decision))
        asked[key] = match.digest, names
        if match.pace.by_decision or unattended(match) < MOST_TURNS:
            end_early(match, pending, None, now)
