"""The tools beside the table: the ruler, the ledger of luck, and the odds of whatever one may think of."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from heraut.site.games.vassaux import calculations, measure
from heraut.site.games.vassaux.luck import luck_context
from heraut.site.games.vassaux.panels import realm_context
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

LUCK = "chance"


def page(access: MatchAccess, tool: str = LUCK) -> HttpResponse:
    """One of them. Raises Http404."""
    if tool in measure.TOOLS:
        return measure.page(access, tool)
    ways = [(name, f"vassaux_calc.{name}") for name in (LUCK, *calculations.TOOLS)]
    if tool == LUCK:
        found, template = luck_context(access), "play/vassaux/luck.html"
    elif tool in calculations.TOOLS:
        found, template = calculations.context(tool, access.request.GET, access.lang), "play/vassaux/calculations.html"
    else:
        raise Http404
    return show(access, template, "tools", **realm_context(access), **found, tool=tool, tools=ways)
