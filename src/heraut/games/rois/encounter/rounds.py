"""A round of an encounter, step by step, and how each side chooses what it does (RO-ENC-05 to 19)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heraut.games.rois.dice import clamp
from heraut.games.rois.encounter.blows import shoot, strike
from heraut.games.rois.encounter.course import FAR, LONG, SHORT, Choice, Encounter
from heraut.games.rois.encounter.fighters import Fighter
from heraut.games.rois.encounter.plan import PEACEFUL
from heraut.games.rois.encounter.spells import best_attack, cast, castable, drink
from heraut.games.rois.state import Tactic
from heraut.games.rois.tables import CONSTANTS, SPELLS

BOTH_DONE = [None, None]
FEARFUL = {"coward": 1, "prudent": 2, "brave": 4}  # who runs when so many parts of the largest blow would kill him
NEITHER, FIRST, SECOND, BOTH = (), (0,), (1,), (0, 1)  # sides
FLEEING, BLOWS, SHOTS, MAGICAL, FROM_AFAR = ("FL",), ("ME",), ("FI",), ("CA", "US"), ("FI", "CA", "US")


def fight_out(meeting: Encounter) -> None:
    """Rounds until it is over, or broken off (RO-ENC-30)."""
    while not meeting.ending:
        if meeting.round == CONSTANTS.encounter_rounds:
            meeting.end("broken_off")
            return
        meeting.round += 1
        fight_round(meeting)


def fight_round(meeting: Encounter) -> None:
    """One round, in the order of the rule (RO-ENC-11)."""
    monsters_give_up(meeting)
    if meeting.ending:
        return
    meeting.choices = [choose(meeting, 0), choose(meeting, 1)]
    if wanting(meeting, FLEEING):
        flights(meeting)
    if meeting.ending:
        return
    if meeting.range == FAR:
        spells(meeting)
        approach(meeting)
    elif meeting.range == LONG:
        meeting.budget = budgets(meeting)
    if meeting.range == LONG and not meeting.ending:
        shots(meeting)
        close_in(meeting)
    if meeting.range == SHORT and not meeting.ending:
        melee(meeting)
        if meeting.choices != BOTH_DONE:
            spells(meeting)
    regenerate(meeting)


# Choosing


def choose(meeting: Encounter, side: int) -> Choice | None:
    """What a side does this round; None when its action is lost (RO-ENC-19)."""
    fighter = meeting.sides[side]
    if fighter.lost:
        fighter.lost -= 1
        meeting.note("dazed", side)
        return None
    if fighter.monster is not None:
        return monster_choice(meeting, fighter)
    if takes_fright(meeting, side):
        return Choice("FL")
    planned = planned_choice(meeting, side) if fighter.plan else None
    return planned or own_choice(meeting, side)


def monster_choice(meeting: Encounter, fighter: Fighter) -> Choice:
    """Spells while there is room, missiles for two rounds, then claws (RO-ENC-14, RO-ENC-15)."""
    monster = fighter.monster
    assert monster is not None
    if fighter.casts > 0 and meeting.range != SHORT:
        return Choice("CA", monster.spell, monster.spell_level)
    if monster.missile and meeting.range != SHORT and meeting.round <= CONSTANTS.shooting_rounds:
        return Choice("FI", level=monster.missile)
    return Choice("ME")


def takes_fright(meeting: Encounter, side: int) -> bool:
    """Whether his temper makes him flee, whatever he had planned (RO-CHAR-16)."""
    fighter = meeting.sides[side]
    parts = FEARFUL.get(fighter.temper)
    if parts is None:
        return False
    afraid = fighter.hp + fighter.rage <= -(-meeting.sides[1 - side].blow // parts)
    afraid = afraid or (fighter.temper == "coward" and fighter.last_wound >= CONSTANTS.bad_wound)
    return afraid and may_flee(meeting, side)


def may_flee(meeting: Encounter, side: int) -> bool:
    """Not a berserk, nor a soul in chains, nor a King in a duel before he is wounded (RO-CHAR-12, RO-DUEL-04)."""
    fighter = meeting.sides[side]
    if fighter.temper == "berserk" or fighter.chained:
        return False
    return not (meeting.duel and fighter.king) or fighter.wounded


def planned_choice(meeting: Encounter, side: int) -> Choice | None:
    """The next entry of the plan that is possible; those that are not are skipped (RO-ENC-05, RO-ENC-08)."""
    fighter = meeting.sides[side]
    while fighter.cursor < len(fighter.plan):
        tactic = fighter.plan[fighter.cursor]
        choice = possible(meeting, side, tactic)
        if choice is not None:
            choice.planned = True
            return choice
    return None


def possible(meeting: Encounter, side: int, tactic: Tactic) -> Choice | None:
    """What this entry means now; None when the reading goes on behind it."""
    fighter, code = meeting.sides[side], tactic.code
    if code == "ME" or (code == "FI" and meeting.range == SHORT):
        return Choice("ME")
    if code == "FI" and fighter.can_shoot:
        return Choice("FI", level=fighter.level("AR"))
    if code == "FL" and may_flee(meeting, side):
        return Choice("FL")
    if code == "CA" and castable(fighter, tactic.spell):
        return own_spell(fighter, tactic.spell)
    if code == "US" and tactic.item in fighter.gear:
        return use(meeting, side, tactic)
    if code == "SC" or code in PEACEFUL:
        fighter.cursor += 1  # what comes too late, or waits for the end
    else:
        meeting.skip(side, tactic, "impossible")
    return None


def use(meeting: Encounter, side: int, tactic: Tactic) -> Choice | None:
    """An item: weapons and bows are taken up at once, wands and potions are the round's action (RO-ENC-18)."""
    fighter = meeting.sides[side]
    gear = fighter.gear[tactic.item]
    if gear.kind.kind in ("weapon", "bow"):
        fighter.cursor += 1
        fighter.take_up(gear)
        meeting.note("taken_up", side, item=gear.number, item_kind=gear.code)
        return None
    if gear.kind.kind == "potion":
        return Choice("US", gear=gear)
    if gear.kind.kind == "wand" and SPELLS[gear.kind.spell].combat and gear.charges > 0:
        return Choice("CA", spell=gear.kind.spell, level=gear.kind.spell_level, gear=gear)
    meeting.skip(side, tactic, "no_use")
    return None


