"""Draw the maps of Gloire et Pouvoir on the real coastline.

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    pip install -e . numpy scipy shapely
    python tools/draw_maps.py package/land-10m.json [MAP ...]

`world-atlas` carries the coasts of Natural Earth (public domain) as TopoJSON. For each map the script reads the list
of lands (`tables/maps/<map>.json`) and writes `<map>.drawing.json` beside it: the outline of every land, the place of
its shield and of its name, the passages between adjacent lands that do not touch, and the closed borders, where two
lands touch without being adjacent. The same input gives the same bytes. It takes about three minutes.

How a land gets its shape. A fine mesh of some hundred thousand irregular cells covers the sheet. From each land's seat
a front spreads over the cells, at a speed that a fractal noise varies and slowly over the sea; a cell belongs to the
front that comes first. Frontiers are therefore crooked as on an old map, and the two sides share them exactly. Round
after round, handicaps given to the lands move the frontiers so that lands touch if they are adjacent and only then, as
far as the coast allows.
"""

import json
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan, cos, hypot, log, pi, radians, tan
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components, dijkstra
from scipy.spatial import Voronoi, cKDTree
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.ops import linemerge, polygonize, unary_union

from heraut.games.gloire.picture.map import two_rows

TABLES = Path(__file__).resolve().parent.parent / "src/heraut/games/gloire/tables/maps"
CREDIT = "Natural Earth, public domain"

CELL = 6.5
"""Mean distance between the cells of the mesh, in units of the drawing."""
SEA_COST = 9.0
"""How much slower a front spreads over the sea than over land."""
WILD = -1
"""The label of cells out of every land's reach."""
TOUCH = 9.0
"""Two lands whose common border is shorter, in units, do not visibly touch."""
ZIPS = 5
"""How many cells a third land may advance between two lands that are not adjacent."""
OFFSHORE = 42.0
"""A small island out of every front's reach falls to the nearest land if it is nearer than this, in units."""
FAR_NAMES = 43
"""On a telephone names are as large as the width of the sheet divided by this."""
LEAST_AREA = 620.0
"""A smaller land is swollen until it can be seen and clicked, in square units."""


@dataclass(frozen=True)
class Sheet:
    """How one map is laid on paper."""

    name: str
    meridian: float
    """Central meridian of the conic projection, in degrees."""
    parallels: tuple[float, float]
    """Its two standard parallels, in degrees."""
    margins: tuple[float, float, float, float]
    """Sheet beyond the outermost seats: left, top, right, bottom, in km."""
    width: int
    reach: float
    """How far a land may extend from its seat over land, in km."""
    cartouche: tuple[float, float]
    """Centre of the title, as fractions of the sheet."""
    compass: tuple[float, float]
    sizes: tuple[int, int, int]
    """Font sizes of the labels of large, middling and small lands."""
    reaches: dict[str, float] = field(default_factory=dict)
    seeds: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    """Further places (longitude, latitude) from which a land spreads."""
    lakes: tuple[str, ...] = ()


LAKES = {
    "Ladoga": "31.0,59.95 31.6,60.0 32.4,60.15 32.9,60.55 32.7,61.0 31.5,61.55 30.7,61.65 30.15,61.05 30.6,60.6 "
    "31.1,60.25",
    "Onega": "35.8,60.9 36.2,61.1 36.4,61.7 36.0,62.4 34.9,62.85 34.5,62.8 35.0,62.3 34.4,61.8 35.2,61.1",
    "Vänern": "13.5,59.35 14.1,59.2 13.85,58.72 13.1,58.52 12.4,58.42 12.7,59.0 13.1,59.3",
    "Vättern": "14.2,57.8 14.3,58.3 14.5,58.5 14.9,58.85 15.0,58.5 14.45,58.0",
    "Peipus": "27.8,58.98 27.2,58.9 26.95,58.8 27.4,58.35 27.8,57.95 28.2,57.9 27.75,58.3 27.95,58.75",
    "Inari": "26.9,68.95 27.7,68.8 28.5,68.95 28.0,69.15 27.3,69.1",
    "Mälaren": "16.5,59.5 17.2,59.52 17.9,59.36 17.2,59.3",
    "Van": "42.4,38.5 42.8,38.4 43.3,38.35 43.3,38.6 43.4,38.95 42.95,38.8 42.5,38.7",
    "Urmia": "45.2,38.2 45.5,38.05 45.75,37.6 45.8,37.2 45.45,37.1 45.3,37.5 45.05,37.9",
    "Dead Sea": "35.5,31.77 35.6,31.7 35.58,31.3 35.5,31.1 35.4,31.1 35.4,31.5",
    "Sevan": "45.0,40.55 45.4,40.4 45.4,40.2 45.15,40.2",
    "Tuz": "33.3,38.95 33.5,38.6 33.3,38.5 33.2,38.8",
}
"""Rough shores (longitude,latitude), as `world-atlas` has none. Scenery: a lake belongs to the lands around it."""

