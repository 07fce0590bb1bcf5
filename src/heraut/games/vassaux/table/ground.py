"""The terrain of a table, ready to be asked (SV-TER, D10): what stops, slows, hides, covers and raises."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from heraut.games.vassaux.state import Element
from heraut.games.vassaux.tables import EPS, TERRAIN
from heraut.games.vassaux.tables.codes import TerrainCode
from heraut.geometry import Box, Point, Shape, carve, leg_strikes_shape, rectangle, shape_closer, shape_holds, touches

SOLID = ("HOUSE", "ROCK")  # they win over whatever they overlap


class Piece(NamedTuple):
    """An uncovered part of an element."""

    code: TerrainCode
    shape: Shape


class Height(NamedTuple):
    """Where it is how high (SV-SHT-10)."""

    shape: Shape
    elevation: int


class Around(NamedTuple):
    """The pieces near a place on which nobody rests: those that stop him, and those that he may cross."""

    impassable: list[Shape]
    restless: list[Shape]


class Ground:
    """The uncovered pieces of all elements, sorted by what they do."""

    def __init__(self, elements: tuple[Element, ...]) -> None:
        self.walls: list[Shape] = []  # stop sight
        self.screens: list[Shape] = []  # give cover
        self.impassable: list[Shape] = []
        self.difficult: list[Shape] = []
        self.restless: list[Shape] = []  # may be crossed, but no base's centre rests there
        self.roads: list[Shape] = []
        self.heights: list[Height] = []
        for code, shape in pieces(elements):
            row = TERRAIN[code]
            if row.sight == "blocks":
                self.walls.append(shape)
            elif row.sight == "cover":
                self.screens.append(shape)
            if row.move == "impassable":
                self.impassable.append(shape)
            elif row.move == "difficult":
                self.difficult.append(shape)
            if not row.rest and row.move != "impassable":
                self.restless.append(shape)
            if code == "ROAD":
                self.roads.append(shape)
            if row.elevation:
                self.heights.append(Height(shape, row.elevation))

    def is_difficult(self, path: Sequence[Point]) -> bool:
        """Whether the way of a leader's centre, start and end included, touches difficult ground (SV-TER-02)."""
        start = path[0]
        for end in path[1:] or path:
            (ax, ay), (bx, by) = start, end
            left, right = (ax, bx) if ax < bx else (bx, ax)
            low, top = (ay, by) if ay < by else (by, ay)
            for shape in self.difficult:
                if (shape[0] <= right and left <= shape[2] and shape[1] <= top and low <= shape[3]) and (
                    shape_holds(shape, start) if start == end else touches(shape, start, end)
                ):
                    return True
            start = end
        return False

    def stops(self, start: Point, end: Point, radius: int) -> bool:
        """Whether an impassable element stops a base on this line (SV-TER-03)."""
        close = [shape for shape in self.impassable if near(shape, start, end, radius)]
        return bool(close) and bool(leg_strikes_shape(start, end, radius - EPS, close))

    def bears(self, point: Point, radius: int) -> bool:
        """Whether a base may rest here as far as terrain goes (SV-PLA-02 V3)."""
        x, y = point
        for shape in self.impassable:
            west, south, east, north, _, _ = shape
            beside = west - radius < x < east + radius and south - radius < y < north + radius
            if beside and shape_closer(shape, point, radius - EPS):
                return False
        for shape in self.restless:
            if shape[0] <= x <= shape[2] and shape[1] <= y <= shape[3] and shape_holds(shape, point):
                return False
        return True

    def fills(self, box: Box, radius: int) -> bool:
        """Whether one piece leaves no place for a base in this box; pieces are convex, so its corners tell."""
        west, south, east, north = box
        corners = ((west, south), (east, south), (east, north), (west, north))
        return any(
            all(shape_closer(one, corner, radius - EPS) for corner in corners) for one in self.impassable
        ) or any(all(holds(one, corner) for corner in corners) for one in self.restless)

    def bars(self, west: int, south: int, east: int, north: int) -> bool:
        """Whether anything on which nobody rests comes into this box."""
        for shapes in (self.impassable, self.restless):
            for shape in shapes:
                if shape[0] <= east and west <= shape[2] and shape[1] <= north and south <= shape[3]:
                    return True
        return False

    def around(self, point: Point, far: int) -> Around:
        """The impassable and the restless pieces that come as near to a point as this, along either axis."""
        x, y = point
        west, east, south, north = x - far, x + far, y - far, y + far
        walls = [s for s in self.impassable if s[0] <= east and west <= s[2] and s[1] <= north and south <= s[3]]
        restless = [s for s in self.restless if s[0] <= east and west <= s[2] and s[1] <= north and south <= s[3]]
        return Around(walls, restless)

    def height(self, point: Point) -> int:
        """The elevation of a point (SV-SHT-10)."""
        return max((rise for shape, rise in self.heights if holds(shape, point)), default=0)

    def on_road(self, point: Point) -> bool:
        """Whether the centre of a base is on the road (SV-GEO-05)."""
        return any(holds(shape, point) for shape in self.roads)


def holds(shape: Shape, point: Point) -> bool:
    """Whether a point lies in a shape, its edge included; the box around it says no first."""
    x, y = point
    west, south, east, north, _, _ = shape
    return west <= x <= east and south <= y <= north and shape_holds(shape, point)


def near(shape: Shape, start: Point, end: Point, margin: int) -> bool:
    """A quick no: the box around the line, grown by a margin, does not meet the box around the shape."""
    return (
        min(start[0], end[0]) - margin <= shape.east
        and shape.west <= max(start[0], end[0]) + margin
        and min(start[1], end[1]) - margin <= shape.north
        and shape.south <= max(start[1], end[1]) + margin
    )


def uncovered(elements: tuple[Element, ...]) -> list[tuple[Element, list[Box]]]:
    """What is left of each element: the later wins, houses and rocks win over anything (D11)."""
    ordered = sorted(elements, key=lambda element: element.code in SOLID)
    found = []
    for rank, element in enumerate(ordered):
        boxes = [(element.x1, element.y1, element.x2, element.y2)]
        for cover in ordered[rank + 1 :]:
            boxes = [part for box in boxes for part in carve(box, (cover.x1, cover.y1, cover.x2, cover.y2))]
        found.append((element, boxes))
    return found


def pieces(elements: tuple[Element, ...]) -> list[Piece]:
    """Each element's uncovered parts."""
    return [Piece(one.code, rectangle(*box)) for one, boxes in uncovered(elements) for box in boxes]


@lru_cache(maxsize=64)
def ground_of(elements: tuple[Element, ...]) -> Ground:
    """The ground of these elements, made once."""
    return Ground(elements)
