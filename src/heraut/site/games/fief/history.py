"""The turns of a match, each with its decisions and the board as it was then."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, Min, QuerySet
from django.http import Http404, HttpResponse
from django.utils.safestring import mark_safe

from heraut.games.fief.picture import board_svg
from heraut.site.common.paging import page_of
from heraut.site.games.fief.chronicle import SILENT, Teller, decoded, visible
from heraut.site.games.fief.order_forms import number
from heraut.site.games.fief.panels import realm_context
from heraut.site.lobby.chronicle import chronicle
from heraut.site.matches.models import Step
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess


def page(access: MatchAccess) -> HttpResponse:
    """All turns; the board after the step that is asked for, as the visitor could see it then."""
    asked = access.request.GET.get("pas")
    chosen = access.match.step if asked is None else number(access.request.GET, "pas")
    if chosen > access.match.step:
        raise Http404
    step = access.step(chosen)
    view = access.view_after(chosen, step.digest)
    teller = Teller(view, access.lang)
    return show(
        access,
        "play/fief/history.html",
        "history",
        **realm_context(access),
        turns=page_of(access.request, turns(access), at=access.match.turn - step.turn),
        steps=page_of(access.request, steps(access, step.turn), word="decisions", at=before(access, step)),
        chosen=chosen,
        chosen_turn=step.turn,
        last=access.match.step,
        step=step,
        board=mark_safe(board_svg(view, lang=access.lang, seat=access.name, page=True)),  # noqa: S308  the drawing escapes the names it holds
        lines=[teller.line(event) for event in visible(decoded(step.events), access) if event.kind not in SILENT],
        activities=chronicle(access.request, access.match, access.seats),
    )


def turns(access: MatchAccess) -> QuerySet[Any]:
    """Every turn, the latest first: its first and last step, when it ended."""
    rows = Step.objects.filter(match=access.match).values("turn")
    rows = rows.annotate(first=Min("number"), last=Max("number"), count=Count("pk"), ended=Max("resolved"))
    return rows.order_by("-turn")


def steps(access: MatchAccess, turn: int) -> QuerySet[Any]:
    """The numbers of the steps of a turn."""
    found = Step.objects.filter(match=access.match, turn=turn).order_by("number")
    return found.values_list("number", flat=True)


def before(access: MatchAccess, step: Step) -> int:
    """How many steps of its turn came before this one."""
    return steps(access, step.turn).filter(number__lt=step.number).count()
