"""Who gives the orders of a seat for its player just now: asked of the floor above, which keeps it (`regency`).

This floor has to know it where it says who is waited for; it knows neither for how long nor how far.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime

Find = Callable[[Collection[int], datetime], Mapping[int, int]]  # matches, a moment: players, by seat

_find: list[Find] = []


def found_by(find: Find) -> None:
    """Names who knows it, when the site is put together."""
    _find[:] = [find]


def regents_of(matches: Collection[int], now: datetime) -> Mapping[int, int]:
    """The players who give the orders of a seat of these matches in the place of its own, by seat (keys of both)."""
    return _find[0](matches, now) if _find else {}
