"""The stand of a match: what those who watch may see after the delay that its table chose, and what they say."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_safe

from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.paging import page_of
from heraut.site.common.words import say
from heraut.site.matches.adapters import adapter, asked
from heraut.site.matches.models import Seat
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import NOT_BEGUN, MatchAccess, access_to, public_name
from heraut.site.notifications.html_report import html
from heraut.site.spectators import comments
from heraut.site.spectators.comments import NotSaid
from heraut.site.spectators.delay import Moment, events_at, last_open_turn, moment, view_at, watches


def entered(request: HttpRequest, code: str) -> MatchAccess | None:
    """Who asks for the stand, as a passer-by; None before the start. Raises Http404."""
    access = access_to(request, code)
    return None if access.match.status in NOT_BEGUN else access


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The stand; a comment that is written there, removed or reported."""
    access = entered(request, code)
    if access is None:
        return redirect("table", code)
    fault = ""
    if request.method == "POST":
        if not comments.writes(access) and not comments.keeps_order(access):
            raise Http404
        fault = done(access)
        if not fault:
            return redirect("match_stand", code)
    shared = MatchAccess(request, access.match, spectator=True)
    response = show(shared, "spectators/stand.html", "stand", **shared_context(shared), **stand(access), fault=fault)
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def shared_context(shared: MatchAccess) -> dict[str, Any]:
    """What the layout of a passer-by's page shows."""
    return adapter(shared.match.game).realm_context(shared)


def stand(access: MatchAccess) -> dict[str, Any]:
    """What the visitor finds there."""
    reads, request = comments.reads(access), access.request
    return {
        "delay": access.match.open_after if not adapter(access.match.game).secret else None,
        "watches": watches(access),
        "told": told(access) if opens_to(access) else None,
        "reads": reads,
        "writes": comments.writes(access),
        "keeps_order": comments.keeps_order(access),
        "comments": page_of(request, comments.listed(access.match)) if reads else None,
        "chosen": whole_number(request.GET.get("propos", "")),
        "typed": request.POST.get("text", ""),
        "longest": comments.LONGEST,
    }


def opens_to(access: MatchAccess) -> bool:
    """Whether the delayed views are open to the visitor, and there are any."""
    return (watches(access) or access.match.over) and last_open_turn(access.match) is not None


def asked_for(access: MatchAccess) -> tuple[Moment, Seat]:
    """The turn (`?tour`, else the last open one) and the seat (`?seigneur`, else the first). Raises Http404."""
    last = last_open_turn(access.match)
    if last is None or not opens_to(access):
        raise Http404
    given, name = access.request.GET.get("tour"), access.request.GET.get("seigneur")
    turn = last if given is None else whole_number(given)
    found = moment(access.match, turn) if turn is not None else None
    seat = next((one for one in access.seats if name in (None, one.name)), None)
    if found is None or seat is None:
        raise Http404
    return found, seat


def told(access: MatchAccess) -> dict[str, Any]:
    """One turn of one seat: its report, the ways to the other turns and seats. Raises Http404."""
    at, seat = asked_for(access)
    match = access.match
    view, events = view_at(match, at, seat.name), events_at(match, at, seat.name)
    last = last_open_turn(match)
    return {
        "turn": at.turn,
        "seat": seat,
        "lord": lord_of(access, seat),
        "seats": [(one.name, lord_of(access, one)) for one in access.seats],
        "last": last,
        "before": at.turn - 1 if at.turn > 0 else None,
        "after": at.turn + 1 if last is not None and at.turn < last else None,
        "report": SafeString(html(str(match.rules.report(view, events, access.lang)))),
        "picture": bool(picture_of(access, at, seat)),
    }


def lord_of(access: MatchAccess, seat: Seat) -> str:
    """What a lord is called, as everybody may know it."""
    shared = MatchAccess(access.request, access.match, spectator=True)
    return public_name(shared, seat) or seat.name


def picture_of(access: MatchAccess, at: Moment, seat: Seat) -> str:
    """The map of that turn as that seat saw it, as SVG; "" where the game draws none."""
    view = view_at(access.match, at, seat.name)
    return asked(access.match.game, lambda game: game.picture(view, access.lang, seat.name), "")


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The same as a file. Raises Http404."""
    access = entered(request, code)
    if access is None:
        raise Http404
    svg = picture_of(access, *asked_for(access))
    if not svg:
        raise Http404
    response = HttpResponse(svg, content_type="image/svg+xml")
    response.headers["Cache-Control"] = "private, no-store"
    return response


def done(access: MatchAccess) -> str:
    """Adds, removes or reports a comment; why it could not be done, "" if it was."""
    sent, user, match = access.request.POST, access.request.user, access.match
    assert isinstance(user, Player)
    number = whole_number(sent.get("comment", "")) or 0
    acts: dict[str, Callable[[], Any]] = {
        "say": partial(comments.add, match, user, sent.get("text", "")),
        "report": partial(
            comments.complain, match, user, number, sent.get("reason", ""), reverse("match_stand", args=[match.code])
        ),
    }
    if comments.keeps_order(access):
        acts["remove"] = partial(comments.remove, match, number)
    act = acts.get(sent.get("do", ""))
    if act is None:
        raise Http404
    try:
        if not ratelimit.consume(access.request, action="comment"):
            raise NotSaid("often")
        act()
    except NotSaid as refusal:
        return refusal.words
    messages.success(access.request, say(f"stand.done_{sent['do']}"))
    return ""
