"""Seigneurs & Vassaux: random battles (goal P4)."""

from __future__ import annotations

from typing import Any

from benchmarks.conftest import Figure
from benchmarks.vassaux import playouts


def test_playouts(benchmark: Any, figure: Figure) -> None:
    """P4: decisions a second, legal answers listed wherever they can be."""
    decisions = benchmark.pedantic(playouts, rounds=5, warmup_rounds=1)
    figure("vassaux_playout", "moves_per_s", "moves/s", rate=decisions)
