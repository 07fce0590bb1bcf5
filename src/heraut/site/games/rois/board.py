"""The match: the year on one screen: people and tasks, the map, the place that is open, the grid of seasons."""

from __future__ import annotations

from django.http import HttpResponse

from heraut.games.rois.picture import map_svg
from heraut.site.common.input_cleaning import whole_number
from heraut.site.games.rois.film import picture_events, picture_view
from heraut.site.games.rois.king_roll import roll
from heraut.site.games.rois.realm import realm_context
from heraut.site.games.rois.sheet import shown
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

# the picture is a document by itself: its own style is in it, and nothing else may come with it
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def page(access: MatchAccess) -> HttpResponse:
    """The match as its visitor may see it."""
    if "own" in access.view:
        return shown(access, "board")
    return show(access, "play/rois/board.html", "board", **realm_context(access), roll=roll(access, access.view))


def picture(access: MatchAccess) -> HttpResponse:
    """The map as far as the visitor knows it, as one file, to keep, to print, to show elsewhere; of an earlier year
    (`?pas`) with what happened in it, and where (`film.py`).
    """
    year = whole_number(access.request.GET.get("pas", ""))
    view, events = picture_view(access, year), picture_events(access, year)
    response = HttpResponse(map_svg(view, lang=access.lang, events=events), content_type="image/svg+xml")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response
