"""The map in a page: the ground, a file that a browser keeps; above it thin layers of what the seat knows and has
written; links, one a province; and the same as a list (`map_list.py`).

What others call:

    map_context(access, asked)  -> what `play/rois/map.html` needs, to be merged into a page's context
    province_named(view, typed) -> the province that somebody typed: a number, a name or its beginning; 0: none
    map_files.ADDRESSES         -> for `GameSite.addresses`

The template is put into a page with `{% include "play/rois/map.html" %}`; the page adds `play/rois_map.css` and, if a
script may help, `play/rois_map.js`. Selecting a province is a link to `?province=<number>` that keeps the rest of the
address; the script fires `heraut:province` on the link instead (detail: the number), which bears `data-lit` if it may
answer the question that is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from heraut.engine.names import plain
from heraut.engine.protocol import Json
from heraut.games.rois.lexicon import Lexicon
from heraut.games.rois.picture import ground, layers, marks
from heraut.games.rois.picture.grid import ALL, HEIGHT, HEX, ROUND, middle
from heraut.games.rois.picture.known import Known, read_view
from heraut.games.rois.picture.map import kings_of, names_of, titled
from heraut.games.rois.picture.signs import definitions
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import say
from heraut.site.games.rois.map_files import Files, files_of
from heraut.site.games.rois.map_list import Listed, listed
from heraut.site.matchpage.fragments import fragment
from heraut.site.matchpage.match_access import MatchAccess

KNOWN_LAYERS = tuple(layers.LAYERS)  # those that show what is known; the others are the page's own
OWN_LAYERS = ("reach", "routes", "notes", "events")
AT_ONCE = 2  # layers
SLOT = '<g data-slot="{}"></g>'  # where a script puts the layers that it fetches
WEST = 450  # units
COPIES = (0, -ROUND, ROUND)  # to the right of the first one


class Route(msgspec.Struct, frozen=True):
    """Where a person goes: the provinces from the one where the year finds him, a stop each season that he moves.

    `stops`: (season 1 to 5, province, kind): kind "sure", "open" (if nobody interferes) or "unknown" (RO-MOVE).
    """

    person: int
    name: str
    start: int
    stops: tuple[tuple[int, int, str], ...]


class Asked(msgspec.Struct, frozen=True):
    """What a page wants of its map beside what the view holds.

    chosen: the province whose card is open (0: none); person: whose route stands out (0: none).
    lit: those that a question may be answered with; None: no question is asked.
    reasons: why each of the others may not, in words; read by the pointer and in the list.
    reach: the first season (1 to 5) in which the chosen person may be in a province, for the layer "reach".
    routes, notes, events: what the layers of these names show; notes by province; events as (province, kind), kind
    one of `marks.HAPPENED`.
    layers: the two that are shown; empty: those of the address (`?couche=…&couche=…`), failing that owners and routes.
    keep: what the links keep of the address, by name.
    """

    chosen: int = 0
    person: int = 0
    lit: frozenset[int] | None = None
    reasons: Mapping[int, str] = {}
    reach: Mapping[int, int] = {}
    routes: Sequence[Route] = ()
    notes: Mapping[int, str] = {}
    events: Sequence[tuple[int, str]] = ()
    layers: tuple[str, ...] = ()
    keep: Mapping[str, str] = {}


class Choice(msgspec.Struct, frozen=True):
    """A layer that may be shown; `key` types it."""

    name: str
    shown: bool
    key: int


class MapShown(msgspec.Struct, frozen=True):
    """All that the template shows."""

    svg: SafeString
    strip: SafeString
    choices: tuple[Choice, ...]
    listed: Listed
    names: SafeString
    keep: tuple[tuple[str, str], ...]
    couches: tuple[str, ...]


def map_context(access: MatchAccess, asked: Asked) -> dict[str, Any]:
    """What the template needs: `map`, a struct of everything shown."""
    couches = access.request.GET.getlist("couche")
    query = urlencode([*asked.keep.items(), *(("couche", name) for name in couches), ("province", "")])
    known = read_view(access.view)
    shown = shown_layers(access, asked)
    offered = [name for name in (*KNOWN_LAYERS, *OWN_LAYERS) if name in shown or is_offered(name, asked)]
    choices = tuple(Choice(name, name in shown, place + 1) for place, name in enumerate(offered))
    called = Lexicon(access.view, access.lang)
    return {
        "map": MapShown(
            svg=drawing(access, known, called, asked, shown, query),
            strip=strip(access, known),
            choices=choices,
            listed=listed(known, called, asked.chosen, asked.lit, asked.reasons, query),
            names=options(known, called),
            keep=tuple(asked.keep.items()),
            couches=tuple(couches),
        )
    }


def shown_layers(access: MatchAccess, asked: Asked) -> tuple[str, ...]:
    """The two layers to show: those that the page or the address asks for, or owners and routes."""
    wanted = asked.layers or tuple(access.request.GET.getlist("couche"))
    found = tuple(dict.fromkeys(name for name in wanted if name in KNOWN_LAYERS or name in OWN_LAYERS))
    return found[:AT_ONCE] or ("owners", "events" if asked.events else "routes")


def is_offered(name: str, asked: Asked) -> bool:
    """Whether a layer has anything to show: those of what is known always have."""
    return name in KNOWN_LAYERS or bool(getattr(asked, name))


def province_named(view: Json, typed: str) -> int:
    """The province that somebody typed: a number, a name, the beginning of one that is known; 0 if there is none."""
    text = plain(typed).strip()
    if (number := whole_number(text)) is not None:
        return number if number in ALL else 0
    known = {int(number): plain(seen["name"]) for number, seen in view.get("own", {}).get("map", {}).items()}
    ranked = sorted((name != text, len(name), number) for number, name in known.items() if text and text in name)
    return ranked[0][2] if ranked else 0


# The drawing


def drawing(
    access: MatchAccess, known: Known, called: Lexicon, asked: Asked, shown: tuple[str, ...], query: str
) -> SafeString:
    """The map: what stays for a year first, then what the page adds, then names and links."""
    files = files_of(access, known)
    held = tuple(name for name in KNOWN_LAYERS if name in shown)
    under, names = fragment(
        lambda: lasting(known, names_of(access.view, access.lang), files, held),
        "rois-map", access.known, access.lang, files.ground, held,
    )  # fmt: skip
    left = start(known)
    return mark_safe(  # noqa: S308  names are escaped where they enter
        f'<svg class="rmap" viewBox="{left} 0 {ROUND} {HEIGHT}" data-layers="{" ".join(shown)}" data-round="{ROUND}" '
        f'data-height="{HEIGHT}" data-home="{known.home}" data-known="{" ".join(KNOWN_LAYERS)}" '
        f'data-more="{files.layers}" data-lands="{" ".join(map(str, known.lands))}">'
        f'<defs>{definitions(kings_of(known))}<path id="rm-hex" d="{HEX}"/></defs>'
        f'<g id="rm-{files.digest}" data-hx-preserve="true">{under}</g>'
        f"{thrice('rm-reach', marks.reach(asked.reach), 'reach')}{names}"
        f"{choice(asked)}{planned(asked)}{links(known, called, asked, query, left)}</svg>"
    )


def start(known: Known) -> int:
    """Where the drawing begins: a little to the west of the reader's home, which a small screen thus shows at first."""
    return middle(known.home)[0] - WEST if known.home else 0


