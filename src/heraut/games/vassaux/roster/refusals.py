"""Why a list cannot be fielded (SV-OST-01 to 09), whatever the scenario; what scenarios ask stands in `demands`."""

from __future__ import annotations

from collections.abc import Collection

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.identities import SOUTH, Place
from heraut.games.vassaux.roster.demands import scenario_refusals, waives_ratio
from heraut.games.vassaux.roster.entries import TRADES, Entry, Roster, expanded
from heraut.games.vassaux.roster.figures import capacity, host_cost, ratio, sheets
from heraut.games.vassaux.tables import (
    ARMOURS,
    CONSTANTS,
    FIGHTERS,
    POWERS,
    PROFILES,
    SCHOOLS,
    TITLES,
    WEAPONS,
    R,
    codes,
)


def roster_refusals(
    roster: Roster, seat: str, limit: int, *, magic: bool = False, scenario: int = 0, place: Place = SOUTH
) -> list[Refusal]:
    """Every reason why this list cannot be fielded (SV-OST-10); `line` 1 is the Lord, 2 the first unit."""
    refusals = [*_count_refusals(roster), *school_refusals(roster, magic)]
    for line, entry in enumerate((roster.lord, *roster.units), start=1):
        refusals += [
            Refusal(refusal.rule, refusal.code, refusal.data, line)
            for refusal in entry_refusals(entry, roster.school, lord=line == 1)
        ]
    if not refusals:
        refusals = [*_ratio_refusals(roster, scenario, place), *_limit_refusals(roster, limit)]
        refusals += scenario_refusals(roster, scenario, place)
    return [Refusal(one.rule, one.code, {**one.data, "seat": seat}, one.line) for one in refusals]


def _count_refusals(roster: Roster) -> list[Refusal]:
    number = len(roster.units)
    if 1 <= number <= CONSTANTS.units_max:
        return []
    return [Refusal("SV-OST-01", "units_out_of_range", {"number": number, "most": CONSTANTS.units_max})]


def school_refusals(roster: Roster, magic: bool) -> list[Refusal]:
    """One school, and only where magic is agreed upon (SV-OST-09)."""
    if roster.school and roster.school not in SCHOOLS:
        return [Refusal("SV-OST-09", "unknown_school", {"text": roster.school, "schools": list(SCHOOLS)})]
    used = roster.school or any(entry.powers for entry in (roster.lord, *roster.units))
    return [Refusal("SV-OST-09", "no_magic", {})] if used and not magic else []


def entry_refusals(entry: Entry, school: codes.School, *, lord: bool) -> list[Refusal]:
    """Why one entry is refused: unknown words first, then what may not be combined."""
    if entry.fighter and entry.fighter not in FIGHTERS:
        return [Refusal("SV-OST-10", "unknown_word", {"text": entry.fighter, "known": list(FIGHTERS)})]
    entry = expanded(entry)
    tables: tuple[tuple[str, Collection[str]], ...] = (
        (entry.profile, PROFILES), (entry.title, TITLES), (entry.weapon, WEAPONS), (entry.armour, ARMOURS),
        *((code, POWERS) for code in entry.powers),
    )  # fmt: skip
    unknown = [
        Refusal("SV-OST-10", "unknown_word", {"text": word, "known": list(table)})
        for word, table in tables
        if word not in table
    ]
    if unknown:
        return unknown
    return [
        *_title_refusals(entry, lord),
        *(gear_refusals(entry) if lord else size_refusals(entry)),
        *change_refusals(entry),
        *arms_refusals(entry),
        *power_refusals(entry, school, lord),
    ]


def _title_refusals(entry: Entry, lord: bool) -> list[Refusal]:
    if TITLES[entry.title].lord is lord:
        return []
    fit = [code for code, title in TITLES.items() if title.lord is lord]
    return [Refusal("SV-OST-01", "wrong_title", {"title": entry.title, "titles": fit})]


