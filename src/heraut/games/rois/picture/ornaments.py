"""The papers and inks of the map."""

from heraut.engine.arms import TINCTURES

TINTS = {f"t{place}": full for place, (_, full) in enumerate(TINCTURES)}
LIGHT = {
    "paper": "#f1e6c8", "ink": "#3f2d1c", "coast": "#4a3623", "mist": "#efe3c4", "faint": "#d9c79d",
    "sea": "#b4cdd3", "shoal": "#9dbcc5", "shallow": "#d8e7e3", "wave": "#86a9b4",
    "plain": "#e9dea2", "desert": "#f0d6a0", "forest": "#bccb92", "jungle": "#a3c48b", "mountain": "#dccbb0",
    "oak": "#7f9f5d", "pine": "#5f8455", "palm": "#5f9455", "rock": "#efe4cf", "cliff": "#a58d70", "snow": "#fffdf6",
    "shade": "#3f2d1c26", "dark": "#3f2d1c40",
    "wall": "#f4ecd9", "roof": "#b5533c", "disc": "#fdf8ec",
    "blade": "#a89a55", "dune": "#c39a55", "ice": "#f3f3ec", "frost": "#c3d5d8", **TINTS,
}  # fmt: skip

ROSE = (
    '<path fill="none" stroke="var(--dune)" stroke-width="2" stroke-opacity=".7" '
    'd="M-96 0a96 96 0 1 0 192 0a96 96 0 1 0-192 0zm8 0a88 88 0 1 0 176 0a88 88 0 1 0-176 0z"/>'
    '<path fill="var(--dune)" fill-opacity=".5" '
    'd="M0-34 20-20 66-66 20-20 34 0 20 20 66 66 20 20 0 34-20 20-66 66-20 20-34 0-20-20-66-66-20-20z"/>'
    '<path fill="var(--mist)" stroke="var(--dune)" stroke-width="2" '
    'd="M0-120 15-15 112 0 15 15 0 112-15 15-112 0-15-15z"/>'
    '<path fill="var(--dune)" d="M0-120V0L15-15zM112 0H0L15 15zM0 112V0L-15 15zM-112 0H0L-15-15z"/>'
)
"""A compass rose around its middle, 120 units high."""

STYLE = (
    "text{font-family:Alegreya,'Palatino Linotype',Palatino,'URW Palladio L',Georgia,'DejaVu Serif',serif;"
    "font-variant-numeric:lining-nums}.px{transform:scale(2)}.edge,.own{fill:none;stroke-linejoin:round}"
    ".edge{stroke-width:10}.own{stroke:#ffd84a;stroke-width:5}.stale{stroke-dasharray:14 9}"
    ".names{font-size:20px;font-weight:700;fill:#2b1d10;stroke:#fbf4df;stroke-width:5px}"
    ".names,.when,.fig{text-anchor:middle}.names,.when{paint-order:stroke;stroke-linejoin:round}"
    ".names text{transform:translateY(32px)}.names .n{font-size:17px;font-weight:400}"
    ".names .blank{font-size:17px;font-weight:400;fill:#a58f63;stroke:none;transform:translateY(6px)}"
    ".fig{font-size:10.5px;font-weight:700;fill:#2b1d10}.light{fill:#fff}"
    ".when{font-size:9.5px;font-style:italic;fill:#2b1d10;stroke:#fdf8ec;stroke-width:2.4px}"
    ".pole{stroke:#22160a;stroke-width:1.8;stroke-linecap:round}.flag{stroke:#fffbe9;stroke-linejoin:round}"
    ".host{stroke:#22160a;stroke-width:1.3;stroke-linejoin:round}.head{stroke:#fffbe9;stroke-width:1.3}"
    ".seen{fill:#fdf8ec;stroke:#3f2d1c}.coin{fill:#fdf8ec;stroke:#3f2d1c;stroke-width:1.2}"
    ".place{fill:none;stroke:#3f2d1c;stroke-width:1.3;stroke-linejoin:round;stroke-linecap:round}"
    ".guarded{fill:#e9cf9a}.drop{fill:#b3001b;stroke:#fff}.pill rect{fill:#fdf8ec;stroke:#8a7450}"
    ".hex{fill:none;pointer-events:all}.key{font-size:11px;fill:#2b1d10}"
    ".happened circle{fill:#fdf8ec;stroke:#65523d;stroke-width:2}"
    ".happened path{fill:none;stroke:#65523d;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}"
    ".won *,.found *{stroke:#2c6a33!important}.lost *,.fallen *{stroke:#8f1d2b!important}"
)
"""What `static/play/rois_map.css` does in a page, for a sheet of two units a pixel."""
