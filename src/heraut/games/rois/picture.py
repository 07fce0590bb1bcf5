"""The map as far as a King knows it, as SVG: terrains, masters, numbers, places and forces (RO-INFO-01, RO-INFO-02)."""

from __future__ import annotations

from math import sqrt
from typing import Any
from xml.sax.saxutils import escape

from heraut.engine.protocol import Json
from heraut.engine.words import catalogue
from heraut.games.rois.geography import COLUMNS, PROVINCES, ROWS, place
from heraut.games.rois.report import all_names

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


def map_svg(view: Json, *, lang: str = "fr") -> str:
    """The whole grid: unknown provinces blank, the others by terrain, under the banner of who last held them."""
    known = view["own"]["map"] if "own" in view else lands_at_the_end(view)
    width, height = WIDE * (COLUMNS + 0.5) + 2 * MARGIN, SIDE * (1.5 * ROWS + 0.5) + 2 * MARGIN
    cells = [cell(number, known.get(str(number)), lang) for number in range(1, PROVINCES + 1)]
    title = escape(f"{catalogue('heraut.games.rois', lang).say('page', 'map')}, {view['world']}")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
            f'font-family="Georgia, serif" font-size="9" text-anchor="middle"><title>{title}</title>',
            *cells,
            "</svg>",
            "",
        ]
    )


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


def cell(number: int, seen: Json | None, lang: str) -> str:
    """One province: its hex, its banner, its number, a star for its places, the size of the forces seen."""
    x, y = centre(number)
    if seen is None:
        return f'<polygon points="{corners(x, y, SIDE)}" fill="{INKS[""]}" stroke="#ddd8ce"/>'
    name = f"{seen.get('name', '')} ({number}), {all_names(lang)['terrain'][seen['terrain']]}".strip()
    parts = [
        f"<g><title>{escape(name)}</title>",
        f'<polygon points="{corners(x, y, SIDE)}" fill="{INKS[seen["terrain"]]}" stroke="#8b857b"/>',
    ]
    owner = seen.get("owner")
    if owner:
        inner = corners(x, y, SIDE - 3)
        parts.append(f'<polygon points="{inner}" fill="none" stroke="{banner(owner)}" stroke-width="3"/>')
    parts.append(f'<text x="{x:.1f}" y="{y - SIDE / 2:.1f}">{number}</text>')
    if "name" in seen:
        parts.append(f'<text x="{x:.1f}" y="{y + 3:.1f}" font-size="8">{escape(short(seen["name"]))}</text>')
    forces = "".join(
        f'<tspan fill="{banner(int(kingdom))}">{"●" * size}</tspan>' for kingdom, size in seen.get("forces", {}).items()
    )
    stars = "★" * len(seen.get("features", ()))
    if forces or stars:
        parts.append(f'<text x="{x:.1f}" y="{y + SIDE / 2 + 2:.1f}">{stars}{forces}</text>')
    return "".join([*parts, "</g>"])


def short(name: str) -> str:
    """A name that fits in a hex: seas go by what is theirs alone."""
    return name.removeprefix("Mer de ").removeprefix("Mer d'")


def banner(kingdom: int) -> str:
    """The colour of a kingdom."""
    return BANNERS[(kingdom - 1) % len(BANNERS)] if kingdom else NATIVE
