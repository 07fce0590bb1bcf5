"""Fief: exact odds of a battle (goals E1 and E2), every call worked out anew."""

from __future__ import annotations

from typing import Any

from benchmarks.conftest import Figure
from heraut.games.fief.calculators.chances import MOST, chances
from heraut.games.fief.calculators.odds import Aim, Camp, odds

fresh_odds, fresh_chances = odds.__wrapped__, chances.__wrapped__


def test_query(benchmark: Any, figure: Figure) -> None:
    """E1: twenty points, d'Arc among them, against eighteen in a castle."""
    found = benchmark(lambda: fresh_odds(Camp(18, 2, darc=0), Camp(16, 2, "castle")))
    assert 0.90 < found.win < 0.91
    figure("query 20v18", "time", "us")


def test_plain_query(benchmark: Any, figure: Figure) -> None:
    """The anchor's own battle, without d'Arc."""
    found = benchmark(lambda: fresh_odds(Camp(20), Camp(18, row="castle")))
    assert 0.05 < found.win < 0.06
    figure("query 20v18 plain", "time", "us")


def test_query_again(benchmark: Any, figure: Figure) -> None:
    """A question that was asked before."""
    assert benchmark(lambda: odds(Camp(18, 2, darc=0), Camp(16, 2, "castle"))).win
    figure("query 20v18 asked again", "time", "us")


def test_largest_query(benchmark: Any, figure: Figure) -> None:
    """Forty against forty, both aiming at a lord."""
    mine, theirs = Camp(36, 4, darc=0, aim=Aim(1, 3)), Camp(36, 4, aim=Aim(3, 3))
    assert benchmark(lambda: fresh_odds(mine, theirs)).win
    figure("query 40v40, all that can be", "time", "ms")


def test_table(benchmark: Any, figure: Figure) -> None:
    """E2: every battle up to forty a side."""
    found = benchmark(lambda: fresh_chances("open", "castle", MOST))
    assert 0.05 < found.win[20][18] < 0.06
    figure("table 40x40", "time", "ms")
