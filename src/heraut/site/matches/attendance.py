"""Turns given of turns owed: how reliable a player is, counted as turns are resolved, and kept with him.

Only public matches count: at a private table friends settle such things among themselves. Announced absence is no turn
owed, nor is one that a bot played in his place. While a regent has the orders of a seat, its turns are his.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec
from django.db.models import F, Q, QuerySet, Sum

from heraut.site.accounts.models import Player
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.models import Match, Presence, Seat
from heraut.site.matches.turn_status import MISSED, USED, SeatStatus


class Reliability(msgspec.Struct, frozen=True):
    """Turns given of turns owed."""

    given: int
    owed: int

    @property
    def percent(self) -> int:
        """The share of turns given, rounded down: nobody who has missed one has given all."""
        return self.given * 100 // self.owed if self.owed else 100


def count_turn(match: Match, statuses: Mapping[str, SeatStatus]) -> None:
    """A step has been resolved: who owed orders for it, and who gave them. In the transaction of the step."""
    if match.private or match.demo:
        return
    waited = {name: one.outcome == USED for name, one in statuses.items() if one.outcome in (USED, MISSED)}
    held = Seat.objects.filter(match=match, name__in=waited, user__isnull=False).values_list("name", "user_id")
    given = {statuses[name].regent or user: waited[name] for name, user in held if user is not None}
    Presence.objects.bulk_create([Presence(match=match, player_id=user) for user in given], ignore_conflicts=True)
    theirs = Presence.objects.filter(match=match, player__in=given)
    theirs.update(owed=F("owed") + 1)
    theirs.filter(player__in=[user for user, gave in given.items() if gave]).update(given=F("given") + 1)


def secret_games() -> tuple[str, ...]:
    """The games in which it is told to nobody who plays until a match is over."""
    return tuple(name for name in names() if adapter(name).secret)


def told_of(player: Player) -> QuerySet[Match]:
    """The matches of a player that anybody may connect with his name: public ones that have begun.

    Where who plays is a secret, those alone that are over: not even a number may tell of the others (DA-FOG-08).
    """
    begun = Match.objects.filter(private=False, started__isnull=False, game__in=names()).exclude(status=m.CANCELLED)
    return begun.filter(Q(status=m.OVER) | ~Q(game__in=secret_games()), seats__user=player)


def reliability(player: Player) -> Reliability:
    """What anybody may know of it: the turns of all public matches, but of those that nobody may know he plays."""
    return reliability_of([player.pk]).get(player.pk, Reliability(0, 0))


def reliability_of(players: Collection[int]) -> Mapping[int, Reliability]:
    """The same of several (keys), those who have owed no turn left out."""
    open_to_all = Q(match__status=m.OVER) | ~Q(match__game__in=secret_games())
    theirs = Presence.objects.filter(open_to_all, player__in=players, match__private=False, match__game__in=names())
    sums = theirs.order_by().values_list("player").annotate(Sum("given"), Sum("owed"))
    return {player: Reliability(given, owed) for player, given, owed in sums if owed}
