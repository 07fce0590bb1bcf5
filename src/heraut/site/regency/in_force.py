"""Which regencies hold at a moment: accepted, begun, not over, of a seat that is still its player's.

A regency ends by itself: with its last day, with the match, with the seat's passing to another. Nothing has to be
written for it, so that nobody acts a minute longer than he may.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.matches import models as m
from heraut.site.matches.activity_kinds import of_kind
from heraut.site.matches.former_parts import LEFT, sat_before
from heraut.site.matches.models import Activity, Match, Seat
from heraut.site.regency.models import Regency

UNDER_WAY = (m.RUNNING, m.PAUSED)


def not_over(now: datetime) -> QuerySet[Regency]:
    """Those that were accepted and are not over, begun or not."""
    theirs = Regency.objects.filter(seat__user=F("holder"), seat__match__status__in=UNDER_WAY, regent__is_active=True)
    return theirs.filter(accepted__isnull=False, ended=None, stops__gt=now)


def in_force(now: datetime) -> QuerySet[Regency]:
    """Those that hold at this moment."""
    return not_over(now).filter(starts__lte=now)


# Every page of a match asks thrice for regents, and few matches have any
_accepted = CompiledQuery(
    lambda match: Regency.objects.filter(seat__match=match, accepted__isnull=False, ended=None).only("seat", "regent"),
    int,
)


def regency_of(match: int, player: int) -> Regency | None:
    """By what this player (a key, like that of the match) plays a seat just now that is not his own."""
    if all(row.regent_id != player for row in _accepted(match)):
        return None
    now = timezone.now()
    return in_force(now).filter(seat__match=match, regent=player).select_related("seat", "regent", "holder").first()


def regent_of(seat: Seat) -> Regency | None:
    """By what somebody plays this seat for its player just now."""
    if all(row.seat_id != seat.pk for row in _accepted(seat.match_id)):
        return None
    return in_force(timezone.now()).filter(seat=seat).select_related("regent").first()


def seated(match: Match, player: Player) -> bool:
    """Whether he holds a seat of the match, himself, by whoever plays at his screen, or as a regent, begun or not."""
    if match.seats.filter(Q(user=player) | Q(user__companion_of=player.pk)).exists():
        return True
    return not_over(timezone.now()).filter(seat__match=match, regent=player).exists()


def has_part(match: Match, player: Player) -> bool:
    """Whether he plays in this match or did, for himself or as a regent: nothing of it is open to him but what is to
    every player.
    """
    if seated(match, player) or sat_before(match, player):
        return True
    return Regency.objects.filter(seat__match=match, regent=player, accepted__isnull=False).exists()


def with_part(player: Player) -> QuerySet[Match]:
    """The matches in which he has a part, or had one, for a subquery."""
    ruled = Regency.objects.filter(regent=player, accepted__isnull=False).values("seat__match")
    left = Activity.objects.filter(of_kind(*LEFT), data__former=player.pk).values("match")
    held = Q(seats__user=player) | Q(seats__user__companion_of=player)
    return Match.objects.filter(held | Q(pk__in=ruled) | Q(pk__in=left)).order_by().values("pk")  # type: ignore[return-value]


def givers(matches: Collection[int], now: datetime) -> Mapping[int, int]:
    """Who gives the orders of a seat of these matches in the place of its player (`matches.regents.Find`)."""
    if len(matches) == 1 and not any(map(_accepted, matches)):
        return {}
    rows = in_force(now).filter(seat__match__in=matches, orders=True)
    return dict(rows.order_by("pk").values_list("seat", "regent"))


def order_regents(seats: Iterable[Seat]) -> list[tuple[Seat, Player]]:
    """The regents who give the orders of these seats now, each with his seat."""
    by_key = {seat.pk: seat for seat in seats}
    rows = in_force(timezone.now()).filter(seat__in=by_key, orders=True).select_related("regent")
    return [(by_key[row.seat_id], row.regent) for row in rows]
