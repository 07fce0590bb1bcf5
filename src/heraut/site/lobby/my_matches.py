"""What a player has to do: his matches with their deadlines, their state, and what is missing (GP-SITE-15)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
from django.core.paginator import Page
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.http import HttpRequest
from django.utils import timezone

from heraut.engine.protocol import Seat as SeatName
from heraut.site.common.paging import page_of
from heraut.site.lobby.waiting_list import WAITING
from heraut.site.matches import models as m
from heraut.site.matches.adapters import asked, names
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matches.orders import pending_in
from heraut.site.matches.regents import regents_of
from heraut.site.matches.turn_status import (
    BOT,
    EXCUSED,
    NO_BOTS,
    READY,
    SeatStatus,
    consequence,
    status_of,
    tells_of_bots,
)
from heraut.site.matchpage.match_access import hide_counts
from heraut.site.matchpage.since import NOTHING, Since, since_last_look
from heraut.site.matchpage.stand_ins import offered_words
from heraut.site.regency.in_force import in_force

SOON = timedelta(hours=24)
LENGTH = 12  # matches of a page: for each of them the game is asked how the lord stands


class Mine(msgspec.Struct, frozen=True):
    """One of a player's matches. `lord` is his lord as the game tells it in a line, None before the start."""

    seat: Seat
    match: Match
    lord: dict[str, Any] | None
    status: SeatStatus | None
    since: Since = NOTHING
    ruled: bool = False  # as the regent of its player
    regent: bool = False  # somebody gives orders for him who asks

    @property
    def urgency(self) -> int:
        """1 what is asked while time runs out, 2 what is asked, 3 what is saved and not sealed, 4 nothing."""
        if not self.urgent:
            return 4
        if self.status is not None and self.status.received:
            return 3
        return 1 if self.hurried else 2

    @property
    def due(self) -> bool:
        """Whether nothing has been given yet of what is asked."""
        return self.urgency < 3

    @property
    def hurried(self) -> bool:
        """Whether little time is left, or others sit at the table."""
        match = self.match
        until = match.muster_until if match.status in WAITING else match.deadline
        soon = until is not None and not match.pace.at_leisure and until - timezone.now() < SOON
        return soon or (self.status is not None and match.pace.live)

    @property
    def alone(self) -> bool:
        """Whether all other seats are bots', and that may be told."""
        others: bool = self.seat.others  # type: ignore[attr-defined]  # counted in `seats_of`
        return not others and tells_of_bots(self.match, self.seat)

    @property
    def new_report(self) -> int:
        """The turn whose report has not been read yet; 0 if none, or where a match goes decision by decision."""
        unread = (
            self.lord is not None
            and not self.ruled
            and not self.match.pace.by_decision
            and self.seat.read < self.match.step
        )
        return self.match.step if unread else 0

    @property
    def called(self) -> str:
        """What his lord is called: where a King is dead, his heir."""
        return str((self.lord or {}).get("name", self.seat.lord))

    @property
    def rank(self) -> int:
        """His place among the lords, where the game has one."""
        return int(self.lord.get("rank", 0)) if self.lord else 0

    @property
    def missing(self) -> str:
        """The sentence that says what was received and what follows; empty when nothing is owed."""
        return consequence(self.match, self.status) if self.status is not None else ""

    @property
    def bot_plays(self) -> bool:
        """Whether a bot is regent for its player, or stands in for him, who may have his seat back by giving orders."""
        return self.status is not None and (self.status.ruled or self.status.outcome == BOT) and not self.seat.offered

    @property
    def offered(self) -> str:
        """What has become of his own seat where it is offered to others; "" where it is not."""
        return offered_words(self.match, self.seat) if self.seat.offered and self.lord and not self.ruled else ""

    @property
    def warning(self) -> str:
        """The same, where it has to be read: there is a deadline, he is not awaited, or something answers for him."""
        status = self.status
        if status is None or status.received:
            return ""
        needed = not self.match.pace.at_leisure or status.outcome in (EXCUSED, BOT) or status.will
        return self.missing if needed else ""

    @property
    def urgent(self) -> bool:
        """Whether something is expected of the player now."""
        if self.match.status in WAITING:
            return self.match.status == m.MUSTER and not self.seat.confirmed
        if self.ruled and self.status is not None and self.status.received:
            return False  # he may not always seal
        if self.regent or self.bot_plays:
            return False
        return self.status is not None and not self.status.sealed and self.status.outcome not in (READY, EXCUSED)


