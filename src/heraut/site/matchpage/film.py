"""A match as a film: its map after each turn, as the visitor could see it then. Every moment has an address."""

from __future__ import annotations

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
    """The map at the end of a turn: the step that it is drawn after."""

    turn: int
    step: int


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The frame of the turn that is asked for (`?tour`), the last one otherwise, and the ways to the others."""
    access = access_to(request, code)
    if access.match.status in NOT_BEGUN:
        return redirect("table", code)
    if not filmed(access.match.game):
        raise Http404
    film = frames(access)
    asked = whole_number(request.GET.get("tour", ""))
    at = next((place for place, frame in enumerate(film) if frame.turn == asked), len(film) - 1)
    response = show(
        access,
        "play/film.html",
        "film",
        **adapter(access.match.game).realm_context(access),
        frame=film[at],
        before=film[at - 1] if at else None,
        after=film[at + 1] if at + 1 < len(film) else None,
        first=film[0],
        last=film[-1],
        film=",".join(f"{frame.turn}:{frame.step}" for frame in film),
        moment="pas" if access.match.pace.by_decision else "tour",
    )
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def frames(access: MatchAccess) -> list[Frame]:
    """One frame a turn, in their order: after the last step of each where turns have several."""
    steps = Step.objects.filter(match=access.match)
    if access.match.pace.by_decision:
        ends = steps.values("turn").annotate(last=Max("number")).order_by("turn").values_list("turn", "last")
        return [Frame(turn, step) for turn, step in ends]
    return [Frame(number, number) for number in steps.order_by("number").values_list("number", flat=True)]
