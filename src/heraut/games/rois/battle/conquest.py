"""Step B5: who holds what after the battles, Neutrals sent home, ships too full (RO-BAT-35, 36, RO-ARMY-16)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from heraut.games.rois.battle.camps import Camp, camps_in, native_hero
from heraut.games.rois.battle.retreat import tell_retreat, withdraw
from heraut.games.rois.battle.strength import twice_base
from heraut.games.rois.phases.discovery import find_hero
from heraut.games.rois.phases.victory import depart
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import NATIVES, Province, Unit
from heraut.games.rois.tables import CONSTANTS, UNITS
from heraut.games.rois.units import cargo, told_lost


def conquests(turn: Turn) -> None:
    """Empty provinces fall to whoever stands in them (RO-BAT-35); then Neutrals leave (RO-BAT-36)."""
    here = sorted(turn.strange())
    for number in here:
        conquest(turn, turn.provinces[number])
    for number in here:
        escort(turn, turn.provinces[number])


def conquest(turn: Turn, province: Province) -> None:
    """A province without defenders goes to the kingdom with most units there, among those who may take it."""
    owner, present = province.owner, turn.presence[province.number]
    if NATIVES in present or (owner != NATIVES and any(map(partial(turn.friendly, owner), present))):
        return
    units = [unit for unit in turn.units_in(province.number) if not unit.mercenary]
    walking = {unit.kingdom for unit in units if unit.type != "WH" or province.terrain == "sea"}
    by_kingdom: dict[int, list[Unit]] = {}
    for unit in units:
        if unit.kingdom in walking and (owner == NATIVES or turn.hostile(owner, unit.kingdom)):
            by_kingdom.setdefault(unit.kingdom, []).append(unit)
    if not by_kingdom:
        return
    take(turn, province, strongest(by_kingdom, province), units)


def strongest(found: dict[int, list[Unit]], province: Province) -> int:
    """The kingdom with most units; of equals the one with most strength, then the lowest number."""
    if len(found) == 1:
        return next(iter(found))
    return min(found, key=lambda realm: (-len(found[realm]), -rough(found[realm], province), realm))


def rough(units: Iterable[Unit], province: Province) -> int:
    """The strength of units that do not fight: type, race, terrain and quality."""
    strength = 0
    for unit in units:
        strength += twice_base(unit.type, unit.race, province.terrain, UNITS[unit.type].strength) * unit.quality
    return strength


def take(turn: Turn, province: Province, victor: int, units: list[Unit]) -> None:
    """The province changes hands; on land the conquerors pause (RO-MOVE-08), its Hero decides (RO-HERO-08)."""
    former, hero = province.owner, native_hero(turn, province, NATIVES)
    province.owner, province.hero = victor, 0
    if province.terrain != "sea":
        for unit in units:
            if turn.friendly(victor, unit.kingdom):
                unit.moves += 1
    turn.tell(victor, "RO-BAT-35", "conquered", province=province.number, kingdom=former)
    turn.tell(former, "RO-BAT-35", "province_lost", province=province.number, kingdom=victor)
    turn.audit("RO-BAT-35", "owner", province=province.number, former=former, kingdom=victor)
    if hero is None:
        return
    if turn.dice("freed", hero.number).pct(CONSTANTS.freed):
        hero.role, hero.threshold = "free", 1
        find_hero(turn, victor, hero)
    else:
        turn.tell(victor, "RO-HERO-08", "hero_gone", other=hero.number, province=province.number)
        depart(turn, hero.number)


def escort(turn: Turn, province: Province) -> None:
    """Units of a kingdom that is Neutral with the owner go back where they came from; no further move is spent
    (RO-BAT-36).
    """
    owner = province.owner
    if owner == NATIVES:
        return
    neutral = [realm for realm in turn.presence[province.number] if turn.relation(owner, realm) == "neutral"]
    for camp in camps_in(turn, province) if neutral else ():
        if camp.kingdom in neutral:
            tell_retreat(turn, withdraw(turn, camp, province, camp.origin))


def excess_cargo(turn: Turn) -> None:
    """Land units at sea beyond what the ships of their camp carry drown, the weakest first (RO-ARMY-16)."""
    provinces = turn.now.provinces
    at_sea = [number for number, kingdoms in turn.presence.items() if kingdoms and provinces[number].terrain == "sea"]
    for number in sorted(at_sea):
        if "land" in [UNITS[unit.type].sort for unit in turn.units_in(number)]:
            for camp in camps_in(turn, provinces[number]):
                drown(turn, camp, provinces[number])


def drown(turn: Turn, camp: Camp, province: Province) -> None:
    """The land units of one camp that find no room."""
    aboard = [unit for unit in camp.units if UNITS[unit.type].sort == "land"]
    excess = len(aboard) - cargo(camp.units)
    if excess <= 0:
        return
    aboard.sort(key=lambda unit: (rough([unit], province), unit.number))
    drowned = aboard[:excess]
    for unit in drowned:
        turn.kill_unit(unit, "drowned")
    turn.tell(
        camp.kingdom,
        "RO-ARMY-16",
        "drowned",
        host=camp.host,
        province=province.number,
        lost=told_lost(drowned),
    )
