"""The rulebook's tables: numbers are data, formulas are code. A bad row is refused when it is read."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, Literal

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.files import packaged

Chance = tuple[int, int]  # (1, 8): one in eight


class Constants(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every number of the rules that stands in no list (catalogue: starting kit, limits, probabilities)."""

    start_gold: int
    start_intellect: int
    start_buildings: dict[str, int]
    start_units: dict[str, int]
    winner_units: dict[str, int]
    buildings_per_turn: int
    building_techs: tuple[str, ...]
    places_per_building: int
    attacks_max: int
    supports_max: int
    gifts_max: int
    rumours_max: int
    rumour_length_max: int
    kingdoms_min: int
    kingdoms_max: int
    kingdoms_default: int
    name_length_min: int
    name_length_max: int
    abandon_after: int
    association_min: int
    association_max: int
    catch_base: Chance
    catch_watch_tower: Chance
    catch_guard: Chance
    sabotage: Chance
    theft_share: int
    theft_min: int
    dryad_shield: int
    protection_share: int
    skeletons_per_necromancer: int
    caravan_gold: int
    rumour_few: Chance
    rumour_many: Chance
    rumour_true: Chance
    rumour_false: Chance
    rumour_false_few: Chance
    rumour_launched: Chance


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deadline days of a pace, 1 (Monday) to 7 (Sunday) (DA-PAC-01)."""

    fr: str
    en: str
    days: tuple[int, ...]


class ExplorationEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may befall a fruitless explorer: up to which throw of the D12, and how many D3 he finds (DA-SPY-25)."""

    fr: str
    en: str
    last: int
    dice: int


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the six statements of a rumour (DA-RUM-01)."""

    subject: Literal["units", "buildings", "gold"]
    many: bool
    fr: str
    en: str


def read(name: str) -> dict[str, Any]:
    """The table file of this name, as plain data."""
    return tomllib.loads(packaged(__package__, name).decode())


CONSTANTS: Constants = convert(read("constants.toml"), Constants)
"""The constants of the rules."""


@cache
def paces() -> dict[str, Pace]:
    """The four paces, by code; the moon's days are those of `lune`, which is no pace of a continent."""
    return convert(read("paces.toml"), dict[str, Pace])


@cache
def exploration_events() -> dict[str, ExplorationEvent]:
    """The rows of the D12, in increasing order of `last`."""
    return convert(read("events.toml"), dict[str, ExplorationEvent])


@cache
def statements() -> dict[str, Statement]:
    """The six statements, by the code that stands in an order."""
    return convert(read("rumours.toml"), dict[str, Statement])
