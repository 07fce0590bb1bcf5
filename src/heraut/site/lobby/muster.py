"""The muster: before the start each player says that he is there (GP-SITE-09, GP-SITE-10, GP-SET-10).

full table      the muster is called: every registered player is asked to confirm, those who wait behind included
all confirmed   the match starts at once
time is up      enough confirmed: the first registered of them start, the others wait for the next match, opened for
                them on the spot; a table with bots starts with whoever confirmed. Not enough: every confirmation
                lapses and the muster is called again; who let two of them go by in silence loses his place.

A private table needs none: its host has asked its players himself. It starts when it is full, or on his word; but
where its players sit together at a clock that runs, they are asked, for whoever has gone would lose his turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from heraut.engine.rng import Rng
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.common.refusals import Refused
from heraut.site.common.slices import see_to
from heraut.site.lobby.presets import muster_time
from heraut.site.lobby.waiting_list import free_lords, full, locked, locked_table, lords_of, places, registered
from heraut.site.matches import models as m
from heraut.site.matches.bot_names import bot_of_place
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import open_match, start, write_activity
from heraut.site.matches.telling import holders
from heraut.site.notifications.match_mails import announce_muster
from heraut.site.notifications.news import news, table_url
from heraut.site.notifications.outbox import post

MISSED_MUSTERS = 2
NUMBERED = re.compile(r"(.*) \((\d+)\)")


def call(match: Match, now: datetime, author: Player | None = None, *, again: bool = False) -> None:
    """Asks every registered player to confirm, by letter and on the pages."""
    match.status, match.muster_until = m.MUSTER, now + muster_time(match.pace, again=again)
    match.save(update_fields=["status", "muster_until"])
    write_activity(match, "muster_again" if again else "muster", author, until=match.muster_until.isoformat())
    announce_muster(match)


def starts_when_full(match: Match) -> bool:
    """Whether a table begins without a muster: a private one, but for live play."""
    return match.private and not match.pace.live


def after_joining(match: Match, seat: Seat, now: datetime) -> None:
    """The one who makes the table full calls the muster by it, and is present; a muster that is on may be complete. A
    table without a muster starts with him.
    """
    if match.status == m.GATHERING and starts_when_full(match) and full(match):
        begin(match, places(match).seated, now)
    elif match.status == m.GATHERING and full(match):
        Seat.objects.filter(pk=seat.pk).update(confirmed=True)
        call(match, now)
    start_if_complete(match, now)


@transaction.atomic
def confirm(match: Match, player: Player) -> None:
    """A player says that he is there. Raises Refused when no muster is on, or he is not on the list."""
    table = locked(match)
    if table.status != m.MUSTER:
        raise Refused("no_muster")
    if not table.seats.filter(user=player).update(confirmed=True, missed=0):
        raise Refused("not_listed")
    start_if_complete(table, timezone.now())


def start_if_complete(match: Match, now: datetime) -> None:
    """Starts a muster's match before its time is up if nobody who comes first is still awaited."""
    if match.status != m.MUSTER:
        return
    listed = places(match)
    complete = not listed.free or (match.bots and listed.seated)
    if complete and all(seat.confirmed for seat in listed.seated):
        begin(match, listed.seated, now)


@transaction.atomic
def call_now(match: Match, host: Player) -> None:
    """The host of a public table with bots calls the muster before it is full: bots take the places left. Raises
    Refused.
    """
    table, now = locked_table(match), timezone.now()
    if table.status != m.GATHERING or table.private or not table.bots or not registered(table).exists():
        raise Refused("nobody_to_muster")
    table.seats.filter(user=host).update(confirmed=True)
    call(table, now, host)
    start_if_complete(table, now)


@transaction.atomic
def start_now(match: Match, host: Player) -> None:
    """The host of a private table with bots starts it on his word alone. Raises Refused."""
    table = locked_table(match)
    listed = places(table)
    if not table.private or not table.bots or not listed.seated:
        raise Refused("not_yours_to_start")
    begin(table, listed.seated, timezone.now(), author=host)


def muster_due(now: datetime | None = None) -> int:
    """Ends the musters whose time is up; how many there were. The worker calls it; twice does no harm."""
    now = now or timezone.now()
    due = Match.objects.filter(status=m.MUSTER, muster_until__lte=now)
    return see_to(due.defer("state"), partial(end, now=now))


