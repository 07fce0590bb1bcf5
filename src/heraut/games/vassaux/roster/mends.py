"""The smallest change of a list that mends a refusal, found by trying all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.identities import SOUTH, Place
from heraut.games.vassaux.roster.entries import TRADES, Entry, Roster, expanded
from heraut.games.vassaux.roster.figures import host_cost, sheets
from heraut.games.vassaux.roster.refusals import entry_refusals, roster_refusals
from heraut.games.vassaux.state import Gear
from heraut.games.vassaux.tables import (
    ARMOURS,
    CONSTANTS,
    PROFILES,
    SCHOOLS,
    TITLES,
    WEAPONS,
    codes,
)

What = Literal[
    "size", "title", "profile", "weapon", "armour", "mounted", "trade", "gear", "power", "school", "drop", "plain"
]


class Meant(NamedTuple):
    """What a list is judged by: the points, whether there is magic, the scenario and the seat there."""

    limit: int
    magic: bool = False
    scenario: int = 0
    place: Place = SOUTH

    def refusals(self, roster: Roster) -> list[Refusal]:
        """Why a list cannot be fielded in this."""
        return roster_refusals(roster, "", self.limit, magic=self.magic, scenario=self.scenario, place=self.place)


class Mend(NamedTuple):
    """One change of a list: the entry (0 is the Lord, None the list as a whole), what of it, and its new value.

    `points` is what the whole list costs more by it.
    """

    entry: int | None
    what: What
    value: Any
    points: int
    roster: Roster


LIKED: dict[str, tuple[What, ...]] = {
    "weapon_barred": ("weapon",), "armour_barred": ("armour",), "foreign_power": ("power",), "power_barred": ("power",),
    "power_not_for_him": ("power",), "too_many_powers": ("power",), "power_twice": ("power",), "no_magic": ("plain",),
    "change_too_low": ("trade",), "bad_change": ("trade",), "bad_gear": ("gear",), "wrong_title": ("title",),
    "size_out_of_range": ("size",), "too_dear": ("size",), "bad_ratio": ("size",), "units_out_of_range": ("drop",),
    "lord_on_foot": ("mounted",), "six_riders": ("size", "mounted"), "frank_titles": ("title",),
    "barbarian_titles": ("title",), "frank_leaders": ("title",), "one_knight": ("profile",),
    "no_archers": ("weapon",), "no_barbarians": ("trade",), "no_villagers": ("size",),
}  # fmt: skip
"""What is changed by preference, as whoever wrote the list would: the part that the refusal is about."""


def smallest_mend(roster: Roster, refusal: Refusal, meant: Meant) -> Mend | None:
    """The change by which this refusal goes and no other comes; None where no single change does it.

    One of the part that the refusal is about comes first, and a unit is dropped last of all; then the one that leaves
    fewest refusals, then the one that moves the price least.
    """
    before = {(one.code, one.line) for one in meant.refusals(roster)}
    wanted = (refusal.code, refusal.line)
    whole = host_cost(sheets(roster))
    liked = LIKED.get(refusal.code, ())
    best: tuple[tuple[Any, ...], Mend] | None = None
    for rank, (entry, what, value, changed) in enumerate(changes(roster, refusal)):
        if {(one.code, one.line) for one in _own_refusals(changed, entry)} - before:
            continue
        after = meant.refusals(changed)
        left = {(one.code, one.line) for one in after}
        if wanted in left or (left - before and not refusal.line):
            continue
        points = host_cost(sheets(changed)) - whole
        taste = liked.index(what) if what in liked else len(liked) + (what == "drop")
        key = (taste, len(left), abs(points), rank)
        if best is None or key < best[0]:
            best = key, Mend(entry, what, value, points, changed)
    return best[1] if best else None


def _own_refusals(roster: Roster, entry: int | None) -> list[Refusal]:
    """Why the entry that was changed is refused by itself, which is soon said."""
    if entry is None or entry > len(roster.units):
        return []
    found = entry_refusals(nth(roster, entry), roster.school, lord=entry == 0)
    return [replace(one, line=entry + 1) for one in found]


def nth(roster: Roster, entry: int) -> Entry:
    """An entry by its place: 0 is the Lord's."""
    return roster.units[entry - 1] if entry else roster.lord


def with_entry(roster: Roster, place: int, entry: Entry) -> Roster:
    """The list with another entry in this place."""
    if not place:
        return replace(roster, lord=entry)
    return replace(roster, units=(*roster.units[: place - 1], entry, *roster.units[place:]))


def without_entry(roster: Roster, place: int) -> Roster:
    """The list without one of its units."""
    return replace(roster, units=(*roster.units[: place - 1], *roster.units[place:]))


def entry_of(refusal: Refusal) -> int | None:
    """The entry that is refused; None where it is the list as a whole."""
    return refusal.line - 1 if refusal.line else None


def changes(roster: Roster, refusal: Refusal) -> Iterator[tuple[int | None, What, Any, Roster]]:
    """Every list that is one change away: of the entry that is refused, or of any where the whole list is."""
    refused = entry_of(refusal)
    for place in range(len(roster.units) + 1) if refused is None else [refused]:
        entry = nth(roster, place)
        for what, value, changed in _entry_changes(entry, lord=place == 0):
            yield place, what, value, with_entry(roster, place, changed)
        if place and len(roster.units) > 1:
            yield place, "drop", "", without_entry(roster, place)
    for school in ("", *SCHOOLS):
        if school != roster.school:
            yield None, "school", school, replace(roster, school=codes.School(school))
    yield None, "plain", "", _without_magic(roster)


def _without_magic(roster: Roster) -> Roster:
    units = tuple(replace(one, powers=()) for one in roster.units)
    return Roster(replace(roster.lord, powers=()), units)


def _entry_changes(entry: Entry, *, lord: bool) -> Iterator[tuple[What, Any, Entry]]:
    """Every entry that differs in one thing; what changes a ready-made fighter spells him out."""
    for title, row in TITLES.items():
        if title != entry.title and row.lord is lord:
            yield "title", title, replace(entry, title=title)
    if not lord:
        for size in range(CONSTANTS.unit_min, CONSTANTS.unit_max + 1):
            if size != entry.size:
                yield "size", size, replace(entry, size=size)
    yield from _arms_changes(entry)
    for rank, power in enumerate(entry.powers):
        yield "power", power, replace(entry, powers=(*entry.powers[:rank], *entry.powers[rank + 1 :]))
    if lord:
        for mv, at in ((0, 1), (1, 0), (1, 1), (2, 0), (0, 2), (0, 0)):
            gear = Gear(mv, at, CONSTANTS.gear_points - mv - at)
            if gear != entry.gear:
                yield "gear", gear, replace(entry, gear=gear)


def _arms_changes(entry: Entry) -> Iterator[tuple[What, Any, Entry]]:
    whole = replace(expanded(entry), fighter=codes.FighterCode(""))
    for profile in PROFILES:
        if profile != whole.profile:
            yield "profile", profile, replace(whole, profile=profile)
    for weapon in WEAPONS:
        if weapon != whole.weapon:
            yield "weapon", weapon, replace(whole, weapon=weapon)
    for armour in ARMOURS:
        if armour != whole.armour:
            yield "armour", armour, replace(whole, armour=armour)
    yield "mounted", not whole.mounted, replace(whole, mounted=not whole.mounted)
    if whole.up or whole.down:
        yield "trade", "", replace(whole, up=codes.Trade(""), down=codes.Trade(""))
    for up in TRADES:
        for down in TRADES:
            if up != down and (up, down) != (whole.up, whole.down):
                yield "trade", (up, down), replace(whole, up=up, down=down)
