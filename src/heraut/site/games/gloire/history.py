"""The history of a match: every turn, with its map and its chronicle."""

from __future__ import annotations

from django.http import HttpResponse

from heraut.engine.protocol import Json
from heraut.games.gloire.report import by_phase
from heraut.site.common.paging import page_of
from heraut.site.games.gloire.drawing import map_svg, shield_svg
from heraut.site.games.gloire.realm import realm_context
from heraut.site.games.gloire.report import Teller
from heraut.site.games.gloire.sheet import number
from heraut.site.lobby.chronicle import chronicle
from heraut.site.matches.models import Step
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess


def page(access: MatchAccess) -> HttpResponse:
    """All turns; the one that is asked for with its map, as the visitor could see it then, and its public news."""
    asked = access.request.GET.get("tour", "")
    chosen = number(asked) if asked else access.match.step
    step = access.step(chosen)
    turns = Step.objects.filter(match=access.match).order_by("-number").values_list("number", "resolved")
    view = access.view_after(chosen, step.digest)
    public = [event for event in access.events(step) if event.seen_by is None]
    return show(
        access,
        "play/gloire/history.html",
        "history",
        **realm_context(access),
        steps=page_of(access.request, turns, at=access.match.step - chosen),
        chosen=chosen,
        last=access.match.step,
        map=map_svg(view, access.lang, page="../"),
        news=Teller(view, access.lang).chapters(by_phase(public)),
        leaders=leaders(view),
        activities=chronicle(access.request, access.match, access.seats),
    )


def leaders(view: Json) -> list[dict[str, object]]:
    """The lords of that time, the most renowned first."""
    return [
        {**view["lords"][name], "shield": shield_svg(view["lords"][name]["number"])} for name in reversed(view["order"])
    ]
