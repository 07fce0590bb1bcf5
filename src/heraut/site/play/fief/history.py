"""The turns of a match, each with its decisions and the board as it was then."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, Min, QuerySet
from django.http import Http404, HttpResponse
from django.utils.safestring import mark_safe

from heraut.games.fief.picture import board_svg
from heraut.site.lobby.chronicle import chronicle
from heraut.site.matches.models import Step
from heraut.site.pages import page_of
from heraut.site.play.fief.chronicle import SILENT, Teller, decoded, visible
from heraut.site.play.fief.entry import number
from heraut.site.play.fief.panels import realm_context
from heraut.site.play.frame import show
from heraut.site.play.visit import Visit


def page(coming: Visit) -> HttpResponse:
    """All turns; the board after the step that is asked for, as the visitor could see it then."""
    asked = coming.request.GET.get("pas")
    chosen = coming.match.step if asked is None else number(coming.request.GET, "pas")
    if chosen > coming.match.step:
        raise Http404
    step = coming.step(chosen)
    view = coming.view_after(chosen, step.digest)
    teller = Teller(view, coming.lang)
    return show(
        coming,
        "play/fief/history.html",
        "history",
        **realm_context(coming),
        turns=page_of(coming.request, turns(coming), at=coming.match.turn - step.turn),
        steps=page_of(coming.request, steps(coming, step.turn), word="decisions", at=before(coming, step)),
        chosen=chosen,
        chosen_turn=step.turn,
        last=coming.match.step,
        step=step,
        board=mark_safe(board_svg(view, lang=coming.lang, seat=coming.name, page=True)),  # noqa: S308  the drawing escapes the names it holds
        lines=[teller.line(event) for event in visible(decoded(step.events), coming) if event.kind not in SILENT],
        deeds=chronicle(coming.request, coming.match, coming.seats),
    )


def turns(coming: Visit) -> QuerySet[Any]:
    """Every turn, the latest first: its first and last step, when it ended."""
    rows = Step.objects.filter(match=coming.match).values("turn")
    rows = rows.annotate(first=Min("number"), last=Max("number"), count=Count("pk"), ended=Max("resolved"))
    return rows.order_by("-turn")


def steps(coming: Visit, turn: int) -> QuerySet[Any]:
    """The numbers of the steps of a turn."""
    found = Step.objects.filter(match=coming.match, turn=turn).order_by("number")
    return found.values_list("number", flat=True)


def before(coming: Visit, step: Step) -> int:
    """How many steps of its turn came before this one."""
    return steps(coming, step.turn).filter(number__lt=step.number).count()