def own_choice(meeting: Encounter, side: int) -> Choice:
    """Without a plan, or at its end (RO-ENC-07, RO-ENC-27)."""
    fighter = meeting.sides[side]
    if fighter.timid and may_flee(meeting, side):
        return Choice("FL")
    spell = best_attack(fighter, meeting.sides[1 - side])
    if spell and (meeting.range != SHORT or fighter.level(SPELLS[spell].domain) > fighter.level("ME")):
        return own_spell(fighter, spell)
    if meeting.range != SHORT and fighter.can_shoot:
        return Choice("FI", level=fighter.level("AR"))
    return Choice("ME")


def own_spell(fighter: Fighter, spell: str) -> Choice:
    """A spell of one's own."""
    return Choice("CA", spell, fighter.level(SPELLS[spell].domain))


# The steps of a round


def monsters_give_up(meeting: Encounter) -> None:
    """A monster with a fifth of its life left may abandon the fight, and its lair (RO-ENC-17)."""
    for side in meeting.beasts:
        fighter = meeting.sides[side]
        if 5 * fighter.hp > fighter.max_hp or fighter.chained or fighter.lost:
            continue
        if not fighter.tagged("undead", "construct") and meeting.dice.pct(CONSTANTS.gives_up):
            meeting.end("driven_off", side)
            return


def flights(meeting: Encounter) -> None:
    """Those who flee, the fastest first (RO-ENC-11, RO-ENC-16)."""
    for side in in_order(meeting, FLEEING, speed_of):
        take_choice(meeting, side)
        away = meeting.dice.pct(flight_chance(meeting, side))
        meeting.note("flight", side, away=away)
        if away:
            meeting.end("fled", side)
            return


def flight_chance(meeting: Encounter, side: int) -> int:
    """The nearer the opponent, the harder (RO-ENC-16)."""
    fighter, other = meeting.sides[side], meeting.sides[1 - side]
    chance = CONSTANTS.flight[meeting.range] + CONSTANTS.flight_speed * (fighter.speed - other.speed)
    chance += CONSTANTS.flight_unseen * fighter.invisible + CONSTANTS.flight_prudent * (fighter.temper == "prudent")
    return clamp(chance, CONSTANTS.chance_min, CONSTANTS.chance_max)


