"""Small tables of Gloire et Pouvoir for tests: players in the first seats, bots of the first release in the others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import ceil
from zoneinfo import ZoneInfo

from django.test import Client
from django.utils import timezone

from heraut.engine.rng import commitment
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import save_orders
from heraut.site.matches.pace import Pace
from heraut.site.matches.services import open_match, start

WEEKLY = Pace(grace=0)
OPTIONS = {"map": "SCANDINAVIE"}
SEED = bytes(range(32))
SECOND = timedelta(seconds=1)


def gathering(*players: Player | None, bots: int = 0, pace: Pace = WEEKLY, bots_instead: str = "") -> Match:
    """A table that waits: these players (None: nobody) in its first seats, bots in the others.

    `bots_instead`: the bot that stands in for those who have gone.
    """
    host = players[0] if players else None
    match = open_match("gloire", "La table ronde", OPTIONS, pace, host=host, bots=bots_instead)
    match.seed, match.commitment = SEED, commitment(SEED)  # what happens in it is the same in every run
    match.save()
    seats = [Seat(match=match, name=f"s{n}", user=player) for n, player in enumerate(players)]
    seats += [Seat(match=match, name=f"b{n}", bot="classic") for n in range(bots)]
    for seat in seats:
        seat.save()
    return match


def running(*players: Player | None, bots: int = 0, pace: Pace = WEEKLY, bots_instead: str = "") -> Match:
    """The same table, begun just now."""
    match = gathering(*players, bots=bots, pace=pace, bots_instead=bots_instead)
    start(match)
    match.refresh_from_db()
    return match


def seat_of(match: Match, player: Player) -> Seat:
    """The seat of this player, as it is now."""
    return match.seats.get(user=player)


def one_order(seat: Seat) -> str:
    """A line that this seat may give: its first land taxed."""
    view = seat.match.rules.view(seat.match.realm, seat.name)
    return f"IMP 3 {next(iter(view['own']['lands']))}"


def give_orders(match: Match, player: Player, *, seal: bool = False) -> Seat:
    """Saves one order of this player."""
    seat = seat_of(match, player)
    save_orders(seat, one_order(seat), seal=seal)
    return seat


def planned(match: Match) -> datetime:
    """The deadline of a match that runs."""
    assert match.deadline is not None
    return match.deadline


def pass_deadline(match: Match) -> datetime:
    """The moment just after the deadline, at which whatever is due has been resolved."""
    match.refresh_from_db()
    now = planned(match) + SECOND
    resolve_due(now)
    match.refresh_from_db()
    return now


def paris(year: int, month: int, day: int, hour: int, minute: int = 0) -> datetime:
    """A moment in Paris, in UTC."""
    return datetime(year, month, day, hour, minute, tzinfo=ZoneInfo("Europe/Paris")).astimezone(UTC)


def soon() -> datetime:
    """A minute from now."""
    return timezone.now() + timedelta(minutes=1)


def said_in_time(client: Client, match: Match, words: str) -> bool:
    """Whether the page of a match that waits a minute for its bots says so, with the seconds that are left ({})."""
    ready = timezone.now() + timedelta(seconds=60)
    Match.objects.filter(pk=match.pk).update(ready=ready)
    page = client.get(f"/partie/{match.code}/").content.decode()
    left = ceil((ready - timezone.now()).total_seconds())  # 60, where the page came within a second
    return any(words.format(seconds) in page for seconds in range(left, 61))
