"""The table as files: a picture of a match, the empty field of a table that waits."""

from __future__ import annotations

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from heraut.games.vassaux.picture import field_svg, table_svg
from heraut.games.vassaux.picture.scene import Looks, scene_file, style
from heraut.games.vassaux.tables import maps
from heraut.games.vassaux.tables.codes import MapCode
from heraut.site.common.input_cleaning import whole_number
from heraut.site.games.vassaux.scene import looks_asked
from heraut.site.games.vassaux.told import announced
from heraut.site.matchpage.match_access import MatchAccess

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
DAY = 24 * 3600


def drawn(picture: str) -> HttpResponse:
    """A picture as an answer; its own style and nothing else may act in it."""
    response = HttpResponse(picture, content_type="image/svg+xml")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


def picture(access: MatchAccess) -> HttpResponse:
    """The table as the visitor may see it; with `?table` as its page draws it, for one that no script keeps alive.

    After a step that is asked for (`?pas`) it shows what was done in it: a moment of the film.
    """
    if access.request.GET.get("table"):
        return drawn(scene_file(access.view, looks_asked(access), lang=access.lang))
    view, asked = access.view_asked(), whole_number(access.request.GET.get("pas", ""))
    if asked is None:
        return drawn(table_svg(view, lang=access.lang))
    told = access.visible(access.step(asked).events)
    return drawn(scene_file(view, Looks(announced(told), told=[told], still=True), lang=access.lang))


@require_safe
@cache_control(public=True, max_age=DAY)
def table_style(request: HttpRequest) -> HttpResponse:
    """The style of the drawing, for the pages that hold one."""
    return HttpResponse(style(), content_type="text/css; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=DAY)
def empty_field(request: HttpRequest, name: str) -> HttpResponse:
    """The ground of a map, for tables that wait. Raises Http404 where there is no such map."""
    if name not in maps():
        raise Http404
    return drawn(ground(MapCode(name)))


@cache
def ground(code: MapCode) -> str:
    """A map as it lies before anybody has come."""
    return field_svg(code)
