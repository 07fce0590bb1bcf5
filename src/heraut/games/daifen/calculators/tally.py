"""Counting the ends of an assault fought many times, and what the counts come to: the answer of the odds."""

from __future__ import annotations

from collections import Counter

import msgspec

from heraut.engine.intervals import wilson
from heraut.engine.protocol import Seat
from heraut.engine.spread import Distribution, distribution
from heraut.games.daifen.battle.assault import Ending


class Frequency(msgspec.Struct, frozen=True):
    """How often something happened, and the interval that holds its true chance with 95 % (Wilson)."""

    share: float
    low: float
    high: float


class Odds(msgspec.Struct, frozen=True):
    """The chances of an assault, from so many `runs`.

    `attackers` and `defenders` are the units left on each side; `survivors` their mean numbers by owner and type.
    `loot` counts the assaults that bring none too; `buildings` are the mean numbers of those destroyed.
    """

    runs: int
    pillage: Frequency
    stand_off: Frequency
    repelled: Frequency
    rounds: float
    attackers: Distribution
    defenders: Distribution
    loot: Distribution
    survivors: dict[Seat, dict[str, float]]
    buildings: dict[str, float]


class Tally:
    """How often each end came, and each number of units left, and each loot."""

    def __init__(self) -> None:
        self.endings: Counter[Ending] = Counter()
        self.rounds = 0
        self.attackers: Counter[int] = Counter()
        self.defenders: Counter[int] = Counter()
        self.loot: Counter[int] = Counter()

    def odds(self, survivors: dict[Seat, dict[str, float]], buildings: dict[str, float]) -> Odds:
        """What the counts come to, with the means of survivors and of buildings lost."""
        runs = self.endings.total()
        return Odds(
            runs,
            frequency(self.endings["pillage"], runs),
            frequency(self.endings["stand_off"], runs),
            frequency(self.endings["repelled"], runs),
            self.rounds / runs,
            distribution(self.attackers),
            distribution(self.defenders),
            distribution(self.loot),
            survivors,
            buildings,
        )


def frequency(times: int, runs: int) -> Frequency:
    """The share of so many times in so many runs, with Wilson's interval."""
    share = times / runs
    return Frequency(share, *wilson(share, runs))
