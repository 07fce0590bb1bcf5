"""The ruler: how far any two things on the table stand apart, and what they see of one another (SV-GEN-01).

Players and passers-by alike; a script asks with `HX-Request` and gets the answer alone, a form of the page a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render

from heraut.games.vassaux.identities import NO_FIGURE, FigureId, GroupId
from heraut.games.vassaux.picture.scene import overlay_file
from heraut.games.vassaux.picture.troops import groups_of
from heraut.games.vassaux.table.measuring import End, Measured, between, head, measured
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import say
from heraut.site.games.vassaux.lookout import Lookout, group_named
from heraut.site.games.vassaux.panels import realm_context
from heraut.site.games.vassaux.reader import SIGHTS, place_words, rulers, wind
from heraut.site.games.vassaux.scene import looks_asked
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

PLACE = re.compile(r"(\d{1,5})\s*[,;]\s*(\d{1,5})")
LEADERS = 100  # ids of figures begin above it, numbers of groups end below it


@dataclass(frozen=True)
class Thing:
    """What an end of the ruler was laid on: its name, where, and the group if it is one."""

    words: str
    end: End
    group: GroupId | None = None


def page(access: MatchAccess, tool: str = "") -> HttpResponse:
    """A tool of the table, by the name in its address. Raises Http404 for another."""
    if tool not in TOOLS:
        raise Http404
    return TOOLS[tool](access)


def overlay(access: MatchAccess) -> HttpResponse:
    """An overlay alone. Raises Http404 for another name."""
    looks = looks_asked(access)
    if not looks.layer:
        raise Http404
    return HttpResponse(overlay_file(access.view, looks, lang=access.lang), content_type="image/svg+xml")


def ruler(access: MatchAccess) -> HttpResponse:
    """What a ruler between `de` and `a` of the address tells."""
    table = Lookout(access)
    asked = access.request.GET
    one, other = thing(table, asked.get("de", "")), thing(table, asked.get("a", ""))
    found = None if one is None or other is None else told(table, one, other)
    context = {"measure": found, "ends": ends(table), "from": asked.get("de", ""), "to": asked.get("a", "")}
    if access.request.headers.get("HX-Request") == "true":
        return render(access.request, "play/vassaux/measured.html", context)
    return show(access, "play/vassaux/measure.html", "board", **realm_context(access), **context)


def thing(table: Lookout, typed: str) -> Thing | None:
    """A group ("3", "B52"), a figure ("301") or a place ("5000,6000"); None where there is no such thing."""
    typed = typed.strip()
    spot = PLACE.fullmatch(typed)
    if spot:
        settings = table.battle.settings
        place = min(int(spot[1]), settings.width), min(int(spot[2]), settings.height)
        return Thing(place_words(place), End(place))
    number = whole_number(typed) or 0
    if number > LEADERS:
        man = FigureId(number)
        return Thing(man_words(table, man), End(table.battle.at[man], man)) if man in table.battle.at else None
    group = group_named(typed)
    standing = {one.id for one in groups_of(table.battle)}
    return Thing(table.herald.names["unit"][group], head(table.field, group), group) if group in standing else None


def man_words(table: Lookout, man: FigureId) -> str:
    """A figure: the leader of a unit, or one of its men by his number."""
    group = table.field.group_of(man)
    leads = man == table.field.unit(group).leader != NO_FIGURE
    words = "vassaux_scene.leader_of" if leads else "vassaux_scene.man_of"
    return say(words, who=table.herald.names["unit"][group], man=man)


def told(table: Lookout, one: Thing, other: Thing) -> dict[str, str]:
    """The gap, for two groups that between their nearest men and that between their leaders; who sees whom."""
    whole = measured(table.field, one.end, other.end)
    found = {"from": one.words, "to": other.words, "wind": wind(one.end.place, other.end.place), **views(whole)}
    found["gap"] = rulers(max(0, whole.gap))
    if one.group and other.group and one.group != other.group:
        found |= {"gap": rulers(max(0, between(table.field, one.group, other.group).gap)), "leaders": found["gap"]}
    return found


def views(found: Measured) -> dict[str, str]:
    """What each end sees of the other, as codes of words; "none" from a bare place."""
    return {"there": SIGHTS[found.there], "back": SIGHTS[found.back]}


def ends(table: Lookout) -> list[tuple[str, str]]:
    """All groups that stand, for a form that chooses two."""
    return [(group.name, table.herald.names["unit"][group.id]) for group in groups_of(table.battle)]


TOOLS: dict[str, Callable[[MatchAccess], HttpResponse]] = {"mesure": ruler, "calque": overlay}
