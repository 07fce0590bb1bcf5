"""The figures that a private table may change (GP-OPT-05): what they usually are, read from and written in a form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from heraut.games.gloire.tables import common, scales
from heraut.site.common.words import lang

NONE = "-"  # typed for "no ceiling"

CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "victory": ("renown_victory", "conquest_victory", "divisor", "ally_divisor", "title_thresholds", "rents"),
    "start": (
        "start_treasury",
        "start_renown",
        "start_happiness",
        "start_population",
        "start_tax_coefficient",
        "retreat_peasants",
        "retreat_garrison",
        "retreat_knight",
    ),
    "taxes": (
        "tax_factor",
        "tax_ratio_min",
        "tax_ratio_max",
        "coefficient_min",
        "coefficient_max",
        "coefficient_loss_max",
        "redistribution_ratio_max",
        "happiness_ceiling",
    ),
    "forces": (
        "man_price",
        "levy_ratio_min",
        "levy_ratio_max",
        "knights_per_turn",
        "knight_price",
        "upkeep_share",
        "desertion_ratio",
        "retreat_losses",
    ),
    "battle": (
        "pass_damage",
        "pass_damage_peasants",
        "pass_renown",
        "battle_passes_max",
        "felony_divisor",
        "peasant_share",
        "peasant_spread",
        "peasant_min",
        "fortification_price",
        "fortification_happiness",
        "fortification_draw",
        "fortification_damage",
    ),
    "court": (
        "refusal_share",
        "refusal_ally_share",
        "joust_place_price",
        "joust_prize_min",
        "joust_share",
        "joust_share_present",
        "joust_tie",
        "joust_passes",
        "joust_gain",
        "joust_weight_max",
        "joust_loss",
        "royal_prize",
        "royal_period",
        "spy_price",
        "spy_factor",
    ),
    "people": (
        "migration_share",
        "migration_loss_max",
        "population_floor",
        "null_happiness",
        "memory_period",
        "memory_gain",
        "memory_max",
        "garrison_men_per_point",
        "garrison_points_max",
    ),
    "renown": ("knight_weight", "happiness_ratio_max", "population_weight", "treasury_weight"),
}


def names() -> Iterator[str]:
    """Every constant that may be changed, in the order of the form."""
    for chapter in CHAPTERS.values():
        yield from chapter


def usual(name: str) -> str:
    """What a constant is if nobody changes it; one value a map where the maps differ."""
    if name in common():
        return written(common()[name])
    return " · ".join(dict.fromkeys(written(scale[name]) for scale in scales().values()))


def written(value: Any) -> str:
    """A figure as it is typed; lists with semicolons, which have a space before them in French alone."""
    if isinstance(value, (list, tuple)):
        return (" ; " if lang() == "fr" else "; ").join(written(item) for item in value)
    return NONE if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def read(name: str, text: str) -> Any:
    """A typed figure of the kind that this one is. ValueError."""
    model = common().get(name, scales()["SCANDINAVIE"].get(name))
    if name == "happiness_ceiling" and text.strip() == NONE:
        return None
    if isinstance(model, list):
        return [number(item, model[0]) for item in text.split(";")]
    return number(text, model)


def number(text: str, model: Any) -> float:
    """One number, whole where the rules want it whole; a comma may stand for the point. ValueError."""
    value = float(text.strip().replace(",", "."))
    if not isfinite(value):
        raise ValueError(text)
    if isinstance(model, int) and not isinstance(model, bool):
        if value != int(value):
            raise ValueError(text)
        return int(value)
    return value
