"""The five races, and the lists that they draw from: technologies, buildings, units, in canonical order.

A type of the same name has the same figures in every race that has it: types are global (DA-KIN-04, DA-RNG-03).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.rng import Rng
from heraut.games.daifen.tables import read


class Technology(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A technology: what it costs in intellect, and the one that it requires, if any (DA-TEC-01)."""

    code: str
    number: int  # of the canonical order, from 1
    fr: str
    en: str
    cost: int
    requires: str | None = None
    races: tuple[str, ...]


class Building(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A type of building. A gain below 0 is upkeep; `attack` counts its dice in the volley."""

    code: str
    number: int
    fr: str
    fr_many: str
    en: str
    en_many: str
    cost: int
    requires: str | None = None
    attack: int = 0
    resistance: int
    gold_gain: int = 0
    intellect_gain: int = 0
    trains: bool = False
    protection: bool = False
    races: tuple[str, ...]


class Profile(msgspec.Struct, frozen=True, gc=False):
    """How a unit fights: the dice that it throws, those that protect it, the hits that it stands."""

    att: int
    defence: int
    res: int


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A type of unit. `profile` is None where it is a secret of the continent (DA-CON-10).

    `cost` weighs in the sharing of loot (DA-ASS-21); nobody can pay it for a unit that is trained nowhere.
    """

    code: str
    number: int
    fr: str
    fr_many: str
    en: str
    en_many: str
    cost: int
    requires: str | None = None
    profile: Profile | None = None
    gold_gain: int = 0
    intellect_gain: int = 0
    offensive: bool = False
    defensive: bool = False
    trained_in: str | None = None
    races: tuple[str, ...] = ()


class NelrkProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the three profiles that the Nelrk types share out (DA-GAP-23)."""

    fr: str
    en: str
    att: int
    defence: int
    res: int

    @property
    def profile(self) -> Profile:
        """Its figures."""
        return Profile(self.att, self.defence, self.res)


class Roles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The codes of the types that rules call by name."""

    spy: str
    caravan: str
    dryad: str
    necromancer: str
    skeleton: str
    watch_tower: str


class Race(msgspec.Struct, frozen=True, kw_only=True):
    """One of the five peoples, and the codes of its lists, in canonical order (DA-CON-03, DA-CON-04)."""

    code: str
    fr: str
    en: str
    technologies: tuple[str, ...]
    buildings: tuple[str, ...]
    units: tuple[str, ...]


def _technologies() -> dict[str, Technology]:
    rows = read("technologies.toml")
    return {
        code: convert(row | {"code": code, "number": number}, Technology)
        for number, (code, row) in enumerate(rows.items(), start=1)
    }


def _buildings() -> dict[str, Building]:
    rows = read("buildings.toml")
    return {
        code: convert(row | {"code": code, "number": number}, Building)
        for number, (code, row) in enumerate(rows.items(), start=1)
    }


def _units() -> dict[str, Unit]:
    units = {}
    for number, (code, row) in enumerate(read("units.toml").items(), start=1):
        figures = {name: row.pop(name) for name in Profile.__struct_fields__ if name in row}
        profile = convert(figures, Profile) if figures else None
        units[code] = convert(row | {"code": code, "number": number, "profile": profile}, Unit)
    return units


def _races() -> dict[str, Race]:
    return {
        code: Race(
            code=code,
            fr=row["fr"],
            en=row["en"],
            technologies=tuple(name for name, technology in TECHNOLOGIES.items() if code in technology.races),
            buildings=tuple(name for name, building in BUILDINGS.items() if code in building.races),
            units=tuple(name for name, unit in UNITS.items() if code in unit.races),
        )
        for code, row in read("races.toml").items()
    }


_SPECIALS = read("specials.toml")

TECHNOLOGIES = _technologies()  # each by its code, in canonical order
BUILDINGS = _buildings()
UNITS = _units()
RACES = _races()

ROLES = convert(_SPECIALS["roles"], Roles)
NELRKS: tuple[str, ...] = tuple(_SPECIALS["nelrks"])
NELRK_PROFILES = convert(_SPECIALS["profiles"], dict[str, NelrkProfile])


def draw_nelrks(rng: Rng) -> dict[str, str]:
    """The secret of a continent: the profile of each Nelrk type, by code, one to one (DA-CON-10)."""
    names = list(NELRK_PROFILES)
    rng.shuffle(names)
    return dict(zip(NELRKS, names, strict=True))


def profiles(nelrks: Mapping[str, str]) -> Mapping[str, Profile]:
    """How every type of unit fights on a continent with this secret; without one, Nelrk types are left out."""
    return _profiles(tuple(nelrks.items()))


@cache
def _profiles(nelrks: tuple[tuple[str, str], ...]) -> Mapping[str, Profile]:
    secret = {code: NELRK_PROFILES[name].profile for code, name in nelrks}
    known = {code: unit.profile or secret.get(code) for code, unit in UNITS.items()}
    return {code: profile for code, profile in known.items() if profile is not None}
