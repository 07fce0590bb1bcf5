"""Figures that fall, or lose their leader: removal, confusion, disordered bands, adoption (SV-COH, SV-END-05)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from heraut.games.vassaux.identities import NO_FIGURE, FigureId, GroupId, UnitId, band_of, home_of
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Sheet, Unit
from heraut.games.vassaux.table.field import mark
from heraut.games.vassaux.tables import POWERS, SPELLS


def cohere(turn: Turn, unit: Unit) -> None:
    """Men farther from their leader than his Aura become confused (SV-COH-01 to 03)."""
    if unit.leader not in turn.now.at or len(unit.men) < 2:
        return
    lost = [man for man in unit.men if man != unit.leader and not turn.within(man, unit.leader, unit.sheet.aura)]
    if lost:
        confuse(turn, unit, lost, "out_of_aura")


def confuse(turn: Turn, unit: Unit, figures: Sequence[FigureId], cause: str) -> None:
    """These figures leave their unit for its band (SV-COH-03, SV-COH-05)."""
    unit.men = [man for man in unit.men if man not in figures]
    unit.band = sorted([*unit.band, *figures])
    turn.moved(unit)
    turn.announce("SV-COH-03", "confused", unit=unit.id, figures=list(figures), cause=cause)


def disband(turn: Turn, unit: Unit) -> None:
    """A unit without its leader is a band, entirely; what was cast on it stays on its men."""
    if unit.men:
        own = {mark(unit.id, spell): spell for spell in SPELLS}
        for effect in list(unit.effects):
            if effect in own:
                turn.enchant(band_of(unit.id), own[effect])
        confuse(turn, unit, list(unit.men), "leaderless")


def fell(turn: Turn, group: GroupId, figures: Iterable[FigureId], *, blow: bool) -> None:
    """Figures are removed from the table and counted (SV-END-05). `blow`: by an attack or a spell."""
    unit = turn.unit(group)
    host = turn.now.hosts[unit.seat]
    leader_fell = False
    for figure in figures:
        place = turn.now.at.pop(figure)
        sheet = turn.sheet(home_of(figure))
        host.eliminated += sheet.figure_cost
        if blow and (sheet.mounted or sheet.profile == "CHEVALIER"):
            host.riders_lost += 1
        if blow and figure in unit.men:  # a band is no part of its unit (SV-COH-05)
            unit.lost += 1
        if figure == unit.leader:
            leader_fell, unit.post = True, place
            host.eliminated += sheet.leader_cost
            if sheet.lord:
                host.lord_lost = True
            else:
                host.vassals_lost += 1
    gone = set(figures)
    unit.men = [man for man in unit.men if man not in gone]
    unit.band = [man for man in unit.band if man not in gone]
    turn.moved(unit)
    if leader_fell:
        lose_leader(turn, unit)


def lose_leader(turn: Turn, unit: Unit) -> None:
    """The unit's leader is dead (SV-COH-03)."""
    unit.leader = NO_FIGURE
    turn.moved(unit)
    turn.now.corrupted = [one for one in turn.now.corrupted if one.unit != unit.id]  # SV-BLK-05
    turn.announce("SV-COH-03", "lord_fell" if unit.sheet.lord else "vassal_fell", unit=unit.id)
    disband(turn, unit)


def same_kit(one: Sheet, other: Sheet) -> bool:
    """Profile, change, weapon, armour, mount and unit-wide powers are identical (SV-COH-06)."""
    return kit(one) == kit(other)


def kit(sheet: Sheet) -> tuple[object, ...]:
    """What two units must share for one to take the other's men in."""
    wide = tuple(sorted(code for code in sheet.powers if POWERS[code].who not in ("lord", "leader")))
    return sheet.profile, sheet.up, sheet.down, sheet.weapon, sheet.armour, sheet.mounted, wide


def sort_confused(turn: Turn) -> None:
    """Command step 2a: each confused figure is taken in, fights on, or leaves (SV-COH-06); all are judged first."""
    fates = [(unit, figure, fate(turn, unit, figure)) for unit in turn.now.units.values() for figure in unit.band]
    for unit, figure, (taker, _) in fates:
        if taker is not None:
            unit.band = [one for one in unit.band if one != figure]
            host_unit = turn.now.units[taker]
            host_unit.men = sorted([*host_unit.men, figure])
            turn.moved(unit)
            turn.moved(host_unit)
            turn.announce("SV-COH-06", "adopted", figure=figure, unit=taker, origin=unit.id)
    for unit in turn.now.units.values():
        fled = [figure for one, figure, found in fates if one is unit and found.flees]
        if fled:
            fell(turn, band_of(unit.id), fled, blow=False)
            turn.announce("SV-COH-07", "fled", unit=unit.id, figures=fled)


class Fate(NamedTuple):
    """Of a confused figure: the unit that takes him in, or he flees, or neither: he fights on."""

    taker: UnitId | None = None
    flees: bool = False


def fate(turn: Turn, unit: Unit, figure: FigureId) -> Fate:
    """What becomes of a confused figure (SV-COH-06, 07)."""
    takers = [
        other
        for other in turn.leaders(unit.seat)
        if not other.sheet.lord
        and same_kit(other.sheet, turn.sheet(home_of(figure)))
        and turn.within(figure, other.leader, other.sheet.aura)
    ]
    if takers:
        return Fate(min(takers, key=lambda other: (turn.fine(figure, other.leader), other.id)).id)
    return Fate(flees=not turn.contacts([figure], unit.seat))
