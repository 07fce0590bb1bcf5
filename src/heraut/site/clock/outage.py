"""The outage rule: nobody pays for a site that was down.

Workers note every few seconds that their clock goes. Ten minutes without any is an outage; whether letters leave is no
matter. A turn with people in it whose deadline lay in the outage, or within the hour after it, then ends so long after
the end of the outage as the outage lasted, an hour at least and a day at most (one turn's time at a steady pace). The
chronicle says so. Where the rules want a missed deadline to be resolved as soon as the site is back (DA-PAC-08), it is.
"""

from __future__ import annotations

import logging
import socket
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from heraut.site.clock.models import BOTS, CLOCK, HOOKS, MAIL, PUSH, ROUNDS, Heartbeat
from heraut.site.common.words import noted
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.models import Match
from heraut.site.matches.pace import TURN, Pace
from heraut.site.matches.services import write_activity

log = logging.getLogger("heraut.clock")

OUTAGE = timedelta(minutes=10)
NEAR = timedelta(hours=1)
SHORTEST, LONGEST = timedelta(hours=1), timedelta(days=1)
FORGOTTEN = timedelta(days=1)
SILENT = {  # a round that says nothing for so long is not well
    CLOCK: timedelta(minutes=2),
    MAIL: timedelta(minutes=15),  # longer than the slowest mail server can keep it
    PUSH: timedelta(minutes=5),
    HOOKS: timedelta(minutes=5),
    BOTS: timedelta(minutes=5),
}


def note_alive(worker: str, started: datetime, now: datetime, *, duty: str = CLOCK, stopped: bool = False) -> None:
    """Renews the heartbeat of a worker's round. The clock's first one after an outage makes up for it."""
    with transaction.atomic():
        if duty == CLOCK:
            end_outage(now)
        Heartbeat.objects.update_or_create(
            worker=worker,
            duty=duty,
            defaults={"seen": now, "stopped": stopped},
            create_defaults={"started": started, "seen": now},
        )
        lately = Heartbeat.objects.filter(seen__gte=now - FORGOTTEN)
        Heartbeat.objects.exclude(worker__in=lately.values("worker")).delete()


def end_outage(now: datetime) -> None:
    """Makes up for an outage if there was one until now. To be called in a transaction."""
    hearts = list(Heartbeat.objects.select_for_update(no_key=True).filter(duty=CLOCK))
    last = max((heart.seen for heart in hearts), default=None)
    if last is not None and now - last > OUTAGE:
        make_up(last, now)
        # whoever waited for these rows finds them renewed, and does not make up for the same outage again
        Heartbeat.objects.filter(pk__in=[heart.pk for heart in hearts]).update(seen=now)


def make_up(down: datetime, up: datetime) -> int:
    """Moves the deadlines that an outage has touched; how many."""
    log.warning("no worker was alive between %s and %s", noted(down), noted(up))
    given_back = [name for name in names() if adapter(name).time_back]
    near = Match.objects.filter(status=m.RUNNING, game__in=given_back, deadline__gt=down, deadline__lte=up + NEAR)
    with_people = near.filter(seats__user__isnull=False).values("pk")
    moved = 0
    for match in Match.objects.select_for_update(no_key=True).filter(pk__in=with_people):
        until = up + time_back(match.pace, up - down)
        if match.deadline is None or until <= match.deadline:
            continue
        # the fence rises: a claim from before the outage must not end the turn now
        Match.objects.filter(pk=match.pk).update(
            deadline=until, claimed_until=None, fence=F("fence") + 1, held_until=None, anomalies=[]
        )
        write_activity(match, "outage", down=down.isoformat(), up=up.isoformat(), until=until.isoformat())
        moved += 1
    return moved


def time_back(pace: Pace, lasted: timedelta) -> timedelta:
    """What a turn gets after an outage of this length."""
    if pace.live:
        return pace.clock(TURN)
    if pace.seconds:
        return timedelta(seconds=pace.seconds)
    return min(max(lasted, SHORTEST), LONGEST)


def last_alive(duty: str = CLOCK) -> datetime | None:
    """When a worker last saw to this; None if there has never been one."""
    seen: datetime | None = Heartbeat.objects.filter(duty=duty).aggregate(last=Max("seen"))["last"]
    return seen


def alive(duty: str, now: datetime) -> bool:
    """Whether a worker of any machine sees to this."""
    seen = last_alive(duty)
    return seen is not None and now - seen <= SILENT[duty]


def silent_here() -> list[str]:
    """The rounds of this machine's workers that are not seen to; all of them where no worker has ever been."""
    here = Heartbeat.objects.filter(worker__startswith=f"{machine()}:", stopped=False)
    last = dict(here.order_by().values_list("duty").annotate(Max("seen")))
    now = timezone.now()
    return [duty for duty in ROUNDS if (now - last[duty] > SILENT[duty] if duty in last else not last)]


def machine() -> str:
    """What the names of this machine's workers begin with."""
    return socket.gethostname()[:40]
