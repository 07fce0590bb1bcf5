"""The way into a match: the same visit as a page's, with the API's own faults."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Query

from heraut.engine.protocol import Seat as SeatName
from heraut.site.api.faults import Fault
from heraut.site.matches.models import Seat
from heraut.site.play.visit import NOT_BEGUN, Visit, visit
from heraut.site.words import lang

Lang = Annotated[Literal["fr", "en"] | None, Query(description="The language of the texts; else the caller's own.")]
Spectator = Annotated[bool, Query(description="As a passer-by, whoever asks.")]
AsSeat = Annotated[str | None, Query(description="Once the match is over, its players may see what any seat saw.")]


def begun(request: HttpRequest, code: str, *, spectator: bool = False) -> Visit:
    """A visit of a match that has begun. Raises Http404, and Fault before the start."""
    coming = visit(request, code, spectator=spectator)
    if coming.match.status in NOT_BEGUN:
        raise Fault(409, "not_begun")
    return coming


def holder(request: HttpRequest, code: str) -> tuple[Visit, Seat]:
    """A visit of a match by one of its players, and his seat. Raises Http404 and Fault."""
    coming = begun(request, code)
    if coming.seat is None:
        raise Fault(403, "no_seat")
    return coming, coming.seat


def seat_asked(coming: Visit, seat: str | None) -> SeatName | None:
    """The seat whose knowledge is asked for; None is the caller's own. Raises Fault before the end of the match."""
    if seat is None or seat == coming.name:
        return None
    if not coming.may_see_all:
        raise Fault(403, "not_over")
    if seat not in coming.players:
        raise Fault(404, "not_found")
    return SeatName(seat)


def chosen(language: str | None) -> str:
    """The language asked for, else the caller's."""
    return language or lang()
