"""What nobody uses is removed by the worker: guests who never came back, tables that nobody came to (docs/hosting.md).

A match under way with other people in it goes on: a bot answers for the guest.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from heraut.site.accounts.models import Count, Player
from heraut.site.common.slices import see_to
from heraut.site.lobby.leaving import forget_writings
from heraut.site.lobby.waiting_list import WAITING
from heraut.site.matches import models as m
from heraut.site.matches.adapters import bot_of
from heraut.site.matches.bot_names import drawn_for
from heraut.site.matches.host_actions import without_player
from heraut.site.matches.models import Activity, Match, Seat, Sheet
from heraut.site.matches.services import write_activity
from heraut.site.matches.telling import holders
from heraut.site.notifications.news import table_url, tell


def remove_guests(now: datetime | None = None) -> int:
    """Removes the guests who have neither come in nor given orders for `GUEST_DAYS`; how many."""
    if not settings.GUEST_DAYS:
        return 0
    idle = idle_guests((now or timezone.now()) - timedelta(days=settings.GUEST_DAYS))
    return see_to(idle, remove)


def idle_guests(since: datetime) -> QuerySet[Player]:
    """Guests who have done nothing since then."""
    active = Sheet.objects.filter(saved__gte=since, seat__user__guest=True).values("seat__user")
    old = Player.objects.filter(guest=True, date_joined__lt=since).exclude(pk__in=active)
    return old.exclude(last_login__gte=since)


@transaction.atomic
def remove(guest: Player) -> None:
    """The guest goes, with the trial matches that were his alone; in all others a bot answers in his place."""
    people = Seat.objects.filter(user__isnull=False).exclude(user=guest)
    Match.objects.filter(host=guest, private=True).exclude(pk__in=people.values("match")).delete()
    seats = guest.seats.filter(match__status__in=(m.RUNNING, m.PAUSED)).select_related("match")
    for seat in seats.defer("match__state"):
        bot = drawn_for(seat.match, seat.match.bots or bot_of(seat.match.game), seat.name)
        Seat.objects.filter(pk=seat.pk).update(**without_player(), bot=bot, notes="")
        write_activity(seat.match, "stand_in", seats=[seat.name])
    forget_writings(guest)
    guest.delete()


def close_tables(now: datetime | None = None) -> int:
    """Closes the tables that wait and where nothing has happened for `TABLE_DAYS`, and says so; how many."""
    now = now or timezone.now()
    if not settings.TABLE_DAYS:
        return 0
    idle = idle_tables(now - timedelta(days=settings.TABLE_DAYS))
    return see_to(idle, partial(close, now=now))


def idle_tables(since: datetime) -> QuerySet[Match]:
    """Tables that wait for players, where nobody has sat down and nothing was done since then."""
    waiting = Match.objects.filter(status__in=WAITING, demo=False, created__lt=since).defer("state")
    busy = Activity.objects.filter(at__gte=since).values("match")
    return waiting.exclude(pk__in=busy).exclude(pk__in=Seat.objects.filter(joined__gte=since).values("match"))


@transaction.atomic
def close(table: Match, now: datetime) -> bool:
    """Closes one table; False if it has started meanwhile."""
    waiting = Match.objects.filter(pk=table.pk, status__in=WAITING)
    if not waiting.update(status=m.CANCELLED, ended=now, muster_until=None):
        return False
    activity = write_activity(table, "closed", days=settings.TABLE_DAYS)
    tell(activity, holders(table.seats), url=table_url(table), days=settings.TABLE_DAYS)
    return True


def forget_tables(now: datetime | None = None) -> int:
    """Forgets the tables that were cancelled `TABLE_DAYS` ago; how many."""
    if not settings.TABLE_DAYS:
        return 0
    before = (now or timezone.now()) - timedelta(days=settings.TABLE_DAYS)
    gone = Match.objects.filter(status=m.CANCELLED, started=None, ended__lt=before)
    return see_to(gone.defer("state"), Match.delete)


def forget_counts(now: datetime | None = None) -> None:
    """Forgets what rate limits no longer count, and sessions that have come to their end."""
    Count.objects.filter(expires__lt=now or timezone.now()).delete()
    sessions: Any = import_module(settings.SESSION_ENGINE)
    sessions.SessionStore.clear_expired()
