"""Whose power over a running match reaches how far. The acts are those of `matches/host_actions.py`; none reads orders.

A host who plays has narrower powers than one who only looks after the table (platforms: a playing host can stall for
ever); whoever runs the site is never bound. A pause is lifted as well by the vote of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

import msgspec
from django.db import transaction
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.lobby.waiting_list import locked
from heraut.site.matches import host_actions
from heraut.site.matches import models as m
from heraut.site.matches.activity_kinds import ActivityKind, of_kind
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Activity, Match, Seat
from heraut.site.matches.services import Closed, write_activity
from heraut.site.matches.turn_status import GHOST
from heraut.site.moderation.models import REMOVED
from heraut.site.moderation.sanctions import impose

VOTE: ActivityKind = "lift_vote"


class Reach(msgspec.Struct, frozen=True):
    """How far a host may go: days of one pause, hours of one extension, and whether each only once a turn."""

    pause_days: int
    extend_hours: int
    once_a_turn: bool
    only_ghosts: bool  # he replaces only lords who stay silent, or who asked for it


NEUTRAL = Reach(pause_days=60, extend_hours=14 * 24, once_a_turn=False, only_ghosts=False)
PLAYING = Reach(pause_days=7, extend_hours=48, once_a_turn=True, only_ghosts=True)


def reach(match: Match, host: Player) -> Reach:
    """How far this host may go."""
    return PLAYING if match.seats.filter(user=host).exists() else NEUTRAL


def pause(match: Match, host: Player, until: datetime, reason: str) -> None:
    """Stops the clock until a given moment. Raises Refused."""
    limits, now = reach(match, host), timezone.now()
    if until > now + timedelta(days=limits.pause_days):
        raise Refused("pause_too_long", days=limits.pause_days)
    check_once(match, host, limits, "pause")
    with refusing("bad_pause"):
        host_actions.pause(match, host, until, reason, now)


def lift(match: Match, host: Player) -> None:
    """Ends a pause. Raises Refused."""
    with refusing("no_pause"):
        host_actions.lift(match, host)


def extend(match: Match, host: Player, hours: int, reason: str) -> None:
    """Moves the deadline so many hours on, where one presses. Raises Refused."""
    limits = reach(match, host)
    if hours > limits.extend_hours:
        raise Refused("extension_too_long", hours=limits.extend_hours)
    if match.deadline is None:
        raise Refused("closed")
    if match.pace.at_leisure:
        raise Refused("no_deadline")
    check_once(match, host, limits, "extend")
    with refusing("bad_extension"):
        host_actions.extend(match, host, match.deadline + timedelta(hours=hours), reason)


def replace(match: Match, host: Player, seat: Seat, bot: str = "") -> None:
    """Offers a lord to whoever will take him over, or has this bot stand in for him until then. Raises Refused."""
    check_replaceable(match, host, seat)
    if bot:
        host_actions.give_to_bot(seat, host, bot)
    else:
        host_actions.offer(seat, host)


def close(match: Match, host: Player, reason: str) -> None:
    """Ends the match at once, without a winner, where its rules leave that to the organiser. Raises Refused."""
    with transaction.atomic(), refusing("closed"):
        check_ruling(locked(match), "close")  # of two who press at once one comes second
        host_actions.close(match, host, reason)


def eliminate(match: Match, host: Player, seats: Sequence[Seat], reason: str) -> None:
    """Removes lords where the rules leave that to who looks after the match, and does not play. Raises Refused."""
    if reach(match, host).only_ghosts:
        raise Refused("plays_himself")
    with transaction.atomic(), refusing("closed"):
        table = locked(match)
        check_ruling(table, "eliminate")
        owing, decided = table.rules.pending(table.realm), host_actions.leaving(table)
        chosen = [seat for seat in seats if seat.name in owing and seat.name not in decided]
        if not chosen:
            raise Refused("decided" if decided.intersection(seat.name for seat in seats) else "nobody_chosen")
        host_actions.eliminate(match, chosen, host, reason)
        for player in {seat.user for seat in chosen if seat.user is not None}:
            impose(player, REMOVED, host, reason, match)


def check_ruling(match: Match, act: str) -> None:
    """The rules of the game know this act, the match is under way, and its end is not decided yet. Raises Refused."""
    if act not in adapter(match.game).rulings:
        raise Refused("no_ruling")
    if match.status not in (m.RUNNING, m.PAUSED):
        raise Refused("closed")
    if host_actions.is_ending(match):
        raise Refused("decided")


def check_replaceable(match: Match, host: Player, seat: Seat) -> None:
    """A host who plays replaces ghosts alone, and those who asked for it. Raises Refused."""
    if match.status not in (m.RUNNING, m.PAUSED):
        raise Refused("closed")
    willing = seat.user is None or seat.offered or seat.missed >= GHOST
    if reach(match, host).only_ghosts and not willing:
        raise Refused("not_a_ghost", turns=GHOST)


def check_once(match: Match, host: Player, limits: Reach, kind: ActivityKind) -> None:
    """A playing host does this once a turn, lest pause follow pause. Raises Refused."""
    if not limits.once_a_turn:
        return
    since = match.steps.order_by("-number").values_list("resolved", flat=True).first()
    if since is not None and match.activities.filter(of_kind(kind), author=host, at__gte=since).exists():
        raise Refused("once_a_turn")


@contextmanager
def refusing(key: str) -> Iterator[None]:
    """What the powers refuse, as the lobby refuses: closed to all acts just now, or this one in particular."""
    try:
        yield
    except Closed:
        raise Refused("closed") from None
    except ValueError:
        raise Refused(key) from None


class Poll(msgspec.Struct, frozen=True):
    """The vote on lifting a pause: players who have a voice, and those who gave it. More than half lift it."""

    voices: frozenset[int]
    given: frozenset[int]

    @property
    def needed(self) -> int:
        """How many votes lift the pause."""
        return len(self.voices) // 2 + 1


def poll(match: Match) -> Poll | None:
    """The vote on the present pause: everyone who plays, but whoever ordered it. None if there is no pause."""
    paused = match.status == m.PAUSED and match.paused_until is not None  # what is locked no vote unlocks
    begun = match.activities.filter(of_kind("pause", "deserted")).last() if paused else None
    if begun is None:
        return None
    people = match.seats.filter(user__isnull=False, offered=False).exclude(user=begun.author_id)
    voices = frozenset(people.values_list("user_id", flat=True))
    votes = Activity.objects.filter(of_kind(VOTE), match=match, pk__gt=begun.pk, author__in=voices)
    return Poll(voices, frozenset(votes.values_list("author_id", flat=True)))


@transaction.atomic
def vote(match: Match, player: Player) -> None:
    """A player's voice for the end of the pause; the one that makes a majority ends it. Raises Refused."""
    match = locked(match)
    count = poll(match)
    if count is None:
        raise Refused("no_pause")
    if player.pk not in count.voices or player.pk in count.given:
        raise Refused("no_voice")
    write_activity(match, VOTE, player)
    if len(count.given) + 1 >= count.needed:
        with refusing("no_pause"):
            host_actions.lift(match)
