"""What stands around every page of a match: its name, its turn, its clock, its tabs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from heraut.site.games import brought
from heraut.site.matches import models as m
from heraut.site.matches.conduct import open_to_orders
from heraut.site.play.follow import Following
from heraut.site.play.saving import taken
from heraut.site.play.visit import Visit

TYPED = ("text", "line", "rewritten")  # fields that hold what was written by hand


@dataclass(frozen=True)
class Tab:
    """One of the pages of a match; `words` is the key of its words."""

    name: str
    words: str
    url: str


def tabs(coming: Visit) -> list[Tab]:
    """The pages that this visitor has."""
    return tabs_of(coming.match.game, coming.match.code, "own" in coming.view)


@lru_cache(maxsize=200)
def tabs_of(game: str, code: str, lord: bool) -> list[Tab]:
    """The pages of a match that a lord has, and those that others have; read only."""
    found = import_module(f"heraut.site.play.{game}").TABS
    return [
        Tab(name, words, reverse(address, args=[code, *more]))
        for name, words, address, more, readers in found
        if readers in ("all", "lords" if lord else "others")
    ]


def clock_state(coming: Visit) -> str:
    """What the clock of the match says: "open", "resolving", "paused" or "over"."""
    if coming.match.status == m.OVER:
        return "over"
    if coming.match.status == m.PAUSED:
        return "paused"
    return "open" if open_to_orders(coming.match) else "resolving"


def plays_alone(coming: Visit) -> bool:
    """Whether all other seats are bots', where it is no secret who plays."""
    others = [seat for seat in coming.seats if seat != coming.seat and seat.user_id is not None]
    return not brought(coming.match.game).SECRET and not others


def turn_away(coming: Visit) -> HttpResponse:
    """A page for lords, asked for by someone else: whoever is not logged in may be one; for others there is none.

    Whoever has been logged out meanwhile is shown what he had typed; a script keeps it itself, and is told why.
    """
    request = coming.request
    if request.user.is_authenticated:
        raise Http404
    typed = [value for name in TYPED for value in request.POST.getlist(name) if value.strip()]
    if request.method == "POST" and request.headers.get("HX-Request"):
        return HttpResponse(status=401)
    if typed:
        return render(request, "play/logged_out.html", {"match": coming.match, "typed": typed}, status=401)
    return redirect_to_login(request.get_full_path())


def show(coming: Visit, template: str, tab: str, **context: Any) -> HttpResponse:
    """A page of a match within its frame."""
    return render(coming.request, template, framed(coming, tab, **context))


def framed(coming: Visit, tab: str, **context: Any) -> dict[str, Any]:
    """The context of a page of a match."""
    found = tabs(coming)
    return {
        "match": coming.match,
        "seat": coming.seat,
        "view": coming.view,
        "spectator": coming.spectator,
        "turn": coming.match.coming_turn,
        "moon": brought(coming.match.game).moon(timezone.now()),
        "tabs": found,
        "tab": tab,
        "tab_words": next((one.words for one in found if one.name == tab), ""),
        "clock": clock_state(coming),
        "sheet": coming.sheet,
        "open": coming.open,
        "draft": f"{coming.match.code}.{coming.seat.pk}" if coming.seat is not None else "",
        "alone": partial(plays_alone, coming),
        "taken": partial(taken, coming),
        "follow": Following(coming, tab),
        **context,
    }
