"""The map in a page: a fixed file a map, fetched once and kept by the browser, and a few bytes for what a match adds.

The file holds outlines, names and ornaments without colour; a page places them by `<use>` and colours them by class
(static/play/gloire.css, lords.css). All lengths are units of the drawing (GP-SITE-20 to 22).
"""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from heraut.engine.arms import DIVISIONS, FIELDS, ORDINARIES, SHIELD, arms_of
from heraut.engine.words import LANGUAGES, integer, real
from heraut.games.gloire.atlas import MAPS, atlas
from heraut.games.gloire.picture.drawing import Drawing, Outline, drawing
from heraut.games.gloire.picture.map import two_rows
from heraut.games.gloire.picture.ornaments import FIXED_DEFS
from heraut.games.gloire.picture.scene import Forces, read_view
from heraut.site.common.words import site_words

HAPPINESS_STEPS = (0.25, 0.5, 0.8, 0.95, 1.05, 1.25, 2.0)  # of the mean happiness: bounds of the classes h0 to h7
POPULATION_STEPS = (4_000, 8_000, 12_000, 16_000, 20_000, 25_000, 32_000)  # bounds of the classes p0 to p7
MOST_PENNONS = 3
LETTER = 0.52  # of its size: how wide a letter of a name is, about

# The file of a map


@cache
def map_file(map_name: str) -> bytes:
    """The fixed part of a map as an SVG file: nothing of any match is in it."""
    sheet = drawing(map_name)
    lands = "".join(
        f'<path id="{key}" d="{land.path}"/>'
        for key, land in zip(land_keys(map_name).values(), sheet.lands.values(), strict=True)
    )
    wild = "".join(f'<path d="{path}"/>' for path in sheet.background)
    coasts = " ".join([*sheet.background, *(land.path for land in sheet.lands.values())])
    names = "".join(name_groups(map_name, lang) for lang in LANGUAGES)
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width} {sheet.height}"><defs>',
        f'<g id="wild" fill-rule="evenodd">{wild}</g><path id="coast" d="{coasts}"/>',
        f'<g id="rhumbs">{"".join(f"<path d={quote(path)}/>" for path in sheet.graticule)}</g>',
        f'<g id="lakes">{"".join(f"<path d={quote(path)}/>" for path in sheet.lakes)}</g>',
        f'<g id="passages">{"".join(f"<path d={quote(line.path)}/>" for line in sheet.links)}</g>',
        f'<g id="walls">{walls(sheet)}</g><g fill-rule="evenodd">{lands}</g>{names}</defs></svg>',
    )
    return "".join(parts).encode()


def quote(path: str) -> str:
    """A path as the value of an attribute."""
    return f'"{path}"'


def walls(sheet: Drawing) -> str:
    """The mountains along the borders that nobody may cross."""
    return "".join(
        f'<path d="{line.path}" fill="none" stroke="#4a3623" stroke-width="5" stroke-linecap="round"/>'
        + "".join(f'<path d="M{x - 13} {y + 8}l10-20 5 8 3-4 8 16Z" fill="#b79b73"/>' for x, y in line.peaks)
        for line in sheet.closed
    )


def name_groups(map_name: str, lang: str) -> str:
    """The names of the lands in a language: `far` ones stand on a small screen too, `near` ones only where they fit."""
    places, sheet = atlas(map_name).places, drawing(map_name)
    texts: dict[bool, list[str]] = {True: [], False: []}
    for name, land in sheet.lands.items():
        texts[land.far].append(name_text(land, places[name].label[lang]))
    return f'<g id="far-{lang}">{"".join(texts[True])}</g><g id="near-{lang}">{"".join(texts[False])}</g>'


def name_text(land: Outline, label: str) -> str:
    """A land's name where the drawing wants it, in one row or two."""
    x, y = land.label
    rows = two_rows(label) if land.rows == 2 else (label,)
    top = 0.34 - 0.5 * (len(rows) - 1)
    spans = "".join(
        f'<tspan x="{x}" dy="{top if number == 0 else 1:.2f}em">{escape(row)}</tspan>'
        for number, row in enumerate(rows)
    )
    return f'<text y="{y}" font-size="{land.size}">{spans}</text>'


