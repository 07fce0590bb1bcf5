"""What a list gives: the sheets of its units, prices, command reserve, what an Aura holds (SV-OST, SV-CMD)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heraut.games.vassaux.roster.entries import AT, DF, MV, TRADES, Entry, Roster, expanded
from heraut.games.vassaux.state import NO_GEAR, Sheet
from heraut.games.vassaux.tables import ARMOURS, CONSTANTS, POWERS, PROFILES, TITLES, WEAPONS, R, codes


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
        leader_cost=title.cost + sum(POWERS[code].cost for code in entry.powers if paid_once(code)),
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
    wide = sum(POWERS[code].cost for code in entry.powers if not paid_once(code))
    change = CONSTANTS.profile_change if entry.up else 0
    mount = CONSTANTS.mount if entry.mounted else 0
    return (
        PROFILES[entry.profile].cost + change + WEAPONS[entry.weapon].cost + ARMOURS[entry.armour].cost + mount + wide
    )


def paid_once(power: codes.PowerCode) -> bool:
    """Whether a power sits on the leader alone, and is paid once; the others are paid for every figure (D8)."""
    return POWERS[power].who in ("lord", "leader")


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


class Ratio(NamedTuple):
    """How many figures of a host are Soldats and Chevaliers, and how many Paysans and Écuyers (SV-OST-04)."""

    elite: int
    common: int

    @property
    def needed(self) -> int:
        """The least number of Paysans and Écuyers for these Soldats and Chevaliers."""
        return self.elite * CONSTANTS.ratio


ELITE = ("SOLDAT", "CHEVALIER")


def ratio(roster: Roster) -> Ratio:
    """Every figure counts, Lord and Vassals included."""
    counts = [(expanded(roster.lord).profile, 1), *((expanded(entry).profile, entry.size) for entry in roster.units)]
    elite = sum(size for profile, size in counts if profile in ELITE)
    return Ratio(elite, sum(size for _, size in counts) - elite)
