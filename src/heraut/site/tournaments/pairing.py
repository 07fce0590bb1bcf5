"""Who sits with whom in a round, pure: nobody twice in a round, and old acquaintances as late as can be.

Swiss: those with like points meet. League: everybody meets everybody, as far as the rounds go; points mean nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import networkx as nx

Met = Mapping[frozenset[int], int]  # how often two have sat together
Groups = list[tuple[int, ...]]


def met_in(groups: Iterable[Sequence[int]]) -> Counter[frozenset[int]]:
    """How often two have sat together in these groups."""
    return Counter(frozenset(pair) for group in groups for pair in combinations(group, 2))


def sizes(count: int, size: int) -> list[int]:
    """How many sit at each table of at most `size`: few tables, as even as can be, fuller ones first."""
    tables = -(-count // size)
    least, more = divmod(count, tables) if tables else (0, 0)
    return [least + 1] * more + [least] * (tables - more)


def swiss(order: Sequence[int], met: Met, size: int, free_before: Iterable[int] = ()) -> Groups:
    """The tables of a round. `order`: who plays, the best first; `free_before`: who has had a round free already.

    Where one sits alone, it is the last in the order who has not had that yet.
    """
    playing, alone = list(order), []
    if size == 2 and len(playing) % 2:
        had = Counter(free_before)
        free = min(reversed(playing), key=lambda one: had[one])
        playing.remove(free)
        alone = [(free,)]
    if size == 2:
        return [*pairs(playing, met), *alone]
    return grouped(playing, met, sizes(len(playing), size))


def pairs(order: Sequence[int], met: Met) -> Groups:
    """Two by two, so that as few as can be meet again, and those who meet stand as near in the order as can be.

    A matching of greatest weight (Edmonds 1965, by networkx) over all who could meet; its weights are whole numbers.
    """
    again = len(order) ** 3  # dearer than the farthest pairs of a round together
    graph = nx.Graph()
    for (place, one), (other_place, other) in combinations(enumerate(order), 2):
        known = met.get(frozenset((one, other)), 0)
        graph.add_edge(one, other, weight=-(again * known + (other_place - place) ** 2))
    matched = {one: other for pair in nx.max_weight_matching(graph, maxcardinality=True) for one, other in both(pair)}
    return [(one, matched[one]) for place, one in enumerate(order) if matched[one] in order[place + 1 :]]


def both(pair: tuple[int, int]) -> list[tuple[int, int]]:
    """A pair, from each side."""
    one, other = pair
    return [(one, other), (other, one)]


def grouped(order: Sequence[int], met: Met, tables: Sequence[int]) -> Groups:
    """Table after table: the best who is left, and those nearest to him who know the table least."""
    left, groups = list(order), []
    for seats in tables:
        group = [left.pop(0)]
        while len(group) < seats:
            known = {one: sum(met.get(frozenset((one, other)), 0) for other in group) for one in left}
            chosen = min(left, key=lambda one: known[one])  # the first of those who know it least
            left.remove(chosen)
            group.append(chosen)
        groups.append(tuple(group))
    return groups


def league(entrants: Sequence[int], number: int, met: Met, size: int) -> Groups:
    """The tables of a round of a league, the first one being number 1."""
    if size == 2:
        return circle(entrants, number)
    turned = (number - 1) % max(1, len(entrants))
    return grouped([*entrants[turned:], *entrants[:turned]], met, sizes(len(entrants), size))


def circle(entrants: Sequence[int], number: int) -> Groups:
    """A round of two by two: one stays, the others move on by a seat a round, until each has met each (Berger)."""
    places: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    if not places:
        return []
    moved = (number - 1) % max(1, len(places) - 1)
    wheel = places[1:]
    turned = [places[0], *wheel[len(wheel) - moved :], *wheel[: len(wheel) - moved]]
    half = len(turned) // 2
    met = zip(turned[:half], reversed(turned[half:]), strict=True)
    return [tuple(one for one in pair if one is not None) for pair in met]
