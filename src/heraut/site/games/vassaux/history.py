"""The moments of a battle, each with the table as it was then and what was told; all of them as a film."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.safestring import mark_safe

from heraut.games.vassaux.picture.scene import Looks, scene
from heraut.games.vassaux.report import as_told
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.paging import page_of
from heraut.site.games.vassaux.panels import realm_context
from heraut.site.games.vassaux.told import Teller, announced
from heraut.site.lobby.chronicle import chronicle
from heraut.site.matches.models import Step
from heraut.site.matchpage.film import Frame
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.turns import before, steps, turns


def page(access: MatchAccess) -> HttpResponse:
    """All turns; the table after the step that is asked for, as the visitor could see it then. Raises Http404."""
    asked = access.request.GET.get("pas")
    chosen = access.match.step if asked is None else whole_number(asked)
    if chosen is None or chosen > access.match.step:
        raise Http404
    step = access.step(chosen)
    view, events = access.view_after(chosen, step.digest), access.visible(step.events)
    return show(
        access,
        "play/vassaux/history.html",
        "history",
        **realm_context(access),
        turns=page_of(access.request, turns(access), at=access.match.turn - step.turn),
        steps=page_of(access.request, steps(access, step.turn), word="coups", at=before(access, step)),
        chosen=chosen,
        chosen_turn=step.turn,
        last=access.match.step,
        step=step,
        scene=mark_safe(scene(view, Looks(announced(events), told=[events], still=True), lang=access.lang)),  # noqa: S308  the drawing escapes the names it holds
        lines=Teller(view, access.lang).lines(events),
        activities=chronicle(access.request, access.match, access.seats),
    )


def moments(access: MatchAccess) -> list[Frame]:
    """Every moment of the film: the steps of which something is told, with the words; the first and the last always."""
    rows = Step.objects.filter(match=access.match).order_by("number")
    teller = Teller(access.view, access.lang)
    found = []
    for number, turn, stored in rows.values_list("number", "turn", "events").iterator(chunk_size=100):
        told = as_told(access.visible(stored))
        if told or number in (0, access.match.step):
            found.append(Frame(turn, number, teller.sentences(told)))
    return found
