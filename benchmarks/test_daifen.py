"""Daifen: assaults, one with its whole log, and thousands for their odds (goals M1, M2, M4, M5).

The armies are those of the anchor: 123 units and 224 dice against 110, 200 and 15 walls; @x10 is ten times that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.conftest import Figure
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen.battle.assault import Defence, Force, assault
from heraut.games.daifen.calculators.odds import odds
from heraut.games.daifen.orders import Attack, Build, Explore, Form
from heraut.games.daifen.races import Profile, profiles
from heraut.games.daifen.state import Continent, KingdomName

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


KINGDOMS, ASSAULTS, KNOWN = (
    100,
    60,
    30,
)  # more kingdoms than a continent takes (DA-CON-06): setup is asked for forty at a time


def great_continent() -> tuple[Continent, dict[Seat, Form]]:
    """A hundred kingdoms, each knowing thirty others; each of sixty sends the anchor's army against one of the rest."""
    seats = [Seat(f"j{n}") for n in range(1, KINGDOMS + 1)]
    parts = [
        daifen.setup(seats[first : first + 40], {"abandon_after": None, "lords": 40}, Rng(b"great"))
        for first in (0, 40, 80)
    ]
    state, *others = [part.state for part in parts]
    state.kingdoms |= {seat: kingdom for other in others for seat, kingdom in other.kingdoms.items()}
    forms = {}
    for number, kingdom in enumerate(state.kingdoms.values()):
        kingdom.number, kingdom.name = number + 1, KingdomName(f"Royaume {number + 1}")
        kingdom.known = dict.fromkeys((seats[(number + step) % KINGDOMS] for step in range(1, KNOWN)), 0)
        kingdom.gold = 10_000
        kingdom.units = ATTACK | {"espion": 4} if number < ASSAULTS else DEFENCE | {"espion": 4}
        kingdom.buildings = kingdom.buildings | WALLS
    for number, seat in enumerate(seats):
        target = state.kingdoms[seats[ASSAULTS + number % (KINGDOMS - ASSAULTS)]]
        state.kingdoms[seat].known |= {target.seat: 0} if target.seat != seat else {}
        march = [Attack(target.name, tuple(ATTACK.items()))] if number < ASSAULTS else []
        forms[seat] = Form((Build("mine", 1), Explore(2), *march))
    return state, forms


def test_turn(benchmark: Any, figure: Figure) -> None:
    """M5: a whole turn of a hundred kingdoms, sixty armies of some 200 dice on the march."""
    state, forms = great_continent()
    step = benchmark(lambda: daifen.advance(state, forms, Rng(b"turn")))
    assert sum(event.kind == "assault_attacker" for event in step.events) == ASSAULTS
    figure("continent", "ms_per_turn", "ms")
