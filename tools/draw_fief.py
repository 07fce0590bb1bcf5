"""Draw the board of Fief: the shape of its villages' lands, its borders, roads, rivers, hills and woods.

    pip install -e .
    python tools/draw_fief.py

Reads the board (`tables/board.json`) and writes `tables/drawing.json` beside it. The same input gives the same bytes.

How a land gets its shape. Each village has the part of the realm that lies nearest to it. The straight sides that two
lands share are then broken up again and again, each middle pushed aside by chance, so that borders are crooked as on an
old map, and both neighbours share them exactly. What belongs together (a region, a bishopric) is the outline of its
lands.
"""

import json
from collections.abc import Callable, Iterable
from itertools import pairwise
from math import hypot
from pathlib import Path

from heraut.engine.rng import Rng
from heraut.games.fief.tables import VillageRow, board

DRAWING = Path(__file__).resolve().parent.parent / "src/heraut/games/fief/tables/drawing.json"
WIDTH, HEIGHT, MARGIN = 1200, 1080, 40
ROUGH = 0.16  # how far the middle of a side is pushed, as a share of its length
FINE = 14  # a side shorter than this is not broken up

RIVERS = (
    [
        (252, 395),
        (300, 447),
        (362, 470),
        (437, 500),
        (502, 512),
        (575, 498),
        (640, 505),
        (690, 512),
        (752, 538),
        (820, 520),
        (900, 500),
        (960, 512),
        (1060, 500),
    ],
    [(640, 745), (618, 700), (588, 655), (562, 600), (566, 548), (575, 498)],
    [(715, 752), (752, 790), (800, 815), (837, 875), (850, 925), (880, 965), (890, 1060)],
)
"""Their sources and courses on the board's grid, through the middles of the roads that have a bridge."""
BRIDGED = 0.5  # where on its road a bridge stands
HILLS = ((640, 752), (672, 730), (700, 745), (252, 388), (228, 402), (205, 385))
"""Where the rivers come from, on the board's grid."""
LABELS = {
    "r_beaujeu": (188, 90),
    "r_sennecy": (592, 80),
    "r_tournus": (872, 90),
    "r_st_gerome": (932, 824),
    "r_bourg": (520, 830),
    "r_sigy": (166, 902),
}
"""Where there is room for the name of each region, on the sheet."""
LEFT = (
    *("beaujeu", "charolles", "sennecy", "belleville", "pugnac"),
    *("st_andre", "les_essarts", "la_bussiere"),
)
"""Villages whose pawns stand on their left; on the right of the others there is more room."""

Point = tuple[float, float]


def placed(x: float, y: float) -> Point:
    """A point of the board's grid on the sheet."""
    return 60 + 1.08 * x, 48 + 1.02 * y


# Lands


def cut(shape: list[Point], keep: Callable[[Point], float]) -> list[Point]:
    """The part of a convex shape where `keep` is not negative."""
    kept: list[Point] = []
    for a, b in pairwise([*shape, shape[0]]):
        at_a, at_b = keep(a), keep(b)
        if at_a >= 0:
            kept.append(a)
        if at_a * at_b < 0:
            share = at_a / (at_a - at_b)
            kept.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
    return kept


def nearer(mine: Point, other: Point) -> Callable[[Point], float]:
    """Positive for points that are nearer to the first."""
    x, y = other[0] - mine[0], other[1] - mine[1]
    middle = (mine[0] + other[0]) / 2 * x + (mine[1] + other[1]) / 2 * y
    return lambda point: middle - point[0] * x - point[1] * y


def realm() -> list[Point]:
    """The outline of the realm: a sheet with its corners cut off."""
    left, top, right, low, corner = MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN, 70
    return [
        (left + corner, top), (right - corner, top), (right, top + corner), (right, low - corner),
        (right - corner, low), (left + corner, low), (left, low - corner), (left, top + corner),
    ]  # fmt: skip


