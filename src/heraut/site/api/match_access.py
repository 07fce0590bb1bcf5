"""The way into a match: the same visit as a page's, with the API's own faults."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Query

from heraut.engine.protocol import Seat as SeatName
from heraut.site.api.faults import Fault
from heraut.site.common.words import lang
from heraut.site.matches.models import Seat
from heraut.site.matchpage.match_access import NOT_BEGUN, MatchAccess, access_to

Lang = Annotated[Literal["fr", "en"] | None, Query(description="The language of the texts; else the caller's own.")]
Spectator = Annotated[bool, Query(description="As a passer-by, whoever asks.")]
AsSeat = Annotated[str | None, Query(description="Once the match is over, its players may see what any seat saw.")]


def begun(request: HttpRequest, code: str, *, spectator: bool = False) -> MatchAccess:
    """A visit of a match that has begun. Raises Http404, and Fault before the start."""
    access = access_to(request, code, spectator=spectator, as_regent=False)
    if access.match.status in NOT_BEGUN:
        raise Fault(409, "not_begun")
    return access


def holder(request: HttpRequest, code: str) -> tuple[MatchAccess, Seat]:
    """A visit of a match by one of its players, and his seat. Raises Http404 and Fault."""
    access = begun(request, code)
    if access.seat is None:
        raise Fault(403, "no_seat")
    return access, access.seat


def seat_asked(access: MatchAccess, seat: str | None) -> SeatName | None:
    """The seat whose knowledge is asked for; None is the caller's own. Raises Fault before the end of the match."""
    if seat is None or seat == access.name:
        return None
    if access.spectator:  # whoever asks as a passer-by, sits nowhere
        raise Fault(403, "no_seat", where=["query.seat", "query.spectator"])
    if not access.may_see_all:
        raise Fault(403, "not_over")
    if seat not in access.players:
        raise Fault(404, "not_found")
    return SeatName(seat)


def chosen(language: str | None) -> str:
    """The language asked for, else the caller's."""
    return language or lang()
