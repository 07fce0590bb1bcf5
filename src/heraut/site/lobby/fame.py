"""The hall of fame: finished public matches and their kings."""

from __future__ import annotations

import msgspec
from django.db.models import Prefetch

from heraut.engine.protocol import Seat as SeatName
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Seat


class Reign(msgspec.Struct, frozen=True):
    """One finished match: the seat that won (None: nobody did), the road to the crown, who shares it."""

    match: Match
    king: Seat | None
    road: str
    others: tuple[Seat, ...] = ()


def reigns(number: int | None = None) -> list[Reign]:
    """Finished public matches, the latest first; at most so many."""
    people = Prefetch("seats", Seat.objects.select_related("user"))
    over = Match.objects.filter(status=m.OVER, private=False).defer("state").order_by("-ended").prefetch_related(people)
    return [reign(match) for match in over[:number]]


def reign(match: Match) -> Reign:
    """Who won this match, and how."""
    result = match.result
    if result is None:
        return Reign(match, None, "")
    best = max(result.scores.values(), default=0.0)
    kings = [seat for seat in match.seats.all() if best > 0 and result.scores.get(SeatName(seat.name)) == best]
    return Reign(match, kings[0] if kings else None, result.road, tuple(kings[1:]))