def name_box(land: Outline, label: str) -> str:
    """Where its name stands: the middle, width and height in units, by which a script keeps marks away from it."""
    rows = two_rows(label) if land.rows == 2 else (label,)
    return f"{land.label[0]} {land.label[1]} {LETTER * land.size * max(map(len, rows)):.0f} {land.size * len(rows)}"


@cache
def land_keys(map_name: str) -> dict[str, str]:
    """The name that each land's outline bears in the file of its map."""
    return {name: f"l{number}" for number, name in enumerate(drawing(map_name).lands)}


@cache
def map_url(map_name: str) -> str:
    """The address of the file, which changes when the file does, so that it may be kept for ever."""
    digest = hashlib.sha256(map_file(map_name)).hexdigest()[:8]
    return reverse("map_file", args=[map_name.lower(), digest])


def known_map(slug: str) -> str | None:
    """The map that a file's address names."""
    return next((name for name in MAPS if name.lower() == slug), None)


# The part of a match


def map_svg(view: Mapping[str, Any], lang: str, *, chosen: str = "", page: str = "", layers: str = "") -> SafeString:
    """The map of this view: owners, views of happiness and population, and the forces that the view knows of.

    Each land is a link that opens its card; `chosen` is the one whose card is open, `page` the address of the page
    that has the cards, if it is another one; `layers` are drawn above all else but the names.
    """
    scene = read_view(view, None)
    sheet = drawing(scene.map)
    lords = tuple((lord.number, lord.name) for lord in scene.lords)
    numbers = {lord.seat: lord.number for lord in scene.lords} | {None: 0}
    seen = tuple([(numbers[land["owner"]], land["happiness"], land["population"]) for land in view["lands"].values()])
    mine = [name for name, owner in scene.owners.items() if owner and owner == scene.seat]
    under, over, names = everyones(scene.map, lang, page, tuple(view["lands"]), lords, seen, view["means"]["happiness"])
    return mark_safe(  # noqa: S308  names are escaped where they enter
        f'<svg class="map {scene.map.lower()}" viewBox="0 0 {sheet.width} {sheet.height}" data-width="{sheet.width}" '
        f'data-height="{sheet.height}" data-small="{sheet.sizes[-1]}" data-mine="{" ".join(mine)}">'
        f"{under}{marked(scene.map, mine, chosen)}{over}"
        f'<g class="forces">{"".join(force_marks(sheet, scene.forces, view.get("own"), page))}</g>{layers}{names}</svg>'
    )


@lru_cache(maxsize=64)
def everyones(
    map_name: str,
    lang: str,
    page: str,
    names: tuple[str, ...],
    lords: tuple[tuple[int, str], ...],
    seen: tuple[tuple[int, float, int], ...],
    mean: float,
) -> tuple[str, str, str]:
    """What everyone sees of a map, made once a turn: below and above the marks that are the reader's own; the names.

    `seen` is the number of the owner (0: none), the happiness and the population of each land of `names`.
    """
    sheet, url = drawing(map_name), map_url(map_name)
    lands, called = dict(zip(names, seen, strict=True)), dict(lords)
    under = (
        f"<defs>{GRAIN}{FIXED_DEFS}{HEADS}{''.join(map(arms_defs, called))}</defs>"
        f'<rect class="sea" width="{sheet.width}" height="{sheet.height}"/>{ground(map_name)}'
        f"{''.join(land_links(land_frames(map_name, lang, page), lands, mean, called, lang))}"
        f'<g class="over"><use class="lakes" href="{url}#lakes"/><use class="walls" href="{url}#walls"/>'
        f'<use class="passages" href="{url}#passages"/></g>'
    )
    over = f'<g class="owners">{"".join(shields(sheet, lands))}</g>{"".join(number_labels(sheet, lands, lang))}'
    labels = (
        f'<g class="names"><use class="far" href="{url}#far-{lang}"/><use class="near" href="{url}#near-{lang}"/></g>'
    )
    return under, over, labels


