"""The turns of a continent: each with its moon, how many lived, and one's own kingdom as it was."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.http import HttpResponse

from heraut.site.common.paging import page_of
from heraut.site.games.daifen.moons import moon
from heraut.site.games.daifen.realm import number, realm_context
from heraut.site.games.daifen.report import estate, story
from heraut.site.games.daifen.statistics import counts_of
from heraut.site.lobby.chronicle import chronicle
from heraut.site.matches.models import Step
from heraut.site.matchpage.finale import stopped
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess


def page(access: MatchAccess) -> HttpResponse:
    """All turns; the one that is asked for as the visitor could see it then."""
    chosen = number(access.request.GET.get("tour"), access.match.step, 999_999)
    step = access.step(chosen)
    steps = Step.objects.filter(match=access.match).order_by("-number").values_list("number", "resolved")
    view = access.view_after(chosen, step.digest)
    own = view.get("own")
    unplayed = access.match.is_unplayed(chosen)
    return show(
        access,
        "play/daifen/history.html",
        "history",
        **realm_context(access),
        **story(view, access.events(step), access.lang, unplayed=unplayed),
        turns=page_of(access.request, steps, at=access.match.step - chosen, read=partial(turns, access)),
        chosen=chosen,
        unplayed=unplayed,
        stopped=stopped(access.match) if unplayed else "",
        last=access.match.step,
        then=estate(own, access.lang) if own else None,
        then_living=view["living"],
        activities=chronicle(access.request, access.match, access.seats),
    )


def turns(access: MatchAccess, steps: Iterable[tuple[int, Any]]) -> list[dict[str, Any]]:
    """These turns: when each was resolved, under which moon, who lived, what one had."""
    counts = counts_of(access)
    return [
        {
            "number": turn,
            "unplayed": access.match.is_unplayed(turn),
            "resolved": moment,
            "moon": moon(moment),
            "counts": counts[turn] if turn < len(counts) else {},
        }
        for turn, moment in steps
    ]
