"""The cloth of the table, its rulers along the edge, and the terrain on it (D10)."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.games.vassaux.picture.arms import CLOTH, INK, PAPER
from heraut.games.vassaux.state import Element, Settings

SCALE = 10  # mR in a unit of the drawing
EDGE = 46  # of the wooden frame
LARGEST = 1.9  # how many times its size a label is drawn on a telephone that shows the whole table (`--tag`)
RULER = 100

PATTERNS = (
    '<pattern id="p-cloth" width="90" height="90" patternUnits="userSpaceOnUse">'
    f'<rect width="90" height="90" fill="{CLOTH}"/><path d="M12 20q3-7 6 0M16 20q2-9 5-1M62 66q3-7 6 0M66 66q2-9 5-1'
    'M70 14q2-5 4 0M30 58q2-5 4 0" fill="none" stroke="#b9bf84" stroke-width="1.8" stroke-linecap="round"/></pattern>'
    '<pattern id="p-WOOD" width="66" height="60" patternUnits="userSpaceOnUse"><rect width="66" height="60" '
    'fill="#a9c18a"/><g stroke="#35522c" stroke-width="1.4"><path d="M17 26v8M49 55v8M49-5v8" stroke-width="4"/>'
    '<path d="M17 6c9 0 13 7 10 12 1 6-6 10-10 9-4 1-11-3-10-9-3-5 1-12 10-12Z" fill="#5d8a4a"/>'
    '<path d="M49 35c9 0 13 7 10 12 1 6-6 10-10 9-4 1-11-3-10-9-3-5 1-12 10-12Z" fill="#6d9a55"/></g></pattern>'
    '<pattern id="p-MARSH" width="70" height="50" patternUnits="userSpaceOnUse"><rect width="70" height="50" '
    'fill="#b9cfae"/><g fill="none" stroke="#4d7f86" stroke-width="2" stroke-linecap="round">'
    '<path d="M6 18h24M40 42h24"/>'
    '<path d="M12 15V5M18 15V2M24 15V6M46 39V29M52 39V26M58 39V30" stroke="#5c7d3f"/></g></pattern>'
    '<pattern id="p-SLOPE" width="44" height="36" patternUnits="userSpaceOnUse"><rect width="44" height="36" '
    'fill="#d8cf9c"/><path d="M8 6v11M18 6v8M30 24v11M40 24v8" stroke="#8d7b46" stroke-width="2" '
    'stroke-linecap="round"/></pattern>'
    '<pattern id="p-HILLTOP" width="44" height="36" patternUnits="userSpaceOnUse"><rect width="44" height="36" '
    'fill="#ece4b8"/><path d="M10 10h.1M32 28h.1" stroke="#b3a25f" stroke-width="3" stroke-linecap="round"/></pattern>'
    '<pattern id="p-WATER" width="80" height="40" patternUnits="userSpaceOnUse"><rect width="80" height="40" '
    'fill="#a8c8d4"/><path d="M6 14q8-8 16 0t16 0M44 32q8-8 16 0t16 0" fill="none" stroke="#5f93a6" stroke-width="2" '
    'stroke-linecap="round"/></pattern>'
    '<pattern id="p-ROCK" width="60" height="60" patternUnits="userSpaceOnUse"><rect width="60" height="60" '
    'fill="#a39c90"/><path d="M0 22 18 8 34 20 60 6M18 8V34L0 46M34 20 40 44 60 38M18 34 40 44 30 60" fill="none" '
    'stroke="#6d665b" stroke-width="1.8"/><path d="M18 8 34 20 40 44 18 34Z" fill="#b9b3a8"/></pattern>'
    '<pattern id="p-LOW_WALL" width="36" height="20" patternUnits="userSpaceOnUse"><rect width="36" height="20" '
    'fill="#b8ad98"/><path d="M0 10h36M10 0v10M28 10v10" stroke="#6d6350" stroke-width="2"/></pattern>'
    '<pattern id="p-ROAD" width="48" height="48" patternUnits="userSpaceOnUse"><rect width="48" height="48" '
    'fill="#e6d7ae"/><path d="M10 12h.1M34 20h.1M20 38h.1M42 42h.1" stroke="#c1ac78" stroke-width="4" '
    'stroke-linecap="round"/></pattern>'
    '<linearGradient id="g-frame" x2="0" y2="1"><stop stop-color="#8a6238"/><stop offset="1" stop-color="#6b4824"/>'
    "</linearGradient>"
)

EDGES = {
    "WOOD": "#35522c",
    "MARSH": "#4d7f86",
    "SLOPE": "#8d7b46",
    "HILLTOP": "#8d7b46",
    "ROAD": "#b39b63",
    "WATER": "#3f7488",
    "ROCK": "#4b463d",
    "LOW_WALL": "#4d4534",
}
BROKEN = ("WOOD", "MARSH", "SLOPE", "HILLTOP", "ROAD")  # what one walks upon has a dotted edge


def land(settings: Settings) -> str:
    """The frame, the cloth, the terrain in its order, the rulers on the frame."""
    width, height = settings.width // SCALE, settings.height // SCALE
    return (
        f'<clipPath id="cloth"><rect width="{width}" height="{height}"/></clipPath>'
        f'<rect x="{-EDGE}" y="{-EDGE}" width="{width + 2 * EDGE}" height="{height + 2 * EDGE}" rx="12" '
        f'fill="url(#g-frame)"/><rect width="{width}" height="{height}" fill="url(#p-cloth)"/>'
        f'<g class="grid" stroke="#8c8f5a" stroke-opacity=".28">{"".join(_grid(width, height))}</g>'
        f'<g class="land">{"".join(element(one, height) for one in layered(settings.elements))}</g>'
        f'<rect width="{width}" height="{height}" fill="none" stroke="{INK}" stroke-width="3"/>'
        f'<g class="rulers">{"".join(_rulers(width, height))}</g>'
    )


def layered(elements: tuple[Element, ...]) -> list[Element]:
    """The later lies on top; houses and rocks on top of all (D11)."""
    return sorted(elements, key=lambda one: one.code in ("HOUSE", "ROCK"))


def element(one: Element, height: int) -> str:
    """A piece of terrain; its name is the drawing's to translate, by its class."""
    x, y = one.x1 / SCALE, height - one.y2 / SCALE
    wide, high = (one.x2 - one.x1) / SCALE, (one.y2 - one.y1) / SCALE
    if one.code == "OPEN":
        return ""
    if one.code == "HOUSE":
        return house(x, y, wide, high)
    dots = ' stroke-dasharray="7 5"' if one.code in BROKEN else ""
    return (
        f'<rect class="t-{one.code}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" '
        f'fill="url(#p-{one.code})" stroke="{EDGES[one.code]}" stroke-width="2"{dots}/>'
    )