def spells(meeting: Encounter) -> None:
    """Spells, wands and potions not yet used, the highest level first."""
    act_in_order(meeting, MAGICAL, level_of)


def approach(meeting: Encounter) -> None:
    """From the range of spells to that of bows: whoever wants blows pays, else whoever wants to shoot."""
    meeting.budget = budgets(meeting)
    for codes in (BLOWS, SHOTS):
        for side in wanting(meeting, codes):
            if meeting.budget[side] and meeting.range == FAR and not meeting.ending:
                meeting.budget[side] -= 1
                meeting.range = LONG


def shots(meeting: Encounter) -> None:
    """Arrows, missiles and what spells are left, by the level of the ability used."""
    act_in_order(meeting, FROM_AFAR, level_of)


def close_in(meeting: Encounter) -> None:
    """From the range of bows to blows."""
    for side in wanting(meeting, BLOWS):
        if meeting.budget[side]:
            meeting.range = SHORT


def melee(meeting: Encounter) -> None:
    """Blows, the better fighter first."""
    act_in_order(meeting, BLOWS, skill_of)


def regenerate(meeting: Encounter) -> None:
    """Trolls and hydras regain hit points every round (D3)."""
    if meeting.ending:
        return
    for side in meeting.beasts:
        monster = meeting.sides[side].monster
        if monster is not None and monster.regains:
            meeting.heal(side, monster.regains)


def budgets(meeting: Encounter) -> list[int]:
    """How far each side can close in this round: the slow every other round (RO-ENC-11)."""
    strides, (first, second) = (1 - meeting.round % 2, 1, 2), meeting.sides
    return [strides[first.speed], strides[second.speed]]


def wanting(meeting: Encounter, codes: Sequence[str]) -> tuple[int, ...]:
    """The sides that have chosen one of these and not done it yet."""
    first, second = meeting.choices
    if first is None or first.code not in codes:
        return SECOND if second is not None and second.code in codes else NEITHER
    return BOTH if second is not None and second.code in codes else FIRST


def in_order(meeting: Encounter, codes: Sequence[str], key: Callable[[Encounter, int], int]) -> tuple[int, ...]:
    """The sides that have chosen one of these, the highest first; equals in random order."""
    sides = wanting(meeting, codes)
    if sides != BOTH:
        return sides
    ahead = key(meeting, 0) - key(meeting, 1)
    if not ahead:
        ahead = 1 if meeting.dice.d(2) == 1 else -1
    return BOTH if ahead > 0 else BOTH[::-1]


def act_in_order(meeting: Encounter, codes: Sequence[str], key: Callable[[Encounter, int], int]) -> None:
    """Those who have chosen one of these do it, unless the other has put an end to it."""
    for side in in_order(meeting, codes, key):
        if not meeting.ending and meeting.choices[side] is not None:
            act(meeting, side)


def speed_of(meeting: Encounter, side: int) -> int:
    """How fast a side is."""
    return meeting.sides[side].speed


def skill_of(meeting: Encounter, side: int) -> int:
    """How well a side fights hand to hand."""
    return meeting.sides[side].effective["ME"]


def level_of(meeting: Encounter, side: int) -> int:
    """The level of what a side is about to do: a potion counts 0 (RO-ENC-18)."""
    choice = meeting.choices[side]
    return choice.level if choice is not None else 0


def take_choice(meeting: Encounter, side: int) -> Choice:
    """A side acts: its choice, and its entry of the plan, are used up (RO-ENC-11)."""
    choice = meeting.choices[side]
    assert choice is not None
    meeting.choices[side] = None
    if choice.planned:
        meeting.sides[side].cursor += 1
    return choice


def act(meeting: Encounter, side: int) -> None:
    """A side does what it has chosen."""
    choice = take_choice(meeting, side)
    if choice.code == "ME":
        strike(meeting, side)
    elif choice.code == "FI":
        shoot(meeting, side)
    elif choice.code == "US":
        assert choice.gear is not None
        drink(meeting, side, choice.gear)
    else:
        cast(meeting, side, choice.spell, choice.gear)
