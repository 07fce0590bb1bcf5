"""The turns of a continent: each with its moon, how many lived, and one's own kingdom as it was."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.http import HttpResponse

from heraut.site.lobby.chronicle import chronicle
from heraut.site.matches.models import Step
from heraut.site.pages import page_of
from heraut.site.play.daifen.figures import figures_of
from heraut.site.play.daifen.moons import moon
from heraut.site.play.daifen.realm import number, realm_context
from heraut.site.play.daifen.report import estate, story
from heraut.site.play.frame import show
from heraut.site.play.visit import Visit


def page(coming: Visit) -> HttpResponse:
    """All turns; the one that is asked for as the visitor could see it then."""
    chosen = number(coming.request.GET.get("tour"), coming.match.step, 999_999)
    step = coming.step(chosen)
    steps = Step.objects.filter(match=coming.match).order_by("-number").values_list("number", "resolved")
    view = coming.view_after(chosen, step.digest)
    own = view.get("own")
    return show(
        coming,
        "play/daifen/history.html",
        "history",
        **realm_context(coming),
        **story(view, coming.events(step), coming.lang),
        turns=page_of(coming.request, steps, at=coming.match.step - chosen, read=partial(turns, coming)),
        chosen=chosen,
        last=coming.match.step,
        then=estate(own, coming.lang) if own else None,
        then_living=view["living"],
        deeds=chronicle(coming.request, coming.match, coming.seats),
    )


def turns(coming: Visit, steps: Iterable[tuple[int, Any]]) -> list[dict[str, Any]]:
    """These turns: when each was resolved, under which moon, who lived, what one had."""
    figures = figures_of(coming)
    return [
        {
            "number": turn,
            "resolved": moment,
            "moon": moon(moment),
            "figures": figures[turn] if turn < len(figures) else {},
        }
        for turn, moment in steps
    ]
