"""What the year does by itself: counters, wounds that heal, units that recover, remains that fade (RO-TURN-02)."""

from __future__ import annotations

from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import AVERAGE, GREEN, NATIVES, REDUCED
from heraut.games.rois.tables import CONSTANTS

MEDICINE = 13  # D17


def new_year(turn: Turn) -> None:
    """A3: moves and recruiting begin anew; plans of the sheets stand from now on."""
    for unit in turn.now.units.values():
        unit.moves = 0
    for province in turn.now.provinces.values():
        province.recruited = 0
    for kingdom in turn.living():
        sheet = turn.sheets.get(kingdom.number)
        for standing in sheet.plans if sheet is not None else ():
            character = turn.characters[standing.character]
            if standing.duel:
                character.duel = standing.plan
            else:
                character.plan = standing.plan


def new_season(turn: Turn) -> None:
    """The marks of the last season are wiped off, and wounds heal a little (B1, RO-CHAR-04)."""
    turn.origin.clear()
    turn.reacted.clear()
    turn.fogged.clear()
    turn.fought.clear()
    turn.revived.clear()
    healers = {kingdom.number for kingdom in turn.living() if MEDICINE in kingdom.inventions}
    for character in turn.now.characters.values():
        if character.hp < character.max_hp and character.alive:
            gain = CONSTANTS.medicine_recovery if character.kingdom in healers else CONSTANTS.phase_recovery
            character.hp = min(character.max_hp, character.hp + gain)


def reinforcements(turn: Turn) -> None:
    """C2: Réduite units become Bleus (RO-ARMY-05); hardened Bleus become Moyenne (RO-VAR-04)."""
    hardened = turn.now.settings.hardened
    for unit in turn.now.units.values():
        if unit.quality == REDUCED:
            unit.quality = GREEN
        elif unit.quality == GREEN and hardened and unit.kingdom != NATIVES:
            unit.quality = AVERAGE


def recovery(turn: Turn) -> None:
    """C11: everybody is whole again (RO-CHAR-04); old remains fade (RO-ARMY-15)."""
    for character in turn.now.characters.values():
        if character.alive:
            character.hp = character.max_hp
    for province in turn.now.provinces.values():
        if province.remains:
            province.remains = [each for each in province.remains if turn.number < each.turn + CONSTANTS.remains_turns]
