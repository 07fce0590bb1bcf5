"""Counting the ends of an attack, each with its weight, and what the counts come to: the answer of the odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from heraut.engine.intervals import wilson
from heraut.engine.spread import Distribution, distribution
from heraut.games.gloire.calculators.forces import NOTHING, Attacker, Defender, Force, numbers
from heraut.games.gloire.phases.battle import Side, defender_renown, loser_renown, victor_renown
from heraut.games.gloire.tables import Constants


class DefenderOdds(msgspec.Struct, frozen=True):
    """One defender: the chances that he is fought and that his last man falls, the men he has at the end.

    `renown` is a living knight's at the end, None for those whose renown is forgotten, or if none survives.
    """

    fought: float
    destroyed: float
    men: Distribution
    renown: Distribution | None


class Odds(msgspec.Struct, frozen=True):
    """The chances of an attack.

    `success`: he takes the land; `death`: his last man falls. The intervals hold the true chances with 95 %
    (Wilson); they are points when `method` is "exact". `effort` is the number of passes followed, or of runs fought.
    `renown` is the attacker's at the end if he lives, None if he never does; `passes` are those to be expected.
    """

    method: Literal["exact", "simulated"]
    effort: int
    success: float
    success_interval: tuple[float, float]
    death: float
    death_interval: tuple[float, float]
    passes: float
    men: Distribution
    renown: Distribution | None
    defenders: tuple[DefenderOdds, ...]


class Tally:
    """What has been found so far: how often, or how probably, each end comes about."""

    def __init__(self, attacker: Attacker, defenders: Sequence[Defender], constants: Constants) -> None:
        self.attacker = attacker
        self.defenders = defenders
        self.constants = constants
        self.effort = 0
        self.total = self.success = self.death = self.passes = 0.0
        self.men: dict[float, float] = {}
        self.renown: dict[float, float] = {}
        self.foe_men: list[dict[float, float]] = [{} for _ in defenders]
        self.foe_renown: list[dict[float, float]] = [{} for _ in defenders]

    def end(self, weight: float, men: int, renown: float, met: float | None, *, success: bool) -> None:
        """The attack is over; `met` is the renown of the last commander fought, None if there was none (GP-BAT-09)."""
        self.total += weight
        if success:
            self.success += weight
        if men == 0 and met is not None:
            self.death += weight
        add(self.men, men, weight)
        if men > 0:
            settle = victor_renown if success else loser_renown
            settled = renown if met is None else settle(renown, self.attacker.renown, met, self.constants)
            add(self.renown, settled, weight)

    def fought(self, weight: float, index: int, side: Side, renown_before: float) -> None:
        """A defender's battle is over."""
        add(self.foe_men[index], side.men, weight)
        if side.men > 0:
            add(self.foe_renown[index], defender_renown(side.renown, renown_before), weight)

    def summary(self, method: Literal["exact", "simulated"], effort: int) -> Odds:
        """The shares, means and quantiles of what was counted."""
        total = self.total
        success, death = share(self.success, total), share(self.death, total)
        exact = method == "exact"
        return Odds(
            method=method,
            effort=effort,
            success=success,
            success_interval=(success, success) if exact else wilson(success, effort),
            death=death,
            death_interval=(death, death) if exact else wilson(death, effort),
            passes=self.passes / total,
            men=distribution(self.men, NOTHING),
            renown=distribution(self.renown, NOTHING) if self.renown else None,
            defenders=tuple(self.defender_summary(index, total) for index in range(len(self.defenders))),
        )

    def defender_summary(self, index: int, total: float) -> DefenderOdds:
        """One defender; as often as he was not fought he has what he began with."""
        defender, men, renown = self.defenders[index], dict(self.foe_men[index]), dict(self.foe_renown[index])
        fought = sum(men.values())
        destroyed = men.get(0, 0.0)
        for number, chance in numbers(defender, self.constants):
            if total - fought > NOTHING * total:
                add(men, number, (total - fought) * chance)
                add(renown, defender.renown, (total - fought) * chance)
        named = isinstance(defender, Force) and defender.sort == "knight"
        return DefenderOdds(
            share(fought, total),
            share(destroyed, total),
            distribution(men, NOTHING),
            distribution(renown, NOTHING) if named and renown else None,
        )


def add(counts: dict[float, float], value: float, weight: float) -> None:
    """Counts a value once more, with this weight."""
    counts[value] = counts.get(value, 0.0) + weight


def share(part: float, total: float) -> float:
    """A share, which the rounding of sums must not take beyond the whole."""
    return min(1.0, part / total)
