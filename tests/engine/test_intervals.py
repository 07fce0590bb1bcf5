"""The interval around a share, which odds, ladders and tables of balance all take from one place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut.engine.intervals import wilson

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("share", "trials", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 100, 0.0, 0.0370), (1.0, 10, 0.7225, 1.0), (0.55, 1000, 0.519, 0.5806)],
)
def test_the_interval_is_that_of_wilson(share: float, trials: int, low: float, high: float) -> None:
    assert wilson(share, trials) == pytest.approx((low, high), abs=5e-5)


def test_what_was_never_tried_may_be_anything() -> None:
    assert wilson(0.0, 0) == (0.0, 1.0)


@pytest.mark.slow
def test_the_formula_stands_once() -> None:
    files = [path for place in ("src", "benchmarks") for path in (ROOT / place).rglob("*.py")]
    again = [path for path in files if re.search(r"\b1\.9(6|5996\d*)\b", path.read_text(encoding="utf-8"))]
    assert again == [ROOT / "src/heraut/engine/intervals.py"]
