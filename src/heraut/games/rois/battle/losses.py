"""After the fight: the dead, the trolls that will rise, qualities, lessons and merit (RO-BAT-32, 33, 39)."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.games.rois.battle.camps import Camp, count
from heraut.games.rois.battle.fight import Battle
from heraut.games.rois.dice import Dice
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Character
from heraut.games.rois.tables import CONSTANTS


def bury(turn: Turn, battle: Battle, dice: Dice) -> None:
    """The destroyed leave their remains; the others have the quality that the battle left them."""
    units = turn.now.units
    for line in (battle.attacker, battle.defender):
        for fate in line.fates:
            unit = units[fate.number]
            if fate.quality >= 0:
                unit.quality = fate.quality
                continue
            if unit.type == "TR" and dice.pct(CONSTANTS.rebirth):
                turn.marks.reborn.append(unit)
            turn.kill_unit(unit, "battle", remains=True)


def learn_and_earn(
    turn: Turn,
    battle: Battle,
    sides: Sequence[Sequence[Camp]],
    commanders: Sequence[Character | None],
    talent: str,
    dice: Dice,
) -> None:
    """One lesson a leader, a better one for commanders (RO-EXP-03); merit of land or sea (RO-BAT-39)."""
    office = "admiral" if talent == "NA" else "marshal"
    sizes = [count(camps) for camps in sides]
    for side, (camps, commander) in enumerate(zip(sides, commanders, strict=True)):
        for camp in camps:
            if camp.leader is not None and camp.leader is not commander:
                turn.learn(camp.leader, talent, CONSTANTS.learn_battle, dice)
        if commander is None:
            continue
        turn.learn(commander, talent, CONSTANTS.learn_supreme, dice)
        won = battle.attacker_wins == (side == 0)
        if commander.kingdom:
            turn.add_merit(commander, office, sizes[1 - side] if won else -sizes[side])
