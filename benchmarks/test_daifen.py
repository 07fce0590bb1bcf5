"""Daifen: assaults, one with its whole log, and thousands for their odds (goals M1, M2, M4).

The armies are those of the anchor: 123 units and 224 dice against 110, 200 and 15 walls; @x10 is ten times that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.conftest import Figure
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.assault import Defence, Force, assault
from heraut.games.daifen.calculators.odds import odds
from heraut.games.daifen.races import Profile, profiles

# The anchor's four figures (att, def, res); the last is nobody's in the game, so that a Kastagneur lends his name.
PROFILES = {**profiles({}), "kastagneur": Profile(1, 2, 2)}
ATTACK = {"centaure": 34, "archer": 33, "guerrier": 28, "kastagneur": 28}
DEFENCE = {"centaure": 30, "archer": 30, "guerrier": 25, "kastagneur": 25}
WALLS = {"barricades": 10, "mur": 5}


def times(stock: dict[str, int], size: int) -> dict[str, int]:
    """So many times each."""
    return {code: number * size for code, number in stock.items()}


def armies(size: int) -> tuple[list[Force], Defence]:
    """Both sides, so many times as large as the anchor's."""
    home = Force(Seat("j2"), 2, times(DEFENCE, size))
    return [Force(Seat("j1"), 1, times(ATTACK, size))], Defence(home, (), times(WALLS, size), 0)


@pytest.fixture
def laboratory() -> Callable[..., Any]:
    """The odds by arrays, where numpy is installed."""
    pytest.importorskip("numpy")
    from heraut.lab import assaults

    return assaults.odds


@pytest.mark.parametrize(("case", "size", "runs"), [("assault", 1, 16_384), ("assault@x10", 10, 8_192)])
def test_laboratory(
    benchmark: Any, figure: Figure, laboratory: Callable[..., Any], case: str, size: int, runs: int
) -> None:
    """M1, M2: the odds by arrays."""
    found = benchmark.pedantic(lambda: laboratory(*armies(size), 2026, PROFILES, runs=runs), rounds=5, warmup_rounds=1)
    assert found.runs == runs
    figure(case, "battles_per_s", "battles/s", rate=runs)


def test_odds(benchmark: Any, figure: Figure) -> None:
    """The odds of the game, in pure Python: 10,000 assaults, what `heraut odds` fights."""
    found = benchmark.pedantic(lambda: odds(*armies(1), Rng(b"odds"), PROFILES), rounds=5, warmup_rounds=1)
    assert 0.45 < found.pillage.share < 0.6
    figure("assault", "s_per_10000_odds", "s")
    figure("assault", "py_battles_per_s", "battles/s", rate=10_000)


def test_assault(benchmark: Any, figure: Figure) -> None:
    """M4: an assault of the arbiter, every die thrown and every death in its log."""
    attackers, defence = armies(1)
    rng = Rng(b"assault")

    def fight() -> int:
        return sum(len(assault(attackers, defence, rng, PROFILES).rounds) for _ in range(100))

    assert benchmark(fight) > 100
    figure("assault", "official_battles_per_s", "battles/s", rate=100)
    figure("assault", "official_us", "us", per=100)
