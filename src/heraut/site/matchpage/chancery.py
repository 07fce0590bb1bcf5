"""The chancery of a match: letters, forum, gazette, treaties under one tab, as far as its game allows each of them."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match
from heraut.site.matchpage.layout import Tab, show
from heraut.site.matchpage.match_access import NOT_BEGUN, MatchAccess, access_to

TAB = "letters"  # all of them stand under one tab of a match
WAYS = {
    "letters": ("messaging.tab", "match_letters"),
    "forum": ("forum.tab", "match_forum"),
    "gazette": ("gazette.tab", "match_gazette"),
    "treaties": ("treaties.tab", "match_treaties"),
}
FOR_LORDS = ("letters", "treaties")  # the others have readers beside those who play
RIGHT_OF = {"letters": "letters", "treaties": "treaties"}  # of a regent; in the open he is one reader among others


def speech_of(match: Match) -> tuple[str, ...]:
    """The ways of speaking that its game allows now: some open when it is over."""
    game = adapter(match.game)
    return (*game.speech, *(game.speech_after if match.over else ()))


def entered(request: HttpRequest, code: str, way: str) -> MatchAccess:
    """Who asks for a page of this way of speaking. Raises Http404 where the game has it not, or nothing has begun;
    PermissionDenied for a regent without the right to it.
    """
    access = access_to(request, code)
    if access.match.status in NOT_BEGUN or way not in speech_of(access.match):
        raise Http404
    if access.regency is not None and way not in FOR_LORDS:
        return access_to(request, code, as_regent=False)
    if way in RIGHT_OF:
        access.demand(RIGHT_OF[way])
    return access


def ways(access: MatchAccess) -> list[Tab]:
    """The ways of speaking that this visitor has, in their order."""
    in_the_open = access.hears and not (access.regency is not None and access.match.private)
    allowed = [
        way for way in speech_of(access.match) if (access.may(RIGHT_OF[way]) if way in FOR_LORDS else in_the_open)
    ]
    return [Tab(way, WAYS[way][0], reverse(WAYS[way][1], args=[access.match.code])) for way in allowed]


def chancery_page(access: MatchAccess, template: str, way: str, **context: Any) -> HttpResponse:
    """A page of one way of speaking, in the layout of the match, the other ways above it."""
    realm = adapter(access.match.game).realm_context(access)
    response = show(access, template, TAB, **realm, ways=ways(access), way=way, **context)
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response
