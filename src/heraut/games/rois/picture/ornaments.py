"""What makes a map a map: parchment, the marks of each terrain, the shields of the Kings. Drawings only, no facts."""

from __future__ import annotations

PAPER, INK, EDGE, MIST, GRID = "#f4ead2", "#2b2014", "#6b5637", "#ebdfc3", "#d8c9a6"
INKS = {
    "plain": "#ece3a3", "desert": "#f3d9a4", "jungle": "#9fd09a", "forest": "#86b27c", "mountain": "#cfc0b0",
    "sea": "#b5d3e6", "": MIST,
}  # fmt: skip

# Lines and shapes around the middle of a hex of side 30, behind whatever is written on it
LINES = {
    "plain": "M-19,8l1.5,-4 1.5,4M-14,11l1.5,-4 1.5,4M12,9l1.5,-4 1.5,4M17,6l1.5,-4 1.5,4",
    "desert": "M-21,9q4,-5 8,0M11,11q4,-5 8,0M14,5q3,-4 6,0",
    "jungle": "M-17,12v-6M-17,6q-4,-1 -5,3M-17,6q4,-1 5,3M-17,6q-2,-4 -5,-3M-17,6q2,-4 5,-3"
    "M17,12v-6M17,6q-4,-1 -5,3M17,6q4,-1 5,3M17,6q-2,-4 -5,-3M17,6q2,-4 5,-3",
    "sea": "M-21,10q3,-4 6,0t6,0M9,12q3,-4 6,0t6,0M-5,21q3,-3 5,0t5,0",
}
SHAPES = {
    "forest": "M-20,11l4,-10 4,10zM-14,13l3.5,-8 3.5,8zM8,13l3.5,-8 3.5,8zM12,11l4,-10 4,10z",
    "mountain": "M-22,10l6,-12 6,12zM-15,12l5,-9 5,9zM6,12l5,-9 5,9zM10,10l6,-12 6,12z",
}
SHIELD = "M-6.5,-6h13v5q0,6 -6.5,8.5q-6.5,-2.5 -6.5,-8.5z"
HALO = f'fill="{INK}" stroke="{PAPER}" stroke-width="1.6" stroke-opacity=".6" paint-order="stroke"'  # of letters


def definitions() -> str:
    """The marks of the terrains, which `marks` refers to."""
    lines = (
        f'<path id="rois-{terrain}" d="{path}" fill="none" stroke="{INK}" opacity=".35"/>'
        for terrain, path in LINES.items()
    )
    shapes = (
        f'<path id="rois-{terrain}" d="{path}" fill="{INK}" fill-opacity=".16" stroke="{INK}" stroke-width=".7" '
        f'stroke-opacity=".35"/>'
        for terrain, path in SHAPES.items()
    )
    return f"<defs>{''.join(lines)}{''.join(shapes)}</defs>"


def parchment(width: float, height: float) -> str:
    """The sheet on which the map is drawn, with its double border."""
    return (
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>'
        f'<rect x="3" y="3" width="{width - 6:.0f}" height="{height - 6:.0f}" fill="none" stroke="{EDGE}" '
        f'stroke-width="2"/><rect x="6.5" y="6.5" width="{width - 13:.0f}" height="{height - 13:.0f}" fill="none" '
        f'stroke="{EDGE}" stroke-width=".7"/>'
    )


def marks(terrain: str, x: float, y: float) -> str:
    """The marks of a terrain around this middle."""
    return f'<use href="#rois-{terrain}" x="{x:.1f}" y="{y:.1f}"/>'


def shield(kingdom: int, x: float, y: float, colour: str) -> str:
    """The shield of a King, with his number: colours alone do not tell kingdoms apart for everybody."""
    return (
        f'<g transform="translate({x:.1f} {y:.1f})" text-anchor="middle">'
        f'<path d="{SHIELD}" fill="{colour}" stroke="{INK}" stroke-width=".8"/>'
        f'<text y="3.2" fill="#fff" font-size="8.5" font-weight="bold">{kingdom}</text></g>'
    )
