"""What a list says: one entry for the Lord, one for each Vassal with his men; the ready-made ones spelled out."""

from __future__ import annotations

import msgspec

from heraut.engine.decoding import convert
from heraut.games.vassaux.state import Gear
from heraut.games.vassaux.tables import FIGHTERS, codes, hosts

MV, AT, DF = TRADES = (codes.Trade("mv"), codes.Trade("at"), codes.Trade("df"))


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
    return Roster(convert({"name": "", **row.lord}, Entry), units)


def expanded(entry: Entry) -> Entry:
    """The entry with its ready-made fighter spelled out (D9)."""
    if entry.fighter not in FIGHTERS:
        return entry
    row = FIGHTERS[entry.fighter]
    return msgspec.structs.replace(
        entry, profile=row.profile, weapon=row.weapon, armour=row.armour, mounted=row.mounted, up=row.up, down=row.down
    )