def my_matches(request: HttpRequest) -> Page[Any]:
    """The matches of whoever asks, a page at a time, the most urgent first."""
    return page_of(request, seats_of(request.user), length=LENGTH, read=partial(told, request.user.pk or 0))


def seats_of(player: Any) -> QuerySet[Seat]:
    """The seats that he holds, or plays as regent, in matches that are neither over nor cancelled: those not sealed
    first, then the nearest deadline. Each knows whether other seats of its match are more than bots'.
    """
    ruled = in_force(timezone.now()).filter(regent=player.pk).values("seat")
    sealed = Case(When(sealed=F("match__step") + 1, then=1), default=0)
    closed = Case(When(match__deadline=None, then=F("match__muster_until")), default=F("match__deadline"))
    others = Seat.objects.filter(NO_BOTS, match=OuterRef("match")).exclude(pk=OuterRef("pk"))
    under_way = Seat.objects.filter(Q(user=player) | Q(pk__in=ruled), match__game__in=names())
    under_way = under_way.annotate(others=Exists(others))
    under_way = under_way.exclude(match__status__in=(m.OVER, m.CANCELLED))
    return under_way.select_related("match", "user").order_by(sealed, closed.asc(nulls_last=True), "pk")


def told(player: int, seats: Iterable[Seat]) -> list[Mine]:
    """What there is to say to a player (a key) about each of them, the most urgent first, from four queries."""
    found, now = list(seats), timezone.now()
    if not found:
        return []
    hide_from_regent(player, [seat for seat in found if seat.user_id != player], now)
    sheets, since = coming_sheets(found), since_last_look(player, found)
    regents = regents_of([seat.match_id for seat in found], now)
    mine = [
        one(seat, sheets.get(seat.pk), now, since[seat.pk], regents.get(seat.pk), ruled=seat.user_id != player)
        for seat in found
    ]
    return sorted(mine, key=lambda each: each.urgency)


def hide_from_regent(player: int, ruled: list[Seat], now: datetime) -> None:
    """Takes from the seats that he plays as regent what is counted for their players alone."""
    if ruled:
        treats = set(in_force(now).filter(regent=player, treaties=True).values_list("seat", flat=True))
        for seat in ruled:
            hide_counts(seat, treaties=seat.pk in treats)


def coming_sheets(seats: list[Seat]) -> dict[int, Sheet]:
    """The version that counts of each of these seats' orders for its coming step; a former player's are void."""
    his = Q(seat__taken_over=None) | Q(saved__gte=F("seat__taken_over"))
    rows = Sheet.objects.filter(his, seat__in=seats, void=False, step=F("seat__match__step") + 1).order_by("sequence")
    return {sheet.seat_id: sheet for sheet in rows}


def one(seat: Seat, sheet: Sheet | None, now: datetime, since: Since, regent: int | None, *, ruled: bool) -> Mine:
    """What there is to say about one match; `regent`: who gives orders for its player; `ruled`: he is who asks."""
    match = seat.match
    if match.state is None:
        return Mine(seat, match, None, None)
    lord = asked(match.game, lambda game: game.reign(match, seat), None)
    if lord is None:
        return Mine(seat, match, None, None, ruled=ruled)
    owed = lord.get("owed", lord["alive"]) and match.status == m.RUNNING
    due = status_of(match, seat, sheet, now, decision(match, seat), regent) if owed else None
    return Mine(seat, match, lord, due, since, ruled, regent is not None and not ruled)


def decision(match: Match, seat: Seat) -> Any | None:
    """What is asked of a seat, where matches go decision by decision."""
    if not match.pace.by_decision:
        return None
    return pending_in(match.game, bytes(match.state or b"")).get(SeatName(seat.name))
