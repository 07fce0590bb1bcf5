"""Figures as lines of JSON, for those benchmarks that are programs of their own."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable


def figure(case: str, metric: str, unit: str, values: list[float], **more: float) -> None:
    """One figure as a line of JSON."""
    low, middle, high = (float(f"{value:.5g}") for value in (min(values), statistics.median(values), max(values)))
    line = {"bench": "heraut", "case": case, "metric": metric, "unit": unit, "median": middle, "min": low, "max": high}
    rounded = {key: round(value, 2) for key, value in more.items()}
    print(json.dumps({**line, "reps": len(values), **rounded}), flush=True)


def rate(case: str, playouts: Callable[[int], int], repeats: int, of: str = "moves") -> None:
    """The decisions (or whatever is counted) a second, by the clock and by the processor, after a warm-up."""
    playouts(0)
    rates, by_processor = [], []
    for repeat in range(repeats):
        start, busy = time.perf_counter(), time.process_time()
        decisions = playouts(repeat)
        rates.append(decisions / (time.perf_counter() - start))
        by_processor.append(decisions / (time.process_time() - busy))
    figure(case, f"{of}_per_s", f"{of}/s", rates, per_cpu_s=statistics.median(by_processor))