def lasting(known: Known, called: Mapping[int, str], files: Files, held: tuple[str, ...]) -> tuple[str, str]:
    """What a year does not change: ground and layers of what is known; names above what a page adds."""
    drawn = {name: layers.LAYERS[name](known) for name in held}
    parts: list[str] = []
    for layer in ground.LAYERS:
        if layer.shape == "ice":
            parts += [thrice(f"rm-lines-{name}", each.lines, name) for name, each in drawn.items()]
            parts.append(SLOT.format("lines"))
        uses = "".join(f'<use href="{files.ground}#{layer.shape}"{moved(x)}/>' for x in COPIES)
        parts.append(f"<g{' ' * bool(layer.drawn)}{layer.drawn}>{uses}</g>")
        if layer.shape == "fields":
            parts += [thrice(f"rm-under-{name}", each.under, name) for name, each in drawn.items()]
            parts.append(SLOT.format("under"))
    parts.append(thrice("rm-built", layers.settlements(known)))
    parts += [thrice(f"rm-over-{name}", each.over, name) for name, each in drawn.items()]
    parts.append(SLOT.format("over"))
    names = thrice("rm-names", marks.names(known, called))  # the links say them too
    return "".join(parts), f'<g aria-hidden="true">{names}</g>'


def moved(x: int) -> str:
    """A copy so far to the right."""
    return f' x="{x}"' if x else ""


