"""The duel of commanders before a battle (RO-DUEL)."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.games.rois.battle.camps import Camp
from heraut.games.rois.dice import Dice, clamp
from heraut.games.rois.encounter.fighters import Fighter
from heraut.games.rois.encounter.opening import encounter
from heraut.games.rois.encounter.parties import die, fighter_of, kinds, log_for, settle, strip
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import Character
from heraut.games.rois.tables import CONSTANTS


class Refusal(msgspec.Struct, frozen=True):
    """Whether a commander refuses, and whether he finds a fine excuse (RO-DUEL-05)."""

    refuses: bool = False
    bluffs: bool = False


def duel(turn: Turn, camps: tuple[Camp, Camp], province: int, dice: Dice) -> None:
    """The leaders of these camps, the attacker's first: fight, or refuse; the loser's contingent is demoralised."""
    leaders = [camp.leader for camp in camps]
    assert leaders[0] is not None and leaders[1] is not None
    one, other = leaders[0], leaders[1]
    fighters = [fighter_of(turn, each, each.duel, duel=True) for each in (one, other)]
    refusals = [refusal(fighters[side], fighters[1 - side], dice) for side in (0, 1)]
    if any(each.refuses for each in refusals):
        for camp, each in zip(camps, refusals, strict=True):
            camp.demoralised |= each.refuses and not each.bluffs
        tell_refusal(turn, (one, other), refusals, province)
        return
    meeting = encounter(fighters[0], fighters[1], dice, duel=True)
    settle(turn, meeting, 0, one, dice)
    settle(turn, meeting, 1, other, dice)
    spoils: list[int] = []
    if meeting.loser is not None:
        camps[meeting.loser].demoralised = True
        spoils = lose(turn, camps[meeting.loser], (one, other)[1 - meeting.loser], meeting.ending)
    for side, reader, foe in ((0, one, other), (1, other, one)):
        turn.tell(
            reader.kingdom, "RO-DUEL-01", "duel", who=reader.number, other=foe.number, province=province,
            ending=meeting.ending, won=meeting.winner == side, lost=meeting.loser == side,
            items=kinds(turn, spoils), log=log_for(meeting, side),
        )  # fmt: skip


def lose(turn: Turn, camp: Camp, victor: Character, ending: str) -> list[int]:
    """What the loser pays: his life, or his items for his life (RO-ENC-20, RO-ENC-21, RO-DUEL-08)."""
    loser = camp.leader
    assert loser is not None
    if ending == "killed":
        for unit in camp.units:
            turn.move_unit(unit, unit.province, 0)  # under the garrison commander for this battle
        spoils = die(turn, loser, "duel")
        camp.leader = None
    elif ending == "mercy":
        spoils = strip(loser)
    else:
        return []
    for item in spoils:
        turn.give_item(item, victor)
    return spoils


def refusal(own: Fighter, other: Fighter, dice: Dice) -> Refusal:
    """Kings never refuse; a plan may say so at once, a temper may (RO-DUEL-03 to 05)."""
    if own.king:
        return Refusal()
    if own.plan and own.plan[0].code == "FL":
        return Refusal(refuses=True)
    if own.temper not in CONSTANTS.refusals or not dice.pct(refusal_chance(own, other)):
        return Refusal()
    return Refusal(refuses=True, bluffs=own.temper == "coward" and dice.d(3) <= CONSTANTS.bluff)


def refusal_chance(own: Fighter, other: Fighter) -> int:
    """The more dangerous the other, the likelier (RO-DUEL-03)."""
    low, high = CONSTANTS.refusals[own.temper]
    mine, theirs = renown(own), renown(other)
    return low + (high - low) * clamp(theirs - mine, 0, mine) // mine


def renown(fighter: Fighter) -> int:
    """How dangerous a duellist looks: R of RO-DUEL-03."""
    weapon = fighter.weapon.kind.damage if fighter.weapon is not None else 0
    return 10 + 4 * fighter.level("ME") + 3 * fighter.level("AR") + 4 * fighter.best_magic() + 2 * weapon


def tell_refusal(turn: Turn, leaders: tuple[Character, Character], refusals: list[Refusal], province: int) -> None:
    """Both kingdoms hear who would not fight, and what it looked like."""
    for side in (0, 1):
        data: dict[str, Any] = {"own": refusals[side].refuses, "bluff": refusals[side].bluffs}
        data |= {"foe": refusals[1 - side].refuses, "foe_bluff": refusals[1 - side].bluffs}
        turn.tell(
            leaders[side].kingdom, "RO-DUEL-03", "duel_refused", who=leaders[side].number,
            other=leaders[1 - side].number, province=province, **data,
        )  # fmt: skip