@transaction.atomic
def end(match: Match, now: datetime) -> bool:
    """Ends one muster, with a start or without; False if someone else has ended it meanwhile."""
    match = locked(match)
    if match.status != m.MUSTER or match.muster_until is None or match.muster_until > now:
        return False
    present = confirmed(match)
    if len(present) >= lords_of(match) or (match.bots and present):
        begin(match, present[: lords_of(match)], now)
    else:
        lapse(match, now)
    return True


def confirmed(match: Match) -> list[Seat]:
    """Who has said that he is there, in the order of registration."""
    return [seat for seat in registered(match) if seat.confirmed]


def lapse(match: Match, now: datetime) -> None:
    """Nobody starts: confirmations are void, the silent are counted, and a full table musters again (GP-SITE-10)."""
    for seat in registered(match):
        seat.missed = 0 if seat.confirmed else seat.missed + 1
        seat.confirmed = False
        seat.save(update_fields=["missed", "confirmed"])
    gone = match.seats.filter(missed__gte=MISSED_MUSTERS).select_related("user")
    write_activity(match, "muster_failed", lords=[seat.lord for seat in gone])
    post(news(match, "lost_place", f"{match.pk}:{now:%Y%m%d%H%M}", holders(gone), url=table_url(match)))
    with moving_up(match):
        gone.delete()
    gather(match, now)


@contextmanager
def moving_up(match: Match) -> Iterator[None]:
    """Whoever waits behind and gets a place, by somebody's leaving inside, is told."""
    behind = {seat.pk for seat in places(match).behind}
    yield
    if behind:
        moved = [seat for seat in places(match).seated if seat.pk in behind]
        key = f"{match.pk}:{timezone.now():%Y%m%d%H%M%S}"
        post(news(match, "moved_up", key, holders(moved), url=table_url(match)))


def gather(match: Match, now: datetime) -> None:
    """Waits for players again, or musters again if they are enough already; a table without a muster just starts."""
    match.status, match.muster_until = m.GATHERING, None
    match.save(update_fields=["status", "muster_until"])
    if starts_when_full(match) and full(match):
        begin(match, places(match).seated, now)
    elif full(match):
        call(match, now, again=True)


def begin(match: Match, present: Sequence[Seat], now: datetime, author: Player | None = None) -> None:
    """Starts the match with these players, bots in the places left; all others wait for the next one (GP-SITE-10)."""
    match.seats.filter(user=None).delete()  # of accounts that were closed meanwhile
    others = match.seats.exclude(pk__in=[seat.pk for seat in present])
    follower = successor(match) if others.exists() else None
    if follower is not None:
        others.update(match=follower)
        people = holders(follower.seats)
        post(news(follower, "next_table", str(follower.pk), people, url=table_url(follower), former=match.title))
    bots = lords_of(match) - len(present)
    seat_bots(match, bots)
    match.seats.update(confirmed=True, missed=0)
    write_activity(match, "started", author, lords=lords_of(match), bots=bots)
    start(match, now)
    if match.pace.by_decision:  # bots may be the first to be asked
        transaction.on_commit(partial(resolve_at_once, match.pk))
    if follower is not None:
        serve_next(follower, now)


def serve_next(match: Match, now: datetime) -> None:
    """The next match starts as well if enough of those who wait have confirmed; else it gathers."""
    present = confirmed(match)
    if len(present) >= lords_of(match):
        begin(match, present[: lords_of(match)], now)
    else:
        match.seats.update(confirmed=False)
        gather(match, now)


def numbered(title: str, number: int) -> str:
    """The title of another table like this one."""
    return f"{title[:70]} ({number})"


def successor(match: Match) -> Match:
    """A table as this one was, under the next number, for those who could not start."""
    named = NUMBERED.fullmatch(match.title)
    title, number = (named[1], int(named[2])) if named else (match.title, 1)
    follower = open_match(
        match.game,
        numbered(title, number + 1),
        match.options,
        match.pace,
        host=match.host,
        private=match.private,
        password=match.password,
        bots=match.bots,
        place_bots=match.place_bots,
        counted=match.counted,
        open_after=match.open_after,
        hold=match.hold,
        relations=match.relations,
    )
    write_activity(follower, "opened_after", title=match.title)
    return follower


def seat_bots(match: Match, number: int) -> None:
    """Bots in so many seats, under names of ours, drawn as their tempers are (`bot_names.drawn_for`)."""
    names = free_lords(match)
    Rng(bytes(match.seed)).at("lords").shuffle(names)
    for place, lord in enumerate(names[:number]):
        Seat.objects.create(match=match, name=f"!{place}", bot=bot_of_place(match, place), lord=lord)
