"""What a player has to do: his matches with their deadlines, their state, and what is missing (GP-SITE-15)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from django.core.paginator import Page
from django.db.models import Case, F, Q, QuerySet, When
from django.http import HttpRequest
from django.utils import timezone

from heraut.engine.protocol import Seat as SeatName
from heraut.site.common.paging import page_of
from heraut.site.lobby.waiting_list import WAITING
from heraut.site.matches import models as m
from heraut.site.matches.adapters import asked, names
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matches.orders import pending_in
from heraut.site.matches.turn_status import READY, Standing, consequence, standing

LENGTH = 12  # matches of a page: for each of them the game is asked how the lord stands


class Mine(msgspec.Struct, frozen=True):
    """One of a player's matches. `lord` is his lord as the game tells it in a line, None before the start."""

    seat: Seat
    match: Match
    lord: dict[str, Any] | None
    standing: Standing | None

    @property
    def rank(self) -> int:
        """His place among the lords, where the game has one."""
        return int(self.lord.get("rank", 0)) if self.lord else 0

    @property
    def missing(self) -> str:
        """The sentence that says what was received and what follows; empty when nothing is owed."""
        return consequence(self.match, self.standing) if self.standing is not None else ""

    @property
    def urgent(self) -> bool:
        """Whether something is expected of the player now."""
        if self.match.status in WAITING:
            return self.match.status == m.MUSTER and not self.seat.confirmed
        return self.standing is not None and not self.standing.sealed and self.standing.outcome != READY


def my_matches(request: HttpRequest) -> Page[Any]:
    """The matches of whoever asks, a page at a time."""
    return page_of(request, seats_of(request.user), length=LENGTH, read=told)


def seats_of(player: Any) -> QuerySet[Seat]:
    """His seats in matches that are neither over nor cancelled, the nearest deadline first."""
    closed = Case(When(match__deadline=None, then=F("match__muster_until")), default=F("match__deadline"))
    under_way = Seat.objects.filter(user=player, match__game__in=names())
    under_way = under_way.exclude(match__status__in=(m.OVER, m.CANCELLED))
    return under_way.select_related("match", "user").order_by(closed.asc(nulls_last=True), "pk")


def told(seats: Iterable[Seat]) -> list[Mine]:
    """What there is to say about each of them, from two queries."""
    found, now = list(seats), timezone.now()
    sheets = coming_sheets(found)
    return [one(seat, sheets.get(seat.pk), now) for seat in found]


def coming_sheets(seats: list[Seat]) -> dict[int, Sheet]:
    """The version that counts of each of these seats' orders for its coming step; a former player's are void."""
    his = Q(seat__taken_over=None) | Q(saved__gte=F("seat__taken_over"))
    rows = Sheet.objects.filter(his, seat__in=seats, step=F("seat__match__step") + 1).order_by("sequence")
    return {sheet.seat_id: sheet for sheet in rows}


def one(seat: Seat, sheet: Sheet | None, now: datetime) -> Mine:
    """What there is to say about one match."""
    match = seat.match
    if match.state is None:
        return Mine(seat, match, None, None)
    lord = asked(match.game, lambda game: game.reign(match, seat), None)
    if lord is None:
        return Mine(seat, match, None, None)
    owed = lord.get("owed", lord["alive"]) and match.status == m.RUNNING
    return Mine(seat, match, lord, standing(match, seat, sheet, now, decision(match, seat)) if owed else None)


def decision(match: Match, seat: Seat) -> Any | None:
    """What is asked of a seat, where matches go decision by decision."""
    if not match.pace.by_decision:
        return None
    return pending_in(match.game, bytes(match.state or b"")).get(SeatName(seat.name))
