"""What may be chosen before a match: the map, the options, the figures of the rules (GP-SET, GP-OPT), all checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec

from heraut.engine.choices import choice_refusal
from heraut.engine.decoding import convert
from heraut.engine.names import plain, valid_name
from heraut.engine.protocol import Json, Refusal, Seat, SetupError
from heraut.games.gloire.atlas import MAPS, MOST_LORDS, Atlas, atlas
from heraut.games.gloire.state import Settings
from heraut.games.gloire.tables import Constants, constants, limits, scales

LEAST_LORDS = 2
FIXED = {"lands"}  # a constant that the map decides


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen before the start, besides the figures of the rules (GP-OPT).

    `lords` is the number that the match waits for, by default that of the scale (GP-SET-10); `names` are the lords'
    names, by seat; seats without one get a name of ours.
    """

    map: str = MAPS[0]
    lords: int | None = None
    names: dict[Seat, str] = {}
    militia: bool = False
    varied_lands: bool = False
    turn_limit: int | None = None
    turn_limit_secret: bool = False


def read_options(seats: Sequence[Seat], options: Json) -> tuple[Options, Settings]:
    """The options, checked. Raises SetupError with every reason why these cannot be played."""
    if refusals := value_refusals(options):
        raise SetupError(refusals)
    fields = set(Options.__struct_fields__)
    chosen = convert({key: value for key, value in options.items() if key in fields}, Options)
    place = atlas(chosen.map)
    scale = "EUROPE" if len(seats) > scales()["EUROPE"]["lords"] else place.map  # GP-SET-11
    numbers = constants(scale, {key: value for key, value in options.items() if key not in fields})
    awaited = numbers.lords if chosen.lords is None else chosen.lords
    refusals = [*count_refusals(len(seats), awaited, place), *name_refusals(seats, chosen.names)]
    if chosen.turn_limit is not None and chosen.turn_limit < 1:
        refusals.append(Refusal("GP-OPT-06", "bad_turn_limit", {"limit": chosen.turn_limit}))
    refusals += constant_refusals(numbers)
    if refusals:
        raise SetupError(refusals)
    settings = Settings(
        map=place.map,
        constants=numbers,
        militia=chosen.militia,
        varied_lands=chosen.varied_lands,
        turn_limit=chosen.turn_limit,
        turn_limit_secret=chosen.turn_limit_secret,
    )
    return chosen, settings


@cache
def kinds() -> dict[str, Any]:
    """The type of everything that may be chosen, by name."""
    figures = {name: kind for name, kind in get_type_hints(Constants).items() if name not in FIXED}
    return figures | get_type_hints(Options)


def value_refusals(options: Json) -> list[Refusal]:
    """Options that do not exist, or whose values cannot be read (GP-OPT-05); a map that we do not have (GP-SET-01)."""
    refusals = []
    for name, value in options.items():
        refusal = choice_refusal(name, value, kinds(), "GP-OPT-05")
        if refusal is None and name == "map" and not is_map(value):
            refusal = Refusal("GP-SET-01", "unknown_map", {"text": value, "maps": list(MAPS)})
        if refusal is not None:
            refusals.append(refusal)
    return refusals


def is_map(name: str) -> bool:
    """Whether a map bears this name."""
    try:
        atlas(name)
    except ValueError:
        return False
    return True


def count_refusals(number: int, awaited: int, place: Atlas) -> list[Refusal]:
    """A match starts with its full number of lords, and with no more than the map can seat (GP-SET-10, GP-SET-11)."""
    most = min(MOST_LORDS, len(place.places))
    for asked in (awaited, number):
        if not LEAST_LORDS <= asked <= most:
            return [Refusal("GP-SET-11", "lords_out_of_range", {"number": asked, "least": LEAST_LORDS, "most": most})]
    if number != awaited:
        return [Refusal("GP-SET-10", "lords_missing", {"number": number, "awaited": awaited})]
    return []


def name_refusals(seats: Sequence[Seat], names: Mapping[Seat, str]) -> list[Refusal]:
    """Names are well formed, given to seats of the match, and different from one another (GP-SET-02)."""
    refusals = [Refusal("GP-SET-02", "bad_name", {"name": name}) for name in names.values() if not valid_name(name)]
    refusals += [Refusal("GP-SET-02", "unknown_seat", {"seat": seat}) for seat in names if seat not in seats]
    seen: set[str] = set()
    for name in names.values():
        if plain(name) in seen:
            refusals.append(Refusal("GP-SET-02", "name_taken", {"name": name}))
        seen.add(plain(name))
    return refusals


def constant_refusals(chosen: Constants) -> list[Refusal]:
    """Changed constants that no game could be played with: see `tables/limits.toml` (GP-OPT-05)."""
    usual = constants("EUROPE", {})
    refusals = []
    for name, (least, most) in limits().items():
        value, expected = getattr(chosen, name), getattr(usual, name)
        length = len(expected) if isinstance(expected, tuple) else 0
        items = value if isinstance(value, tuple) else () if value is None else (value,)
        if not all(least <= item <= most for item in items) or (length and len(items) != length):
            data = {"name": name, "least": least, "most": most, "length": length}
            refusals.append(Refusal("GP-OPT-05", "bad_figure", data))
    if len({plain(title) for title in chosen.titles}) != len(usual.titles) or not all(map(valid_name, chosen.titles)):
        refusals.append(Refusal("GP-OPT-05", "bad_titles", {"length": len(usual.titles)}))
    return refusals
