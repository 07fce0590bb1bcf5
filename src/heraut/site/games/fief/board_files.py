"""The board as files: a picture of a match, its style sheet, the empty board of a table that waits."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.rng import Rng
from heraut.games.fief.picture import board_svg
from heraut.games.fief.picture.drawing import style
from heraut.games.fief.setup import setup
from heraut.games.fief.view import view as view_of
from heraut.site.common.words import lang
from heraut.site.matchpage.match_access import MatchAccess

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
DAY = 24 * 3600


def picture(access: MatchAccess) -> HttpResponse:
    """The board as a picture, as the visitor may see it."""
    response = HttpResponse(
        board_svg(access.view_asked(), lang=access.lang, seat=access.name), content_type="image/svg+xml"
    )
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


@require_safe
@cache_control(public=True, max_age=DAY)
def board_style(request: HttpRequest) -> HttpResponse:
    """The style of the board, for the pages that hold one."""
    return HttpResponse(style(), content_type="text/css; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=DAY)
def empty_board(request: HttpRequest) -> HttpResponse:
    """The board before anybody has sat down, for tables that wait."""
    realm = setup([SeatName("j1"), SeatName("j2")], {}, Rng(bytes(32))).state
    for lord in realm.lords:
        if lord is not None:
            lord.village = None
    drawn = board_svg(view_of(realm, None), lang=lang(), page=True)  # nobody's name below it
    response = HttpResponse(drawn.replace(">", f"><style>{style()}</style>", 1), content_type="image/svg+xml")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response
