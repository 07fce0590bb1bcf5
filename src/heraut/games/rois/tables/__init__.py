"""The rulebook's tables: numbers are data, formulas are code. A bad row is refused when it is read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.files import packaged
from heraut.games.rois.tables.constants import Constants

R = TypeVar("R")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all tables of names share: the words of the two languages."""

    fr: str
    en: str


class UnitType(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A type of unit (D8). `naval`: of the group that Marine commands."""

    strength: int
    speed: int
    pay: int
    favourable: tuple[str, ...]
    unfavourable: tuple[str, ...]
    nemesis: tuple[str, ...]
    sort: Literal["land", "air", "naval", "amphibious"] = msgspec.field(name="class")
    naval: bool = False


class TerrainType(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A terrain (D9), how many lands have it (RO-MAP-05), and the monsters that wander there (D20)."""

    tax: int
    exploration: int
    line: tuple[int, int]
    encounter: int
    land: int
    wanderers: tuple[str, ...]


class MonsterType(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A monster (D3). See the head of the file."""

    hp: int
    melee: int
    damage: int
    speed: Literal["slow", "medium", "fast"]
    sort: str = msgspec.field(name="class")
    missile: int = 0
    missile_damage: int = 0
    talks: bool = False
    alignment: str = ""
    tags: frozenset[str] = frozenset()
    regains: int = 0
    venom: int = 0
    stun: int = 0
    spell: str = ""
    spell_level: int = 0
    casts: int = 0
    immune: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()


class Spell(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A spell (D15). See the head of the file."""

    domain: str
    level: int
    combat: bool = False
    action: bool = False
    damaging: bool = False
    dice: tuple[int, int] = (0, 0)
    per_level: int = 0
    spares: tuple[str, ...] = ()
    target: Literal["none", "friend", "character", "province", "path", "host"] = "none"
    range: int = 0
    range_per_level: bool = False


class ItemType(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of magic item (D16). See the head of the file."""

    kind: Literal["weapon", "bow", "armour", "worn", "wand", "potion", "scroll"]
    ability: str = ""
    bonus: int = 0
    damage: int = 0
    against_damage: int = 0
    against: tuple[str, ...] = ()
    race: str = ""
    unit: str = ""
    leads: str = ""
    leads_as: int = 0
    steal: int = 0
    spell: str = ""
    spell_level: int = 0
    charges: int = 0
    action: Literal["", "none", "character", "province"] = ""
    weight: int = 0


class Invention(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An invention (D17)."""

    gold: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


class FeatureType(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of special place (D18)."""

    terrains: tuple[str, ...]
    guardians: tuple[str, ...]
    treasure: Literal["A", "B", "C", "D"]


class AlignmentType(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An alignment (D4)."""

    rate: int
    magic: str
    special: str
    fanatic: int


class Race(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A race of characters or units. `druid` 0: no level of Druid leads it."""

    druid: int
    home: str = ""
    home_types: tuple[str, ...] = ()
    natives: dict[str, tuple[str, ...]] = {}
    raises: str = ""
    count: int = 0
    terrains: tuple[str, ...] = ()


class Office(Row, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An imperial office (D10)."""

    points: int


def read(name: str) -> dict[str, Any]:
    """The table file of this name, as plain data."""
    return tomllib.loads(packaged(__package__, name).decode())


@cache
def name_lists() -> Mapping[str, Any]:
    """The parts of province names and the names of characters (D22), read when the first world asks for them."""
    return read("names.toml")


def _table(name: str, kind: type[R]) -> dict[str, R]:
    return convert(read(name), dict[str, kind])  # type: ignore[valid-type]


UNITS = _table("units.toml", UnitType)
TERRAINS = _table("terrains.toml", TerrainType)
MONSTERS = _table("monsters.toml", MonsterType)
SPELLS = _table("spells.toml", Spell)
ITEMS = _table("items.toml", ItemType)
INVENTIONS = {int(number): row for number, row in _table("inventions.toml", Invention).items()}
FEATURES = _table("features.toml", FeatureType)
ALIGNMENT_TABLE = _table("alignments.toml", AlignmentType)
RACES = _table("races.toml", Race)
OFFICE_TABLE = _table("offices.toml", Office)
CONSTANTS = convert(read("constants.toml"), Constants, strict=False)

NAMED_ITEMS = tuple(code for code in ITEMS if code.isdigit())  # 1 to 10: a point each (RO-OFF-08)


def wealth(tax_base: int) -> int:
    """The wealth class of a tax base: 0 rich, 1 prosperous, 2 poor (D14)."""
    return next(place for place, least in enumerate(CONSTANTS.wealth) if tax_base >= least)