def thrice(name: str, drawn: str, layer: str = "") -> str:
    """A layer and its copies around the world; only the first of them bears its name."""
    sort = f'class="over layer l-{layer}"' if layer else 'class="over"'
    if not drawn:
        return ""
    copies = "".join(f'<use href="#{name}" x="{x}"/>' for x in COPIES if x)
    return f'<g {sort}><g id="{name}">{drawn}</g>{copies}</g>'


def planned(asked: Asked) -> str:
    """What the page adds above the names: routes, notes, what happened."""
    drawn = {
        "routes": marks.routes([route_of(one) for one in asked.routes], asked.person),
        "notes": marks.notes(asked.notes),
        "events": marks.events(asked.events),
    }
    return "".join(thrice(f"rm-{name}", each, name) for name, each in drawn.items())


def route_of(one: Route) -> marks.Route:
    """A route as it is drawn."""
    return marks.Route(one.person, one.name, one.start, tuple(marks.Stop(*stop) for stop in one.stops))


def choice(asked: Asked) -> str:
    """Those that may be chosen, and the one that is."""
    lit = thrice("rm-lit", marks.lit(asked.lit)) if asked.lit is not None else ""
    chosen = thrice("rm-chosen", f'<g class="chosen-mark">{marks.chosen(asked.chosen)}</g>') if asked.chosen else ""
    return lit + chosen


def links(known: Known, called: Lexicon, asked: Asked, query: str, left: int) -> str:
    """A link a province, where the drawing shows it, in the order of their numbers."""
    return f'<g class="links">{"".join(link(known, called, asked, escape(query), left))}</g>'


def link(known: Known, called: Lexicon, asked: Asked, query: str, left: int) -> Iterator[str]:
    """One link after the other; what it opens stands in its title, and why it may not be chosen."""
    for number in ALL:
        x, y = middle(number)
        x += ROUND * ((x < left) - (x >= left + ROUND))
        lit = " data-lit" if asked.lit is not None and number in asked.lit else ""
        why = f"\n{asked.reasons[number]}" if number in asked.reasons else ""
        note = f"\n{asked.notes[number]}" if number in asked.notes else ""
        words = f"{title(known, called, number)}{why}{note}"
        here = ' aria-current="true"' if number == asked.chosen else ""
        yield (
            f'<a href="?{query}{number}#province" data-n="{number}"{lit}{here}><title>{escape(words)}</title>'
            f'<use href="#rm-hex" x="{x}" y="{y}"/></a>'
        )


def title(known: Known, called: Lexicon, number: int) -> str:
    """A province in a line: its name, number and terrain; or its number alone."""
    land = known.lands.get(number)
    return say("rois_map.unknown", number=number) if land is None else titled(land, called)


def strip(access: MatchAccess, known: Known) -> SafeString:
    """The whole world as a strip, for a small screen: seas, lands and owners without any sign."""
    files, left = files_of(access, known), start(known)
    parts = []
    for layer in ground.LAYERS:
        if layer.shape in ("sea", "land", "mist"):
            uses = "".join(f'<use href="{files.ground}#{layer.shape}"{moved(x)}/>' for x in COPIES)
            parts.append(f"<g {layer.drawn}>{uses}</g>")
        if layer.shape == "land":
            parts.append("".join(f'<use href="#rm-under-owners"{moved(x)}/>' for x in COPIES))
    return mark_safe(  # noqa: S308  ours alone
        f'<svg class="rmap rmap-world" viewBox="{left} 0 {ROUND} {HEIGHT}" preserveAspectRatio="none" '
        f'aria-hidden="true">{"".join(parts)}<rect class="rmap-window" x="{left}" y="4" width="{ROUND}" '
        f'height="{HEIGHT - 8}"/></svg>'
    )


def options(known: Known, called: Lexicon) -> SafeString:
    """The names of all that is known, for a field in which one is typed."""
    names: Iterable[str] = sorted(
        called.land_name({"terrain": land.terrain, "name": land.name}) for land in known.lands.values() if land.name
    )
    return mark_safe("".join(f'<option value="{escape(name)}">' for name in names))  # noqa: S308  escaped
