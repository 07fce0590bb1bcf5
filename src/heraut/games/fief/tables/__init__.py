"""The rulebook's tables: numbers are data, formulas are code. A bad row is refused when it is read."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from typing import Any, Literal

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.files import packaged

Tokens = tuple[int, int, int]  # how many tokens of value 1, 3 and 6


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the rulebook."""


class Prices(Table, frozen=True):
    """D4, in écus."""

    point: int
    press: int
    mill: int
    castle: int
    village_of_title: int
    cardinal: int
    conviction: int


class Incomes(Table, frozen=True):
    """D5, in écus a turn."""

    press: int
    mill: int
    castle: int
    city: int
    king: int
    queen: int
    taille: int


class Combat(Table, frozen=True):
    """D6: dice, and the points lost for each sum of dice, by the position of the camp that is hit."""

    two_dice_from: int
    three_dice_from: int
    darc_bonus: int
    calmed_from: int
    aimed_kills: int
    plague_kills_to: int
    open: tuple[int, ...]
    castle: tuple[int, ...]
    city: tuple[int, ...]


class Points(Table, frozen=True):
    """D7: what a fortune and each title are worth in the points game."""

    per_purse: int
    purse: int
    king: int
    duke: int
    count: int
    queen: int
    baron: int
    bishop: int
    crown_prince: int
    cardinal: int
    lengths: tuple[int, ...]
    every: int


class Auction(Table, frozen=True):
    """D8, variant A."""

    minimum: int
    raise_: int = msgspec.field(name="raise")
    share: int


class Ransoms(Table, frozen=True):
    """D8, variant C, in écus; in increasing order of rank."""

    untitled: int
    bishop: int
    baron: int
    cardinal: int
    count: int
    duke: int
    queen: int
    crown_prince: int
    king: int


class Crowd(Table, frozen=True):
    """D8, variant B1."""

    silent_above: int


class Disease(Table, frozen=True):
    """D8, variant B2: one bracket."""

    pawns: int
    loss: tuple[int, int]
    dies_to: int


class Constants(Table, frozen=True):
    """Every number of the rules that stands in no list."""

    seats_min: int
    seats_max: int
    setup_dice: int
    start_tokens: Tokens
    start_purse: int
    unit: int
    token_values: Tokens
    soldier_series: Tokens
    king_guard_series: Tokens
    queen_guard_series: Tokens
    rebel_series: Tokens
    castles: int
    cities: int
    mills: int
    presses: int
    cardinals: int
    family_max: int
    hand: int
    buildings_max: int
    steps: int
    steps_darc: int
    regency_turns: int
    elected_votes: int
    crowning_bishops: int
    battle_rounds_max: int
    fiefs_alone: int
    fiefs_pair: int
    silent_turns: int
    prices: Prices
    incomes: Incomes
    combat: Combat
    points: Points
    auction: Auction
    ransoms: Ransoms
    crowd: Crowd
    disease: tuple[Disease, ...]


class CardRow(Table, frozen=True):
    """A kind of card: how many there are, and its names."""

    kind: Literal["lord", "title", "tax", "attack", "parry", "reaction"]
    count: int
    fr: str
    en: str


class LordRow(Table, frozen=True):
    """One of the sixteen lords."""

    name: str
    gender: Literal["man", "woman"]


class Blazon(Table, frozen=True):
    """A series of soldiers: its name in both languages, and its colour."""

    fr: str
    en: str
    colour: str


class VillageRow(Table, frozen=True):
    """A village of the board; `clockwise` is its rank around the board."""

    id: str
    name: str
    x: int
    y: int
    region: str
    bishopric: str
    clockwise: int


class RoadRow(Table, frozen=True):
    """A road; a bridge is decoration."""

    a: str
    b: str
    bridge: bool


class RegionRow(Table, frozen=True):
    """A region: a potential fief."""

    id: str
    label: str
    title: Literal["barony", "county", "duchy"]
    colour: str
    villages: tuple[str, ...]


class BishopricRow(Table, frozen=True):
    """A bishopric."""

    id: str
    label: str
    seat: str
    villages: tuple[str, ...]


class Board(Table, frozen=True):
    """D10: the board, in village order."""

    villages: tuple[VillageRow, ...]
    roads: tuple[RoadRow, ...]
    regions: tuple[RegionRow, ...]
    bishoprics: tuple[BishopricRow, ...]


def read(name: str) -> dict[str, Any]:
    """The table file of this name, as plain data."""
    return tomllib.loads(packaged(__package__, name).decode())


CONSTANTS: Constants = convert(read("constants.toml"), Constants)
"""The constants of the rules."""


@cache
def cards() -> dict[str, CardRow]:
    """The blue cards, by identifier, in the rulebook's order."""
    return convert(read("cards.toml")["blue"], dict[str, CardRow])


@cache
def lord_rows() -> dict[str, LordRow]:
    """The sixteen lords, by identifier, in alphabetical order."""
    return convert(read("lords.toml")["lords"], dict[str, LordRow])


@cache
def blazons() -> dict[str, Blazon]:
    """The six blazons, by identifier."""
    return convert(read("lords.toml")["blazons"], dict[str, Blazon])


@cache
def board() -> Board:
    """The board."""
    return convert(json.loads(packaged(__package__, "board.json")), Board)
