"""What comes before the first round: words, gifts, thefts, a cloak of invisibility; and the encounter as a whole.

The initiator's leading peaceful entries are executed in order; then the other attacks, or both go in peace (RO-ENC-10).
"""

from __future__ import annotations

from heraut.games.rois.dice import Dice, clamp
from heraut.games.rois.encounter.course import LONG, Encounter, Terms, steps_between
from heraut.games.rois.encounter.fighters import Fighter
from heraut.games.rois.encounter.plan import is_aggressive
from heraut.games.rois.encounter.rounds import fight_out
from heraut.games.rois.encounter.spells import cast, castable, drink
from heraut.games.rois.state import Tactic
from heraut.games.rois.tables import CONSTANTS

DRAGON_CROWN = "5"


def encounter(
    initiator: Fighter, other: Fighter, dice: Dice, terms: Terms | None = None, *, duel: bool = False
) -> Encounter:
    """One encounter, from the first word to the end. Both fighters are changed: wounds, charges, casts."""
    meeting = Encounter(initiator, other, dice, terms, duel=duel)
    for fighter in meeting.sides:
        if fighter.temper == "berserk":
            fighter.rage = dice.d(4)
    if meeting.duel:
        fight_out(meeting)
    elif meeting.terms.relation != "foreign" or meeting.terms.pacified:
        courtesy(meeting)
    elif opening(meeting):
        fight_out(meeting)
    for fighter in meeting.sides:
        fighter.rage = 0
    return meeting


def courtesy(meeting: Encounter) -> None:
    """Between friends, allies, or with a monster that has made its peace, nobody is attacked (RO-ENC-28, 31, 32)."""
    terms = meeting.terms
    allowed = (
        ("GI", "SA", "TA") if terms.relation == "allied" else ("GI", "SA", "FU") if terms.pacified else ("GI", "SA")
    )
    fighter = meeting.sides[0]
    while not meeting.over and fighter.cursor < len(fighter.plan):
        tactic = fighter.plan[fighter.cursor]
        if tactic.code in allowed:
            fighter.cursor += 1
            PEACEFUL_ACTS[tactic.code](meeting, tactic)
        elif tactic.code == "SC":
            fighter.cursor += 1
        else:
            meeting.skip(0, tactic, "at_peace")
    if not meeting.over:
        part_in_peace(meeting)


def opening(meeting: Encounter) -> bool:
    """The peaceful opening (RO-ENC-10). True when it comes to blows."""
    fighter = meeting.sides[0]
    while fighter.cursor < len(fighter.plan):
        tactic = fighter.plan[fighter.cursor]
        if opens_fight(fighter, tactic):
            break
        fighter.cursor += 1
        provoked = PEACEFUL_ACTS[tactic.code](meeting, tactic)
        if provoked or meeting.over:
            return not meeting.over
    if avoids_blows(fighter) and avoids_blows(meeting.sides[1]) and meeting.sides[1].monster is None:
        part_in_peace(meeting)
        return False
    return True


def opens_fight(fighter: Fighter, tactic: Tactic) -> bool:
    """Whether this entry is an attack, or a flight, for which no one waits."""
    gear = fighter.gear.get(tactic.item)
    kind = gear.kind if gear is not None else None
    return tactic.code == "FL" or is_aggressive(tactic, kind)


def avoids_blows(fighter: Fighter) -> bool:
    """Whether the first entry left that is not peaceful is a flight, or none (RO-ENC-10)."""
    for tactic in fighter.plan[fighter.cursor :]:
        if tactic.code not in ("GI", "SA", "TA", "FU", "ST", "SC"):
            return tactic.code == "FL"
    return True


def part_in_peace(meeting: Encounter) -> None:
    """The other says and gives what he had planned, and everybody goes his way."""
    other = meeting.sides[1]
    for tactic in other.plan:
        if tactic.code == "SA":
            meeting.note("said", 1, text=tactic.text)
        elif tactic.code == "GI":
            give(meeting, tactic, 1)
    meeting.end("peace")


# The entries of an opening. Each returns whether the other is provoked


def say(meeting: Encounter, tactic: Tactic) -> bool:
    """Words: they please monsters that understand them (RO-ENC-23)."""
    meeting.sides[0].praised = True
    meeting.note("said", 0, text=tactic.text)
    return False


def give(meeting: Encounter, tactic: Tactic, side: int = 0) -> bool:
    """An item changes hands (RO-ENC-26, RO-ITEM-04)."""
    giver = meeting.sides[side]
    if tactic.item not in giver.gear:
        meeting.note_skipped(side, tactic, "not_carried")
        return False
    gear = giver.hand_over(tactic.item)
    giver.gave = True
    meeting.given.append((side, gear.number))
    meeting.note("gave", side, item=gear.number, item_kind=gear.code)
    return False


