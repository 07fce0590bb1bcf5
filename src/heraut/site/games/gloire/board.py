"""The match: its map, what is asked now, the card of a land, and who stands where."""

from __future__ import annotations

import gzip
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from heraut.engine.names import plain
from heraut.engine.protocol import Json
from heraut.games.gloire.herald import labels
from heraut.games.gloire.picture import map_svg
from heraut.games.gloire.picture.drawing import drawing
from heraut.games.gloire.sheet.book import land_names
from heraut.site.games.gloire import drawing as board_drawing
from heraut.site.games.gloire.beside import card_of, shown
from heraut.site.games.gloire.land_list import listed
from heraut.site.games.gloire.order_marks import last_turn, marked_orders
from heraut.site.games.gloire.realm import lord_table, realm_context
from heraut.site.games.gloire.report import Teller
from heraut.site.games.gloire.sheet import panel
from heraut.site.games.gloire.statistics import fall_of
from heraut.site.matchpage.guide_cards import trial
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

LONGEST_NAME = 40  # letters of what was typed, in the answer that there is no such land
FOR_EVER = "public, max-age=31536000, immutable"
# the picture is a document by itself: its own style is in it, and nothing else may come with it
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def page(access: MatchAccess) -> HttpResponse:
    """The match as its visitor may see it."""
    return show(access, "play/gloire/board.html", "board", **board_context(access))


def board_context(access: MatchAccess) -> dict[str, Any]:
    """The map with the card that is open, the lords, and the orders so far."""
    access.seats  # noqa: B018  all are shown: they are asked for once, the visitor's own among them
    view, asked = access.view, access.request.GET
    chosen = named_land(view, asked.get("terre", ""))
    context = {
        "map": board_drawing.map_svg(view, access.lang, chosen=chosen, layers=layers(access)),
        "look": asked.get("vue", "owners"),
        "lands": land_options(view["map"], access.lang),
        "lord_table": lord_table(access),
        "king": view["lords"][view["king"]]["name"] if view["king"] else "",
        "credit": drawing(view["map"]).credit,
        "happiness_steps": board_drawing.HAPPINESS_STEPS,
        "population_steps": board_drawing.POPULATION_STEPS,
        "listed": listed(access) if "liste" in asked else None,
        **realm_context(access),
        **card_context(access),
    }
    if "own" not in view:
        return context | fallen(access)
    return {**context, **panel(access, short=True)}


def fallen(access: MatchAccess) -> dict[str, Any]:
    """To a lord who is dead: since when, and how it came (GP-ELI-04)."""
    if access.name is None:
        return {}
    turn = fall_of(access.match, access.name)
    words = Teller(access.view, access.lang)
    told = [line for event in access.events(access.step(turn)) for line in words.fate(event, access.name)]
    name = access.view["lords"][access.name]["name"]
    return {"fallen": {"name": name, "turn": turn}, "cause": " ".join(told), "trial": trial(access)}


def layers(access: MatchAccess) -> str:
    """What the turn adds to the map; the layer of the orders is one that a script replaces."""
    if access.spectator or access.match.over:
        return board_drawing.layer("fait", last_turn(access))
    return board_drawing.layer("fait", last_turn(access)) + board_drawing.layer(
        "carte-ordres", marked_orders(access), hidden=True
    )


@cache
def land_options(map_name: str, lang: str) -> SafeString:
    """Every land, by name, for a field in which one is typed."""
    return format_html_join("", '<option value="{}">', [(name,) for name in land_labels(map_name, lang)])


def land_labels(map_name: str, lang: str) -> list[str]:
    """The names of the lands, in the order of the alphabet."""
    return sorted(labels(map_name, lang).values())


def named_land(view: Json, typed: str) -> str:
    """The land that somebody has typed: by its name, or by the beginning of one; as it was typed if there is none."""
    names, wanted = land_names(view["map"]), plain(typed)
    found = names.get(wanted) or next(
        (names[name] for name in sorted(names) if wanted and name.startswith(wanted)), None
    )
    return str(found or typed)


def card_context(access: MatchAccess) -> dict[str, Any]:
    """The card that the address asks for, or that there is no land of this name."""
    asked = access.request.GET
    card = card_of(access, named_land(access.view, asked.get("terre", "")), asked.get("chevalier", ""))
    no_land = "" if card is not None else asked.get("terre", "")[:LONGEST_NAME]
    return {"card": card, "card_shown": shown(access, card, no_land), "no_land": no_land}


def card(access: MatchAccess) -> HttpResponse:
    """The card of a land alone, for a map that is clicked; or the list of all of them, for one that is not seen."""
    if "liste" in access.request.GET:
        return render(access.request, "play/gloire/land_list.html", {"lands": listed(access)})
    context = card_context(access)
    if context["card"] is None:
        raise Http404
    return HttpResponse(context["card_shown"])


def picture(access: MatchAccess) -> HttpResponse:
    """The whole map of the match as one file, to keep, to print, to show elsewhere.

    What a turn has left behind bears its number, as the film says it, and not that of a turn which may never come.
    """
    view = access.view_asked()
    if "pas" in access.request.GET or access.match.over:
        view = {**view, "turn": view["turn"] - 1}
    response = HttpResponse(map_svg(view, lang=access.lang), content_type="image/svg+xml")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


@require_GET
def map_file(request: HttpRequest, name: str, digest: str) -> HttpResponse:
    """The fixed drawing of a map, which browsers keep for ever: a changed one has another address."""
    map_name = board_drawing.known_map(name)
    if map_name is None or not board_drawing.map_url(map_name).endswith(f".{digest}.svg"):
        raise Http404
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(
        packed_map(map_name) if packed else board_drawing.map_file(map_name), content_type="image/svg+xml"
    )
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = FOR_EVER
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


@cache
def packed_map(map_name: str) -> bytes:
    """The same, as small as it travels."""
    return gzip.compress(board_drawing.map_file(map_name), mtime=0)