def lands(villages: Iterable[VillageRow]) -> dict[str, list[tuple[int, int]]]:
    """The straight-sided land of each village, with corners that neighbours share."""
    seats = {row.id: placed(row.x, row.y) for row in villages}
    corners: list[tuple[int, int]] = []

    def corner(point: Point) -> tuple[int, int]:
        for known in corners:
            if hypot(known[0] - point[0], known[1] - point[1]) < 7:
                return known
        corners.append((round(point[0]), round(point[1])))
        return corners[-1]

    found = {}
    for name, seat in seats.items():
        shape = realm()
        for other in seats.values():
            if other != seat:
                shape = cut(shape, nearer(seat, other))
        joined = [corner(point) for point in shape]
        found[name] = [here for here, after in pairwise([*joined, joined[0]]) if here != after]
    return with_shared_corners(found)


def with_shared_corners(shapes: dict[str, list[tuple[int, int]]]) -> dict[str, list[tuple[int, int]]]:
    """The same, where a corner of one land that lies on the side of another becomes a corner of both."""
    corners = {corner for shape in shapes.values() for corner in shape}
    found = {}
    for name, shape in shapes.items():
        full: list[tuple[int, int]] = []
        for a, b in pairwise([*shape, shape[0]]):
            on = [c for c in corners if c not in (a, b) and beside(c, a, b) < 4]
            full += [a, *sorted(on, key=lambda c: hypot(c[0] - a[0], c[1] - a[1]))]
        found[name] = full
    return found


def beside(point: Point, a: Point, b: Point) -> float:
    """How far a point is from a side."""
    x, y = b[0] - a[0], b[1] - a[1]
    share = max(0.0, min(1.0, ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / (x * x + y * y)))
    return hypot(a[0] + share * x - point[0], a[1] + share * y - point[1])


def crooked(a: Point, b: Point, rng: Rng) -> list[Point]:
    """A side broken up, its first end left off; the same from both ends."""
    if a > b:
        return [*reversed(crooked(b, a, rng)[:-1]), b]
    return _broken(a, b, rng.at(str(a), str(b)))


def _broken(a: Point, b: Point, rng: Rng) -> list[Point]:
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length < FINE:
        return [b]
    push = ROUGH * rng.uniform(-1, 1)
    middle = ((a[0] + b[0]) / 2 - push * (b[1] - a[1]), (a[1] + b[1]) / 2 + push * (b[0] - a[0]))
    return _broken(a, middle, rng) + _broken(middle, b, rng)


# Outlines


