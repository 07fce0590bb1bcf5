"""The layout of a gazette's pages, and who asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from heraut.site.common.headers import POLICY
from heraut.site.gazette.editor import edits
from heraut.site.gazette.refusals import NotTaken
from heraut.site.matches.host_actions import is_mediator
from heraut.site.matchpage.chancery import chancery_page, entered
from heraut.site.matchpage.layout import Tab
from heraut.site.matchpage.match_access import MatchAccess

WAY = "gazette"
WITH_SOUNDS = f"{POLICY}; media-src 'self'"


def access_for(request: HttpRequest, code: str) -> MatchAccess:
    """Who asks for a page of the gazette. Raises Http404 where there is none."""
    return entered(request, code, WAY)


def author_key(access: MatchAccess) -> int | None:
    """The key of the player who would be an author here: whoever holds the visitor's seat; None without one."""
    return None if access.seat is None else access.seat.user_id


def places(access: MatchAccess) -> list[Tab]:
    """The pages of the gazette that this visitor has."""
    seated, code = access.seat is not None, access.match.code
    may_look_in = seated or is_mediator(access.match, access.request.user)
    found = [("issue", "match_gazette", True), ("archive", "gazette_archive", True)]
    found += [("write", "gazette_write", seated), ("own", "gazette_own", seated), ("desk", "gazette_desk", may_look_in)]
    return [Tab(name, f"gazette.place_{name}", reverse(address, args=[code])) for name, address, has in found if has]


def shown(access: MatchAccess, template: str, place: str, status: int = 200, **context: Any) -> HttpResponse:
    """A page of the gazette in the layout of the match."""
    response = chancery_page(
        access,
        f"gazette/{template}.html",
        WAY,
        places=places(access),
        place=place,
        is_editor=edits(access.match, author_key(access)),
        **context,
    )
    response.status_code = status
    response.headers["Content-Security-Policy"] = WITH_SOUNDS
    return response


def tried(access: MatchAccess, action: str, act: Callable[[], HttpResponse]) -> HttpResponse | str:
    """What comes of an act; why it is refused, in words. So many acts of a sort an hour, and no more (settings)."""
    try:
        if not ratelimit.consume(access.request, action=action):
            raise NotTaken("often")
        return act()
    except NotTaken as refusal:
        return refusal.words
