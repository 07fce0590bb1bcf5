"""A battlefield of one's own: terrain placed by hand, as text, and why it cannot lie so (SV-TER-01, D10, D11).

BOIS 3000,6000 5000,8000      a piece: its kind, its south-west and its north-east corner, `x,y` in mR
PENTE 6000,6500 9000,8500     one piece a line; of two that overlap, the later counts (houses and rocks over anything)
SOMMET 6500,7000 8500,8000

Blank lines, and what stands behind #, are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from heraut.engine.protocol import Bounds, Refusal
from heraut.engine.sheets import lines_read
from heraut.engine.suggestions import closest
from heraut.games.vassaux.grammar import POINT, Misspelt
from heraut.games.vassaux.identities import PLACES, Place
from heraut.games.vassaux.notation import capitals
from heraut.games.vassaux.state import Element
from heraut.games.vassaux.table.ground import SOLID, Ground, ground_of, uncovered
from heraut.games.vassaux.tables import CONSTANTS, TERRAIN
from heraut.geometry import Point

BOUNDS = Bounds("SV-TER-01", lines=80, width=80, signs=4_000)
COMMENT = "#"
WORDS = {row.word: code for code, row in TERRAIN.items() if row.word}
TENTH, LEAST, RIM = CONSTANTS.piece_grid, CONSTANTS.piece_least, CONSTANTS.slope_rim


def read_terrain(text: str) -> tuple[Element, ...] | list[Refusal]:
    """The pieces in a text, or every reason why they cannot be read, each with the number of its line."""
    found, refusals = list[Element](), list[Refusal]()
    for number, line, unfit in lines_read(text, BOUNDS):
        if unfit is not None:
            refusals.append(unfit)
        elif words := capitals(line.partition(COMMENT)[0]).split():
            piece = _read_piece(words, number)
            if isinstance(piece, Refusal):
                refusals.append(piece)
            else:
                found.append(piece)
    return refusals or tuple(found)


def _read_piece(words: list[str], line: int) -> Element | Refusal:
    if words[0] not in WORDS:
        near = closest(words[0], WORDS, likeness=0.75)
        return Refusal("SV-TER-01", "unknown_word", {"text": words[0], "known": [near] if near else [*WORDS]}, line)
    try:
        (x1, y1), (x2, y2) = (POINT.read([word]) for word in words[1:])
    except (Misspelt, ValueError):  # a word that is no place, or not two of them
        return Refusal("SV-TER-01", "two_corners", {"word": words[0]}, line)
    return Element(WORDS[words[0]], x1, x2, y1, y2)


def write_terrain(elements: Sequence[Element]) -> str:
    """The text that `read_terrain` reads back as these pieces."""
    return "".join(f"{TERRAIN[one.code].word} {one.x1},{one.y1} {one.x2},{one.y2}\n" for one in elements)


# What may stand where


def terrain_refusals(elements: Sequence[Element], side: int) -> list[Refusal]:
    """Every reason why these pieces cannot lie on a table with this side in mR; `line` counts pieces from 1."""
    if len(elements) > CONSTANTS.pieces_max:
        data = {"number": len(elements), "most": CONSTANTS.pieces_max}
        return [Refusal("SV-TER-01", "too_many_pieces", data)]
    faults = [*_misshapen(elements, side)]
    return faults or [*_without_effect(elements), *_cliffs(elements, side)]


def _misshapen(elements: Sequence[Element], side: int) -> Iterator[Refusal]:
    """Pieces that are no rectangles of tenths of a ruler, or lie beyond the border (SV-GEO-02)."""
    for line, one in enumerate(elements, start=1):
        corners = (one.x1, one.x2, one.y1, one.y2)
        if min(one.x2 - one.x1, one.y2 - one.y1) < LEAST or any(corner % TENTH for corner in corners):
            yield Refusal("SV-TER-01", "bad_piece", {"least": LEAST, "step": TENTH}, line)
        elif min(corners) < 0 or max(corners) > side:
            yield Refusal("SV-GEO-02", "piece_off_table", {"side": side}, line)


def _without_effect(elements: Sequence[Element]) -> Iterator[Refusal]:
    """A piece that others cover wholly has no effect at all (D11); one that they cut to shreds is no terrain."""
    lines = sorted(range(1, len(elements) + 1), key=lambda line: elements[line - 1].code in SOLID)
    parts = 0
    for line, (one, boxes) in zip(lines, uncovered(tuple(elements)), strict=True):
        parts += len(boxes)
        if not boxes:
            yield Refusal("SV-TER-01", "covered_piece", {"terrain": one.code}, line)
    if parts > CONSTANTS.parts_max:
        yield Refusal("SV-TER-01", "too_many_parts", {"number": parts, "most": CONSTANTS.parts_max})


def _cliffs(elements: Sequence[Element], side: int) -> Iterator[Refusal]:
    """There is no drop: a hilltop lies on a slope that leads up to it from every side (SV-MOV-09, SV-SHT-10)."""
    slopes = [one for one in elements if one.code == "SLOPE"]
    for line, one in enumerate(elements, start=1):
        if one.code == "HILLTOP" and not any(_carries(slope, one, side) for slope in slopes):
            yield Refusal("SV-MOV-09", "hilltop_without_slope", {"rim": RIM}, line)


def _carries(slope: Element, top: Element, side: int) -> bool:
    """Whether a slope reaches around a hilltop, but for the border of the table."""
    return (
        (slope.x1 + RIM <= top.x1 or slope.x1 == 0 == top.x1)
        and (slope.y1 + RIM <= top.y1 or slope.y1 == 0 == top.y1)
        and (top.x2 + RIM <= slope.x2 or slope.x2 == side == top.x2)
        and (top.y2 + RIM <= slope.y2 or slope.y2 == side == top.y2)
    )


# What is legal, and odd


class Passage(NamedTuple):
    """How a table lets both sides come together: whether a man on foot can walk from the south edge to the north, and
    the share of each seat's zone on which he can stand.
    """

    open: bool
    south: float
    north: float


def passage(elements: tuple[Element, ...], side: int) -> Passage:
    """Looked for on the grid of the table, by a man on foot."""
    ground, r = ground_of(elements), CONSTANTS.foot_radius
    steps = range(r, side - r + 1, CONSTANTS.grid)
    free = {(x, y) for x in steps for y in steps if not ground.stops((x, y), (x, y), r)}
    return Passage(_crosses(ground, free, side), *(_room(ground, steps, side, place) for place in PLACES))


def _room(ground: Ground, steps: Sequence[int], side: int, place: Place) -> float:
    near = CONSTANTS.zone - CONSTANTS.foot_radius
    rows = [y for y in steps if (side - y if place else y) <= near]
    stands = sum(ground.bears((x, y), CONSTANTS.foot_radius) for x in steps for y in rows)
    return stands / (len(steps) * len(rows))


def _crosses(ground: Ground, free: set[Point], side: int) -> bool:
    """Whether steps of the grid lead from one edge to the other."""
    r, step = CONSTANTS.foot_radius, CONSTANTS.grid
    reached = {place for place in free if place[1] == r}
    todo = list(reached)
    while todo:
        x, y = todo.pop()
        if y + step > side - r:
            return True
        for end in ((x + step, y), (x - step, y), (x, y + step), (x, y - step)):
            if end in free and end not in reached and not ground.stops((x, y), end, r):
                reached.add(end)
                todo.append(end)
    return False
