"""Why a figure of a sheet is what it is: the parts that it is the sum of (SV-OST-03, 06 to 08; SV-GEN-04)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from heraut.games.vassaux.roster.entries import AT, DF, MV, Entry, expanded
from heraut.games.vassaux.roster.figures import paid_once
from heraut.games.vassaux.state import NO_GEAR
from heraut.games.vassaux.tables import ARMOURS, CONSTANTS, POWERS, PROFILES, TITLES, WEAPONS, codes

Source = Literal["profile", "change", "gear", "lord", "weapon", "armour", "mount", "title", "power", "least"]
Figure = Literal["mv", "at", "df", "ps", "aura", "cd", "cost", "leader"]


class Part(NamedTuple):
    """What one thing adds to a figure; `code` tells which profile, weapon, armour, title or power."""

    source: Source
    value: int
    code: str = ""


Parts = tuple[Part, ...]


def reasons(entry: Entry, *, lord: bool) -> dict[Figure, Parts]:
    """The parts of each figure of an entry's sheet; those that add nothing are left out.

    `aura` is in R, `cost` the price of one figure, `leader` what is paid once for title and leader's powers.
    """
    entry = expanded(entry)
    title = TITLES[entry.title]
    return {
        "mv": traded(entry, MV, lord, Part("mount", int(entry.mounted))),
        "at": traded(entry, AT, lord),
        "df": traded(entry, DF, lord, Part("armour", ARMOURS[entry.armour].df, entry.armour)),
        "ps": kept(Part("profile", PROFILES[entry.profile].ps, entry.profile), Part("lord", CONSTANTS.gear_ps * lord)),
        "aura": (Part("title", title.aura, entry.title),),
        "cd": (Part("title", title.cd, entry.title),),
        "cost": kept(*price(entry)),
        "leader": kept(Part("title", title.cost, entry.title), *priced(entry, once=True)),
    }


def traded(entry: Entry, trade: codes.Trade, lord: bool, *more: Part) -> Parts:
    """Mv, At or Df: profile, change and gear, whatever else adds to it, and what lifts it to its least value."""
    change = (entry.up == trade) - (entry.down == trade)
    gear = entry.gear if lord else NO_GEAR
    parts = kept(
        Part("profile", getattr(PROFILES[entry.profile], trade), entry.profile),
        Part("change", change),
        Part("gear", getattr(gear, trade)),
        *more,
    )
    least = 0 if trade == AT else 1
    return (*parts, *kept(Part("least", max(0, least - sum(part.value for part in parts)))))


def price(entry: Entry) -> Iterator[Part]:
    """The price of one figure of an entry that is spelled out."""
    yield Part("profile", PROFILES[entry.profile].cost, entry.profile)
    yield Part("change", CONSTANTS.profile_change if entry.up else 0)
    yield Part("weapon", WEAPONS[entry.weapon].cost, entry.weapon)
    yield Part("armour", ARMOURS[entry.armour].cost, entry.armour)
    yield Part("mount", CONSTANTS.mount if entry.mounted else 0)
    yield from priced(entry, once=False)


def priced(entry: Entry, *, once: bool) -> Iterator[Part]:
    """Its powers: those paid once, or those paid for every figure (D8)."""
    for code in entry.powers:
        if paid_once(code) is once:
            yield Part("power", POWERS[code].cost, code)


def kept(*parts: Part) -> Parts:
    """Without those that add nothing."""
    return tuple(part for part in parts if part.value)
