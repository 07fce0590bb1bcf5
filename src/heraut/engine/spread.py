"""Summaries of many trials of the same thing: the range of a figure, and how often something occurred."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

N = TypeVar("N", int, float)

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Spread(msgspec.Struct, frozen=True):
    """A figure over the trials: the least, the mean, the most."""

    least: int
    mean: float
    most: int


def spread(figures: Sequence[int]) -> Spread:
    """The least, the mean, the most. Raises ValueError on no figure."""
    return Spread(min(figures), sum(figures) / len(figures), max(figures))


class Distribution(msgspec.Struct, frozen=True):
    """How a figure is distributed: mean, extremes, and the values that 5, 25, 50, 75, 95 % of cases do not exceed."""

    mean: float
    least: float
    quantiles: tuple[float, ...]
    most: float


def distribution(counts: Mapping[N, float], slack: float = 0.0) -> Distribution:
    """The distribution of a figure from how often each value came, or its weight. Raises ZeroDivisionError on none.

    `slack` is the error of a weight, as a share of their sum, that may not move a quantile.
    """
    total = sum(counts.values())
    values = sorted(counts)
    quantiles: list[N] = []
    passed = 0.0
    for value in values:
        passed += counts[value]
        while len(quantiles) < len(QUANTILES) and passed >= (QUANTILES[len(quantiles)] - slack) * total:
            quantiles.append(value)
    mean = sum(value * weight for value, weight in counts.items()) / total
    return Distribution(mean, values[0], tuple(quantiles), values[-1])


def tally(found: Iterable[Iterable[Any]]) -> dict[Any, int]:
    """In how many trials each thing occurred, sorted by the thing; `found` holds the distinct things of each trial."""
    times = Counter(one for each in found for one in each)
    return dict(sorted(times.items()))
