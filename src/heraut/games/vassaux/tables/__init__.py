"""The rulebook's tables: numbers are data, formulas are code. A bad row is refused when it is read."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.files import packaged
from heraut.games.vassaux.tables.codes import (
    Action,
    ArmourCode,
    FighterCode,
    HostCode,
    MapCode,
    OrderCode,
    PowerCode,
    ProfileCode,
    School,
    SpellCode,
    TerrainCode,
    TitleCode,
    Trade,
    WeaponCode,
)


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row has a name in each language."""

    fr: str
    en: str


class Profile(Row, frozen=True, kw_only=True):
    """A profile (D2)."""

    many_fr: str
    many_en: str
    mv: int
    ps: int
    at: int
    df: int
    cost: int


class Title(Row, frozen=True, kw_only=True):
    """A title (D3); `aura` in R."""

    lord: bool
    aura: int
    cd: int
    cost: int
    camp: Literal["frank", "barbarian"]


class Weapon(Row, frozen=True, kw_only=True):
    """A class of weapons (D4): dice added in melee against foot and against riders, and when shooting; range in mR."""

    word: str  # in a list that a player writes
    cost: int
    melee: int = 0
    mounted: int = 0
    shooting: int = 0
    range: int = 0
    shots: int = 0
    barred: tuple[ProfileCode, ...] = ()


class Armour(Row, frozen=True, kw_only=True):
    """A class of armours (D5); `only`: the profiles that may wear it."""

    word: str
    cost: int
    df: int = 0
    only: tuple[ProfileCode, ...] = ()


class Order(Row, frozen=True, kw_only=True):
    """An order (D7). `hidden`: no player announces it."""

    face: int
    simple: bool = False
    moves: bool = False
    hidden: bool = False


class Power(Row, frozen=True, kw_only=True):
    """A power (D8). `who`: any, lord, leader (paid once), unit (not for a Lord)."""

    schools: tuple[School, ...]
    who: Literal["any", "lord", "leader", "unit"]
    cost: int
    profiles: tuple[ProfileCode, ...] = ()


class Spell(Row, frozen=True, kw_only=True):
    """A spell (D8); `range` of those that are shooting attacks."""

    school: School
    power: int
    target: Literal["", "enemy", "any"] = ""
    howl: bool = False
    ritual: bool = False
    range: int = 0


class Fighter(Row, frozen=True, kw_only=True):
    """A ready-made fighter (D9)."""

    profile: ProfileCode
    weapon: WeaponCode
    armour: ArmourCode
    up: Trade = Trade("")
    down: Trade = Trade("")
    mounted: bool = False


class Ground(Row, frozen=True, kw_only=True):
    """A sort of terrain (D10). `word`: as players write it; "" where there is nothing to place."""

    word: str = ""
    move: Literal["free", "difficult", "impassable"]
    sight: Literal["clear", "cover", "blocks"]
    rest: bool
    elevation: int = 0


class Drawn(NamedTuple):
    """A piece of terrain as a map has it: its rectangle in R."""

    code: TerrainCode
    x1: float
    x2: float
    y1: float
    y2: float


class Marker(NamedTuple):
    """A place of a map, in R."""

    x: float
    y: float


class Map(Row, frozen=True, kw_only=True):
    """A map (D11)."""

    elements: tuple[Drawn, ...]
    markers: tuple[Marker, ...] = ()


class ReadyUnit(NamedTuple):
    """A unit of a ready-made host; `fighter` is one of the ready-made, or a bare profile."""

    size: int
    fighter: str
    title: TitleCode
    name: str


class ReadyHost(Row, frozen=True, kw_only=True):
    """A ready-made host (D12)."""

    total: int
    reserve: int
    lord: dict[str, Any]
    units: tuple[ReadyUnit, ...]


class BothSeats(NamedTuple):
    """A number for each seat; `[place]` gives that of one."""

    south: int
    north: int


class BothHosts(NamedTuple):
    """A ready-made host for each seat."""

    south: HostCode
    north: HostCode


class Scenario(Row, frozen=True, kw_only=True):
    """A scenario (SV-SCN): its map, hosts and points."""

    map: MapCode
    hosts: BothHosts
    limit: BothSeats


class SoloRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the reaction table (D13): up to which sum of Fm and Fs, and a list of actions for each face."""

    upto: int
    cells: tuple[tuple[Action, ...], ...]


class Part(NamedTuple):
    """So many of so many."""

    part: int
    whole: int


class Constants(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every figure of the rules that stands in no list (D1 and others)."""

    eps: int
    step: int
    clear: int
    edge: int
    slit: int
    grid: int
    foot_radius: int
    mounted_radius: int
    ruler_cm: int
    table: int
    tables: tuple[int, ...]
    zone: int
    zone_growth: int
    pieces_max: int
    parts_max: int
    piece_grid: int
    piece_least: int
    slope_rim: int
    points_per_square: int
    units_max: int
    unit_min: int
    unit_max: int
    profile_change: int
    mount: int
    gear_ps: int
    gear_points: int
    ratio: int
    powers_unit: int
    powers_lord: int
    run: int
    invocation: int
    resurrection_ps: int
    night_range: int
    rain_dice: int
    meteor_usual: int
    silences: int
    turns_base: int
    morale_max: int
    marker_radius: int
    duel_reach: int
    ambush_reach: int
    ambush_gap: int
    elimination: Part
    house_zone: tuple[int, int, int, int]
    house_lines: tuple[int, int]
    house_exit: tuple[int, int]
    house_flank: int
    house_flank_depth: int
    villagers: int
    villagers_to_save: int
    villagers_per_turn: int
    braziers: int
    riders: int
    point_reach: int
    point_from_edge: int
    points_apart: int
    points_max: int
    defence_line: int
    score_objective: int
    score_lord: int
    score_vassal: int
    timer_orders: int
    timer_other: int
    instruction_rules: int
    instructions_given: int
    infiltration_markers: int
    regroup_steps: int
    charge_steps: int


def read(name: str) -> dict[str, Any]:
    """The table file of this name, as plain data."""
    return tomllib.loads(packaged(__package__, name).decode())


def _table(name: str, code: Any, row: Any) -> Any:
    return convert(read(name), dict[code, row])


CONSTANTS: Constants = convert(read("constants.toml"), Constants)
PROFILES: dict[ProfileCode, Profile] = _table("profiles.toml", ProfileCode, Profile)
TITLES: dict[TitleCode, Title] = _table("titles.toml", TitleCode, Title)
WEAPONS: dict[WeaponCode, Weapon] = _table("weapons.toml", WeaponCode, Weapon)
ARMOURS: dict[ArmourCode, Armour] = _table("armours.toml", ArmourCode, Armour)
ORDERS: dict[OrderCode, Order] = _table("orders.toml", OrderCode, Order)
POWERS: dict[PowerCode, Power] = _table("powers.toml", PowerCode, Power)
SPELLS: dict[SpellCode, Spell] = _table("spells.toml", SpellCode, Spell)
FIGHTERS: dict[FighterCode, Fighter] = _table("fighters.toml", FighterCode, Fighter)
TERRAIN: dict[TerrainCode, Ground] = _table("terrain.toml", TerrainCode, Ground)

R = 1000
EPS = CONSTANTS.eps
CLEAR = CONSTANTS.clear
SLIT = CONSTANTS.slit
STEP = CONSTANTS.step
SCHOOLS = (School("ROUGE"), School("VERTE"), School("NOIRE"))


@cache
def maps() -> dict[MapCode, Map]:
    """The maps, by code."""
    found: dict[MapCode, Map] = _table("maps.toml", MapCode, Map)
    return found


@cache
def hosts() -> dict[HostCode, ReadyHost]:
    """The ready-made hosts, by code."""
    found: dict[HostCode, ReadyHost] = _table("hosts.toml", HostCode, ReadyHost)
    return found


@cache
def scenarios() -> dict[int, Scenario]:
    """The scenarios, by number."""
    return {int(number): row for number, row in _table("scenarios.toml", str, Scenario).items()}


@cache
def solo_table() -> tuple[SoloRow, ...]:
    """The reaction table, row by row."""
    return convert(read("solo.toml")["rows"], tuple[SoloRow, ...])
