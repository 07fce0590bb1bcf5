"""The files of a map: the ground, and the layers of what is known. A browser keeps them for ever: what has changed has
another address. Each is of one seat: whoever does not see that ground is told that there is no such file.
"""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from hashlib import blake2b

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from heraut.games.rois.picture import layers
from heraut.games.rois.picture.ground import ground_file
from heraut.games.rois.picture.known import Known, read_view
from heraut.site.matchpage.match_access import NOT_BEGUN, MatchAccess, access_to

FOR_EVER = "private, max-age=31536000, immutable"
Ground = tuple[tuple[int, str], ...]


class Files(msgspec.Struct, frozen=True):
    """The addresses of both, and the name of what they show."""

    ground: str
    layers: str
    digest: str


def files_of(access: MatchAccess, known: Known) -> Files:
    """The files of what the visitor knows now."""
    code, step = access.match.code, access.match.step
    terrains, seen = ground_digest(ground_of(known)), digest_of(access.known)
    return Files(
        reverse("rois_ground", args=[code, step, terrains]), reverse("rois_layers", args=[code, step, seen]), seen
    )


def ground_of(known: Known) -> Ground:
    """All that the ground is drawn from."""
    return tuple(sorted(known.terrains.items()))


@lru_cache(maxsize=256)
def ground_digest(terrains: Ground) -> str:
    """The name of a ground: another one where the terrains differ, or the way they are drawn."""
    return digest_of(f"{terrains} {drawn_like()}")


@cache
def drawn_like() -> str:
    """The name of the way in which ground is drawn."""
    sample = ((1, "sea"), (2, "plain"), (3, "forest"), (4, "jungle"), (5, "mountain"), (6, "desert"))
    return digest_of(ground_file(dict(sample)).decode())


def digest_of(text: str) -> str:
    """A short name for a text."""
    return blake2b(text.encode(), digest_size=6).hexdigest()


@require_GET
def ground_page(request: HttpRequest, code: str, turn: int, digest: str) -> HttpResponse:
    """The ground that the visitor saw after a turn, as a player or as a passer-by. Raises Http404."""
    for spectator in (False, True):
        known, _ = seen_after(access_to(request, code, spectator=spectator), turn)
        terrains = ground_of(known)
        if ground_digest(terrains) == digest:
            return kept(request, ground_packed(terrains))
    raise Http404


@require_GET
def layers_page(request: HttpRequest, code: str, turn: int, digest: str) -> HttpResponse:
    """All layers of what the visitor knew after a turn, for a script that shows another one. Raises Http404."""
    for spectator in (False, True):
        known, name = seen_after(access_to(request, code, spectator=spectator), turn)
        if digest_of(name) == digest:
            return kept(request, gzip.compress(layers_file(known).encode(), mtime=0))
    raise Http404


def seen_after(access: MatchAccess, turn: int) -> tuple[Known, str]:
    """What the visitor knew after a turn, and its name. Raises Http404."""
    match = access.match
    if match.game != "rois" or match.status in NOT_BEGUN:
        raise Http404
    digest = match.digest if turn == match.step else access.step(turn).digest
    view, name = access.seen_after(turn, digest)
    return read_view(view), name


@lru_cache(maxsize=64)
def ground_packed(terrains: Ground) -> bytes:
    """The file as small as it travels."""
    return gzip.compress(ground_file(dict(terrains)), mtime=0)


def layers_file(known: Known) -> str:
    """Each layer as three groups, `under-…`, `lines-…` and `over-…`: a script takes out what it wants."""
    groups = (
        f'<g id="{part}-{name}">{shape}</g>'
        for name, draw in layers.LAYERS.items()
        for part, shape in draw(known)._asdict().items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(groups)}</svg>'


def kept(request: HttpRequest, packed: bytes) -> HttpResponse:
    """A drawing that only its reader's browser keeps, packed if it can unpack it."""
    able = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(packed if able else gzip.decompress(packed), content_type="image/svg+xml")
    if able:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = FOR_EVER
    patch_vary_headers(response, ("Accept-Encoding", "Cookie"))
    return response


ADDRESSES = (
    path("<slug:code>/sol/<int:turn>.<slug:digest>.svg", ground_page, name="rois_ground"),
    path("<slug:code>/couches/<int:turn>.<slug:digest>.svg", layers_page, name="rois_layers"),
)
"""For `GameSite.addresses`."""
