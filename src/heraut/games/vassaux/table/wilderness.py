"""The battlefield generator of scenario 5: a drawn table, the same for both sides (SV-SCN-50)."""

from __future__ import annotations

from typing import NamedTuple

from heraut.engine.rng import Rng
from heraut.games.vassaux.state import Element
from heraut.games.vassaux.tables import R
from heraut.games.vassaux.tables.codes import TerrainCode


class Between(NamedTuple):
    """Bounds, both included, in half rulers."""

    least: int
    most: int


class Sort(NamedTuple):
    """What may be drawn, and how long and broad it may be."""

    code: TerrainCode
    length: Between
    width: Between


SORTS = (
    Sort("WOOD", Between(3, 5), Between(3, 5)),
    Sort("WOOD", Between(3, 6), Between(2, 4)),
    Sort("HOUSE", Between(2, 3), Between(2, 3)),
    Sort("ROCK", Between(2, 3), Between(2, 4)),
    Sort("MARSH", Between(3, 5), Between(2, 4)),
    Sort("LOW_WALL", Between(4, 7), Between(0, 0)),
    Sort("WATER", Between(3, 5), Between(2, 3)),
    Sort("SLOPE", Between(5, 7), Between(4, 5)),
)
HALF = R // 2
WALL = 200  # how thick a low wall is
MARGIN = R  # between two elements, so that a mounted leader may pass


def generate(rng: Rng, side: int) -> tuple[Element, ...]:
    """Pairs of elements, each turned half about the middle, so that nobody's edge is the better one."""
    found: list[Element] = []
    pairs = max(2, side // (3 * R))
    for _ in range(40 * pairs):
        if len(found) >= 2 * pairs:
            break
        element = draw(rng, side)
        twin = turned(element, side)
        if apart(element, twin) and all(apart(element, other) and apart(twin, other) for other in found):
            found += [element, twin]
    return (*found, *tops(found))


def draw(rng: Rng, side: int) -> Element:
    """One element, on the half rulers of the table, clear of both edges."""
    code, lengths, widths = rng.choice(SORTS)
    length = rng.randint(*lengths) * HALF
    width = rng.randint(*widths) * HALF or WALL
    if rng.random() < 0.5:
        length, width = width, length
    x = rng.randint(0, (side - length) // HALF) * HALF
    y = rng.randint(4, (side - width) // HALF - 4) * HALF
    return Element(code, x, x + length, y, y + width)


def turned(element: Element, side: int) -> Element:
    """The same, turned half about the middle of the table."""
    return Element(element.code, side - element.x2, side - element.x1, side - element.y2, side - element.y1)


def apart(one: Element, other: Element) -> bool:
    """Whether two elements leave room between them."""
    return (
        one.x2 + MARGIN <= other.x1
        or other.x2 + MARGIN <= one.x1
        or one.y2 + MARGIN <= other.y1
        or other.y2 + MARGIN <= one.y1
    )


def tops(elements: list[Element]) -> list[Element]:
    """Each slope carries a hilltop."""
    return [
        Element("HILLTOP", one.x1 + HALF, one.x2 - HALF, one.y1 + HALF, one.y2 - HALF)
        for one in elements
        if one.code == "SLOPE"
    ]
