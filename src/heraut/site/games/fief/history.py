"""The turns of a match, each with its decisions and the board as it was then."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.safestring import mark_safe

from heraut.games.fief.picture import board_svg
from heraut.site.common.paging import page_of
from heraut.site.games.fief.chronicle import SILENT, Teller
from heraut.site.games.fief.order_forms import number
from heraut.site.games.fief.panels import realm_context
from heraut.site.lobby.chronicle import chronicle
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.turns import before, steps, turns


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
        lines=[teller.line(event) for event in access.visible(step.events) if event.kind not in SILENT],
        activities=chronicle(access.request, access.match, access.seats),
    )
