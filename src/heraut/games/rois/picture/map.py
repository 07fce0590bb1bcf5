"""The map as one sheet, complete in itself: ground, owners, forces, places and names, with what the signs mean below
(RO-INFO-01, RO-INFO-02). It shows what its reader knows and one hex around it, or the region around one province.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from heraut.engine.protocol import Json
from heraut.engine.words import catalogue
from heraut.games.rois.lexicon import Lexicon, fixed_names
from heraut.games.rois.naming import bare_name
from heraut.games.rois.picture import ground, layers, marks
from heraut.games.rois.picture.grid import HEIGHT, HEX, HIGH, ICE, LEVEL, ROUND, WIDE, middle
from heraut.games.rois.picture.known import Known, Land, read_view
from heraut.games.rois.picture.ornaments import LIGHT, STYLE
from heraut.games.rois.picture.signs import definitions, settlement
from heraut.games.rois.world.geography import COLUMNS, ROWS, place

SCALE = 2.0  # units of the drawing in a pixel of the sheet
LARGEST = 1.6  # how many times its size a page may make it
REGION = 3  # provinces around the one that a picture is asked for
FEWEST = 7  # columns of the smallest picture
LEGEND_ROW, LETTER, MARGIN = 22.0, 5.6, 14.0  # pixels: of a line, of a letter on average, around
FOOT = 8.0  # below the legend


class Frame(NamedTuple):
    """The part of the world that a picture shows. Columns may go beyond the last one: the world wraps."""

    left: int
    columns: int
    top: int
    rows: int

    def shows(self, province: int) -> bool:
        """Whether a province is in it."""
        q, r = place(province)
        return (q - self.left) % COLUMNS < self.columns and self.top <= r < self.top + self.rows

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height in units of the drawing, with the ice where the world ends."""
        whole = self.columns >= COLUMNS
        above = 0 if self.top == 0 else ICE + HIGH * self.top
        below = HEIGHT if self.top + self.rows == ROWS else ICE + HIGH * (self.top + self.rows) + LEVEL
        width = ROUND if whole else WIDE * self.columns + WIDE // 2
        return WIDE * self.left + WIDE // 2 * whole, above, width, below - above


WORLD = Frame(0, COLUMNS, 0, ROWS)


def frame_of(known: Iterable[int]) -> Frame:
    """The smallest part of the world that holds these provinces and the hexes around them."""
    places = [place(province) for province in known]
    if not places:
        return WORLD
    left, columns = narrowest({q for q, _ in places})
    top, bottom = min(r for _, r in places), max(r for _, r in places)
    wider = max(2, FEWEST - columns)
    return framed(left - wider // 2, columns + wider, top - 1, bottom + 1)


def narrowest(columns: set[int]) -> tuple[int, int]:
    """The first of the fewest columns side by side that hold these, and how many they are."""
    spans = [(max((other - column) % COLUMNS for other in columns) + 1, column) for column in columns]
    span, left = min(spans)
    return left, span


def region_of(province: int) -> Frame:
    """A province and what lies around it."""
    q, r = place(province)
    return framed(q - REGION, 2 * REGION + 1, r - REGION, r + REGION)


def framed(left: int, columns: int, top: int, bottom: int) -> Frame:
    """So many columns and the rows from top to bottom, as far as the world has them."""
    top, bottom = max(0, top), min(ROWS - 1, bottom)
    if columns >= COLUMNS:
        left, columns = 0, COLUMNS
    return Frame(left, columns, top, bottom - top + 1)


def map_svg(view: Json, *, lang: str = "fr", around: int = 0, events: Iterable[tuple[int, str]] = ()) -> str:
    """What is known, under the banner of who last held it, fading with age; `around` a province; with what happened
    there (`events`: province and one of `marks.HAPPENED`).

    Returns a document complete in itself: every colour is written out, no file and no style of a page is needed.
    """
    known = read_view(view)
    frame = region_of(around) if around else frame_of(known.lands)
    left, top, width, height = frame.box
    rows = legend(view, known, lang, width / SCALE)
    below = LEGEND_ROW * len(rows) + (FOOT if rows else 0)
    wide, high = width / SCALE, height / SCALE + below
    title = escape(f"{catalogue('heraut.games.rois', lang).say('page', 'map')}, {view['world']}")
    drawing = "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" role="img" '
            f'preserveAspectRatio="xMidYMin" style="display:block;margin:auto;max-width:{LARGEST * wide:.0f}px">'
            f"<title>{title}</title><style>{STYLE}</style><defs>{definitions(kings_of(known))}</defs>",
            f'<rect width="{wide:g}" height="{high:g}" fill="var(--paper)"/>',
            f'<svg x="0" y="0" width="{wide:g}" height="{height / SCALE:g}" viewBox="{left} {top} {width} {height}">',
            *world(known, names_of(view, lang), span(left, width), titles(known, frame, Lexicon(view, lang))),
            repeated(marks.events(events), span(left, width)),
            "</svg>",
            *legend_lines(rows, height / SCALE),
            f'<rect x="2" y="2" width="{wide - 4:g}" height="{high - 4:g}" fill="none" stroke="var(--coast)" '
            'stroke-width="2.5"/></svg>\n',
        )
    )
    return inked(drawing)


def atlas(known: Known) -> str:
    """All of what is known, with neither names nor a legend: a world from end to end."""
    left, top, width, height = WORLD.box
    return inked(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}"><style>{STYLE}</style>'
        f"<defs>{definitions(kings_of(known))}</defs>{''.join(world(known, None, span(left, width), ''))}</svg>\n"
    )


