"""The pages of a match: who may come in, and which game's page answers."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from heraut.site.common.words import say
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.records import public_record
from heraut.site.matchpage import hand_over
from heraut.site.matchpage.guide import Guide
from heraut.site.matchpage.guide_cards import note
from heraut.site.matchpage.layout import RIGHT_OF, layout_context
from heraut.site.matchpage.live_lines import PART
from heraut.site.matchpage.match_access import NOT_BEGUN, MatchAccess, access_to
from heraut.site.matchpage.polling import signed_for_holder
from heraut.site.matchpage.since import look


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, code: str, page: str, *, spectator: bool = False, **place: Any) -> HttpResponse:
    """A page of a match; until it has begun, its table in the lobby stands for all of them."""
    access = access_to(request, code, spectator=spectator)
    if access.match.status in NOT_BEGUN:
        return redirect("table", code)
    answer = adapter(access.match.game).pages.get(page)
    if answer is None:
        raise Http404
    if page in RIGHT_OF:
        access.demand(RIGHT_OF[page])
    if page == "board" and (other := hand_over.awaited_beside(access)) is not None:
        return private(hand_over.page(access, other))
    alone = request.method == "GET" and asked_alone(access)
    if page == "orders" and request.method != "POST" and not alone and access.match.over:
        return redirect("match_finale", code)
    if page != "picture" and not request.headers.get("HX-Request"):
        look(access)
    response = lines_alone(access, page) if alone else answer(access, **place)
    return private(handed_over(access, page) or response)


def handed_over(access: MatchAccess, page: str) -> HttpResponse | None:
    """What stands in place of a board whose answer was just taken, once the other one at this screen is asked.

    A script puts the response in place of the board: it asks for no page between, as a browser does that is redirected.
    """
    if page != "board" or access.request.method != "POST" or access.request.headers.get("HX-Request") != "true":
        return None
    other = hand_over.awaited_beside(access)
    return None if other is None else hand_over.page(access, other)


def private(response: HttpResponse) -> HttpResponse:
    """A page that nobody keeps but its reader, unless it says otherwise."""
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def asked_alone(access: MatchAccess) -> bool:
    """Whether a script asks for the lines alone, the page itself having stayed as it was."""
    return access.request.headers.get("HX-Target") == PART and access.match.status in (m.RUNNING, m.PAUSED, m.OVER)


def lines_alone(access: MatchAccess, page: str) -> HttpResponse:
    """The lines, the tabs with their letters, and what else of this page tells who has sealed."""
    more = adapter(access.match.game).followed(access, page)
    return render(access.request, "play/following.html", {**layout_context(access, page), "more": more})


@require_safe
def introduction(request: HttpRequest, code: str) -> HttpResponse:
    """Before the first turn: who one is, how one wins, how long it lasts, one picture."""
    access = access_to(request, code)
    guide = adapter(access.match.game).guide
    if guide is None or access.match.status in NOT_BEGUN:
        raise Http404
    words = {key: say(f"{guide.words}.{name}") for key, name in INTRODUCTION.items()}
    name = say(f"game.{access.match.game}")
    page = {
        "match": access.match,
        "game_name": name,
        "picture": guide.picture(access),
        "begin": guide.address(code),
        **words,
    }
    return render(request, "play/intro.html", page)


INTRODUCTION = {"who": "intro", "win": "intro_win", "last": "intro_last"}


@require_POST
def guide(request: HttpRequest, code: str) -> HttpResponse:
    """What the visitor wants of the guided first turn: to skip it, to see it again, to go on from a step."""
    access = access_to(request, code)
    if access.seat is None:
        raise Http404
    note(access, request.POST.get("do", ""), request.POST.get("step", ""))
    shown: Guide | None = adapter(access.match.game).guide
    return redirect(f"{shown.address(code)}#etape" if shown is not None else reverse("match", args=[code]))


@require_GET
def deadlines(request: HttpRequest, code: str) -> HttpResponse:
    """The coming deadlines, for a calendar that follows this address (GP-SITE-18). Nothing in it is anyone's own."""
    from heraut.site.matchpage.calendar import calendar  # 5 MB of library, for those alone who follow one

    match = signed_for_holder(code, request.GET) or access_to(request, code, spectator=True).match
    return HttpResponse(calendar(match), content_type="text/calendar; charset=utf-8")


@require_GET
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record: whole once the match is over, as `heraut verify` reads it; before, only what commits to it."""
    match = access_to(request, code).match
    if match.status in NOT_BEGUN:
        raise Http404
    match.refresh_from_db(fields=["state", "seed"])
    data = msgspec.json.format(msgspec.json.encode(public_record(match)), indent=1)
    response = HttpResponse(data, content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}.json"'
    return response
