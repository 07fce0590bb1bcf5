"""The history of a match: every turn, with its map and its chronicle."""

from __future__ import annotations

from django.http import HttpResponse

from heraut.engine.protocol import Json
from heraut.games.gloire.report import by_phase
from heraut.site.lobby.chronicle import chronicle
from heraut.site.matches.models import Step
from heraut.site.pages import page_of
from heraut.site.play.frame import show
from heraut.site.play.gloire.drawing import map_svg, shield_svg
from heraut.site.play.gloire.realm import realm_context
from heraut.site.play.gloire.report import Teller
from heraut.site.play.gloire.sheet import number
from heraut.site.play.visit import Visit


def page(coming: Visit) -> HttpResponse:
    """All turns; the one that is asked for with its map, as the visitor could see it then, and its public news."""
    asked = coming.request.GET.get("tour", "")
    chosen = number(asked) if asked else coming.match.step
    step = coming.step(chosen)
    turns = Step.objects.filter(match=coming.match).order_by("-number").values_list("number", "resolved")
    view = coming.view_after(chosen, step.digest)
    public = [event for event in coming.events(step) if event.seen_by is None]
    return show(
        coming,
        "play/gloire/history.html",
        "history",
        **realm_context(coming),
        steps=page_of(coming.request, turns, at=coming.match.step - chosen),
        chosen=chosen,
        last=coming.match.step,
        map=map_svg(view, coming.lang, page="../"),
        news=Teller(view, coming.lang).chapters(by_phase(public)),
        leaders=leaders(view),
        deeds=chronicle(coming.request, coming.match, coming.seats),
    )


def leaders(view: Json) -> list[dict[str, object]]:
    """The lords of that time, the most renowned first."""
    return [
        {**view["lords"][name], "shield": shield_svg(view["lords"][name]["number"])} for name in reversed(view["order"])
    ]
