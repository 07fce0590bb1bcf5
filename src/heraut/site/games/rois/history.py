"""The years of a world, each as the visitor could see it then: the map, what mattered, what he had."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.http import HttpResponse

from heraut.site.common.paging import page_of
from heraut.site.games.rois.page_address import number
from heraut.site.games.rois.realm import realm_context
from heraut.site.games.rois.report import story_of
from heraut.site.games.rois.statistics import counts_of
from heraut.site.lobby.chronicle import chronicle
from heraut.site.matches.models import Step
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

COLUMNS = ("kingdoms", "provinces", "gold", "units", "people")


def page(access: MatchAccess) -> HttpResponse:
    """All years; the one that is asked for as the visitor could see it then."""
    asked = access.request.GET.get("tour")
    chosen = access.match.step if asked is None else number(asked)
    step = access.step(chosen)
    story = story_of(access, step)
    steps = Step.objects.filter(match=access.match).order_by("-number").values_list("number", "resolved")
    return show(
        access,
        "play/rois/history.html",
        "history",
        **realm_context(access),
        turns=page_of(access.request, steps, at=access.match.step - chosen, read=partial(years, access)),
        columns=COLUMNS if access.name else COLUMNS[:1],
        chosen=chosen,
        number=chosen,
        last=access.match.step,
        years=range(access.match.step + 1),
        lead=story.lead(),
        tidings=story.tidings() if access.name else [],
        world_news=story.world_news(),
        told_for=story.king_name(),
        activities=chronicle(access.request, access.match, access.seats),
    )


def years(access: MatchAccess, steps: Iterable[tuple[int, Any]]) -> list[dict[str, Any]]:
    """These years: when each was resolved, how many kingdoms stood, what one had."""
    counts = counts_of(access)
    shown = COLUMNS if access.name else COLUMNS[:1]
    return [
        {
            "number": year,
            "resolved": moment,
            "counts": [counts[year].get(key) if year < len(counts) else None for key in shown],
        }
        for year, moment in steps
    ]
