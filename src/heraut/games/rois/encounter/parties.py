"""Between the world and an encounter: who comes with what, and what everybody leaves with."""

from __future__ import annotations

from typing import Any

from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter.course import Encounter
from heraut.games.rois.encounter.fighters import Fighter, Gear, character
from heraut.games.rois.phases.armies import leaderless
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import MAGICS, Alignment, Character, Plan
from heraut.games.rois.tables import CONSTANTS, ITEMS

PRIVILEGES: dict[Alignment, str] = {"neutral": "duellists", "pagan": "magicians"}  # of the kingdom (RO-CHAR-11)
LESSONS = {
    "DR": CONSTANTS.learn_talk,
    "AR": CONSTANTS.learn_bow,
    "ME": CONSTANTS.learn_melee,
    "TH": CONSTANTS.learn_steal,
    **dict.fromkeys(MAGICS, CONSTANTS.learn_spell),
}
ONE_S_OWN = ("skipped", "taken_up")  # what the other side does not notice


def fighter_of(turn: Turn, who: Character, plan: Plan, *, duel: bool = False) -> Fighter:
    """A character with what he carries; in a duel with the privilege of his kingdom (RO-CHAR-11)."""
    gear = []
    for number in who.items:
        item = turn.items[number]
        gear.append(Gear(number, item.kind, ITEMS[item.kind], item.charges, item.domain))
    privilege = PRIVILEGES.get(turn.kingdoms[who.kingdom].alignment, "") if duel and who.kingdom else ""
    return character(
        who.levels,
        hp=who.hp,
        max_hp=who.max_hp,
        number=who.number,
        temper=who.temper,
        alignment=who.alignment,
        plan=plan,
        gear=gear,
        king=who.role == "king",
        privilege=privilege,
    )


def settle(turn: Turn, meeting: Encounter, side: int, who: Character, dice: Dice) -> None:
    """Wounds, charges and lessons of one side; what it gave away has left it, and is still to be handed over."""
    fighter = meeting.sides[side]
    who.hp = max(1, fighter.hp)  # the dead are buried by `die`
    given = gifts_from(meeting, side) if meeting.given else []
    for item in list(who.items):
        gear = fighter.gear.get(item)
        if gear is not None:
            turn.items[item].charges = gear.charges
            continue
        who.items.remove(item)
        if item not in given:
            turn.lose_item(item)
    for talent in fighter.practised:
        turn.learn(who, talent, LESSONS[talent], dice)


def gifts_from(meeting: Encounter, side: int) -> list[int]:
    """The items that one side gave away."""
    return [item for giver, item in meeting.given if giver == side]


def die(turn: Turn, victim: Character, why: str) -> list[int]:
    """A character is killed in an encounter. Returns what can be taken from his body (RO-ENC-21)."""
    spoils = turn.loot(victim)
    leaderless(turn, victim)
    turn.kill_character(victim, why)
    return spoils


def strip(victim: Character) -> list[int]:
    """All that a beggar pays for his life (RO-ENC-20)."""
    spoils, victim.items = victim.items, []
    return spoils


def kinds(turn: Turn, items: list[int]) -> list[list[Any]]:
    """Items as reports name them."""
    return [[item, turn.items[item].kind] for item in items]


def log_for(meeting: Encounter, side: int) -> list[dict[str, Any]]:
    """What one side saw of it: its own acts, and those of the other that can be seen. `own` says whose act it was."""
    told = []
    for entry in meeting.log:
        own = entry["side"] == side
        if own or entry["act"] not in ONE_S_OWN:
            shown = {**entry, "own": own}
            del shown["side"]
            if not own and "item" in shown:
                shown["item"] = 0  # its kind can be seen, not its number
            told.append(shown)
    return told
