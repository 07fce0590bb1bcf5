"""The maps of Gloire et Pouvoir: lands, adjacencies, distances, starting lands (D11-D14, GP-SET-08, -09, -11).

A map is a JSON file under ``tables/maps``; its drawing lies beside it and is read by ``picture`` alone.
"""

from collections import Counter
from functools import cache

import msgspec

from heraut.engine.decoding import decode
from heraut.engine.files import packaged

MAPS = ("SCANDINAVIE", "MOYEN-ORIENT", "EUROPE")
MOST_LORDS = 100
"""No game is larger (GP-SET-11)."""


class AtlasError(ValueError):
    """A map file that is not a connected undirected graph (GP-SET-08); the message names the guilty land."""


class Place(msgspec.Struct, frozen=True, gc=False):
    """A land as the map prints it, the same in every match.

    ``at`` is (longitude, latitude) in degrees; ``label`` the name to show, by language.
    ``population`` (people) and ``tax_coefficient`` count only under the option ``varied_lands`` (GP-SET-09).
    """

    name: str
    label: dict[str, str]
    at: tuple[float, float]
    neighbours: tuple[str, ...]
    population: int
    tax_coefficient: float


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map file as written, before anything is verified."""

    map: str
    lords: int
    starts: tuple[str, ...]
    lands: tuple[Place, ...]


class Atlas(msgspec.Struct, frozen=True):
    """A map ready for play. ``places`` and both tables are in alphabetical order of the lands' names."""

    map: str
    lords: int
    starts: tuple[str, ...]
    places: dict[str, Place]
    distances: dict[str, dict[str, int]]
    """``distances[a][b]``: adjacencies on a shortest path, whoever owns the lands on it (GP-GEN-15)."""
    adjacent: dict[str, frozenset[str]]

    def neighbours(self, name: str) -> frozenset[str]:
        """The lands adjacent to ``name``; iterate over ``places[name].neighbours`` where the order matters."""
        return self.adjacent[name]

    def distance(self, a: str, b: str) -> int:
        """Number of adjacencies between two lands, 0 for a land and itself."""
        return self.distances[a][b]

    def starts_for(self, lords: int) -> tuple[str, ...]:
        """Starting lands for that many lords: the map's list, cut or prolonged by farthest point (GP-SET-11).

        Raises ``ValueError`` if the map has no room for them, or for more than 100.
        """
        most = min(MOST_LORDS, len(self.places))
        if not 1 <= lords <= most:
            raise ValueError(f"{self.map} has room for 1 to {most} lords, not {lords}")
        if lords <= len(self.starts):
            return self.starts[:lords]
        return self.starts + _farthest_points(self, lords - len(self.starts))


@cache
def atlas(map_name: str) -> Atlas:
    """The map of that name, in any case, blanks standing for hyphens. ``ValueError`` names the known maps."""
    key = "-".join(map_name.upper().replace("-", " ").split())
    if key not in MAPS:
        raise ValueError(f"unknown map {map_name!r}; the maps are {', '.join(MAPS)}")
    return _packaged(key)


@cache
def _packaged(key: str) -> Atlas:
    """One object a map, however its name was spelt."""
    return read_atlas(map_file(key, ".json"))


def map_file(map_name: str, suffix: str) -> bytes:
    """The bytes of a packaged file of a map, its name spelt as in ``MAPS``."""
    return packaged(__package__, f"tables/maps/{map_name.lower()}{suffix}")


def read_atlas(data: bytes) -> Atlas:
    """Read and verify a map file (GP-SET-08). Raises ``AtlasError``; ``msgspec.ValidationError`` on a wrong shape."""
    sheet = decode(data, Sheet)
    places = _places(sheet.lands)
    _check_adjacencies(places)
    _check_starts(sheet.starts, places)
    distances = _distances(places)
    _check_connected(distances)
    return Atlas(
        map=sheet.map,
        lords=sheet.lords,
        starts=sheet.starts,
        places=places,
        distances=distances,
        adjacent={name: frozenset(place.neighbours) for name, place in places.items()},
    )


def _places(lands: tuple[Place, ...]) -> dict[str, Place]:
    _refuse_repeats([land.name for land in lands], "is on the map twice")
    return {land.name: land for land in sorted(lands, key=lambda land: land.name)}


def _check_adjacencies(places: dict[str, Place]) -> None:
    for name, place in places.items():
        _refuse_repeats(list(place.neighbours), f"is twice a neighbour of {name}")
        for other in place.neighbours:
            if other not in places:
                raise AtlasError(f"{name} has an unknown neighbour, {other}")
            if other == name:
                raise AtlasError(f"{name} is its own neighbour")
            if name not in places[other].neighbours:
                raise AtlasError(f"{name} has {other} for a neighbour, but {other} has not {name}")


def _check_starts(starts: tuple[str, ...], places: dict[str, Place]) -> None:
    _refuse_repeats(list(starts), "is twice a start")
    for start in starts:
        if start not in places:
            raise AtlasError(f"the start {start} is not on the map")


def _check_connected(distances: dict[str, dict[str, int]]) -> None:
    origin = next(iter(distances), None)
    if origin is None:
        raise AtlasError("the map has no land")
    for name in distances:
        if name not in distances[origin]:
            raise AtlasError(f"{name} cannot be reached from {origin}")


def _refuse_repeats(names: list[str], fault: str) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            raise AtlasError(f"{name} {fault}")


def _distances(places: dict[str, Place]) -> dict[str, dict[str, int]]:
    """All pairs, by breadth-first search over numbered lands: a match then only looks distances up."""
    names = list(places)
    number = {name: i for i, name in enumerate(names)}
    adjacent = [[number[other] for other in places[name].neighbours] for name in names]
    return {
        name: {names[i]: far for i, far in enumerate(_search(i_from, adjacent)) if far >= 0}
        for i_from, name in enumerate(names)
    }


def _search(origin: int, adjacent: list[list[int]]) -> list[int]:
    """Distance of every land from ``origin``, -1 where there is no way."""
    far = [-1] * len(adjacent)
    far[origin] = 0
    queue = [origin]
    for land in queue:  # the list grows while it is read: the classic queue
        for other in adjacent[land]:
            if far[other] < 0:
                far[other] = far[land] + 1
                queue.append(other)
    return far


def _farthest_points(chart: Atlas, count: int) -> tuple[str, ...]:
    """The next ``count`` starts: farthest from every start so far, then of higher degree, then alphabetical."""
    gap = {name: min(row[start] for start in chart.starts) for name, row in chart.distances.items()}
    chosen: list[str] = []
    for _ in range(count):
        taken = {*chart.starts, *chosen}
        free = [name for name in chart.places if name not in taken]
        best = min(free, key=lambda name: (-gap[name], -len(chart.adjacent[name]), name))
        chosen.append(best)
        gap = {name: min(far, chart.distances[best][name]) for name, far in gap.items()}
    return tuple(chosen)
