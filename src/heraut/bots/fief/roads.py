"""The shortest ways over the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from heraut.games.fief.board.places import NEIGHBOURS
from heraut.games.fief.identities import VillageNo


@cache
def within(village: VillageNo, steps: int) -> Mapping[VillageNo, int]:
    """The villages within so many steps, and how far each is."""
    found, edge = {village: 0}, [village]
    for step in range(1, steps + 1):
        edge = [other for here in edge for other in NEIGHBOURS[here] if other not in found]
        found |= dict.fromkeys(edge, step)
    return found


@lru_cache(maxsize=4096)
def roads(start: VillageNo, free: tuple[bool, ...]) -> Mapping[VillageNo, VillageNo]:
    """Where one comes from on the shortest way to each village; those that are not free end a way."""
    before, edge = {start: start}, [start]
    while edge:
        ahead = []
        for here in edge:
            for other in NEIGHBOURS[here]:
                if other not in before:
                    before[other] = here
                    if free[other]:
                        ahead.append(other)
        edge = ahead
    return before


def way(start: VillageNo, end: VillageNo, free: Sequence[bool]) -> list[VillageNo]:
    """The shortest way between two villages through those that are free, its start left off; empty if there is none."""
    before = roads(start, tuple(free))
    if end not in before or end == start:
        return []
    found = [end]
    while before[found[-1]] != start:
        found.append(before[found[-1]])
    return found[::-1]
