"""The map as far as a King knows it, as SVG: terrains, masters, numbers, places and forces (RO-INFO-01, RO-INFO-02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any
from xml.sax.saxutils import escape

from heraut.engine.protocol import Json
from heraut.engine.words import catalogue
from heraut.games.rois.geography import COLUMNS, PROVINCES, ROWS, place
from heraut.games.rois.herald import all_names
from heraut.games.rois.naming import bare_name

SIDE = 30.0  # pixels of a hex's side
WIDE = SIDE * sqrt(3)
MARGIN = 20.0

INKS = {
    "plain": "#e9e3a6", "desert": "#f0d9a8", "jungle": "#9ccf9a", "forest": "#7fae7a", "mountain": "#c9bcb0",
    "sea": "#b9d6ea", "": "#f4f1ea",
}  # fmt: skip
BANNERS = (
    "#b3261e", "#1f5fa8", "#2e7d32", "#8e24aa", "#c77700", "#00838f", "#5d4037", "#455a64", "#ad1457", "#558b2f",
    "#283593", "#6d4c41",
)  # fmt: skip
NATIVE = "#77716a"
LEGEND, LEGEND_ROW = 66.0, 22.0


def sign(text: str) -> str:
    """A sign of the legend."""
    return f'<text x="4" y="4">{text}</text>'


def map_svg(view: Json, *, lang: str = "fr") -> str:
    """The whole grid: unknown provinces blank, the others by terrain, under the banner of who last held them."""
    known = view["own"]["map"] if "own" in view else lands_at_the_end(view)
    width, height = WIDE * (COLUMNS + 0.5) + 2 * MARGIN, SIDE * (1.5 * ROWS + 0.5) + 2 * MARGIN + LEGEND
    units = Counter(unit["province"] for unit in view.get("own", {}).get("units", ()))
    ink = banner(view["own"]["kingdom"]) if "own" in view else NATIVE
    cells = [cell(number, known.get(str(number)), lang, units[number], ink) for number in range(1, PROVINCES + 1)]
    title = escape(f"{catalogue('heraut.games.rois', lang).say('page', 'map')}, {view['world']}")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
            f'font-family="Georgia, serif" font-size="9" text-anchor="middle"><title>{title}</title>',
            *cells,
            *legend(view, known, lang, height - LEGEND),
            "</svg>",
            "",
        ]
    )


def legend(view: Json, known: Json, lang: str, top: float) -> list[str]:
    """What the colours and the signs stand for: Kings, terrains, signs."""
    names, page = all_names(lang)["terrain"], catalogue("heraut.games.rois", lang).groups["page"]
    if not known:
        return []
    kings = [
        (square("none", banner(int(number))), f"{each['name']} ({number})") for number, each in view["kingdoms"].items()
    ]
    terrains = [(square(INKS[code], "#8b857b"), names[code]) for code in INKS if code]
    signs = [(sign, page[f"map_{what}"]) for what, sign in SIGNS.items()] if "own" in view else []
    return [
        entry
        for row, entries in enumerate((kings, terrains, signs))
        for entry in legend_row(entries, top + LEGEND_ROW * row)
    ]


def legend_row(entries: Sequence[tuple[str, str]], y: float) -> list[str]:
    """Signs with their words, one beside the other."""
    x, lines = MARGIN, []
    for sign, words in entries:
        lines.append(
            f'<g transform="translate({x:.0f} {y:.0f})" text-anchor="start">{sign}'
            f'<text x="24" y="4">{escape(words)}</text></g>'
        )
        x += 40 + 5.2 * len(words)
    return lines


def square(fill: str, stroke: str) -> str:
    """A colour of the legend."""
    width = 3 if fill == "none" else 1
    return f'<rect x="4" y="-5" width="12" height="10" fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>'


def lands_at_the_end(view: Json) -> dict[str, dict[str, Any]]:
    """Once the match is over everybody sees terrains and masters; before, a passer-by sees nothing."""
    lands = view["end"]["lands"] if "end" in view else ()
    return {str(number): {"terrain": terrain, "owner": owner} for number, terrain, owner in lands}


def centre(number: int) -> tuple[float, float]:
    """The middle of a hex: rows are horizontal, odd ones shifted by half a hex (RO-MAP-02)."""
    q, r = place(number)
    return MARGIN + WIDE * (q + 0.5 + 0.5 * (r % 2)), MARGIN + SIDE * (1.5 * r + 1)


def corners(x: float, y: float, side: float) -> str:
    """The six corners of a pointy-top hex."""
    half = side * sqrt(3) / 2
    points = ((0, -side), (half, -side / 2), (half, side / 2), (0, side), (-half, side / 2), (-half, -side / 2))
    return " ".join([f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points])


def cell(number: int, seen: Json | None, lang: str, units: int = 0, ink: str = NATIVE) -> str:
    """One province: its hex, banner, number and name, a star for each place, the forces seen, one's own units."""
    x, y = centre(number)
    if seen is None:
        return f'<polygon points="{corners(x, y, SIDE)}" fill="{INKS[""]}" stroke="#ddd8ce"/>'
    name = f"{seen.get('name', '')} ({number}), {all_names(lang)['terrain'][seen['terrain']]}".strip()
    parts = [
        f"<g><title>{escape(name)}</title>",
        f'<polygon points="{corners(x, y, SIDE)}" fill="{INKS[seen["terrain"]]}" stroke="#8b857b"/>',
    ]
    if owner := seen.get("owner"):
        inner = corners(x, y, SIDE - 3)
        parts.append(f'<polygon points="{inner}" fill="none" stroke="{banner(owner)}" stroke-width="3"/>')
    home = "♜" * bool(seen.get("home"))
    parts.append(f'<text x="{x:.1f}" y="{y - 10:.1f}">{home}{number}</text>')
    if "name" in seen:
        parts.append(f'<text x="{x:.1f}" y="{y + 2:.1f}" font-size="8">{escape(bare_name(seen["name"]))}</text>')
    forces = "".join(
        f'<tspan fill="{banner(int(kingdom))}">{"●" * size}</tspan>' for kingdom, size in seen.get("forces", {}).items()
    )
    stars = "★" * len(seen.get("features", ()))
    if units:
        parts.append(tally(x - 10, y + 11, units, ink))
        x += 9
    if forces or stars:
        parts.append(f'<text x="{x:.1f}" y="{y + 14:.1f}" font-size="8">{stars}{forces}</text>')
    return "".join([*parts, "</g>"])


def tally(x: float, y: float, units: int, ink: str) -> str:
    """How many units of one's own stand there."""
    return (
        f'<rect x="{x - 7:.1f}" y="{y - 5:.1f}" width="14" height="9" rx="2" fill="{ink}"/>'
        f'<text x="{x:.1f}" y="{y + 2.5:.1f}" font-size="8" fill="#fff" text-anchor="middle">{units}</text>'
    )


def banner(kingdom: int) -> str:
    """The colour of a kingdom."""
    return BANNERS[(kingdom - 1) % len(BANNERS)] if kingdom else NATIVE


# The signs of the legend, by what the words of the reports call them
SIGNS = {"home": sign("♜"), "place": sign("★"), "force": sign("●"), "units": tally(11, 1, 9, NATIVE)}
