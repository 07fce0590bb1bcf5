"""The steps of a match, each with the table as it was then."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, Min, QuerySet
from django.http import Http404, HttpResponse
from django.utils.safestring import mark_safe

from heraut.games.vassaux.picture import scene_svg
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.paging import page_of
from heraut.site.games.vassaux.panels import realm_context
from heraut.site.games.vassaux.told import Teller, decoded, visible
from heraut.site.lobby.chronicle import chronicle
from heraut.site.matches.models import Step
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess


def page(access: MatchAccess) -> HttpResponse:
    """All turns; the table after the step that is asked for, as the visitor could see it then. Raises Http404."""
    asked = access.request.GET.get("pas")
    chosen = access.match.step if asked is None else whole_number(asked)
    if chosen is None or chosen > access.match.step:
        raise Http404
    step = access.step(chosen)
    view, events = access.view_after(chosen, step.digest), visible(decoded(step.events), access)
    return show(
        access,
        "play/vassaux/history.html",
        "history",
        **realm_context(access),
        turns=page_of(access.request, turns(access), at=access.match.turn - step.turn),
        chosen=chosen,
        chosen_turn=step.turn,
        last=access.match.step,
        step=step,
        scene=mark_safe(scene_svg(view, lang=access.lang, told=[events])),  # noqa: S308  the drawing escapes the names it holds
        lines=Teller(view, access.lang).lines(events),
        activities=chronicle(access.request, access.match, access.seats),
    )


def turns(access: MatchAccess) -> QuerySet[Any]:
    """Every turn, the latest first: its first and last step, when it ended."""
    rows = Step.objects.filter(match=access.match).values("turn")
    rows = rows.annotate(first=Min("number"), last=Max("number"), count=Count("pk"), ended=Max("resolved"))
    return rows.order_by("-turn")
