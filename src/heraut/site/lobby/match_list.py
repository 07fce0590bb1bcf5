"""The page of matches: running and finished, by game, map and player, a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from heraut.site.lobby.hall_of_fame import Reign, reigns
from heraut.site.matches import models as m
from heraut.site.matches.activity_words import hides_lords
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.attendance import secret_games
from heraut.site.matches.models import Match, Seat

RUNNING, FINISHED = "running", "finished"
STATES: Mapping[str, tuple[str, ...]] = {RUNNING: (m.RUNNING, m.PAUSED), FINISHED: (m.OVER,)}
WANTED = ("state", "game", "place", "player")
LONGEST_NAME = 150


class Row(msgspec.Struct, frozen=True):
    """One match of the list; `reign`: how it ended, None while it runs."""

    match: Match
    lords: int  # 0 where it is told to nobody
    reign: Reign | None


def begun(*, state: str = "", game: str = "", place: str = "", player: str = "") -> QuerySet[Match]:
    """Public matches that have begun, those under way first, then the latest; an empty word leaves the choice open."""
    found = Match.objects.filter(private=False, started__isnull=False, game__in=names()).defer("state", "seed")
    found = found.filter(status__in=STATES.get(state, (*STATES[RUNNING], *STATES[FINISHED])))
    if game:
        found = found.filter(game=game)
    if place:
        found = found.filter(placed(place))
    if player:
        found = found.filter(played_by(player))
    return found.order_by(F("ended").desc(nulls_first=True), "-started", "-pk").annotate(seated=Count("seats"))


def placed(place: str) -> Q:
    """Matches on this map."""
    options = sorted({adapter(name).place_option for name in names()} - {""})
    return Q(*((f"options__{option}", place) for option in options), _connector=Q.OR) if options else Q(pk=None)


def played_by(player: str) -> Q:
    """Matches that anybody may know a player plays: where it is a secret, those alone that are over (DA-FOG-08)."""
    hidden = Q(game__in=secret_games()) & ~Q(status=m.OVER)
    person = {"user__username__iexact": player[:LONGEST_NAME], "user__guest": False, "user__is_active": True}
    return ~hidden & Q(Exists(Seat.objects.filter(match=OuterRef("pk"), **person)))


def rows(matches: Iterable[Any]) -> list[Row]:
    """What is shown of these matches: the crowned of all of them from one query."""
    found = list(matches)
    ended = {reign.match.pk: reign for reign in reigns(match for match in found if match.over)}
    return [Row(match, 0 if hides_lords(match) else match.seated, ended.get(match.pk)) for match in found]
