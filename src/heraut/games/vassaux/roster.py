"""Building a host (SV-OST): what a list says, what it costs, why it is refused, and the sheets that it gives."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.identities import SOUTH, Place
from heraut.games.vassaux.state import NO_GEAR, Gear, Sheet
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
    hosts,
)

MV, AT, DF = TRADES = (codes.Trade("mv"), codes.Trade("at"), codes.Trade("df"))
ELITE = ("SOLDAT", "CHEVALIER")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a list: the Lord, or a Vassal and his men. A `fighter` stands for profile, weapon, armour, mount."""

    title: codes.TitleCode
    profile: codes.ProfileCode = codes.ProfileCode("")
    weapon: codes.WeaponCode = codes.WeaponCode("IMPROVISED")
    armour: codes.ArmourCode = codes.ArmourCode("NONE")
    mounted: bool = False
    up: codes.Trade = codes.Trade("")
    down: codes.Trade = codes.Trade("")
    size: int = 1
    powers: tuple[codes.PowerCode, ...] = ()
    gear: Gear = Gear(0, 1, 1)  # of a Lord
    name: str = ""
    fighter: codes.FighterCode = codes.FighterCode("")


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list as a player writes it (SV-DP-01)."""

    lord: Entry
    units: tuple[Entry, ...]
    school: codes.School = codes.School("")


def ready_made(code: codes.HostCode) -> Roster:
    """The ready-made host of this code (D12)."""
    row = hosts()[code]
    units = tuple(
        Entry(one.title, size=one.size, name=one.name, fighter=codes.FighterCode(one.fighter))
        if one.fighter in FIGHTERS
        else Entry(one.title, codes.ProfileCode(one.fighter), size=one.size, name=one.name)
        for one in row.units
    )
    return Roster(msgspec.convert({"name": "", **row.lord}, Entry), units)


def expanded(entry: Entry) -> Entry:
    """The entry with its ready-made fighter spelled out (D9)."""
    if entry.fighter not in FIGHTERS:
        return entry
    row = FIGHTERS[entry.fighter]
    return msgspec.structs.replace(
        entry, profile=row.profile, weapon=row.weapon, armour=row.armour, mounted=row.mounted, up=row.up, down=row.down
    )


def sheets(roster: Roster) -> list[Sheet]:
    """The sheets of a legal list, the Lord first (SV-GEN-08)."""
    return [sheet(roster.lord, lord=True), *(sheet(entry, lord=False) for entry in roster.units)]


def sheet(entry: Entry, *, lord: bool) -> Sheet:
    """The figures of one entry (SV-OST-03, 06 to 08; SV-GEN-04: additions first, then the least values)."""
    entry = expanded(entry)
    profile, title = PROFILES[entry.profile], TITLES[entry.title]
    gear = entry.gear if lord else NO_GEAR
    swap = {name: (entry.up == name) - (entry.down == name) for name in TRADES}
    return Sheet(
        name=entry.name,
        profile=entry.profile,
        weapon=entry.weapon,
        armour=entry.armour,
        title=entry.title,
        size=1 if lord else entry.size,
        mv=max(1, profile.mv + swap[MV] + gear.mv + entry.mounted),
        at=max(0, profile.at + swap[AT] + gear.at),
        df=max(1, profile.df + swap[DF] + gear.df + ARMOURS[entry.armour].df),
        ps=max(1, profile.ps + CONSTANTS.gear_ps * lord),
        aura=title.aura * R,
        cd=title.cd,
        radius=CONSTANTS.mounted_radius if entry.mounted else CONSTANTS.foot_radius,
        figure_cost=figure_cost(entry),
        leader_cost=title.cost
        + sum(POWERS[code].cost for code in entry.powers if POWERS[code].who in ("lord", "leader")),
        mounted=entry.mounted,
        up=entry.up,
        down=entry.down,
        powers=entry.powers,
        gear=gear,
        lord=lord,
    )


def figure_cost(entry: Entry) -> int:
    """The price of one figure (SV-OST-03)."""
    entry = expanded(entry)
    wide = sum(POWERS[code].cost for code in entry.powers if POWERS[code].who not in ("lord", "leader"))
    change = CONSTANTS.profile_change if entry.up else 0
    mount = CONSTANTS.mount if entry.mounted else 0
    return (
        PROFILES[entry.profile].cost + change + WEAPONS[entry.weapon].cost + ARMOURS[entry.armour].cost + mount + wide
    )


def unit_cost(one: Sheet) -> int:
    """The price of a unit, title and leader's powers included."""
    return one.size * one.figure_cost + one.leader_cost


def host_cost(all_sheets: Sequence[Sheet]) -> int:
    """The price of a host (SV-OST-03)."""
    return sum(map(unit_cost, all_sheets))


def command_reserve(all_sheets: Sequence[Sheet]) -> int:
    """Cd of the Lord and the mean Cd of the Vassals, the Lord being one of the units (SV-CMD-01)."""
    return all_sheets[0].cd + sum(one.cd for one in all_sheets[1:]) // len(all_sheets)


