"""The grid of hexes: 18 columns that wrap, 9 rows between two ice caps (RO-MAP-01 to 04). The same in every world."""

from __future__ import annotations

from collections import deque
from functools import cache

COLUMNS, ROWS = 18, 9
PROVINCES = COLUMNS * ROWS


def number(q: int, r: int) -> int:
    """The province at column q, row r (RO-MAP-02)."""
    return COLUMNS * r + q % COLUMNS + 1


def place(province: int) -> tuple[int, int]:
    """The column and the row of a province."""
    r, q = divmod(province - 1, COLUMNS)
    return q, r


def _neighbours(province: int) -> tuple[int, ...]:
    """Pointy-top, odd rows shifted half a hex to the right (RO-MAP-03)."""
    q, r = place(province)
    shift = -1 if r % 2 == 0 else 1
    places = [(q + 1, r), (q - 1, r), (q, r - 1), (q + shift, r - 1), (q, r + 1), (q + shift, r + 1)]
    return tuple(sorted({number(column, row) for column, row in places if 0 <= row < ROWS}))


NEIGHBOURS: dict[int, tuple[int, ...]] = {province: _neighbours(province) for province in range(1, PROVINCES + 1)}


def adjacent(one: int, other: int) -> bool:
    """Whether two provinces touch."""
    return other in NEIGHBOURS[one]


@cache
def distances(province: int) -> dict[int, int]:
    """The length of the shortest path from a province to every one, itself included (RO-MAP-04)."""
    found, queue = {province: 0}, deque([province])
    while queue:
        here = queue.popleft()
        for there in NEIGHBOURS[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def distance(one: int, other: int) -> int:
    """How many provinces apart two are."""
    return distances(one)[other]


@cache
def within(province: int, most: int) -> tuple[int, ...]:
    """The provinces at most so far away, itself included, in ascending order."""
    return tuple(sorted(there for there, far in distances(province).items() if far <= most))


def step_toward(here: int, there: int) -> int:
    """The next province of a shortest path, the lowest number first (RO-SPY-09)."""
    left = distances(there)
    return min(NEIGHBOURS[here], key=lambda province: (left[province], province))
