"""What may be chosen before a match: the continent, its pace, races and names, all checked (DA-CON-01 to 06)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec

from heraut.engine.choices import unreadable_choices
from heraut.engine.decoding import convert
from heraut.engine.protocol import Json, Refusal, Seat, SetupError
from heraut.games.daifen.naming import plain, valid_name
from heraut.games.daifen.races import RACES
from heraut.games.daifen.state import KingdomName, Settings
from heraut.games.daifen.tables import CONSTANTS, paces

MOON = "lune"  # the platform's calendar, no pace of a continent (DA-PAC-07)
PACES = tuple(pace for pace in paces() if pace != MOON)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen before the start.

    `lords` is the largest number of kingdoms; `names` are the lords' names, `kingdoms` those of their kingdoms, by
    seat; seats without a race draw one. `returning` are the seats whose players have just won elsewhere (DA-CON-09).
    What is `…_secret` is left out of the copies of a record that are given away before the end (DA-FOG-08).
    """

    continent: str = "Daifen"
    pace: str = "normal"
    lords: int = 16
    abandon_after: int | None = 5
    names: dict[Seat, str] = {}
    kingdoms: dict[Seat, KingdomName] = {}
    races: dict[Seat, str] = {}
    returning: tuple[Seat, ...] = ()
    names_secret: bool = False
    kingdoms_secret: bool = False
    races_secret: bool = False
    returning_secret: bool = False


def read_options(seats: Sequence[Seat], options: Json) -> tuple[Options, Settings]:
    """The options, checked. Raises SetupError with every reason why these cannot be played."""
    if refusals := unreadable_choices(options, kinds(), "DA-CON-01"):
        raise SetupError(refusals)
    chosen = convert(dict(options), Options)
    refusals = [
        *count_refusals(len(seats), chosen.lords),
        *seat_refusals(seats, chosen),
        *lord_refusals(chosen),
        *name_refusals(chosen),
        *race_refusals(chosen),
        *pace_refusals(chosen),
    ]
    if refusals:
        raise SetupError(refusals)
    return chosen, Settings(chosen.continent, chosen.pace, chosen.abandon_after)


@cache
def kinds() -> dict[str, Any]:
    """The type of everything that may be chosen, by name."""
    return get_type_hints(Options)


def count_refusals(number: int, most: int) -> list[Refusal]:
    """From two kingdoms to the continent's maximum, which is forty at most (DA-CON-06)."""
    data = {"least": CONSTANTS.kingdoms_min, "most": CONSTANTS.kingdoms_max}
    if not CONSTANTS.kingdoms_min <= most <= CONSTANTS.kingdoms_max:
        return [Refusal("DA-CON-06", "kingdoms_out_of_range", {"number": most, **data})]
    if not CONSTANTS.kingdoms_min <= number <= most:
        return [Refusal("DA-CON-06", "kingdoms_out_of_range", {"number": number, **data, "most": most})]
    return []


def seat_refusals(seats: Sequence[Seat], chosen: Options) -> list[Refusal]:
    """Names, races and prizes are given to seats of the match."""
    named = {*chosen.names, *chosen.kingdoms, *chosen.races, *chosen.returning}
    return [Refusal("DA-CON-03", "unknown_seat", {"seat": seat}) for seat in sorted(named - set(seats))]


def lord_refusals(chosen: Options) -> list[Refusal]:
    """Lords have names, and each his own, case, accents and repeated spaces being ignored (DA-FOG-05)."""
    refusals = []
    seen: dict[str, str] = {}
    for seat, name in chosen.names.items():
        if not plain(name):
            refusals.append(Refusal("DA-FOG-05", "lord_without_name", {"seat": seat}))
        elif plain(name) in seen:
            refusals.append(Refusal("DA-FOG-05", "lord_named_twice", {"name": name, "other": seen[plain(name)]}))
        seen.setdefault(plain(name), seat)
    return refusals


def name_refusals(chosen: Options) -> list[Refusal]:
    """Kingdoms have well-formed names, different from one another; one answer for every fault (DA-CON-03)."""
    refusals = []
    seen: set[str] = set()
    for name in chosen.kingdoms.values():
        if not valid_name(name) or plain(name) in seen:
            refusals.append(Refusal("DA-CON-03", "name_unavailable", {"name": name}))
        seen.add(plain(name))
    return refusals


def race_refusals(chosen: Options) -> list[Refusal]:
    """Five races can be played; Nelrks and Primotaures cannot (DA-CON-03, DA-CON-04)."""
    known = list(RACES)
    return [
        Refusal("DA-CON-04", "unknown_race", {"text": race, "races": known})
        for race in chosen.races.values()
        if race not in RACES
    ]


def pace_refusals(chosen: Options) -> list[Refusal]:
    """Four paces, and at least one turn of silence before a kingdom is destroyed (DA-PAC-01, DA-END-12)."""
    refusals = []
    if chosen.pace not in PACES:
        refusals.append(Refusal("DA-PAC-01", "unknown_pace", {"text": chosen.pace, "paces": list(PACES)}))
    if chosen.abandon_after is not None and chosen.abandon_after < 1:
        refusals.append(Refusal("DA-END-12", "bad_abandon_after", {"number": chosen.abandon_after}))
    return refusals
