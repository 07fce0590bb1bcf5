"""The map as far as a King knows it, as SVG: terrains, masters, numbers, places and forces (RO-INFO-01, RO-INFO-02).

The picture shows what is known and one hex around it, or the region around one province; the world wraps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from heraut.engine.protocol import Json
from heraut.engine.words import catalogue
from heraut.games.rois.lexicon import all_names
from heraut.games.rois.naming import bare_name
from heraut.games.rois.picture.ornaments import GRID, HALO, INK, INKS, definitions, marks, parchment, shield
from heraut.games.rois.world.geography import COLUMNS, ROWS, number, place

SIDE = 30.0  # pixels of a hex's side
WIDE = SIDE * sqrt(3)
MARGIN = 14.0
LARGEST = 1.6  # how many times its size a page may make it

BANNERS = (
    "#b3261e", "#1f5fa8", "#2e7d32", "#8e24aa", "#c77700", "#00838f", "#5d4037", "#455a64", "#ad1457", "#558b2f",
    "#283593", "#6d4c41",
)  # fmt: skip
NATIVE = "#77716a"
LEGEND_ROW = 19.0
FOOT = 8.0  # below the legend
LETTER = 5.9  # pixels of a letter of the legend, on average
FONT = 10  # of names and legend, in pixels
NAME_WIDE, NAME_LETTER = 45.0, 0.6  # pixels that a name may take between two banners; the width of a letter in its size

REGION = 3  # provinces around the one that a picture is asked for
FEWEST = 7  # columns of the smallest picture


class Frame(NamedTuple):
    """The part of the world that a picture shows. Columns may go beyond the last one: the world wraps."""

    left: int
    columns: int
    top: int
    rows: int

    @property
    def width(self) -> float:
        """In pixels."""
        return WIDE * (self.columns + 0.5) + 2 * MARGIN

    @property
    def height(self) -> float:
        """In pixels, without the legend."""
        return SIDE * (1.5 * self.rows + 0.5) + 2 * MARGIN

    def hexes(self) -> Iterator[tuple[int, float, float]]:
        """Every province of it with its middle: rows are horizontal, odd ones shifted by half a hex (RO-MAP-02)."""
        for r in range(self.top, self.top + self.rows):
            for column in range(self.columns):
                x = MARGIN + WIDE * (column + 0.5 + 0.5 * (r % 2))
                yield number(self.left + column, r), x, MARGIN + SIDE * (1.5 * (r - self.top) + 1)


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


def map_svg(view: Json, *, lang: str = "fr", around: int = 0) -> str:
    """Unknown provinces blank, the others by terrain, under the banner of who last held them; `around` a province."""
    known = view["own"]["map"] if "own" in view else lands_at_the_end(view)
    frame = region_of(around) if around else frame_of(map(int, known))
    units = Counter(unit["province"] for unit in view.get("own", {}).get("units", ()))
    ink = banner(view["own"]["kingdom"]) if "own" in view else NATIVE
    hexes = list(frame.hexes())
    blank = [hexagon(x, y, SIDE, INKS[""], GRID) for province, x, y in hexes if str(province) not in known]
    shown = {str(province): known[str(province)] for province, _, _ in hexes if str(province) in known}
    cells = [cell(n, x, y, known[str(n)], lang, units[n], ink) for n, x, y in hexes if str(n) in known]
    rows = legend(view, shown, lang, frame)
    height = frame.height + LEGEND_ROW * len(rows) + (FOOT if rows else 0)
    title = escape(f"{catalogue('heraut.games.rois', lang).say('page', 'map')}, {view['world']}")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame.width:.0f} {height:.0f}" role="img" '
            f'preserveAspectRatio="xMidYMin" style="display:block;margin:auto;max-width:{LARGEST * frame.width:.0f}px" '
            f'font-family="Georgia, serif" font-size="{FONT}" text-anchor="middle"><title>{title}</title>',
            definitions(),
            parchment(frame.width, height),
            *blank,
            *cells,
            *[line for row in rows for line in row],
            "</svg>",
            "",
        ]
    )


# The legend


def legend(view: Json, shown: Json, lang: str, frame: Frame) -> list[list[str]]:
    """What the colours and the signs of this picture stand for, line by line: Kings, terrains, signs."""
    names, page = all_names(lang)["terrain"], catalogue("heraut.games.rois", lang).groups["page"]
    if not shown:
        return []
    here = {each.get("owner", 0) for each in shown.values()}
    here |= {int(kingdom) for each in shown.values() for kingdom in each.get("forces", ())}
    here |= {view["own"]["kingdom"]} if "own" in view else set()
    kings = [
        (shield(int(kingdom), 10, 0, banner(int(kingdom))), each["name"])
        for kingdom, each in view["kingdoms"].items()
        if int(kingdom) in here
    ]
    terrains = {each["terrain"] for each in shown.values()}
    colours = [(square(INKS[code], "#8b857b"), names[code]) for code in INKS if code in terrains]
    signs = [(sign, page[f"map_{what}"]) for what, sign in SIGNS.items()] if "own" in view else []
    rows: list[list[str]] = []
    for entries in (kings, colours, signs):
        for row in lines_of(entries, frame.width - 2 * MARGIN):
            rows.append(legend_row(row, frame.height + LEGEND_ROW * (len(rows) + 0.3)))
    return rows


def space(words: str) -> float:
    """The pixels that an entry of the legend takes, with the space behind it."""
    return 34 + LETTER * len(words)


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


def legend_row(entries: Sequence[tuple[str, str]], y: float) -> list[str]:
    """Signs with their words, one beside the other."""
    x, lines = MARGIN, []
    for sign, words in entries:
        lines.append(
            f'<g transform="translate({x:.0f} {y:.0f})" text-anchor="start" fill="{INK}">{sign}'
            f'<text x="22" y="4">{escape(words)}</text></g>'
        )
        x += space(words)
    return lines


def square(fill: str, stroke: str) -> str:
    """A colour of the legend."""
    return f'<rect x="4" y="-5" width="12" height="10" fill="{fill}" stroke="{stroke}"/>'


def sign(text: str) -> str:
    """A sign of the legend."""
    return f'<text x="4" y="4">{text}</text>'


# The provinces


def lands_at_the_end(view: Json) -> dict[str, dict[str, Any]]:
    """Once the match is over everybody sees terrains and masters; before, a passer-by sees nothing."""
    lands = view["end"]["lands"] if "end" in view else ()
    return {str(number): {"terrain": terrain, "owner": owner} for number, terrain, owner in lands}


def hexagon(x: float, y: float, side: float, fill: str, stroke: str, width: int = 1) -> str:
    """A pointy-top hex."""
    half = side * sqrt(3) / 2
    corners = ((0, -side), (half, -side / 2), (half, side / 2), (0, side), (-half, side / 2), (-half, -side / 2))
    points = " ".join([f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners])
    return f'<polygon points="{points}" fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>'


def cell(province: int, x: float, y: float, seen: Json, lang: str, units: int = 0, ink: str = NATIVE) -> str:
    """One province: its hex, banner, number and name, a star for each place, the forces seen, one's own units."""
    name = f"{seen.get('name', '')} ({province}), {all_names(lang)['terrain'][seen['terrain']]}".strip()
    parts = [f"<g><title>{escape(name)}</title>", hexagon(x, y, SIDE, INKS[seen["terrain"]], "#8b857b")]
    parts.append(marks(seen["terrain"], x, y))
    if owner := seen.get("owner"):
        parts.append(hexagon(x, y, SIDE - 2.5, "none", banner(owner), 3))
        parts.append(shield(owner, x, y - 21, banner(owner)))
    home = "♜" * bool(seen.get("home"))
    middle = y - 6 if "name" in seen else y + 4
    parts.append(f'<g {HALO}><text x="{x:.1f}" y="{middle:.1f}" font-size="11">{home}{province}</text>')
    if "name" in seen:
        parts.append(label(bare_name(seen["name"]), x, y + 6))
    forces = "".join(
        f'<tspan fill="{banner(int(kingdom))}">{"●" * size}</tspan>' for kingdom, size in seen.get("forces", {}).items()
    )
    stars = "★" * len(seen.get("features", ()))
    if units:
        parts.append(tally(x - 10 * bool(stars or forces), y + 15, units, ink))
        x += 10
    if forces or stars:
        parts.append(f'<text x="{x:.1f}" y="{y + 18:.1f}">{stars}{forces}</text>')
    return "".join([*parts, "</g></g>"])


def label(name: str, x: float, y: float) -> str:
    """The name of a province, smaller where it would be too wide."""
    size = min(FONT, NAME_WIDE / (NAME_LETTER * max(1, len(name))))
    smaller = f' font-size="{size:.1f}"' if size < FONT else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{smaller}>{escape(name)}</text>'


def tally(x: float, y: float, units: int, ink: str) -> str:
    """How many units of one's own stand there."""
    return (
        f'<rect x="{x - 8:.1f}" y="{y - 6:.1f}" width="16" height="11" rx="2.5" fill="{ink}"/>'
        f'<text x="{x:.1f}" y="{y + 3:.1f}" fill="#fff" stroke="none" text-anchor="middle">{units}</text>'
    )


def banner(kingdom: int) -> str:
    """The colour of a kingdom."""
    return BANNERS[(kingdom - 1) % len(BANNERS)] if kingdom else NATIVE


# The signs of the legend, by what the words of the reports call them
SIGNS = {"home": sign("♜"), "place": sign("★"), "units": tally(11, 0.5, 9, NATIVE), "force": sign("●")}
