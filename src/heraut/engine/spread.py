"""Summaries of many trials of the same thing: the range of a figure, and how often something occurred."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """A figure over the trials: the least, the mean, the most."""

    least: int
    mean: float
    most: int


def spread(figures: Sequence[int]) -> Spread:
    """The least, the mean, the most. Raises ValueError on no figure."""
    return Spread(min(figures), sum(figures) / len(figures), max(figures))


def tally(found: Iterable[Iterable[Any]]) -> dict[Any, int]:
    """In how many trials each thing occurred, sorted by the thing; `found` holds the distinct things of each trial."""
    times = Counter(one for each in found for one in each)
    return dict(sorted(times.items()))
