"""The end of a kingdom (DA-END-01 to 03, DA-END-12): without a building, without a lord, or by decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from heraut.engine.protocol import Seat
from heraut.games.daifen.orders import GOLD, INTELLECT
from heraut.games.daifen.races import ROLES, UNITS
from heraut.games.daifen.resolution import Named, Turn
from heraut.games.daifen.state import Kingdom


def eliminations(turn: Turn) -> None:
    """At the end of Combats, all at once: those without a building, then those whose lord is gone (DA-END-01, 12)."""
    ends = {kingdom.seat: cause for kingdom in turn.living() if (cause := end_of(turn, kingdom))}
    eliminate(turn, ends)
    for kingdom in turn.living():
        warn(turn, kingdom)


def end_of(turn: Turn, kingdom: Kingdom) -> str:
    """Why a kingdom comes to its end now; "" while it lasts."""
    limit = turn.now.settings.abandon_after
    if not kingdom.buildings:
        return "no_building"
    return "abandoned" if limit is not None and kingdom.missed >= limit else ""


def warn(turn: Turn, kingdom: Kingdom) -> None:
    """From the second turn without a form on, a lord is told how many are left (DA-END-12)."""
    limit = turn.now.settings.abandon_after
    if limit is not None and kingdom.missed >= 2:
        left = limit - kingdom.missed
        turn.tell(kingdom.seat, "DA-END-12", "abandon_warning", missed=kingdom.missed, left=left)


def eliminate(turn: Turn, ends: dict[Seat, str]) -> None:
    """Removes these kingdoms with all that they own, at home and abroad; nothing is handed to others (DA-END-02)."""
    for seat in ends:
        turn.now.kingdoms[seat].fallen = turn.number
    for seat, cause in ends.items():
        kingdom = turn.now.kingdoms[seat]
        gold, intellect, units = property_of(turn, kingdom)
        turn.tell(
            seat,
            "DA-END-12" if cause == "abandoned" else "DA-END-08" if cause == "decision" else "DA-END-01",
            "kingdom_lost",
            cause=cause,
            gold=gold,
            intellect=intellect,
            units={code: units[code] for code in UNITS if units[code]},
            buildings=dict(kingdom.buildings),
        )
    for seat in ends:
        strip(turn, turn.now.kingdoms[seat])
    for reader in turn.now.kingdoms.values():
        if reader.alive or reader.seat in ends:
            tell_reader(turn, reader, ends)
    turn.parcels = [parcel for parcel in turn.parcels if not nobodys(turn, parcel.giver, parcel.recipient)]


def tell_reader(turn: Turn, reader: Kingdom, ends: Collection[Seat]) -> None:
    """The kingdoms that a lord knows and that are no more, by name, with no cause and no culprit (DA-END-03)."""
    for seat in turn.by_name(seat for seat in ends if seat in reader.known):
        turn.tell(reader.seat, "DA-END-03", "kingdom_fallen", kingdom=Named(seat))


def property_of(turn: Turn, kingdom: Kingdom) -> tuple[int, int, Counter[str]]:
    """Gold, intellect and units of a kingdom, wherever they are; gifts under way to another that falls with it too."""
    seat, finds = kingdom.seat, turn.finds[kingdom.seat]
    gold, intellect = kingdom.gold + finds.stolen + finds.loot + finds.gold, kingdom.intellect + finds.intellect
    units = Counter(kingdom.units)
    units[ROLES.spy] += turn.spies_abroad[seat]
    for army in turn.armies:
        if army.owner == seat:
            units.update(army.units)
    for parcel in turn.parcels:
        if parcel.giver == seat and nobodys(turn, parcel.giver, parcel.recipient):
            gold += parcel.count if parcel.content == GOLD else 0
            intellect += parcel.count if parcel.content == INTELLECT else 0
            if parcel.content in UNITS:
                units[parcel.content] += parcel.count
    return gold, intellect, units


def nobodys(turn: Turn, giver: Seat, recipient: Seat) -> bool:
    """Whether a gift has neither a recipient nor a giver left (DA-GIF-07)."""
    return not (turn.now.kingdoms[giver].alive or turn.now.kingdoms[recipient].alive)


def strip(turn: Turn, kingdom: Kingdom) -> None:
    """Nothing is left, and only the living unpack what comes home; foreign supporters go home (DA-SUP-03)."""
    kingdom.gold = kingdom.intellect = kingdom.missed = 0
    kingdom.buildings, kingdom.units, kingdom.technologies = {}, {}, []
    turn.armies = [army for army in turn.armies if army.owner != kingdom.seat]