SHEETS = (
    Sheet(
        name="SCANDINAVIE",
        meridian=18.0,
        parallels=(57.0, 68.0),
        margins=(330, 130, 200, 120),
        width=1800,
        reach=420.0,
        cartouche=(0.17, 0.1),
        compass=(0.1, 0.36),
        sizes=(32, 27, 23),
        reaches={"LIVONIE": 270, "NOVGOROD": 400, "JUTLAND": 260},
        seeds={
            "JUTLAND": [(9.2, 55.3), (9.8, 54.3)],
            "HARDANGER": [(7.3, 62.5)],
            "CARELIE": [(33.4, 66.0)],
            "KOLA": [(32.9, 66.9)],
        },
        lakes=("Ladoga", "Onega", "Vänern", "Vättern", "Peipus", "Inari", "Mälaren"),
    ),
    Sheet(
        name="MOYEN-ORIENT",
        meridian=40.0,
        parallels=(26.0, 39.0),
        margins=(230, 190, 200, 230),
        width=2000,
        reach=420.0,
        cartouche=(0.86, 0.1),
        compass=(0.07, 0.8),
        sizes=(28, 23, 20),
        reaches={
            "TABARISTAN": 240,
            "YAZD": 280,
            "RAYY": 300,
            "MEDINE": 300,
            "KERMAN": 330,
            "NUBIE": 330,
            "SINAI": 165,
            "ASCALON": 90,
            "CONSTANTINOPLE": 250,
            "COLCHIDE": 270,
            "IBERIE": 270,
            "NEJD": 380,
            "BAHREIN": 380,
        },
        seeds={
            "SIOUA": [(27.9, 29.7)],
            "MARMARIQUE": [(27.4, 31.0)],
            "LE-CAIRE": [(30.3, 30.1)],
            "ASSIOUT": [(32.2, 28.2)],
            "RHODES": [(27.1, 36.75)],
            "IONIE": [(28.2, 39.4)],
            "ISPAHAN": [(51.4, 33.8)],
        },
        lakes=("Van", "Urmia", "Dead Sea", "Sevan", "Tuz"),
    ),
    Sheet(
        name="EUROPE",
        meridian=12.0,
        parallels=(38.0, 60.0),
        margins=(270, 230, 230, 190),
        width=2000,
        reach=460.0,
        cartouche=(0.12, 0.2),
        compass=(0.09, 0.42),
        sizes=(23, 18, 16),
        reaches={"BITHYNIE": 520, "MOSCOU": 380, "NOVGOROD": 360, "ALEXANDRIE": 330, "FINLANDE": 270},
        seeds={
            "BITHYNIE": [(32.0, 37.8)],
            "LAPONIE": [(26.5, 68.3)],
            "FINLANDE": [(25.0, 60.6)],
            "OSTROBOTNIE": [(27.5, 62.5)],
        },
        lakes=("Ladoga", "Onega", "Vänern", "Vättern", "Peipus"),
    ),
)


# --- the coast -------------------------------------------------------------------------------------------------------


def read_coast(path: Path) -> list[Polygon]:
    """The polygons of `land-*.json`, in degrees."""
    topology = json.loads(path.read_text())
    arcs = [_decode_arc(arc, topology["transform"]) for arc in topology["arcs"]]
    shapes = topology["objects"]["land"]
    found: list[Polygon] = []
    for shape in shapes.get("geometries", [shapes]):
        polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        found += [_polygon(rings, arcs) for rings in polygons]
    return found


def _decode_arc(arc: list[list[int]], transform: dict[str, list[float]]) -> list[tuple[float, float]]:
    """TopoJSON stores differences between quantized positions."""
    (kx, ky), (dx, dy) = transform["scale"], transform["translate"]
    x = y = 0
    points = []
    for step in arc:
        x, y = x + step[0], y + step[1]
        points.append((x * kx + dx, y * ky + dy))
    return points


def _polygon(rings: list[list[int]], arcs: list[list[tuple[float, float]]]) -> Polygon:
    loops = []
    for ring in rings:
        loop: list[tuple[float, float]] = []
        for index in ring:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]  # a negative index is an arc walked backwards
            loop += arc[1:] if loop else arc
        loops.append(_unwind(loop))
    return Polygon(loops[0], loops[1:])