def size_refusals(entry: Entry) -> list[Refusal]:
    """As many figures as the Vassal's Aura can hold (SV-OST-01)."""
    most = capacity(TITLES[entry.title].aura * R, entry.mounted)
    if CONSTANTS.unit_min <= entry.size <= most:
        return []
    return [
        Refusal("SV-OST-01", "size_out_of_range", {"number": entry.size, "least": CONSTANTS.unit_min, "most": most})
    ]


def gear_refusals(entry: Entry) -> list[Refusal]:
    """Exactly two points of gear over Mv, At, Df (SV-OST-06)."""
    if min(entry.gear) >= 0 and sum(entry.gear) == CONSTANTS.gear_points:
        return []
    return [Refusal("SV-OST-06", "bad_gear", {"points": CONSTANTS.gear_points})]


def change_refusals(entry: Entry) -> list[Refusal]:
    """One swap of +1 and -1 over two of Mv, At, Df; nothing falls below Mv 1, At 0, Df 1 (SV-OST-07)."""
    up, down = entry.up, entry.down
    if not up and not down:
        return []
    if up not in TRADES or down not in TRADES or up == down:
        return [Refusal("SV-OST-07", "bad_change", {"up": up, "down": down})]
    least = {"mv": 1, "at": 0, "df": 1}
    if getattr(PROFILES[entry.profile], down) - 1 < least[down]:
        return [Refusal("SV-OST-07", "change_too_low", {"down": down, "profile": entry.profile})]
    return []


def arms_refusals(entry: Entry) -> list[Refusal]:
    """Weapons and armours barred to a profile (SV-OST-05)."""
    refusals = []
    if entry.profile in WEAPONS[entry.weapon].barred:
        refusals.append(Refusal("SV-OST-05", "weapon_barred", {"weapon": entry.weapon, "profile": entry.profile}))
    only = ARMOURS[entry.armour].only
    if only and entry.profile not in only:
        refusals.append(Refusal("SV-OST-05", "armour_barred", {"armour": entry.armour, "profile": entry.profile}))
    return refusals


def power_refusals(entry: Entry, school: codes.School, lord: bool) -> list[Refusal]:
    """How many powers, of which school, for whom (SV-OST-05, SV-OST-09)."""
    most = CONSTANTS.powers_lord if lord else CONSTANTS.powers_unit
    refusals = []
    if len(entry.powers) > most:
        refusals.append(Refusal("SV-OST-09", "too_many_powers", {"most": most}))
    if len(set(entry.powers)) < len(entry.powers):
        refusals.append(Refusal("SV-OST-09", "power_twice", {}))
    for code in entry.powers:
        power = POWERS[code]
        if school not in power.schools:
            refusals.append(Refusal("SV-OST-09", "foreign_power", {"power": code, "schools": list(power.schools)}))
        elif (power.who == "lord" and not lord) or (power.who == "unit" and lord):
            refusals.append(Refusal("SV-OST-05", "power_not_for_him", {"power": code, "lord": lord}))
        elif power.profiles and entry.profile not in power.profiles:
            refusals.append(Refusal("SV-OST-05", "power_barred", {"power": code, "profiles": list(power.profiles)}))
    return refusals


def _limit_refusals(roster: Roster, limit: int) -> list[Refusal]:
    cost = host_cost(sheets(roster))
    return [Refusal("SV-OST-03", "too_dear", {"cost": cost, "limit": limit})] if cost > limit else []


def _ratio_refusals(roster: Roster, scenario: int, place: Place) -> list[Refusal]:
    """Two Paysans or Écuyers for each Soldat or Chevalier (SV-OST-04)."""
    found = ratio(roster)
    if found.needed <= found.common or waives_ratio(scenario, place):
        return []
    data = {"elite": found.elite, "common": found.common, "needed": found.needed}
    return [Refusal("SV-OST-04", "bad_ratio", data)]