def inked(drawing: str) -> str:
    """The same with every colour written out."""
    return re.sub(r"var\(--([a-z0-9]+)\)", lambda found: LIGHT[found[1]], drawing)


def span(left: int, width: int) -> range:
    """How far to the right each copy of the world is drawn, so that all of this part is covered."""
    return range(ROUND * ((left - WIDE) // ROUND), left + width, ROUND)


def world(known: Known, called: Mapping[int, str] | None, copies: Sequence[int], titles: str) -> Iterator[str]:
    """The world itself: each layer as often as it is seen, before the next one comes above it. `called` None: no names
    are written.
    """
    owners, forces, sites = layers.owners(known), layers.forces(known), layers.sites(known)
    shapes = ground.shapes(known.terrains)
    for layer in ground.LAYERS:
        if layer.shape == "ice":
            yield repeated(owners.lines, copies)
        yield repeated(shapes[layer.shape], copies, layer.drawn)
        if layer.shape == "fields":
            yield repeated(owners.under, copies)
    names = marks.names(known, called) if called is not None else ""
    above = (layers.settlements(known), owners.over, forces.over, sites.over, names, titles)
    for drawn in above:
        yield repeated(drawn, copies)


def titles(known: Known, frame: Frame, words: Lexicon) -> str:
    """What a pointer reads of each known province that is shown: its name in full, its number, its terrain."""
    return "".join(
        f'<path class="hex" transform="translate({x} {y})" d="{HEX}">'
        f"<title>{escape(titled(land, words))}</title></path>"
        for land in known.lands.values()
        if frame.shows(land.number)
        for x, y in (middle(land.number),)
    )


def titled(land: Land, words: Lexicon) -> str:
    """A province in a line."""
    name = words.land_name({"terrain": land.terrain, "name": land.name}) if land.name else ""
    return f"{name} ({land.number}), {words.name('terrain', land.terrain)}".strip()


def repeated(drawn: str, copies: Iterable[int], attributes: str = "") -> str:
    """A layer, once for each copy of the world."""
    if not drawn:
        return ""
    each = (f'<g transform="translate({x})">{drawn}</g>' if x else drawn for x in copies)
    return f"<g {attributes}>{''.join(each)}</g>" if attributes else "".join(each)


def names_of(view: Json, lang: str) -> dict[int, str]:
    """The names of the known provinces as they are written on a map: seas without the word for sea."""
    words = Lexicon(view, lang)
    lands = words.own.get("map", {})
    return {int(number): bare_name(seen["name"]) for number, seen in lands.items()}


def kings_of(known: Known) -> set[int]:
    """All whose arms or colours are on the map."""
    lands = known.lands.values()
    seen = {land.owner for land in lands} | {kingdom for land in lands for kingdom, _ in land.forces}
    return (seen | {land.home for land in lands} | {known.kingdom}) - {0}


# The legend


def legend(view: Json, known: Known, lang: str, width: float) -> list[list[tuple[str, str]]]:
    """What colours and signs stand for, in lines that are not too wide: Kings, terrains, signs."""
    if not known.lands:
        return []
    page = catalogue("heraut.games.rois", lang).groups["page"]
    kings = [
        (f'<use href="#ra{number}" x="20" y="-2" transform="scale(.5)"/>', known.kings[number])
        for number in sorted(kings_of(known))
    ]
    names, here = fixed_names(lang)["terrain"], set(known.terrains.values())
    terrains = [(swatch(sort), names[sort]) for sort in (*ground.LANDS, "sea") if sort in here]
    signs = [(drawn, page[f"map_{what}"]) for what, drawn in SIGNS.items()] if "own" in view else []
    return [line for entries in (kings, terrains, signs) for line in lines_of(entries, width - 2 * MARGIN)]


def space(words: str) -> float:
    """The pixels that an entry of the legend takes, with the space behind it."""
    return 36 + LETTER * len(words)


def lines_of(entries: Sequence[tuple[str, str]], width: float) -> Iterator[list[tuple[str, str]]]:
    """The entries in lines that are not too wide."""
    line: list[tuple[str, str]] = []
    for entry in entries:
        if line and sum(space(words) for _, words in [*line, entry]) > width:
            yield line
            line = []
        line.append(entry)
    if line:
        yield line


def legend_lines(rows: Sequence[Sequence[tuple[str, str]]], top: float) -> Iterator[str]:
    """Signs with their words, one beside the other, line below line."""
    for number, row in enumerate(rows):
        x = MARGIN
        for sign, words in row:
            yield (
                f'<g class="key" transform="translate({x:.0f} {top + LEGEND_ROW * (number + 0.6):.0f})">{sign}'
                f'<text x="24" y="4">{escape(words)}</text></g>'
            )
            x += space(words)


def swatch(sort: str) -> str:
    """A colour of the legend."""
    return f'<rect x="2" y="-6" width="16" height="12" fill="var(--{sort})" stroke="var(--ink)"/>'


# The signs of the legend, by what the words of the reports call them
SIGNS = {
    "home": f'<g transform="translate(10 2)scale(.32)">{settlement("plain", people=True, tax=9, home=1)}</g>',
    "place": '<circle class="coin" cx="10" r="8"/><use class="place" href="#r-DJ" x="10"/>',
    "units": '<g transform="translate(12)"><path class="pole" d="M-8 9v-17"/>'
    '<path class="flag" fill="#8f1d2b" d="M-8-8h15l-3 5 3 5h-15z"/></g>',
    "force": '<path class="host" fill="#1f4788" d="M6 8v-16l9 3-9 3"/>',
}
