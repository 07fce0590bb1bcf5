"""The icons of the installable page, drawn from our arms: `python -m tools.draw_icons`, then look at them."""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

STATIC = Path(__file__).parents[1] / "src/heraut/site/static"
GROUND = "#2b1d10"
ICONS = {  # name: pixels, share of the square that the arms are high, corners rounded by so much of it
    "heraut-192": (192, 0.78, 0.18),
    "heraut-512": (512, 0.78, 0.18),
    "heraut-maskable-512": (512, 0.56, 0.0),  # whatever form a phone cuts out: four fifths are safe
}


def icon(share: float, corner: float) -> str:
    """The arms on their ground, in a square of 100."""
    arms = (STATIC / "arms.svg").read_text()
    drawn = re.sub(r"</?svg[^>]*>", "", arms)
    scale = 100 * share / 30
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" '
        f'rx="{100 * corner:g}" fill="{GROUND}"/>'
        f'<g transform="translate(50 {50 - scale:g}) scale({scale:g})">{drawn}</g></svg>'
    )


def main() -> None:
    """Draws them all."""
    for name, (pixels, share, corner) in ICONS.items():
        png = resvg_py.svg_to_bytes(icon(share, corner), width=pixels, skip_system_fonts=True)
        (STATIC / "icons" / f"{name}.png").write_bytes(bytes(png))


if __name__ == "__main__":
    main()
