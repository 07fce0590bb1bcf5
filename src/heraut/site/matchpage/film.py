"""A match as a film: its map after each turn, as the visitor could see it then. Every moment has an address.

A game may give the moments itself (`GameSite.moments`), each with what was told: turns, or steps that are
decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from heraut.site.common.input_cleaning import whole_number
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Step
from heraut.site.matchpage.layout import filmed, show
from heraut.site.matchpage.match_access import NOT_BEGUN, MatchAccess, access_to


class Frame(NamedTuple):
    """A picture of the film: the step that it is drawn after, its turn, and what was told there, where a game says so.

    Its address is its turn; of moments of a game that goes decision by decision, its step.
    """

    turn: int
    step: int
    words: Sequence[str] = ()


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The frame that is asked for (`?tour`, or `?pas`), the last one otherwise, and the ways to the others."""
    access = access_to(request, code)
    if access.match.status in NOT_BEGUN:
        return redirect("table", code)
    game = adapter(access.match.game)
    if not filmed(access.match.game, played=True):
        raise Http404
    if not filmed(access.match.game, played=access.seat is not None):
        return show(access, "play/film.html", "film", **game.realm_context(access))
    film = frames(access) if game.moments is None else list(game.moments(access))
    by_step = game.moments is not None and access.match.pace.by_decision
    at = asked_place(request, film, by_step=by_step)
    response = show(
        access,
        "play/film.html",
        "film",
        **game.realm_context(access),
        frame=film[at],
        ways={name: address_of(film[place], by_step=by_step) for name, place in ways(at, len(film)).items()},
        film=",".join(f"{frame.turn}:{frame.step}" for frame in film),
        said={name: f"film.{name}{'_step' * by_step}" for name in ("turn", "alt", "back", "on", "slider", "hint")},
        shared=game.filmed_for_all,
        key=key_of(by_step=by_step),
        place=at + 1,
        count=len(film),
        words=None if game.moments is None else [list(frame.words) for frame in film],
        counted_by="pas" if access.match.pace.by_decision else "tour",
    )
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def asked_place(request: HttpRequest, film: Sequence[Frame], *, by_step: bool) -> int:
    """Which frame the address asks for: of moments the one of a step, or the next after it; the first of a turn; the
    last where nothing else is asked for."""
    step, turn = (whole_number(request.GET.get(key, "")) for key in ("pas", "tour"))
    if by_step and step is not None:
        wanted = (place for place, frame in enumerate(film) if frame.step >= step)
    else:
        wanted = (place for place, frame in enumerate(film) if frame.turn == turn)
    return next(wanted, len(film) - 1)


def ways(at: int, count: int) -> dict[str, int]:
    """Where the ways from a frame lead."""
    return {"first": 0, "back": max(at - 1, 0), "on": min(at + 1, count - 1), "last": count - 1}


def key_of(*, by_step: bool) -> str:
    """What an address names a frame by."""
    return "pas" if by_step else "tour"


def address_of(frame: Frame, *, by_step: bool) -> str:
    """The address of a frame."""
    return f"?{key_of(by_step=by_step)}={frame.step if by_step else frame.turn}"


def frames(access: MatchAccess) -> list[Frame]:
    """One frame a turn, in their order: after the last step of each where turns have several."""
    steps = Step.objects.filter(match=access.match)
    if access.match.pace.by_decision:
        ends = steps.values("turn").annotate(last=Max("number")).order_by("turn").values_list("turn", "last")
        return [Frame(turn, step) for turn, step in ends]
    return [Frame(number, number) for number in steps.order_by("number").values_list("number", flat=True)]