def talk(meeting: Encounter, tactic: Tactic) -> bool:
    """Negotiation: a word to a character, a roll against a monster (RO-ENC-23 to 26)."""
    fighter, other = meeting.sides
    fighter.practise("DR")
    if other.monster is None:
        meeting.note("talked", 0, heard=True)
        return False
    if meeting.terms.task is not None:
        meeting.note("task_repeated", 0)
        if not any(later.code == "FU" for later in fighter.plan[fighter.cursor :]):
            meeting.end("task")
        return False
    heard = meeting.dice.pct(talk_chance(fighter, other))
    meeting.note("talked", 0, heard=heard)
    if heard:
        draw = meeting.dice.d(100)
        bound_by_task = CONSTANTS.pact < draw <= CONSTANTS.task and not meeting.terms.wanderer
        meeting.end("task" if bound_by_task else "gift" if draw > CONSTANTS.task else "pact")
    return not heard


def talk_chance(fighter: Fighter, other: Fighter) -> int:
    """The chance to be heard; 0 when there is no common tongue (RO-ENC-23, D2)."""
    monster = other.monster
    assert monster is not None
    druid = fighter.level("DR")
    if other.tagged("dragon") and any(gear.code == DRAGON_CROWN for gear in fighter.active()):
        druid = max(druid, CONSTANTS.every_tongue)
    if not monster.talks and druid < CONSTANTS.tongues.get(monster.sort, CONSTANTS.every_tongue):
        return 0
    alike = 15 if fighter.alignment == other.alignment else -10 * steps_between(fighter, other)
    return clamp(25 + 15 * druid + alike + 10 * fighter.praised, 5, 90)


def fulfil(meeting: Encounter, tactic: Tactic) -> bool:
    """The monster's task is done, or is said to be: too early, it takes offence (RO-ENC-25)."""
    fighter, other = meeting.sides
    task = meeting.terms.task
    if other.monster is None:
        meeting.note_skipped(0, tactic, "no_use")
        return False
    done = task is not None and (fighter.gave if task.kind == "item" else meeting.terms.payable)
    meeting.note("fulfilled", 0, done=done)
    if done:
        meeting.end("fulfilled")
    return not done


def steal(meeting: Encounter, tactic: Tactic) -> bool:
    """A theft: the victim who notices is at bow range at once (RO-ENC-22)."""
    thief, victim = meeting.sides
    thief.practise("TH")
    done = meeting.dice.pct(theft_chance(thief, victim))
    meeting.note("theft", 0, done=done)
    if done:
        meeting.end("stolen")
    else:
        meeting.range = LONG
    return not done


def theft_chance(thief: Fighter, victim: Fighter) -> int:
    """The chance of a theft (RO-ENC-22)."""
    vigilance = victim.level("ME") if victim.monster is not None else max(victim.level("TH"), victim.level("SP"))
    chance = 20 + 15 * thief.level("TH") - 10 * vigilance + 25 * thief.invisible
    chance += sum(gear.kind.steal for gear in thief.active())
    return clamp(chance, CONSTANTS.chance_min, CONSTANTS.chance_max)


def hide(meeting: Encounter, tactic: Tactic) -> bool:
    """Invisibility, which fails without provoking anybody."""
    if castable(meeting.sides[0], "IN"):
        cast(meeting, 0, "IN")
    else:
        meeting.note_skipped(0, tactic, "impossible")
    return False


def take(meeting: Encounter, tactic: Tactic) -> bool:
    """An item: a weapon or a bow is drawn, a ring hides, a potion is drunk; others are of no use here."""
    fighter = meeting.sides[0]
    gear = fighter.gear.get(tactic.item)
    if gear is not None and gear.kind.kind in ("weapon", "bow"):
        fighter.take_up(gear)
        meeting.note("taken_up", 0, item=gear.number, item_kind=gear.code)
    elif gear is not None and gear.kind.spell == "IN":
        cast(meeting, 0, "IN", gear)
    elif gear is not None and gear.kind.kind == "potion":
        drink(meeting, 0, gear)
    else:
        meeting.note_skipped(0, tactic, "no_use" if gear is not None else "not_carried")
    return False


def wait(meeting: Encounter, tactic: Tactic) -> bool:
    """SC waits for the end (RO-FEAT-07)."""
    return False


PEACEFUL_ACTS = {
    "GI": give,
    "SA": say,
    "TA": talk,
    "FU": fulfil,
    "ST": steal,
    "CA": hide,
    "US": take,
    "SC": wait,
}
