"""The ground as a page shows it: hills with hachures, woods of single trees, houses and walls that throw shadows.

Every element keeps the outline that the rules know (D10): what is drawn within it only says what it is. The later lies
on top, houses and rocks on top of all (D11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from heraut.games.vassaux.picture.scenery import EDGE, RULER, SCALE, house, layered
from heraut.games.vassaux.state import Element, Settings


class Patch(NamedTuple):
    """The rectangle of an element in units of the drawing: y points down."""

    x: float
    y: float
    wide: float
    high: float


SYMBOLS = (
    '<pattern id="s-grass" width="150" height="130" patternUnits="userSpaceOnUse"><path d="M22 30q4-10 8 0M28 30q3-13 '
    '7-2M104 92q4-10 8 0M110 92q3-13 7-2M66 118q3-8 6 0M132 22q3-7 6 0M40 76q3-7 6 0" fill="none" '
    'class="s-blade"/></pattern>'
    '<g id="s-tree"><ellipse cx="7" cy="9" rx="25" ry="23" class="s-shadow"/><circle r="24" class="s-leaf"/>'
    '<path d="M-15-5c2-9 10-14 18-12M-17 6c1 5 4 9 8 11" class="s-bough"/></g>'
    '<g id="s-tree2"><ellipse cx="6" cy="8" rx="20" ry="19" class="s-shadow"/><circle r="19" class="s-leaf two"/>'
    '<path d="M-12-4c2-7 8-10 14-9" class="s-bough"/></g>'
    '<path id="s-reed" d="M-9 8V-6M-3 8V-12M3 8V-9M9 8V-4M-14 9H14" class="s-reeds"/>'
    '<path id="s-wave" d="M-22 0q5.5-7 11 0t11 0 11 0 11 0" class="s-waves"/>'
    '<linearGradient id="s-wood" x2="0" y2="1"><stop stop-color="#6d4a2a"/><stop offset="1" '
    'stop-color="#55371d"/></linearGradient>'
)
"""What the ground is drawn with, as definitions; the style sheet `scene.css` colours them."""


@lru_cache(maxsize=64)
def landscape(settings: Settings) -> str:
    """The frame with its rulers, the cloth, the grid of five rulers, the terrain."""
    width, height = settings.width // SCALE, settings.height // SCALE
    elements = layered(settings.elements)
    return (
        f'<clipPath id="cloth"><rect width="{width}" height="{height}"/></clipPath>'
        f'<rect class="s-frame" x="{-EDGE}" y="{-EDGE}" width="{width + 2 * EDGE}" height="{height + 2 * EDGE}" '
        f'rx="10" fill="url(#s-wood)"/><rect class="s-cloth" width="{width}" height="{height}"/>'
        f'<rect width="{width}" height="{height}" fill="url(#s-grass)"/>'
        f'<path class="s-grid" d="{"".join(_grid(width, height))}"/>'
        f'<g class="s-land" clip-path="url(#cloth)">{"".join(_drawn(one, height, elements) for one in elements)}</g>'
        f'<rect class="s-edge" width="{width}" height="{height}"/>'
        f'<g class="s-rulers">{"".join(_rulers(width, height))}</g>'
    )


def patch_of(one: Element, height: int) -> Patch:
    """Where an element lies in the drawing."""
    return Patch(one.x1 / SCALE, height - one.y2 / SCALE, (one.x2 - one.x1) / SCALE, (one.y2 - one.y1) / SCALE)


def _drawn(one: Element, height: int, elements: list[Element]) -> str:
    patch = patch_of(one, height)
    if one.code == "SLOPE":
        tops = [patch_of(top, height) for top in elements if top.code == "HILLTOP"]
        return slope(patch, [top for top in tops if _overlap(top, patch)])
    draw = DRAWN.get(one.code)
    return draw(patch) if draw is not None else ""


def _overlap(one: Patch, other: Patch) -> bool:
    return (
        one.x < other.x + other.wide
        and other.x < one.x + one.wide
        and one.y < other.y + other.high
        and other.y < one.y + one.high
    )


def _box(kind: str, patch: Patch, corner: float = 4) -> str:
    x, y, wide, high = patch
    return f'<rect class="s-{kind}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="{corner:g}"/>'


# The elements


def slope(patch: Patch, tops: list[Patch]) -> str:
    """Hachures that run downhill: from the hilltop on it outwards, or along the length of a bare slope."""
    strokes = "".join(chain.from_iterable(_around(patch, top) for top in tops) if tops else _along(patch))
    return f'{_box("slope", patch, 14)}<path class="s-hachure" d="{strokes}"/>'


def _around(patch: Patch, top: Patch) -> Iterator[str]:
    """Two rows of strokes on each of the four sides of a hilltop, the lower ones shorter."""
    west, east, north, south = top.x, top.x + top.wide, top.y, top.y + top.high
    for x in _marks(patch.x + 14, patch.x + patch.wide - 14):
        inner = min(max(x, west), east)
        yield _stroke((inner, north), (x, patch.y))
        yield _stroke((inner, south), (x, patch.y + patch.high))
    for y in _marks(patch.y + 14, patch.y + patch.high - 14):
        inner = min(max(y, north), south)
        yield _stroke((west, inner), (patch.x, y))
        yield _stroke((east, inner), (patch.x + patch.wide, y))


def _stroke(high: tuple[float, float], low: tuple[float, float]) -> str:
    """From a third to two thirds of the way down, then a short one at the foot."""
    (ax, ay), (bx, by) = high, low
    if abs(bx - ax) + abs(by - ay) < 16:
        return ""

    def at(share: float) -> str:
        return f"{ax + (bx - ax) * share:.0f} {ay + (by - ay) * share:.0f}"

    return f"M{at(0.12)}L{at(0.46)}M{at(0.72)}L{at(0.9)}"


def _along(patch: Patch) -> Iterator[str]:
    """Rows of strokes across a slope without a top."""
    tall = patch.high >= patch.wide
    for row, far in enumerate(_marks(22, (patch.high if tall else patch.wide) - 22, 46)):
        for near in _marks(16 + 11 * (row % 2), (patch.wide if tall else patch.high) - 14):
            x, y = (patch.x + near, patch.y + far) if tall else (patch.x + far, patch.y + near)
            yield f"M{x:.0f} {y:.0f}{'v' if tall else 'h'}20"


def _marks(low: float, high: float, step: float = 24) -> list[float]:
    number = max(1, int((high - low) // step))
    return [low + (high - low) * index / number for index in range(number + 1)]


def wood(patch: Patch) -> str:
    """A floor of leaves with trees on it, the same for the same wood."""
    seed = int(patch.x * 7 + patch.y * 13 + patch.wide * 3 + patch.high) % 9973
    trees = []
    across, down = max(1, round(patch.wide / 62)), max(1, round(patch.high / 60))
    for row in range(down):
        for column in range(across):
            seed = (seed * 421 + 1663) % 9973
            x = patch.x + patch.wide * (column + 0.5) / across + (seed % 23) - 11
            y = patch.y + patch.high * (row + 0.5) / down + (seed // 23 % 21) - 10
            trees.append((y, f'<use href="#s-tree{"2" if seed % 5 < 2 else ""}" x="{x:.0f}" y="{y:.0f}"/>'))
    return f"{_box('wood', patch, 16)}{''.join(tree for _, tree in sorted(trees))}"


def scattered(kind: str, symbol: str, wide: int, high: int) -> Callable[[Patch], str]:
    """Ground strewn with one sign."""

    def draw(patch: Patch) -> str:
        signs = []
        for row, y in enumerate(_marks(patch.y + 24, patch.y + patch.high - 18, high)):
            for x in _marks(patch.x + 26 + 14 * (row % 2), patch.x + patch.wide - 26, wide):
                signs.append(f'<use href="#{symbol}" x="{x:.0f}" y="{y:.0f}"/>')
        return _box(kind, patch, 16) + "".join(signs)

    return draw


def dwelling(patch: Patch) -> str:
    """A hipped roof, and its shadow to the south-east."""
    x, y, wide, high = patch
    return f"{_box('cast', Patch(x + 9, y + 10, wide, high), 3)}{house(x, y, wide, high)}"


def low_wall(patch: Patch) -> str:
    """Courses of stones, and their shadow."""
    x, y, wide, high = patch
    flat = wide >= high
    cuts = _marks(0, wide if flat else high, 30)[1:-1]
    joints = "".join(f"M{x + cut:.0f} {y:g}v{high:g}" if flat else f"M{x:g} {y + cut:.0f}h{wide:g}" for cut in cuts)
    shade = _box("cast", Patch(x + 6, y + 7, wide, high), 2)
    return f'{shade}{_box("wall", patch, 2)}<path class="s-joint" d="{joints}"/>'


def rock(patch: Patch) -> str:
    """A crag with its facets."""
    x, y, wide, high = patch

    def at(across: float, down: float) -> str:
        return f"{x + wide * across:.0f} {y + high * down:.0f}"

    crest = f"M{at(0.3, 0.22)}L{at(0.62, 0.3)} {at(0.7, 0.62)} {at(0.4, 0.74)}Z"
    ridges = (
        f"M{at(0, 0)}L{at(0.3, 0.22)}M{at(1, 0)}L{at(0.62, 0.3)}M{at(1, 1)}L{at(0.7, 0.62)}M{at(0, 1)}L{at(0.4, 0.74)}"
        f"M{at(0, 0.5)}L{at(0.3, 0.22)}M{at(0.5, 0)}L{at(0.62, 0.3)}M{at(1, 0.5)}L{at(0.7, 0.62)}"
        f"M{at(0.5, 1)}L{at(0.4, 0.74)}"
    )
    return (
        f"{_box('cast', Patch(x + 10, y + 11, wide, high), 10)}{_box('rock', patch, 6)}"
        f'<path class="s-crest" d="{crest}"/><path class="s-ridge" d="{ridges}"/>'
    )


DRAWN: dict[str, Callable[[Patch], str]] = {
    "ROAD": lambda patch: _box("road", patch, 2),
    "WOOD": wood,
    "MARSH": scattered("marsh", "s-reed", 56, 46),
    "WATER": scattered("water", "s-wave", 70, 40),
    "HILLTOP": lambda patch: _box("top", patch, 12),
    "HOUSE": dwelling,
    "ROCK": rock,
    "LOW_WALL": low_wall,
}

# The frame


def _grid(width: int, height: int) -> Iterator[str]:
    """A faint line every five rulers."""
    for x in range(5 * RULER, width, 5 * RULER):
        yield f"M{x} 0V{height}"
    for y in range(5 * RULER, height, 5 * RULER):
        yield f"M0 {height - y}H{width}"


def _rulers(width: int, height: int) -> Iterator[str]:
    """A mark every ruler on the four sides, long every fifth; figures beside the long ones."""
    marks = []
    for number in range(width // RULER + 1):
        x, long = number * RULER, 22 if number % 5 == 0 else 12
        marks.append(f"M{x} {-long}V0M{x} {height}v{long}")
        if number % 5 == 0 and 0 < x < width:
            yield f'<text x="{x}" y="{height + 40}">{number} R</text>'
    for number in range(height // RULER + 1):
        y, long = height - number * RULER, 22 if number % 5 == 0 else 12
        marks.append(f"M{-long} {y}H0M{width} {y}h{long}")
        if number % 5 == 0 and 0 < y < height:
            yield f'<text transform="translate(-24 {y})rotate(-90)">{number} R</text>'
    yield f'<path d="{"".join(marks)}"/>'