def layer(name: str, marks: str, *, hidden: bool = False) -> SafeString:
    """A layer of the map, a drawing in the drawing; `hidden` from whoever hears it, whom its figures tell nothing."""
    silent = ' aria-hidden="true"' if hidden else ""
    return mark_safe(f'<svg id="{name}" class="layer {name}" overflow="visible"{silent}>{marks}</svg>')  # noqa: S308  ours


HEADS = "".join(  # of the arrows of attacks and marches
    f'<marker id="head-{kind}" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.4" '
    'markerHeight="3.4" orient="auto">'
    '<path d="M0 0 10 5 0 10Z"/></marker>'
    for kind in ("ATT", "MOV")
)
GRAIN = (
    '<pattern id="grain0" width="64" height="64" patternUnits="userSpaceOnUse"><rect class="soil" width="64" '
    'height="64"/><path class="specks" d="M8 14h.1M40 30h.1M22 52h.1M58 8h.1M54 54h.1"/></pattern>'
)


@cache
def arms_defs(number: int) -> str:
    """The field of a lord's lands, #f1, and his shield, #a1."""
    wash, full, division = arms_of(number)
    ink = ("#ffffff", full)[(number - 1) // 10 % 2]  # the second ten wear their division dark, the third light…
    ordinary = ORDINARIES[division]
    edge = "#fdf6df" if "stroke-width" in ordinary else "none"
    return (
        f'<pattern id="f{number}" width="48" height="48" patternUnits="userSpaceOnUse"><rect width="48" height="48" '
        f'fill="{wash}"/><g fill="none" stroke="{ink}" opacity=".42">{FIELDS[division].format(ink=ink)}</g></pattern>'
        f'<g id="a{number}"><path d="{SHIELD}" fill="{full}"/><g fill="#fdf6df" stroke="{edge}">{ordinary}</g>'
        f'<path d="{SHIELD}" fill="none" stroke="#22160a" stroke-width="2"/></g>'
    )


@cache
def shield_svg(number: int) -> SafeString:
    """A lord's shield by itself, for a list."""
    _, full, division = arms_of(number)
    ordinary = ORDINARIES[division]
    edge = "#fdf6df" if "stroke-width" in ordinary else "none"
    return mark_safe(  # noqa: S308  colours and shapes of ours
        f'<svg class="shield" viewBox="-14 -16 28 34" aria-hidden="true"><path d="{SHIELD}" fill="{full}"/>'
        f'<g fill="#fdf6df" stroke="{edge}">{ordinary}</g>'
        f'<path d="{SHIELD}" fill="none" stroke="#22160a" stroke-width="2"/></svg>'
    )


assert set(FIELDS) == set(ORDINARIES) == set(DIVISIONS)


@cache
def ground(map_name: str) -> str:
    """The waves along the coasts, and the lands outside the game."""
    url = map_url(map_name)
    return (
        f'<g class="ground"><use class="rhumbs" href="{url}#rhumbs"/><use class="shallows" href="{url}#coast"/>'
        f'<use class="shore" href="{url}#coast"/><use class="wild" href="{url}#wild"/></g>'
    )


@cache
def land_frames(map_name: str, lang: str, page: str) -> dict[str, tuple[str, str, str]]:
    """For each land its link up to its classes; its name, which what is told of it follows; its outline."""
    places, url, outlines = atlas(map_name).places, map_url(map_name), drawing(map_name).lands
    return {
        name: (
            f'<a href="{page}?terre={name}#fiche" data-land="{name}" '
            f'data-at="{outlines[name].anchor[0]} {outlines[name].anchor[1]}" '
            f'data-name="{name_box(outlines[name], places[name].label[lang])}" class="t ',
            f'"><title>{escape(places[name].label[lang])}',
            f'</title><use href="{url}#{key}"/></a>',
        )
        for name, key in land_keys(map_name).items()
    }


Seen = Mapping[str, tuple[int, float, int]]


def land_links(
    frames: Mapping[str, tuple[str, str, str]], lands: Seen, mean: float, lords: Mapping[int, str], lang: str
) -> Iterator[str]:
    """Every land with the classes of its owner (o), happiness (h) and population (p); its title says whose it is."""
    words = site_words(lang)
    for name, (head, title, tail) in frames.items():
        owner, happiness, population = lands[name]
        told = words.say(
            "map", "land_of" if owner else "land_free", {"lord": lords.get(owner), "population": population}
        )
        bright, full = bisect(HAPPINESS_STEPS, happiness / mean), bisect(POPULATION_STEPS, population)
        yield f"{head}o{owner} h{bright} p{full}{title}, {escape(told)}{tail}"


def marked(map_name: str, mine: list[str], chosen: str) -> str:
    """The golden border of the reader's lands, and the border of the land whose card is open."""
    keys, url = land_keys(map_name), map_url(map_name)
    borders = "".join(f'<use href="{url}#{keys[name]}"/>' for name in mine)
    place = f' href="{url}#{keys[chosen]}"' if chosen in keys else ""
    return f'<g class="own">{borders}</g><use id="chosen" class="chosen"{place}/>'


def shields(sheet: Drawing, lands: Seen) -> Iterator[str]:
    """A small shield of the owner on each land."""
    scale = f"scale({sheet.sizes[1] / 20:.2f})"
    for name, land in sheet.lands.items():
        if owner := lands[name][0]:
            x, y = land.anchor
            yield f'<use href="#a{owner}" transform="translate({x} {y}){scale}"/>'


def number_labels(sheet: Drawing, lands: Seen, lang: str) -> Iterator[str]:
    """The numbers of the views of happiness and of population, in thousands."""
    size = sheet.sizes[1]
    yield f'<g class="happiness-figures" font-size="{size}">'
    for name, land in sheet.lands.items():
        x, y = land.anchor
        yield f'<text x="{x}" y="{y + 6}">{real(lands[name][1], lang)}</text>'
    yield f'</g><g class="population-figures" font-size="{size}">'
    for name, land in sheet.lands.items():
        x, y = land.anchor
        yield f'<text x="{x}" y="{y + 6}">{integer(lands[name][2] / 1000, lang)}</text>'
    yield "</g>"


def force_marks(
    sheet: Drawing, forces: Mapping[str, Forces], own: Mapping[str, Any] | None, page: str
) -> Iterator[str]:
    """The reader's works, garrison and knights, in a row above the shield of the owner, of one size on every screen."""
    if own is None:
        return
    knights: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
    for id, knight in own["knights"].items():
        knights.setdefault(knight["land"], []).append((id, knight))
    for name, force in forces.items():
        x, y = sheet.lands[name].anchor
        marks = list(marks_of(name, force, knights.get(name, []), own, page))
        left = -17 * (len(marks) - 1)
        row = "".join(f'<g transform="translate({left + 34 * place})">{mark}</g>' for place, mark in enumerate(marks))
        yield f'<g transform="translate({x} {y})"><g class="px"><g transform="translate(0 -26)">{row}</g></g></g>'


def marks_of(
    name: str, force: Forces, knights: list[tuple[str, Mapping[str, Any]]], own: Mapping[str, Any], page: str
) -> Iterator[str]:
    """The marks of one land, from left to right; a knight is a link that chooses him."""
    if force.fortification:
        yield f'<use href="#fort{force.fortification}" y="3"/>'
    if force.garrisons:
        yield f'<use href="#guard"/>{figure(sum(force.garrisons), 5)}'
    for id, knight in knights[:MOST_PENNONS]:
        army = own["armies"].get(str(knight["army"]))
        men = f'<g transform="translate(4)">{figure(army["men"], 13)}</g>' if army else ""
        initial = escape(knight["name"][:1].upper())
        yield (
            f'<a href="{page}?terre={name}&amp;chevalier={id}#fiche" class="knight" data-knight="{id}" '
            f'data-land="{name}">'
            f'<title>{escape(knight["name"])}</title><use href="#pennon" transform="scale(.8)"/>'
            f'<text x="-4" y="-3" font-size="12">{initial}'
            f"</text>{men}</a>"
        )
    if len(knights) > MOST_PENNONS:
        yield figure(f"+{len(knights) - MOST_PENNONS}", 5)


def figure(value: int | str, y: int) -> str:
    """A number of men."""
    text = str(value)
    return f'<text y="{y}" class="men" font-size="12">{text}</text>'