def outline(shapes: Iterable[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The corners around lands that touch."""
    sides = {side for shape in shapes for side in pairwise([*shape, shape[0]])}
    after = {a: b for a, b in sides if (b, a) not in sides}
    start = min(after)
    round_, here = [start], after[start]
    while here != start:
        round_.append(here)
        here = after[here]
    return round_


def path(points: Iterable[Point], *, closed: bool = False) -> str:
    """Points as SVG, in whole units, relative to one another."""
    rounded = [(round(x), round(y)) for x, y in points]
    text = f"M{rounded[0][0]} {rounded[0][1]}l"
    text += " ".join(f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(rounded) if a != b).replace(" -", "-")
    return text + ("z" if closed else "")


def drawn(shape: list[tuple[int, int]], rng: Rng) -> str:
    """A closed shape, its sides crooked."""
    points: list[Point] = [shape[0]]
    for a, b in pairwise([*shape, shape[0]]):
        points += crooked(a, b, rng)
    return path(points[:-1], closed=True)


def smooth(points: list[Point]) -> str:
    """A curve through all these points, as cubic arcs."""
    text = f"M{points[0][0]:.0f} {points[0][1]:.0f}C"
    full = [points[0], *points, points[-1]]
    arcs = []
    for before, a, b, after in zip(full, full[1:], full[2:], full[3:], strict=False):
        first = a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6
        second = b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6
        arcs.append(" ".join(f"{x:.0f} {y:.0f}" for x, y in (first, second, b)))
    return text + " ".join(arcs)


def road(a: Point, b: Point, rng: Rng, *, bridge: bool) -> tuple[str, Point, float]:
    """A road that bends a little, its middle, and its slope there; a road with a bridge runs straight."""
    bend = 0.0 if bridge else rng.at(str(a), str(b)).uniform(-0.09, 0.09)
    over = (a[0] + b[0]) / 2 - bend * (b[1] - a[1]), (a[1] + b[1]) / 2 + bend * (b[0] - a[0])
    middle = (a[0] + 2 * over[0] + b[0]) / 4, (a[1] + 2 * over[1] + b[1]) / 4
    return f"M{a[0]:.0f} {a[1]:.0f}Q{over[0]:.0f} {over[1]:.0f} {b[0]:.0f} {b[1]:.0f}", middle, bend


# Landscape


def scattered(count: int, rng: Rng, room: Callable[[Point], bool], apart: float) -> list[Point]:
    """Points with room around them, none near another."""
    found: list[Point] = []
    for _ in range(count):
        point = rng.uniform(MARGIN, WIDTH - MARGIN), rng.uniform(MARGIN, HEIGHT - MARGIN)
        if room(point) and all(hypot(point[0] - x, point[1] - y) > apart for x, y in found):
            found.append(point)
    return found


def within(point: Point) -> float:
    """How far inside the realm's straight outline a point is; negative outside."""
    edge = realm()
    sides = pairwise([*edge, edge[0]])
    return min(
        ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / hypot(b[0] - a[0], b[1] - a[1])
        for a, b in sides
    )


def main() -> None:
    """Writes the drawing."""
    table, rng = board(), Rng(b"Fief")
    seats = {row.id: placed(row.x, row.y) for row in table.villages}
    shapes = lands(table.villages)
    rivers = [[placed(*point) for point in river] for river in RIVERS]
    lines = [(seats[row.a], seats[row.b]) for row in table.roads]
    waters = [side for river in rivers for side in pairwise(river)]

    def free(point: Point) -> bool:
        """Whether nothing else stands there, pawns and names included."""
        x, y = point
        if any(-100 < x - a < 110 and -75 < y - b < 70 for a, b in seats.values()):
            return False
        if any(abs(x - a) < 150 and -42 < y - b < 34 for a, b in LABELS.values()):
            return False
        return (
            within(point) > 26
            and all(beside(point, a, b) > 30 for a, b in lines)
            and all(beside(point, a, b) > 26 for a, b in waters)
        )

    hills = [placed(*hill) for hill in HILLS]
    woods = [
        point
        for point in scattered(2600, rng.at("woods"), free, 27)
        if all(hypot(point[0] - x, point[1] - y) > 44 for x, y in hills)
    ]
    roads = []
    for row in table.roads:
        drawn_road, middle, _ = road(seats[row.a], seats[row.b], rng, bridge=row.bridge)
        roads.append({"between": [row.a, row.b], "path": drawn_road, "middle": whole(middle), "bridge": row.bridge})
    sheet = {
        "width": WIDTH,
        "height": HEIGHT,
        "realm": drawn(outline(shapes.values()), rng),
        "lands": {name: drawn(shape, rng) for name, shape in shapes.items()},
        "regions": {row.id: drawn(outline(shapes[name] for name in row.villages), rng) for row in table.regions},
        "bishoprics": {row.id: drawn(outline(shapes[name] for name in row.villages), rng) for row in table.bishoprics},
        "villages": {name: whole(seat) for name, seat in seats.items()},
        "roads": roads,
        "labels": {name: list(place) for name, place in LABELS.items()},
        "left": LEFT,
        "rivers": [smooth(river) for river in rivers],
        "hills": [whole(hill) for hill in sorted(hills, key=lambda hill: hill[1])],
        "woods": [whole(wood) for wood in sorted(woods, key=lambda wood: wood[1])],
    }
    lines_of = ",\n".join(f' "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in sheet.items())
    DRAWING.write_text(f"{{\n{lines_of}\n}}\n", encoding="utf-8")


def whole(point: Point) -> list[int]:
    """A point in whole units."""
    return [round(point[0]), round(point[1])]


if __name__ == "__main__":
    main()
