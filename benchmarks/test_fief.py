"""Fief: random playouts, and copies of a state (goals P1, P2, P3)."""

from __future__ import annotations

from typing import Any

from benchmarks.conftest import Figure
from benchmarks.fief import middle, playouts
from heraut.games.fief.state import copy


def test_playouts(benchmark: Any, figure: Figure) -> None:
    """P1, P2: decisions a second, legal answers listed each time."""
    decisions = benchmark.pedantic(playouts, rounds=5, warmup_rounds=1)
    figure("fief_playout", "moves_per_s", "moves/s", rate=decisions)


def test_copy(benchmark: Any, figure: Figure) -> None:
    """P3: another state to search from."""
    state = middle()
    assert benchmark.pedantic(lambda: copy(state), rounds=50, iterations=100, warmup_rounds=1) == state
    figure("fief_playout", "state_clone", "us")