def capacity(aura: int, mounted: bool) -> int:
    """The most figures that an Aura holds: the leader and one for each slot of his rings (SV-OST-01)."""
    width = 2 * (CONSTANTS.mounted_radius if mounted else CONSTANTS.foot_radius)
    rings = 1 + aura // width
    return min(CONSTANTS.unit_max, 1 + 3 * rings * (rings + 1))


def read_roster(data: Any, seat: str) -> Roster | Refusal:
    """The list that an option holds: the code of a ready-made host, JSON text, or plain data."""
    if isinstance(data, str):
        if data in hosts():
            return ready_made(codes.HostCode(data))
        if not data.lstrip().startswith("{"):
            return Refusal("SV-OST-10", "unknown_host", {"text": data, "hosts": list(hosts()), "seat": seat})
    try:
        if isinstance(data, str):
            return msgspec.json.decode(data, type=Roster)
        return msgspec.convert(data, Roster)
    except msgspec.DecodeError as error:
        return Refusal("SV-OST-10", "bad_host", {"reason": str(error), "seat": seat})


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
    """Two Paysans or Écuyers for each Soldat or Chevalier (SV-OST-04); waived for the Franks of scenario 2."""
    if scenario == 2 and place == 1:
        return []
    counts = [(expanded(roster.lord).profile, 1), *((expanded(entry).profile, entry.size) for entry in roster.units)]
    elite = sum(size for profile, size in counts if profile in ELITE)
    common = sum(size for profile, size in counts if profile not in ELITE)
    if elite * CONSTANTS.ratio <= common:
        return []
    return [Refusal("SV-OST-04", "bad_ratio", {"elite": elite, "common": common, "needed": elite * CONSTANTS.ratio})]


def scenario_refusals(roster: Roster, scenario: int, place: Place) -> list[Refusal]:
    """What a scenario asks of a host besides its points (SV-OST-11, SV-SCN-10, 20, 30)."""
    if scenario not in (1, 2, 3):
        return []
    lord, units = expanded(roster.lord), [expanded(entry) for entry in roster.units]
    titles = {lord.title, *(entry.title for entry in units)}
    if scenario == 1 and place == 0:
        return _needs(titles <= {"CHEF_DE_GUERRE", "HEROS"}, "SV-SCN-10", "barbarian_titles")
    faults = _needs(all(TITLES[title].camp == "frank" for title in titles), "SV-OST-11", "frank_titles")
    if scenario == 1:
        return [*faults, *_villager_refusals(lord, units)]
    barbarians = any((e.profile, e.up, e.down) == ("ECUYER", "at", "df") for e in (lord, *units))
    faults += _needs(not barbarians, "SV-OST-11", "no_barbarians")
    if scenario == 3:
        return [*faults, *_needs(not lord.mounted, "SV-SCN-30", "lord_on_foot")]
    return [*faults, *(_frank_raid_refusals(lord, units) if place else _english_refusals(lord, units))]


def _needs(kept: bool, rule: str, code: str) -> list[Refusal]:
    return [] if kept else [Refusal(rule, code, {})]


def is_villagers(entry: Entry) -> bool:
    """Twenty plain Paysans, leader included (SV-SCN-10)."""
    plain = (entry.weapon, entry.armour, entry.mounted, entry.up) == ("IMPROVISED", "NONE", False, "")
    return entry.profile == "PAYSAN" and plain and entry.size == CONSTANTS.villagers


def _villager_refusals(lord: Entry, units: Sequence[Entry]) -> list[Refusal]:
    titles = sorted(entry.title for entry in units)
    knights = sum(entry.size for entry in units if entry.profile == "CHEVALIER")
    return [
        *_needs(titles == ["VASSAL", "VAVASSEUR", "VAVASSEUR"], "SV-SCN-10", "frank_leaders"),
        *_needs(any(is_villagers(entry) for entry in units), "SV-SCN-10", "no_villagers"),
        *_needs(lord.profile == "CHEVALIER" and knights == 0, "SV-SCN-10", "one_knight"),
    ]


def _english_refusals(lord: Entry, units: Sequence[Entry]) -> list[Refusal]:
    riders = sum(entry.size for entry in (lord, *units) if entry.mounted and entry.weapon == "MELEE")
    archers = any(e.weapon.endswith("MISSILE") and e.profile in ("ECUYER", "SOLDAT") for e in units)
    return [*_needs(riders >= 6, "SV-SCN-20", "six_riders"), *_needs(archers, "SV-SCN-20", "no_archers")]


def _frank_raid_refusals(lord: Entry, units: Sequence[Entry]) -> list[Refusal]:
    knights = sum(entry.size for entry in units if entry.profile == "CHEVALIER")
    return _needs(lord.profile == "CHEVALIER" and knights == 0, "SV-SCN-20", "one_knight")
