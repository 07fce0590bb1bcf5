"""Seigneurs & Vassaux: random battles, and whole solitaire ones (goal P4)."""

from __future__ import annotations

from typing import Any

from benchmarks.conftest import Figure
from benchmarks.vassaux import player_against_table, playouts, table_against_table


def test_playouts(benchmark: Any, figure: Figure) -> None:
    """P4: decisions a second, legal answers listed wherever they can be."""
    decisions = benchmark.pedantic(playouts, rounds=5, warmup_rounds=1)
    figure("vassaux_playout", "moves_per_s", "moves/s", rate=decisions)


def test_solitaire_tables(benchmark: Any, figure: Figure) -> None:
    """P4: whole battles a second, the reaction table on both sides."""
    battles = benchmark.pedantic(table_against_table, rounds=3, warmup_rounds=1)
    figure("vassaux_solo_tables", "battles_per_s", "battles/s", rate=battles)


def test_solitaire_player(benchmark: Any, figure: Figure) -> None:
    """P4: whole battles a second, a player of chance against the reaction table."""
    battles = benchmark.pedantic(player_against_table, rounds=3, warmup_rounds=1)
    figure("vassaux_solo_player", "battles_per_s", "battles/s", rate=battles)
