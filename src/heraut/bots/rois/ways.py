"""Where an army can go: through its own land, to provinces that it may attack."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from heraut.bots.rois.planner import Planner
from heraut.engine.protocol import Json
from heraut.games.rois.abilities import level
from heraut.games.rois.phases.marching import march_bonus
from heraut.games.rois.state import Character
from heraut.games.rois.tables import UNITS


def moves(planner: Planner, who: Character, army: Iterable[Json]) -> int:
    """How many provinces the slowest of his units covers in a year."""
    ability = level(planner.items, who, "MA")
    return min(UNITS[unit["type"]].speed + march_bonus(ability, UNITS[unit["type"]].speed) for unit in army)


def own_ways(planner: Planner, start: int) -> Iterator[list[int]]:
    """The shortest way to each province that can be reached through one's own land, the nearest first.

    A way begins with its start; the first of them is the start alone.
    """
    seen, queue = {start}, deque([[start]])
    while queue:
        way = queue.popleft()
        yield way
        for there in planner.neighbours(way[-1]):
            if there in planner.provinces and there not in seen and planner.map[there]["terrain"] != "sea":
                seen.add(there)
                queue.append([*way, there])


def paths(planner: Planner, start: int, reach: int) -> list[list[int]]:
    """The shortest way to each target within so many moves, through one's own land; its start is left off."""
    found: dict[int, list[int]] = {}
    for way in own_ways(planner, start):
        if len(way) > reach:
            break
        for there in planner.neighbours(way[-1]):
            if there not in found and there != start and is_target(planner, there):
                found[there] = [*way[1:], there]
    return list(found.values())


def is_target(planner: Planner, province: int) -> bool:
    """Land that is not one's own, nor a friend's, nor claimed by another army."""
    if province in planner.provinces or province in planner.claimed:
        return False
    if planner.map[province]["terrain"] == "sea":
        return False
    return planner.relation(planner.owner(province)) == "enemy"


def by_land(planner: Planner, start: int) -> bool:
    """Whether a target can be reached through one's own land, this year or later."""
    return bool(paths(planner, start, reach=99))


def way_home(planner: Planner, start: int, home: int) -> list[int]:
    """The shortest way through one's own land, its start left off; [] if there is none."""
    return next((way[1:] for way in own_ways(planner, start) if way[-1] == home), [])
