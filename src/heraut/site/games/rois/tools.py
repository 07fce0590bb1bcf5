"""The pages behind tabs of their own: people, court, plans, rehearsal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpResponse

from heraut.site.games.rois import court, people, plans, rehearsal_page
from heraut.site.matchpage.layout import turn_away
from heraut.site.matchpage.match_access import MatchAccess

TOOLS: Mapping[str, Callable[[MatchAccess], HttpResponse]] = {
    "gens": people.page,
    "cour": court.page,
    "plans": plans.page,
    "essai": rehearsal_page.page,
}


def page(access: MatchAccess, tool: str = "gens") -> HttpResponse:
    """One of them; for living Kings only."""
    if tool not in TOOLS:
        raise Http404
    if "own" not in access.view:
        return turn_away(access)
    return TOOLS[tool](access)
