"""Matches: the list, one of them, what may be seen of it, and the chronicle of its host."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query, Router

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.record import public_options
from heraut.games.registry import GAMES
from heraut.site.accounts.models import Player
from heraut.site.api.access import ANYBODY, READER
from heraut.site.api.faults import Fault
from heraut.site.api.match_access import AsSeat, Spectator, begun, seat_asked
from heraut.site.api.models import Token
from heraut.site.api.paging import DEFAULT, Limit, Offset, page
from heraut.site.api.schemas import Act, MatchList, MatchSheet, Me, OwnSeat, SeatLine, answers
from heraut.site.lobby.chronicle import readable, told
from heraut.site.lobby.presets import described
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import open_to_orders, pending_in
from heraut.site.matches.turn_status import consequence, statuses_of
from heraut.site.matchpage.match_access import NOT_BEGUN, MatchAccess, access_to

router = Router(tags=["matches"])
Status = Literal["", "gathering", "muster", "running", "paused", "over", "cancelled"]


@router.get("/me", response=answers(Me), **READER)
def me(request: HttpRequest) -> dict[str, Any]:
    """Whose token this is, and what it is good for."""
    token: Token = request.auth  # type: ignore[attr-defined]
    player = token.user
    return {
        "name": player.username,
        "language": player.lang,
        "guest": player.guest,
        "token": token.name,
        "scope": token.scope,
    }


@router.get("/matches", response=answers(MatchList), **ANYBODY)
def match_list(
    request: HttpRequest,
    status: Annotated[Status, Query(description="gathering, muster, running, paused, over or cancelled")] = "",
    game: Annotated[str, Query(description="Only matches of this game.", enum=["", *GAMES])] = "",
    mine: Annotated[bool, Query(description="Only those where the caller sits, or that he hosts.")] = False,
    limit: Limit = DEFAULT,
    offset: Offset = 0,
) -> dict[str, Any]:
    """Public matches, and the caller's own; the latest first. Other private matches are not listed."""
    if game and game not in GAMES:
        raise Fault(422, "unreadable", where=["query.game"])
    known = matches_of(request.user)
    found = known if mine else known | Match.objects.filter(private=False)
    if game:
        found = found.filter(game=game)
    if status:
        found = found.filter(status=status)
    rows = listed(found)
    shown = rows[offset : offset + limit]
    own = dict(
        Seat.objects.filter(user_id=request.user.pk, match__in=[row.pk for row in shown]).values_list("match", "name")
    )
    return {"total": rows.count(), "matches": [line(row, own.get(row.pk), vars(row)["seated"]) for row in shown]}


def matches_of(user: Any) -> QuerySet[Match]:
    """The matches where this player sits, or that he hosts; none of anybody's."""
    if not user.is_authenticated:
        return Match.objects.none()
    return Match.objects.filter(Q(seats__user=user) | Q(host=user))


def listed(found: QuerySet[Match]) -> QuerySet[Match]:
    """The same, each once and without what stays here."""
    rows = Match.objects.filter(pk__in=found.values("pk")).defer("state", "seed")
    return rows.select_related("host").annotate(seated=Count("seats")).order_by("-pk")


def line(match: Match, seat: str | None, seated: int) -> dict[str, Any]:
    """A match as lists show it, to whoever holds `seat`; `seated`: how many lords there are if no option says it."""
    waiting = match.status in NOT_BEGUN
    return {
        "code": match.code,
        "title": match.title,
        "game": match.game,
        "status": match.status,
        "private": match.private,
        "host": match.host.username if match.host else None,
        "lords": match.options.get("lords") or seated,
        "turn": None if waiting else match.coming_turn,
        "deadline": match.deadline if match.status == m.RUNNING else None,
        "seat": None if waiting else seat,
    }


@router.get("/matches/{code}", response=answers(MatchSheet, 404), **ANYBODY)
def match_sheet(request: HttpRequest, code: str) -> dict[str, Any]:
    """One match: its clock, its options, its seats; and for its players what has been received of theirs."""
    access = access_to(request, code, as_regent=False)
    access.seats  # noqa: B018  they are asked for once, the caller's own among them
    match = access.match
    return line(match, access.name, len(access.seats)) | {
        "rules_version": match.rules_version,
        "options": dict(match.options) if match.over else public_options(match.options),
        "pace": dict(match.pace_data),
        "pace_text": described(match.pace),
        "commitment": match.commitment,
        "created": match.created,
        "started": match.started,
        "ended": match.ended,
        "paused_until": match.paused_until,
        "open": open_to_orders(match),
        "rewinds": match.branch,
        "result": match.result_data,
        "seats": seat_lines(access),
        "own": own_seat(access),
    }


def seat_lines(access: MatchAccess) -> list[SeatLine]:
    """Every seat, and whether its orders have come: what the page of the match shows to everyone."""
    waiting, game = access.match.status in NOT_BEGUN, adapter(access.match.game)
    given = game.given(access) if access.match.status in (m.RUNNING, m.PAUSED) else {}
    lords = {seat.pk: known_lord(access, seat) for seat in access.seats}
    return [
        SeatLine(
            seat=None if waiting else seat.name,
            lord=lord,
            player=seat.user.username if isinstance(seat.user, Player) else None,
            bot=bool(seat.bot and not seat.user),
            bot_name=seat.bot if seat.bot and not seat.user else None,
            offered=seat.offered,
            orders=given.get(seat.name),
        )
        for seat in access.seats
        if (lord := lords[seat.pk]) is not None
    ]


def known_lord(access: MatchAccess, seat: Seat) -> str | None:
    """The name of a lord, None if the caller may not know that he is there."""
    game = adapter(access.match.game)
    if access.match.status in NOT_BEGUN:
        return None if game.secret and seat.user_id != access.request.user.pk else seat.lord
    name: str | None = game.known_lord(access, seat)
    return name


def own_seat(access: MatchAccess) -> OwnSeat | None:
    """What has been received of the caller, and what follows; None if he owes nothing."""
    match, seat = access.match, access.seat
    if seat is None or match.status != m.RUNNING:
        return None
    decision = pending_in(match.game, bytes(match.state or b"")).get(SeatName(seat.name))
    if decision is None:
        return None
    status = statuses_of(match, {seat.name: decision}, timezone.now())[seat.name]
    return OwnSeat(**msgspec.structs.asdict(status), message=consequence(match, status))


@router.get("/matches/{code}/view", response=answers(dict[str, Any], 403, 404, 409), **ANYBODY)
def match_view(
    request: HttpRequest, code: str, turn: int | None = None, spectator: Spectator = False, seat: AsSeat = None
) -> Any:
    """What the caller may see of the realm, now or as it was after a turn: his own part under `own`."""
    access = begun(request, code, spectator=spectator)
    step = access.step(access.match.step if turn is None else turn)
    return access.view_after(step.number, step.digest, seat_asked(access, seat))


@router.get("/matches/{code}/acts", response=answers(list[Act], 404), **ANYBODY)
def match_acts(
    request: HttpRequest, response: HttpResponse, code: str, limit: Limit = DEFAULT, offset: Offset = 0
) -> list[Act]:
    """The public chronicle of what the host, the referee and the clock did to the match, the latest first."""
    access = access_to(request, code)
    activities = page(request, response, readable(access.match).select_related("author"), limit, offset)
    entries = told(access.match, access.seats, activities)
    return [Act(at=entry.at, text=entry.text, author=entry.author) for entry in entries]