def house(x: float, y: float, wide: float, high: float) -> str:
    """A hipped roof seen from above, its ridge along the longer side."""
    run = min(wide, high) / 2
    (ax, ay), (bx, by) = (
        ((x + run, y + high / 2), (x + wide - run, y + high / 2))
        if wide >= high
        else ((x + wide / 2, y + run), (x + wide / 2, y + high - run))
    )
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    north, east, south, west = "#c98a5c", "#a86a42", "#8f5634", "#b87a50"
    sides: list[tuple[str, list[tuple[float, float]]]]
    if wide >= high:
        sides = [
            (north, [*corners[0:2], (bx, by), (ax, ay)]),
            (east, [*corners[1:3], (bx, by)]),
            (south, [*corners[2:4], (ax, ay), (bx, by)]),
            (west, [corners[3], corners[0], (ax, ay)]),
        ]
    else:
        sides = [
            (north, [*corners[0:2], (ax, ay)]),
            (east, [*corners[1:3], (bx, by), (ax, ay)]),
            (south, [*corners[2:4], (bx, by)]),
            (west, [corners[3], corners[0], (ax, ay), (bx, by)]),
        ]
    faces = "".join(
        f'<path d="M{"L".join(f"{px:g} {py:g}" for px, py in points)}Z" fill="{colour}"/>' for colour, points in sides
    )
    return f'<g class="t-HOUSE" stroke="#4a2a14" stroke-width="2.4" stroke-linejoin="round">{faces}</g>'


def _grid(width: int, height: int) -> Iterator[str]:
    """A faint line every five rulers."""
    for x in range(5 * RULER, width, 5 * RULER):
        yield f'<path d="M{x} 0V{height}"/>'
    for y in range(5 * RULER, height, 5 * RULER):
        yield f'<path d="M0 {height - y}H{width}"/>'


def _rulers(width: int, height: int) -> Iterator[str]:
    """A mark every ruler on the four sides, long every fifth; figures on two of them."""
    for number in range(width // RULER + 1):
        x, long = number * RULER, 20 if number % 5 == 0 else 11
        yield f'<path d="M{x} {-long}V0M{x} {height}v{long}" stroke="{PAPER}" stroke-width="2.4"/>'
        if number % 5 == 0 and 0 < x < width:
            yield f'<text class="mark" x="{x}" y="{height + 38}">{number}R</text>'
    for number in range(height // RULER + 1):
        y, long = height - number * RULER, 20 if number % 5 == 0 else 11
        yield f'<path d="M{-long} {y}H0M{width} {y}h{long}" stroke="{PAPER}" stroke-width="2.4"/>'
        if number % 5 == 0 and 0 < y < height:
            yield f'<text class="mark" transform="translate(-20 {y})rotate(-90)">{number}R</text>'
