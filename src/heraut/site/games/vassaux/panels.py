"""What lies beside the table: the two hosts, their arms, and who is awaited."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from heraut.engine.protocol import Json
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.picture.arms import CHARGES, FIELDS, INK
from heraut.site.common.words import say
from heraut.site.matches.adapters import Giver
from heraut.site.matchpage.match_access import MatchAccess

SHIELD = "M-16-19H16V3C16 13 8 18 0 22-8 18-16 13-16 3Z"
BEARINGS = ('<path d="M-16-5H16V5H-16Z"/>', '<path d="M-16 6 0-10 16 6V16L0 0-16 16Z"/>')  # a fess, a chevron


@cache
def shield(place: int) -> SafeString:
    """The shield of a side: azure and argent in the south, gules and or in the north."""
    return mark_safe(  # noqa: S308  colours and shapes of ours
        f'<svg class="blazon" viewBox="-18 -21 36 45" aria-hidden="true"><path d="{SHIELD}" fill="{FIELDS[place]}"/>'
        f'<g fill="{CHARGES[place]}">{BEARINGS[place]}</g>'
        f'<path d="{SHIELD}" fill="none" stroke="{INK}" stroke-width="2.4"/></svg>'
    )


def realm_context(access: MatchAccess) -> dict[str, Any]:
    """The visitor's host, for the top of the page."""
    view = access.view
    if "own" not in view:
        return {"me": None}
    place, battle = view["seat"], view["battle"]
    host = battle["hosts"][place]
    return {
        "me": {
            "seat": view["own"]["seat"],
            "name": seat_names(view, access.lang)[place],
            "title": "",
            "shield": shield(place),
            "alive": view["asked"] is not None,
            "reserve": host["reserve"],
            "lost": host.get("eliminated", 0),
            "taken": battle["hosts"][1 - place].get("eliminated", 0),
            "total": host["total"],
        }
    }


def seat_names(view: Json, lang: str) -> Sequence[str]:
    """What the two sides are called."""
    names = Herald(view, lang).names["place"]
    return [names[place] for place in (0, 1)]


def givers(access: MatchAccess) -> list[Giver]:
    """Both sides, as far as somebody plays them; the one that is asked has still to answer."""
    view = access.view
    if view["asked"] is None:
        return []
    answered = access.sheet is not None and access.sheet.sealed
    return [
        Giver(
            name,
            shield(place),
            place != view["asked"][0] or (seat == access.name and answered),
            seat == access.name,
        )
        for place, (seat, name) in enumerate(zip(view["seats"], seat_names(view, access.lang), strict=True))
        if seat
    ]


def awaited_words(access: MatchAccess) -> str:
    """Who has to decide what; to whom it is asked, that it is his turn, or that his answer is being taken."""
    view = access.view
    if view["asked"] is None:
        return ""
    if view.get("own", {}).get("asked"):
        return say("vassaux.given" if access.sheet and access.sheet.sealed else "decision.asked")
    place, question = view["asked"]
    herald = Herald(view, access.lang)
    return say("vassaux.awaited", who=herald.names["place"][place], what=herald.names["duty"][question])
