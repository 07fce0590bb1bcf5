"""What anybody may know of a player: public matches, results by game. No more than they show; to himself, a bit more.

Where who plays is a secret, a match is told of, and counted, when it is over (`matches/attendance.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.db.models import Count, F, QuerySet
from django.http import Http404

from heraut.site.accounts.models import Player
from heraut.site.lobby.hall_of_fame import best
from heraut.site.matches import models as m
from heraut.site.matches.adapters import names
from heraut.site.matches.attendance import told_of
from heraut.site.matches.models import Match, Seat

MOST_READ = 500  # finished matches whose results are counted, the latest


class Result(msgspec.Struct):
    """How a player has fared at one game."""

    game: str
    finished: int = 0
    won: int = 0
    running: int = 0


def player_named(name: str) -> Player:
    """A player with a profile: an account that is open, and no guest's. Raises Http404."""
    found = Player.objects.filter(username=name, guest=False, is_active=True).first()
    if found is None:
        raise Http404
    return found


def matches_of(player: Player) -> QuerySet[Match]:
    """The matches that a profile lists, those under way first, then the latest."""
    listed = Match.objects.filter(pk__in=told_of(player).values("pk")).annotate(seated=Count("seats"))
    return listed.defer("state", "seed").order_by(F("ended").desc(nulls_first=True), "-started", "-pk")


def private_ends(player: Player) -> QuerySet[Match]:
    """His finished private matches, the latest first: shown to himself alone."""
    own = Match.objects.filter(private=True, status=m.OVER, game__in=names(), seats__user=player)
    listed = Match.objects.filter(pk__in=own.values("pk")).annotate(seated=Count("seats"))
    return listed.defer("state", "seed").order_by("-ended", "-pk")


def results(player: Player) -> list[Result]:
    """How he has fared, game by game, in two queries."""
    found: dict[str, Result] = {}
    running = told_of(player).exclude(status=m.OVER).order_by()
    for game, number in running.values_list("game").annotate(Count("pk", distinct=True)):
        found.setdefault(game, Result(game)).running = number
    for seat in finished_seats(player):
        result = found.setdefault(seat.match.game, Result(seat.match.game))
        result.finished += 1
        result.won += seat.name in best(seat.match)
    return sorted(found.values(), key=lambda one: (-one.finished, one.game))


def finished_seats(player: Player) -> Iterable[Seat]:
    """His seats in finished public matches, the latest first."""
    seats = Seat.objects.filter(user=player, match__in=told_of(player).filter(status=m.OVER).values("pk"))
    seats = seats.select_related("match").only("name", "match__game", "match__result_data", "match__ended")
    return seats.order_by("-match__ended", "-pk")[:MOST_READ]