def _unwind(loop: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A ring over the antimeridian jumps from 180 to -180 degrees: let it run on beyond 180 instead."""
    longitude = np.unwrap([x for x, _ in loop], period=360)
    longitude -= 360 * round((longitude.min() + longitude.max()) / 720)
    return [(float(x), y) for x, (_, y) in zip(longitude, loop, strict=True)]


# --- projection ------------------------------------------------------------------------------------------------------


class Conic:
    """Lambert's conformal conic projection of the sphere, then shift and scale to the sheet."""

    def __init__(self, meridian: float, parallels: tuple[float, float]) -> None:
        one, two = (radians(p) for p in parallels)
        self.meridian = radians(meridian)
        self.n = log(cos(one) / cos(two)) / log(tan(pi / 4 + two / 2) / tan(pi / 4 + one / 2))
        self.f = cos(one) * tan(pi / 4 + one / 2) ** self.n / self.n
        self.left = self.top = 0.0
        self.scale = 1.0

    def fit(self, seats: Iterable[tuple[float, float]], sheet: Sheet) -> int:
        """Lay the sheet around the seats; returns its height in units."""
        points = np.array([self(np.array([x]), np.array([y])) for x, y in seats])[:, :, 0]
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        margins = sheet.margins
        self.left, self.top = left - margins[0], top - margins[1]
        self.scale = sheet.width / (right + margins[2] - self.left)
        return round(float(bottom + margins[3] - self.top) * self.scale)

    def __call__(self, longitude: Any, latitude: Any) -> tuple[Any, Any]:
        """From degrees to units of the drawing, y downwards."""
        rho = 6371.0 * self.f / np.tan(pi / 4 + np.radians(latitude) / 2) ** self.n
        theta = self.n * (np.radians(longitude) - self.meridian)
        return (rho * np.sin(theta) - self.left) * self.scale, (rho * np.cos(theta) - self.top) * self.scale

    def back(self, x: float, y: float) -> tuple[float, float]:
        """From units of the drawing to degrees."""
        u, v = x / self.scale + self.left, y / self.scale + self.top
        rho = hypot(u, v)
        latitude = 2 * atan((6371.0 * self.f / rho) ** (1 / self.n)) - pi / 2
        return np.degrees(self.meridian + np.arctan2(u, v) / self.n), np.degrees(latitude)


# --- the mesh --------------------------------------------------------------------------------------------------------


def fractal_noise(points: np.ndarray, seed: int, waves: tuple[float, ...]) -> np.ndarray:
    """Smooth noise of mean about 0 and range about -1..1, a sum of octaves of the given wavelengths."""
    total = np.zeros(len(points))
    for octave, wave in enumerate(waves):
        rng = np.random.default_rng([seed, octave])
        grid = rng.uniform(-1, 1, (160, 160))
        u = points / wave + 20
        cell = np.floor(u).astype(int)
        t = u - cell
        t = t * t * (3 - 2 * t)
        i, j = cell[:, 0] % 159, cell[:, 1] % 159
        upper = grid[i, j] * (1 - t[:, 0]) + grid[i + 1, j] * t[:, 0]
        lower = grid[i, j + 1] * (1 - t[:, 0]) + grid[i + 1, j + 1] * t[:, 0]
        total += (upper * (1 - t[:, 1]) + lower * t[:, 1]) * 0.62**octave
    return total


class Mesh:
    """Irregular cells over the sheet and a margin, and the walls between them."""

    def __init__(self, width: int, height: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        xs, ys = np.meshgrid(np.arange(-60, width + 60, CELL), np.arange(-60, height + 60, CELL * 0.866))
        xs[::2] += CELL / 2
        points = np.column_stack([xs.ravel(), ys.ravel()])
        self.points = points + rng.uniform(-0.42 * CELL, 0.42 * CELL, points.shape)
        voronoi = Voronoi(self.points)
        pairs, walls = voronoi.ridge_points, np.array(voronoi.ridge_vertices)
        finite = (walls >= 0).all(axis=1)
        self.pairs, self.walls, self.vertices = pairs[finite], walls[finite], voronoi.vertices
        self.wall_length = np.hypot(*(self.vertices[self.walls[:, 0]] - self.vertices[self.walls[:, 1]]).T)
        self.gap = np.hypot(*(self.points[self.pairs[:, 0]] - self.points[self.pairs[:, 1]]).T)
        self.tree = cKDTree(self.points)

    def nearest(self, x: float, y: float) -> int:
        return int(self.tree.query([x, y])[1])

    def spread(self, cost: np.ndarray, fronts: Iterable[tuple[int, int, float]]) -> tuple[np.ndarray, np.ndarray]:
        """Label of each cell and its distance from that label's seeds; fronts are (cell, label, handicap)."""
        fronts = list(fronts)
        root = len(self.points)
        weight = self.gap * (cost[self.pairs[:, 0]] + cost[self.pairs[:, 1]]) / 2
        rows = np.concatenate([self.pairs[:, 0], np.full(len(fronts), root)])
        columns = np.concatenate([self.pairs[:, 1], [cell for cell, _, _ in fronts]])
        weights = np.concatenate([weight, [handicap + 1.0 for _, _, handicap in fronts]])
        graph = coo_matrix((weights, (rows, columns)), shape=(root + 1, root + 1)).tocsr()
        far, before = dijkstra(graph, directed=False, indices=root, return_predecessors=True)
        labels = np.full(root + 1, WILD)
        start = np.zeros(root + 1)
        at_root = {cell: (label, handicap) for cell, label, handicap in fronts}
        for cell in np.argsort(far, kind="stable"):
            source = before[cell]
            if source == root:
                labels[cell], start[cell] = at_root[cell][0], at_root[cell][1] + 1.0
            elif source >= 0:
                labels[cell], start[cell] = labels[source], start[source]
        return labels[:root], (far - start)[:root]

    def path(self, cost: np.ndarray, origin: int, goal: int) -> list[int]:
        """The cells of a cheapest path."""
        weight = self.gap * (cost[self.pairs[:, 0]] + cost[self.pairs[:, 1]]) / 2
        size = len(self.points)
        graph = coo_matrix((weight, (self.pairs[:, 0], self.pairs[:, 1])), shape=(size, size)).tocsr()
        _, before = dijkstra(graph, directed=False, indices=origin, return_predecessors=True)
        cells = [goal]
        while cells[-1] != origin:
            cells.append(int(before[cells[-1]]))
        return cells[::-1]


# --- who owns which cell ---------------------------------------------------------------------------------------------


class Chart:
    """One map on the drawing board."""

    def __init__(self, sheet: Sheet, coast: list[Polygon], lands: list[dict[str, Any]]) -> None:
        self.sheet = sheet
        self.names = [land["name"] for land in lands]
        self.labels = {land["name"]: land["label"] for land in lands}
        number = {name: i for i, name in enumerate(self.names)}
        self.adjacent = {
            (i, number[other]) for i, land in enumerate(lands) for other in land["neighbours"] if number[other] > i
        }
        self.conic = Conic(sheet.meridian, sheet.parallels)
        self.height = self.conic.fit([land["at"] for land in lands], sheet)
        self.frame = box(0, 0, sheet.width, self.height)
        self.coast = self._project(coast)
        self.seats = [self._ashore(*self._at(*land["at"])) for land in lands]
        self.seeds = [(i, *seat) for i, seat in enumerate(self.seats)]
        for name, places in sheet.seeds.items():
            self.seeds += [(number[name], *self._ashore(*self._at(*place))) for place in places]
        seed = zlib.crc32(sheet.name.encode())
        self.mesh = Mesh(sheet.width, self.height, seed)
        self.mass = self._masses()
        noise = fractal_noise(self.mesh.points, seed, (150.0, 70.0, 34.0, 16.0))
        self.cost = np.where(self.mass >= 0, np.exp(0.75 * noise), SEA_COST)
        self.reach = np.array([sheet.reaches.get(name, sheet.reach) * self.conic.scale for name in self.names])
        self.owner = self._settle()
        self.offing = cKDTree(self.mesh.points[self.mass >= 0]).query(self.mesh.points)[0]

    def _at(self, longitude: float, latitude: float) -> tuple[float, float]:
        x, y = self.conic(longitude, latitude)
        return float(x), float(y)

    def _project(self, coast: list[Polygon]) -> list[Polygon]:
        """The coast inside the sheet's mesh, projected, without the smallest rocks."""
        width, height = self.sheet.width, self.height
        rim = [self.conic.back(x, y) for x in np.linspace(-60, width + 60, 9) for y in np.linspace(-60, height + 60, 9)]
        (west, south), (east, north) = np.min(rim, axis=0) - 3, np.max(rim, axis=0) + 3
        window = box(west, max(south, 5), east, min(north, 86))
        masses: list[Polygon] = []
        for polygon in coast:
            if not polygon.intersects(window):
                continue
            part = shapely.make_valid(polygon).intersection(window)
            flat = shapely.transform(part, lambda p: np.column_stack(self.conic(p[:, 0], p[:, 1])))
            flat = shapely.make_valid(flat.simplify(0.8)).intersection(self.frame.buffer(50, join_style="mitre"))
            masses += [p for p in polygons_of(flat) if p.area > 9]
        return sorted(masses, key=lambda p: (-p.area, p.bounds))

    def _ashore(self, x: float, y: float) -> tuple[float, float]:
        """The place itself, or the nearest land if the catalogue's coordinates fall into the sea."""
        point = Point(x, y)
        mass = min(self.coast, key=point.distance)
        if mass.contains(point):
            return x, y
        shore = shapely.shortest_line(point, mass).coords[1]
        return shore[0], shore[1]

    def _masses(self) -> np.ndarray:
        """For each cell, the landmass it lies on, -1 at sea."""
        tree = shapely.STRtree(self.coast)
        cells, masses = tree.query(shapely.points(self.mesh.points), predicate="within")
        mass = np.full(len(self.mesh.points), -1)
        mass[cells] = masses
        return mass

    def _fronts(self, handicap: np.ndarray) -> list[tuple[int, int, float]]:
        base = handicap - handicap.min()
        return [(self.mesh.nearest(x, y), i, float(base[i])) for i, x, y in self.seeds]

    def _settle(self) -> np.ndarray:
        """Owner of each cell, the handicaps being moved round after round toward the adjacencies wanted."""
        handicap = np.zeros(len(self.names))
        best, least = None, float("inf")
        for _ in range(60):
            owner, far = self.mesh.spread(self.cost, self._fronts(handicap))
            owner = np.where(far > self.reach[owner], WILD, owner)
            fault, push = self._judge(owner)
            if fault < least:
                best, least = owner, fault
            handicap = np.clip(handicap + push, -60, 60) * 0.98
        assert best is not None
        return self._zip(self._join(best))

    def _zip(self, owner: np.ndarray) -> np.ndarray:
        """Close short closed borders from their ends: a third land, adjacent to both, or the wild, slips in between."""
        owner = owner.copy()
        fixed = {self.mesh.nearest(x, y) for _, x, y in self.seeds}
        beside: dict[int, list[int]] = defaultdict(list)
        for a, b in self.mesh.pairs:
            if self.mass[a] >= 0 and self.mass[b] >= 0:
                beside[a].append(b)
                beside[b].append(a)
        friends = self.adjacent | {(b, a) for a, b in self.adjacent}
        for _ in range(ZIPS):
            flips: dict[int, int] = {}
            for cell in sorted(beside):
                mine, near = owner[cell], [owner[c] for c in beside[cell]]
                foes = {x for x in near if mine >= 0 and x >= 0 and x != mine and (mine, x) not in friends}
                thirds = {
                    x
                    for x in near
                    for foe in foes
                    if x == WILD or (x != mine and (x, mine) in friends and (x, foe) in friends)
                }
                if thirds and cell not in fixed and not any(c in flips for c in beside[cell]):
                    flips[cell] = max(sorted(thirds), key=near.count)
            for cell, label in flips.items():
                owner[cell] = label
        return self._join(owner)

    def _contacts(self, owner: np.ndarray) -> dict[tuple[int, int], float]:
        """Length of the border over land between each two lands that touch."""
        a, b = owner[self.mesh.pairs[:, 0]], owner[self.mesh.pairs[:, 1]]
        ashore = (self.mass[self.mesh.pairs[:, 0]] >= 0) & (self.mass[self.mesh.pairs[:, 1]] >= 0)
        border = ashore & (a != b) & (a >= 0) & (b >= 0)
        contact: dict[tuple[int, int], float] = defaultdict(float)
        for i in np.flatnonzero(border):
            contact[min(a[i], b[i]), max(a[i], b[i])] += self.mesh.wall_length[i]
        return contact

    def _judge(self, owner: np.ndarray) -> tuple[float, np.ndarray]:
        """How far the borders are from the adjacencies, and the handicaps that would mend them."""
        contact = self._contacts(owner)
        around: dict[int, set[int]] = defaultdict(set)
        for one, two in contact:
            around[one].add(two)
            around[two].add(one)
        fault = 0.0
        push = np.zeros(len(self.names))
        for (one, two), length in contact.items():
            if (one, two) in self.adjacent:
                continue
            fault += length
            step = min(1.0, length / 40) * 4
            push[[one, two]] += step
            for third in sorted(around[one] & around[two]):
                push[third] -= step / 2
        for one, two in self.adjacent:
            if contact.get((one, two), 0.0) < 2 * TOUCH and around[one] & around[two]:
                fault += 60 if contact.get((one, two), 0.0) < TOUCH else 10
                push[[one, two]] -= 2.0
        return fault, push

    def _join(self, owner: np.ndarray) -> np.ndarray:
        """Give the stray pieces of a land on a landmass to the land around them."""
        for _ in range(3):
            piece, sizes, homes = self._pieces(owner)
            seat = {(i, piece[self.mesh.nearest(x, y)]) for i, x, y in self.seeds}
            largest: dict[tuple[int, int], int] = {}
            for p, (label, mass) in homes.items():
                if label >= 0 and sizes[p] > sizes.get(largest.get((label, mass), -1), 0):
                    largest[label, mass] = p
            kept = {p for _, p in seat} | set(largest.values())
            stray = np.array([homes[p][1] >= 0 and p not in kept and sizes[p] < 150 for p in range(len(sizes))])[piece]
            votes: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
            for (a, b), length in zip(self.mesh.pairs, self.mesh.wall_length, strict=True):
                for one, two in ((a, b), (b, a)):
                    if stray[one] and piece[one] != piece[two] and self.mass[two] >= 0:
                        votes[piece[one]][owner[two]] += length
            owner = owner.copy()
            winner = {p: max(sorted(v), key=v.__getitem__) for p, v in votes.items()}
            for cell in np.flatnonzero(stray):
                owner[cell] = winner.get(piece[cell], owner[cell])
        return owner

    def _pieces(self, owner: np.ndarray) -> tuple[np.ndarray, dict[int, int], dict[int, tuple[int, int]]]:
        """Connected cells of one owner and landmass: the piece of each cell, each piece's size, its (owner, mass)."""
        a, b = self.mesh.pairs[:, 0], self.mesh.pairs[:, 1]
        same = (owner[a] == owner[b]) & (self.mass[a] == self.mass[b])
        size = len(owner)
        graph = coo_matrix((np.ones(same.sum()), (a[same], b[same])), shape=(size, size))
        _, piece = connected_components(graph, directed=False)
        sizes = dict(enumerate(np.bincount(piece).tolist()))
        homes: dict[int, tuple[int, int]] = {}
        for cell, p in enumerate(piece):
            homes.setdefault(int(p), (int(owner[cell]), int(self.mass[cell])))
        return piece, sizes, homes

    # --- from cells to outlines ---

    def frontiers(self) -> list[tuple[int, int, LineString]]:
        """Smoothed lines between two owners (or one and the wild), over land and sea alike."""
        mesh, owner = self.mesh, self.owner
        a, b = owner[mesh.pairs[:, 0]], owner[mesh.pairs[:, 1]]
        edges: dict[tuple[int, int], list[LineString]] = defaultdict(list)
        at: dict[int, int] = defaultdict(int)
        border = np.flatnonzero(a != b)
        for i in border:
            for corner in mesh.walls[i]:
                at[int(corner)] += 1
        lines: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for i in border:
            lines[min(a[i], b[i]), max(a[i], b[i])].append((int(mesh.walls[i][0]), int(mesh.walls[i][1])))
        for pair, walls in lines.items():
            for chain in chains(walls):
                edges[pair].append(smooth(LineString(mesh.vertices[chain])))
        return [(*pair, line) for pair in sorted(edges) for line in edges[pair]]

    def regions(self, frontiers: list[tuple[int, int, LineString]]) -> dict[int, Any]:
        """The whole sheet, sea included, cut along the frontiers."""
        edge = self.frame.buffer(45, join_style="mitre").exterior
        faces: dict[int, list[Polygon]] = defaultdict(list)
        for face in polygonize(unary_union([edge, *(line for _, _, line in frontiers)])):
            point = face.representative_point()
            faces[int(self.owner[self.mesh.nearest(point.x, point.y)])].append(face)
        return {label: unary_union(parts) for label, parts in faces.items()}

    def outlines(self, regions: dict[int, Any]) -> tuple[dict[int, Any], Any]:
        """Each land's shape, and the coasts outside the game."""
        seats_on: dict[int, set[int]] = defaultdict(set)
        for i, x, y in self.seeds:
            seats_on[min(range(len(self.coast)), key=lambda m: self.coast[m].distance(Point(x, y)))].add(i)
        parts: dict[int, list[Any]] = defaultdict(list)
        for m, mass in enumerate(self.coast):
            if len(seats_on[m]) == 1 and mass.area < 60_000:
                parts[next(iter(seats_on[m]))].append(mass)
                continue
            shares = {label: mass.intersection(region) for label, region in regions.items()}
            if mass.area < 2500 and not seats_on[m]:
                parts[max(sorted(shares), key=lambda label: shares[label].area)].append(mass)
                continue
            for label, share in shares.items():
                parts[label] += [p for p in polygons_of(share) if p.area > 1]
        for isle in [p for p in parts[WILD] if p in self.coast]:
            reach, near = min((min(p.distance(isle) for p in parts[i]), i) for i in range(len(self.names)) if parts[i])
            if reach < OFFSHORE:
                parts[WILD].remove(isle)
                parts[near].append(isle)
        wild = unary_union(parts.pop(WILD, []))
        shapes = {i: unary_union(parts[i]).intersection(self.frame) for i in range(len(self.names))}
        return self._swell(shapes), wild.intersection(self.frame)

    def _swell(self, shapes: dict[int, Any]) -> dict[int, Any]:
        """Make the smallest islands large enough for a finger."""
        for i, shape in shapes.items():
            if shape.is_empty:
                shape = Point(self.seats[i]).buffer(6)
            others = [s for j, s in shapes.items() if j != i]
            swollen, by = shape, 0.0
            while max((p.area for p in polygons_of(swollen)), default=0) < LEAST_AREA:
                by += 1.0
                swollen = shape.buffer(by, quad_segs=3)
                near = unary_union([s for s in others if s.distance(swollen) < 3])
                swollen = swollen.difference(near.buffer(3)).union(shape) if not near.is_empty else swollen
                if by > 25:
                    raise SystemExit(f"{self.names[i]} has no room to be seen")
            shapes[i] = swollen.simplify(0.5)
        return shapes

    # --- what is drawn over the lands ---

    def lake(self, name: str) -> Polygon:
        shore = [self._at(*map(float, place.split(","))) for place in LAKES[name].split()]
        ring = np.array([*shore, *shore, *shore])  # thrice round, so that the pen is smooth where the ring closes
        n, points = len(shore), ring
        for _ in range(3):
            nxt = np.roll(points, -1, axis=0)
            points = np.stack([points * 0.75 + nxt * 0.25, points * 0.25 + nxt * 0.75], axis=1).reshape(-1, 2)
        wobble = np.column_stack([fractal_noise(points + 900 * k, len(name) + k, (26.0, 11.0)) for k in (1, 2)])
        return whole(Polygon((points + 3.5 * wobble)[8 * n : 16 * n]).buffer(0).simplify(0.7))

    def graticule(self) -> list[Any]:
        """The meridians and parallels of every five degrees, for the sea."""
        longitudes, latitudes = np.arange(-60.0, 100.0, 1.0), np.arange(5.0, 84.0, 1.0)
        meridians = [[self._at(x, y) for y in latitudes] for x in range(-60, 100, 5)]
        parallels = [[self._at(x, y) for x in longitudes] for y in range(5, 84, 5)]
        lines = [LineString(points).intersection(self.frame) for points in (*meridians, *parallels)]
        return [line.simplify(0.5) for line in lines if line.length > 20 and isinstance(line, LineString)]

    def homes(self, shapes: dict[int, Any]) -> np.ndarray:
        """The land each cell lies on once drawn, WILD at sea and outside the game."""
        order = list(shapes)
        cells, lands = shapely.STRtree([shapes[i] for i in order]).query(
            shapely.points(self.mesh.points), predicate="within"
        )[[0, 1]]
        home = np.full(len(self.mesh.points), WILD)
        home[cells] = [order[k] for k in lands]
        return home

    def route(self, home: np.ndarray, spots: dict[int, dict[str, Any]], a: int, b: int) -> LineString:
        """A way from one land to another that keeps to the sea, or to the wild, and off the coasts and other lands."""
        sea = self.mass < 0
        cost = np.where(sea, 1.0 + 2.0 * np.exp(-self.offing / 14), 2.5)
        cost[(home >= 0) & (home != a) & (home != b)] = 16.0
        cost[(home == a) | (home == b)] = 0.7
        x, y = self.mesh.points.T
        cost[(x < 12) | (y < 12) | (x > self.sheet.width - 12) | (y > self.height - 12)] = 30.0
        cells = self.mesh.path(cost, *(self.mesh.nearest(*spots[i]["anchor"]) for i in (a, b)))
        last = max(k for k, cell in enumerate(cells) if home[cell] == a)
        first = min(k for k, cell in enumerate(cells) if home[cell] == b and k > last)
        way = self.mesh.points[cells[max(0, last - 1) : first + 2]]
        return smooth(smooth(LineString(way).simplify(7.0)))


# --- from outlines to the drawing ------------------------------------------------------------------------------------


def drawing(chart: Chart) -> dict[str, Any]:
    """The finished sheet, as written to the file."""
    shapes, wild = chart.outlines(chart.regions(chart.frontiers()))
    shapes = {i: whole(shape) for i, shape in shapes.items()}
    lakes = [chart.lake(name) for name in chart.sheet.lakes]
    borders = touching(shapes)
    spots = Lettering(chart, shapes, unary_union(lakes)).spots()
    home = chart.homes(shapes)
    apart = sorted(pair for pair in chart.adjacent if length_of(borders.get(pair)) < TOUCH)
    closed = sorted(p for p in borders if p not in chart.adjacent and length_of(borders[p]) >= TOUCH)
    return {
        "map": chart.sheet.name,
        "width": chart.sheet.width,
        "height": chart.height,
        "credit": CREDIT,
        "sizes": list(chart.sheet.sizes),
        "cartouche": [
            round(chart.sheet.cartouche[0] * chart.sheet.width),
            round(chart.sheet.cartouche[1] * chart.height),
        ],
        "compass": [round(chart.sheet.compass[0] * chart.sheet.width), round(chart.sheet.compass[1] * chart.height)],
        "background": [path_of(p) for p in polygons_of(whole(wild))],
        "lakes": [path_of(lake) for lake in lakes],
        "graticule": [line_path(line) for line in chart.graticule()],
        "lands": {
            name: {"path": path_of(shapes[i]), "area": round(shapes[i].area), **spots[i]}
            for i, name in enumerate(chart.names)
        },
        "links": [
            {"between": [chart.names[a], chart.names[b]], "path": line_path(chart.route(home, spots, a, b))}
            for a, b in apart
        ],
        "closed": [
            {
                "between": [chart.names[a], chart.names[b]],
                "path": line_path(borders[a, b]),
                "peaks": peaks(borders[a, b]),
            }
            for a, b in closed
        ],
    }


def whole(shape: Any) -> Any:
    """The shape on whole coordinates, crumbs left out."""
    snapped = shapely.set_precision(shape, 1.0)
    parts = polygons_of(snapped)
    return MultiPolygon([p for i, p in enumerate(parts) if i == 0 or p.area > 10])


def touching(shapes: dict[int, Any]) -> dict[tuple[int, int], Any]:
    """The common border of every two lands that touch."""
    order = list(shapes)
    tree = shapely.STRtree([shapes[i] for i in order])
    borders = {}
    for a in order:
        for b in sorted(order[k] for k in tree.query(shapes[a])):
            if b > a:
                common = shapes[a].boundary.intersection(shapes[b].buffer(1.2))
                lines = [p for p in getattr(common, "geoms", [common]) if p.length > 2]
                if lines:
                    merged = linemerge(lines) if len(lines) > 1 else lines[0]
                    borders[a, b] = merged.simplify(1.0)
    return borders


def peaks(line: Any, gap: float = 17.0) -> list[list[int]]:
    """Where mountains stand along a closed border."""
    found = []
    for part in getattr(line, "geoms", [line]):
        count = max(1, round(part.length / gap))
        found += [part.interpolate((k + 0.5) / count, normalized=True) for k in range(count)]
    return [[round(p.x), round(p.y)] for p in sorted(found, key=lambda p: (p.y, p.x))]


def length_of(line: Any) -> float:
    return 0.0 if line is None else float(line.length)


def path_of(shape: Any) -> str:
    """SVG path of polygons, in whole units, steps relative."""
    return "".join(ring_path(ring.coords) + "Z" for p in polygons_of(shape) for ring in (p.exterior, *p.interiors))


def line_path(line: Any) -> str:
    lines = getattr(line, "geoms", [line])
    return "".join(ring_path(part.coords, closed=False) for part in lines)


def ring_path(points: Any, *, closed: bool = True) -> str:
    at = [(round(x), round(y)) for x, y in points]
    at = at[:-1] if closed else at
    steps = [(x - u, y - v) for (u, v), (x, y) in pairwise(at) if (x, y) != (u, v)]
    text = " ".join(f"{x} {y}" for x, y in steps).replace(" -", "-")
    return f"M{at[0][0]} {at[0][1]}l{text}"


class Lettering:
    """Where the shield and the name of each land stand: inside it, and clear of each other."""

    WIDE = 0.62
    """Mean width of a letter of a serif font, as a fraction of its size."""

    def __init__(self, chart: Chart, shapes: dict[int, Any], lakes: Any) -> None:
        self.chart, self.shapes = chart, shapes
        self.own = {i: shape.simplify(2).buffer(0).difference(lakes) for i, shape in shapes.items()}
        self.all = unary_union([shape.simplify(2).buffer(0) for shape in shapes.values()])
        self.boxes: dict[int, list[Any]] = {}
        seats = np.array(chart.seats)
        self.chosen: dict[int, dict[str, Any]] = {}
        self.seats = seats

    def spots(self) -> dict[int, dict[str, Any]]:
        order = sorted(self.shapes, key=lambda i: (self.shapes[i].area, i))
        for _ in range(3):
            for i in order:
                self._place(i)
        self._mark_far(order[::-1])
        return self.chosen

    def _mark_far(self, order: list[int]) -> None:
        """The names to keep, larger, where the map is small: those of the largest lands that do not meet."""
        size = self.chart.sheet.width / FAR_NAMES
        kept: list[Any] = []
        for i in order:
            (x, y), (wide, high) = self.chosen[i]["label"], self._measure(i, size, self.chosen[i]["rows"])
            name = box(x - wide / 2 - 4, y - high / 2 - 4, x + wide / 2 + 4, y + high / 2 + 4)
            inside = self.chart.frame.buffer(-6).contains(name)
            self.chosen[i]["far"] = inside and not any(name.intersects(other) for other in kept)
            if self.chosen[i]["far"]:
                kept.append(name)

    def _place(self, i: int) -> None:
        others = [b for j, boxes in self.boxes.items() if j != i for b in boxes]
        tree = shapely.STRtree(others)
        candidates = list(self._candidates(i))
        texts = np.array([box(*c["box"]) for c in candidates])
        shields = np.array([box(*c["shield"]) for c in candidates])
        own, size = self.own[i], texts[0].area
        inside = shapely.area(shapely.intersection(texts, own)) / shapely.area(texts)
        foreign = shapely.area(shapely.intersection(texts, self.all)) / shapely.area(texts) - inside
        held = shapely.area(shapely.intersection(shields, own)) / shapely.area(shields)
        costs = 0.5 * (1 - inside) + 2.2 * foreign + 2.5 * (1 - held) + np.array([c["cost"] for c in candidates])
        frame = self.chart.frame.buffer(-8)
        costs += 6 * (1 - shapely.area(shapely.intersection(texts, frame)) / shapely.area(texts))
        for which, weight in ((texts, 8.0), (shields, 8.0)):
            one, two = tree.query(which, predicate="intersects")
            if len(one):
                over = shapely.area(shapely.intersection(which[one], np.array(others)[two]))
                np.add.at(costs, one, weight * over / size + 0.15)
        best = candidates[int(np.argmin(np.round(costs, 6)))]
        self.boxes[i] = [box(*best["box"]), box(*best["shield"])]
        self.chosen[i] = {key: best[key] for key in ("anchor", "label", "size", "rows")}

    def _candidates(self, i: int) -> Iterator[dict[str, Any]]:
        large = sum(self.shapes[i].area < limit for limit in self._limits())
        middle = self.chart.sheet.sizes[1]
        half, tall = middle * 0.62, middle * 0.75
        for rows in (1, 2):
            for grade in (large, 2) if large < 2 else (2,):
                size = self.chart.sheet.sizes[grade]
                wide, high = self._measure(i, size, rows)
                if wide == 0:
                    continue
                for (x, y), off in self._anchors(i):
                    shield = (x - half, y - tall, x + half, y + tall)
                    for side, (u, v) in enumerate(
                        (
                            (x, y + tall + high / 2 + 1),
                            (x, y - tall - high / 2 - 1),
                            (x + half + wide / 2 + 4, y),
                            (x - half - wide / 2 - 4, y),
                            (x + wide / 3, y + tall + high / 2 + 1),
                            (x - wide / 3, y + tall + high / 2 + 1),
                        )
                    ):
                        yield {
                            "anchor": [round(x), round(y)],
                            "label": [round(u), round(v)],
                            "size": size,
                            "rows": rows,
                            "box": (u - wide / 2, v - high / 2, u + wide / 2, v + high / 2),
                            "shield": shield,
                            "cost": off
                            + (0.0, 0.12, 0.1, 0.14, 0.08, 0.08)[side]
                            + 0.06 * (rows - 1)
                            + 0.25 * (grade - large),
                        }

    def _limits(self) -> tuple[float, float]:
        wide = self.chart.sheet.sizes[0]
        return (wide * 4.4) ** 2, (wide * 3.0) ** 2

    def _measure(self, i: int, size: float, rows: int) -> tuple[float, float]:
        """Width and height of the name in its longest language; width 0 if it cannot be cut in two."""
        letters = 0
        for label in self.chart.labels[self.chart.names[i]].values():
            lines = two_rows(label) if rows == 2 else (label,)
            if len(lines) != rows:
                return 0, 0
            letters = max(letters, *(len(line) for line in lines))
        return letters * size * self.WIDE, size * 1.0 * rows

    def _anchors(self, i: int) -> list[tuple[tuple[float, float], float]]:
        """Points inside the largest part of a land, and how far from its middle each one is (0 to about 0.4)."""
        part = polygons_of(self.own[i])[0]
        pole = shapely.maximum_inscribed_circle(part, tolerance=1.0).coords[0]
        (west, south, east, north), step = part.bounds, max(6.0, part.area**0.5 / 11)
        grid = [(x, y) for x in np.arange(west, east, step) for y in np.arange(south, north, step)]
        points = shapely.points(np.array([pole, *grid]))
        clear = shapely.distance(points, part.boundary)
        good = shapely.contains(part, points) & (clear >= 0.5 * clear[0])
        spread = part.area**0.5
        return [
            ((p.x, p.y), min(0.5, hypot(p.x - pole[0], p.y - pole[1]) / spread * 0.35))
            for p, fine in zip(points, good, strict=True)
            if fine
        ]


def polygons_of(shape: Any) -> list[Polygon]:
    """The polygons of any geometry, largest first."""
    parts = shape.geoms if hasattr(shape, "geoms") else [shape]
    found = [p for p in parts if isinstance(p, Polygon) and not p.is_empty]
    found += [p for c in parts if hasattr(c, "geoms") for p in polygons_of(c)]
    return sorted(found, key=lambda p: (-p.area, p.bounds))


def chains(edges: list[tuple[int, int]]) -> Iterator[list[int]]:
    """Join edges of one pair of owners into lines, each from end to end or round."""
    at: dict[int, list[int]] = defaultdict(list)
    for i, (a, b) in enumerate(edges):
        at[a].append(i)
        at[b].append(i)
    used = [False] * len(edges)
    ends = sorted(corner for corner, touching in at.items() if len(touching) != 2)
    for corner in [*ends, *sorted(at)]:
        for first in at[corner]:
            if used[first]:
                continue
            chain, edge = [corner], first
            while True:
                used[edge] = True
                a, b = edges[edge]
                chain.append(b if chain[-1] == a else a)
                ahead = [e for e in at[chain[-1]] if not used[e]]
                if len(at[chain[-1]]) != 2 or not ahead:
                    break
                edge = ahead[0]
            yield chain


def smooth(line: LineString) -> LineString:
    """Cut the corners twice, as a pen does; the ends stay, so that lines keep meeting."""
    points = np.array(line.coords)
    for _ in range(2):
        if len(points) < 3:
            break
        inner = np.empty((2 * len(points) - 2, 2))
        inner[0::2] = points[:-1] * 0.75 + points[1:] * 0.25
        inner[1::2] = points[:-1] * 0.25 + points[1:] * 0.75
        points = np.vstack([points[:1], inner, points[-1:]])
    return LineString(points).simplify(0.7)


def main(arguments: list[str]) -> None:
    if not arguments:
        raise SystemExit(__doc__)
    coast = read_coast(Path(arguments[0]))
    for sheet in SHEETS:
        if arguments[1:] and sheet.name not in arguments[1:]:
            continue
        lands = json.loads((TABLES / f"{sheet.name.lower()}.json").read_text(encoding="utf-8"))["lands"]
        sheet_drawn = drawing(Chart(sheet, coast, lands))
        text = json.dumps(sheet_drawn, ensure_ascii=False, separators=(",", ":")).replace('},"', '},\n"')
        (TABLES / f"{sheet.name.lower()}.drawing.json").write_text(text + "\n", encoding="utf-8")
        print(
            f"{sheet.name}: {len(text)} bytes, {len(sheet_drawn['links'])} links, closed:",
            *("-".join(border["between"]) for border in sheet_drawn["closed"]),
        )


if __name__ == "__main__":
    main(sys.argv[1:])
