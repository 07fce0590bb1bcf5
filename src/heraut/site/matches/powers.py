"""What a host may do to a match that runs. Each act is an entry of its public chronicle; none reads orders."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.pace import next_deadline
from heraut.site.matches import models as m
from heraut.site.matches.conduct import Closed, write_deed
from heraut.site.matches.models import Match, Seat

MISTAKE = timedelta(hours=1)  # a pause lifted so soon changes nothing
LONGEST_PAUSE = timedelta(days=60)


@contextmanager
def held(match: Match, *statuses: str) -> Iterator[Match]:
    """The match, locked, for one act. Raises Closed unless it has this status and no turn of it is being resolved."""
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=match.pk)
        if locked.status not in statuses or locked.claimed_until is not None:
            raise Closed
        yield locked
    match.refresh_from_db()


def pause(match: Match, author: Player | None, until: datetime, reason: str, now: datetime | None = None) -> None:
    """Stops the clock and closes the orders, until a given moment at the latest. Raises Closed, or ValueError.

    The deadline stays noted: a pause made by mistake can be undone (`lift`).
    """
    now = now or timezone.now()
    if not now < until <= now + LONGEST_PAUSE or not reason.strip():
        raise ValueError("a pause has a reason, and an end within sixty days")
    with held(match, m.RUNNING) as locked:
        locked.status, locked.paused_until = m.PAUSED, until
        locked.save(update_fields=["status", "paused_until"])
        write_deed(locked, "pause", author, until=until.isoformat(), since=now.isoformat(), reason=reason.strip())


def lift(match: Match, author: Player | None = None, now: datetime | None = None) -> None:
    """Ends a pause. Raises Closed if there is none.

    Lifted within an hour, it leaves the deadline as it was, if that is still to come. Otherwise the turn ends at the
    first moment of the calendar that leaves room for it.
    """
    now = now or timezone.now()
    with held(match, m.PAUSED) as locked:
        assert locked.started is not None and locked.deadline is not None
        deed = locked.deeds.filter(kind="pause").last()
        mistaken = deed is not None and now - datetime.fromisoformat(str(deed.data["since"])) <= MISTAKE
        if not mistaken or locked.deadline <= now:
            locked.deadline = next_deadline(locked.pace, locked.started, now)
        locked.status, locked.paused_until = m.RUNNING, None
        locked.save(update_fields=["status", "paused_until", "deadline"])
        write_deed(locked, "lift", author, until=locked.deadline.isoformat())


def lift_ended(now: datetime | None = None) -> int:
    """Ends every pause whose end has come; how many."""
    now = now or timezone.now()
    ended = list(Match.objects.filter(status=m.PAUSED, paused_until__lte=now))
    lifted = 0
    for match in ended:
        try:
            lift(match, now=now)
            lifted += 1
        except Closed:  # another worker, or the host, was quicker
            continue
    return lifted


def extend(match: Match, author: Player | None, until: datetime, reason: str, now: datetime | None = None) -> None:
    """Moves the deadline of the present turn to a later moment. Raises Closed, and ValueError for an earlier one."""
    now = now or timezone.now()
    with held(match, m.RUNNING) as locked:
        assert locked.deadline is not None
        if not max(locked.deadline, now) < until <= now + LONGEST_PAUSE or not reason.strip():
            raise ValueError("a deadline moves to a later moment, with a reason")
        locked.deadline = until
        locked.save(update_fields=["deadline"])
        write_deed(locked, "extend", author, until=until.isoformat(), reason=reason.strip())


def offer(seat: Seat, author: Player | None) -> None:
    """Opens a seat to whoever will take it over (GP-SITE-13); until then its player may still give orders."""
    with transaction.atomic():
        if Seat.objects.filter(pk=seat.pk, offered=False, match__status__in=(m.RUNNING, m.PAUSED)).update(offered=True):
            write_deed(seat.match, "offered", author, seats=[seat.name])
    seat.refresh_from_db()


def take_over(seat: Seat, player: Player, now: datetime | None = None) -> None:
    """Another player takes an offered seat, treasury, relations and all (GP-SITE-13). Raises Closed.

    Orders that the former player saved for the coming turn are void, his notes are gone, the bank of delays is full.
    """
    now = now or timezone.now()
    with held(seat.match, m.RUNNING, m.PAUSED) as locked:
        taken = locked.seats.filter(user=player).exists()
        former = locked.seats.values_list("user_id", flat=True).get(pk=seat.pk)
        offered = locked.seats.filter(pk=seat.pk, offered=True)
        if taken or not offered.update(
            user=player, bot="", offered=False, missed=0, grace_used=0, sealed=0, notes="", taken_over=now
        ):
            raise Closed
        write_deed(locked, "taken_over", player, seats=[seat.name], former=former)
    seat.refresh_from_db()


def give_to_bot(seat: Seat, author: Player | None, bot: str) -> None:
    """A bot answers for a seat as long as its player is silent; if it has none, until someone takes it over."""
    with transaction.atomic():
        Seat.objects.filter(pk=seat.pk).update(bot=bot, offered=True)
        write_deed(seat.match, "stand_in", author, seats=[seat.name])
    seat.refresh_from_db()
