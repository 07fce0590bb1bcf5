"""The rulebook's tables: numbers are data, formulas are code. A bad row is refused when it is read."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.files import packaged


class Constants(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every figure of the rules (catalogue D1 to D8). Money in écus, strength in men, lists by level or by distance."""

    start_treasury: int
    start_renown: float
    start_happiness: float
    start_population: int
    start_tax_coefficient: float
    tax_factor: float
    tax_ratio_min: float
    tax_ratio_max: float
    coefficient_min: float
    coefficient_max: float
    coefficient_loss_max: float
    redistribution_ratio_max: float
    happiness_ceiling: float | None
    man_price: int
    levy_ratio_min: float
    levy_ratio_max: float
    knights_per_turn: int
    knight_price: int
    pass_damage: float
    pass_damage_peasants: float
    pass_renown: float
    felony_divisor: float
    peasant_share: float
    peasant_spread: float
    peasant_min: int
    battle_passes_max: int
    retreat_peasants: int
    retreat_garrison: int
    retreat_knight: int
    refusal_share: float
    refusal_ally_share: float
    joust_place_price: int
    joust_prize_min: int
    joust_share: float
    joust_share_present: float
    royal_prize: int
    royal_period: int
    joust_tie: float
    joust_passes: int
    joust_gain: float
    joust_weight_max: float
    joust_loss: float
    spy_price: int
    spy_factor: float
    migration_share: float
    migration_loss_max: float
    population_floor: int
    null_happiness: float
    memory_period: int
    memory_gain: float
    memory_max: float
    garrison_men_per_point: int
    garrison_points_max: float
    upkeep_share: float
    desertion_ratio: float
    knight_weight: float
    happiness_ratio_max: float
    population_weight: float
    treasury_weight: float
    retreat_losses: tuple[float, ...]
    fortification_price: tuple[int, ...]
    fortification_happiness: tuple[float, ...]
    fortification_draw: tuple[float, ...]
    fortification_damage: tuple[float, ...]
    titles: tuple[str, ...]
    rents: tuple[int, ...]
    # of the scale (D1, D2)
    lords: int
    lands: int
    renown_victory: float
    conquest_victory: int
    divisor: float
    ally_divisor: float
    title_thresholds: tuple[float, ...]

    def rent(self, title: str) -> int:
        """The rent in écus of a title; 0 without one (D2)."""
        return self.rents[self.titles.index(title)] if title else 0

    def capped_happiness(self, happiness: float) -> float:
        """Happiness under the ceiling of the game, whatever raised it (GP-RED-05)."""
        return happiness if self.happiness_ceiling is None else min(self.happiness_ceiling, happiness)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(packaged(__package__, name).decode())


@cache
def scales() -> dict[str, dict[str, Any]]:
    """The rows of D1 and D2, by map."""
    return _read("scales.toml")


@cache
def common() -> dict[str, Any]:
    """The constants of D4 to D8, the same on every map."""
    return _read("constants.toml")


@cache
def limits() -> dict[str, tuple[float, float]]:
    """The least and the most of each constant that may be changed (GP-OPT-05)."""
    return {name: (least, most) for name, (least, most) in _read("limits.toml").items()}


def constants(scale: str, changes: dict[str, Any]) -> Constants:
    """The constants of a game: those of its scale, with the changes of a private game (GP-OPT-05).

    Raises msgspec.ValidationError when a change names no constant or has the wrong type.
    """
    return convert(common() | scales()[scale] | changes, Constants)


@cache
def name_lists() -> dict[str, tuple[str, ...]]:
    """The lists that names are drawn from: `first`, `by_name` (knights) and `lords` (bots)."""
    return {key: tuple(names) for key, names in _read("names.toml").items()}
