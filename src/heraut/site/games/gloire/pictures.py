"""Maps as pictures: those of tables that have not started, and belong to nobody yet."""

from __future__ import annotations

import gzip
import re
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.atlas import MAPS, atlas
from heraut.games.gloire.picture import map_svg
from heraut.games.gloire.picture.drawing import drawing
from heraut.site.common.words import lang

POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # a picture's own style; nothing else


@require_safe
@cache_control(public=True, max_age=3600)
def map_picture(request: HttpRequest, name: str) -> HttpResponse:
    """A map before a match. Raises Http404."""
    if name not in MAPS:
        raise Http404
    response = HttpResponse(content_type="image/svg+xml", headers={"Content-Security-Policy": POLICY})
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content, response.headers["Content-Encoding"] = packed(name, lang()), "gzip"
    else:
        response.content = drawn(name, lang()).encode()
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


@cache
def packed(name: str, language: str) -> bytes:
    """The picture as small as it travels."""
    return gzip.compress(drawn(name, language).encode(), mtime=0)


@cache
def drawn(name: str, language: str) -> str:
    """The picture itself, always the same: no land has a master, no turn has begun, and no legend stands under it."""
    lords = atlas(name).lords
    seats = [SeatName(f"j{number + 1}") for number in range(lords)]
    realm = gloire.setup(seats, {"map": name, "lords": lords}, Rng(bytes(32))).state
    sheet = drawing(name)
    whole = f'viewBox="0 0 {sheet.width} {sheet.height}"'
    view = gloire.view(realm, None)
    lands = {land: {**seen, "owner": None} for land, seen in view["lands"].items()}
    empty = map_svg({**view, "turn": 0, "lands": lands, "lords": {}}, lang=language)
    return re.sub(r'viewBox="[^"]*"', whole, empty, count=1)
