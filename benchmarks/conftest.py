"""Prints each figure as a line of JSON (bench, case, metric, unit, median, min, max, reps), ready to be compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

Figure = Callable[..., None]


@pytest.fixture
def figure(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> Iterator[Figure]:
    """`figure(case, metric, unit, per=1, rate=None)`: the time of the measured call, divided by `per`.

    `rate` gives work a second instead: so many units of work a call.
    """
    wanted: list[tuple[str, str, str, float, float | None]] = []

    def note(case: str, metric: str, unit: str, *, per: float = 1, rate: float | None = None) -> None:
        wanted.append((case, metric, unit, per, rate))

    yield note
    stats = benchmark.stats.stats
    scale = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}
    for case, metric, unit, per, rate in wanted:
        if rate is None:
            low, mid, high = (value * scale[unit] / per for value in (stats.min, stats.median, stats.max))
        else:
            low, mid, high = (rate / value for value in (stats.max, stats.median, stats.min))
        line = {
            "bench": "heraut",
            "case": case,
            "metric": metric,
            "unit": unit,
            "median": float(f"{mid:.5g}"),
            "min": float(f"{low:.5g}"),
            "max": float(f"{high:.5g}"),
            "reps": stats.rounds,
        }
        with capsys.disabled():
            print("\n" + json.dumps(line), flush=True)  # the dots of pytest stand before it
