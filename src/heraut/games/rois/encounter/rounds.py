"""A round of an encounter, step by step, and how each side chooses what it does (RO-ENC-05 to 19)."""

from __future__ import annotations

from heraut.games.rois.dice import clamp
from heraut.games.rois.encounter.blows import shoot, strike
from heraut.games.rois.encounter.course import FAR, LAST_ROUND, LONG, SHORT, Choice, Encounter
from heraut.games.rois.encounter.fighters import Fighter
from heraut.games.rois.encounter.plan import PEACEFUL
from heraut.games.rois.encounter.spells import best_attack, cast, castable, drink
from heraut.games.rois.state import Tactic
from heraut.games.rois.tables import FIGURES, SPELLS

FLIGHT = {FAR: 75, LONG: 60, SHORT: 40}
AGILITY = 15  # points of flight a step of speed
UNSEEN, CAUTION = 25, 10
GIVES_UP = 30  # chance a round of a monster that has a fifth of its life left, or less
BAD_WOUND = 5  # makes a coward run
SHOOTING_ROUNDS = 2  # of monsters with missiles


def fight_out(meeting: Encounter) -> None:
    """Rounds until it is over, or broken off (RO-ENC-30)."""
    while not meeting.over:
        if meeting.round == LAST_ROUND:
            meeting.end("broken_off")
            return
        meeting.round += 1
        fight_round(meeting)


def fight_round(meeting: Encounter) -> None:
    """One round, in the order of the rule (RO-ENC-11)."""
    monsters_give_up(meeting)
    if meeting.over:
        return
    meeting.acted = [False, False]
    meeting.choices = [choose(meeting, 0), choose(meeting, 1)]
    flights(meeting)
    if meeting.range == FAR:
        spells(meeting)
        approach(meeting)
    elif meeting.range == LONG:
        meeting.budget = budgets(meeting)
    if meeting.range == LONG and not meeting.over:
        shots(meeting)
        close_in(meeting)
    if meeting.range == SHORT and not meeting.over:
        melee(meeting)
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
    return planned_choice(meeting, side) or own_choice(meeting, side)


def monster_choice(meeting: Encounter, fighter: Fighter) -> Choice:
    """Spells while there is room, missiles for two rounds, then claws (RO-ENC-14, RO-ENC-15)."""
    monster = fighter.monster
    assert monster is not None
    if fighter.casts > 0 and meeting.range != SHORT:
        return Choice("CA", spell=monster.spell, level=monster.spell_level)
    if monster.missile and meeting.range != SHORT and meeting.round <= SHOOTING_ROUNDS:
        return Choice("FI", level=monster.missile)
    return Choice("ME")


def takes_fright(meeting: Encounter, side: int) -> bool:
    """Whether his temper makes him flee, whatever he had planned (RO-CHAR-16)."""
    fighter = meeting.sides[side]
    if fighter.temper not in ("coward", "prudent", "brave") or not may_flee(meeting, side):
        return False
    danger = meeting.sides[1 - side].largest_blow()
    if fighter.temper == "coward":
        return fighter.life <= danger or fighter.last_wound >= BAD_WOUND
    return fighter.life <= -(-danger // (2 if fighter.temper == "prudent" else 4))


def may_flee(meeting: Encounter, side: int) -> bool:
    """Not a berserk, nor a soul in chains, nor a King in a duel before he is wounded (RO-CHAR-12, RO-DUEL-04)."""
    fighter = meeting.sides[side]
    unhurt_king = meeting.duel and fighter.king and not fighter.wounded
    return not (fighter.temper == "berserk" or fighter.chained or unhurt_king)


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
    return Choice("CA", spell=spell, level=fighter.level(SPELLS[spell].domain))


# The steps of a round


def monsters_give_up(meeting: Encounter) -> None:
    """A monster with a fifth of its life left may abandon the fight, and its lair (RO-ENC-17)."""
    for side, fighter in enumerate(meeting.sides):
        if fighter.monster is None or fighter.tagged("undead", "construct") or fighter.chained or fighter.lost:
            continue
        if 5 * fighter.hp <= fighter.max_hp and meeting.dice.pct(GIVES_UP):
            meeting.end("driven_off", side)
            return


def flights(meeting: Encounter) -> None:
    """Those who flee, the fastest first (RO-ENC-11, RO-ENC-16)."""
    fleeing = [side for side in (0, 1) if wants(meeting, side, "FL")]
    for side in meeting.in_order(fleeing, lambda side: meeting.sides[side].speed):
        begin(meeting, side)
        away = meeting.dice.pct(flight_chance(meeting, side))
        meeting.note("flight", side, away=away)
        if away:
            meeting.end("fled", side)
            return


def flight_chance(meeting: Encounter, side: int) -> int:
    """The nearer the opponent, the harder (RO-ENC-16)."""
    fighter, other = meeting.sides[side], meeting.sides[1 - side]
    chance = FLIGHT[meeting.range] + AGILITY * (fighter.speed - other.speed)
    chance += UNSEEN * fighter.invisible + CAUTION * (fighter.temper == "prudent")
    return clamp(chance, FIGURES.chance_min, FIGURES.chance_max)


def spells(meeting: Encounter) -> None:
    """Spells, wands and potions not yet used, the highest level first."""
    casting = [side for side in (0, 1) if wants(meeting, side, "CA", "US")]
    for side in meeting.in_order(casting, lambda side: level_of(meeting, side)):
        if not meeting.over and wants(meeting, side, "CA", "US"):
            act(meeting, side)


def approach(meeting: Encounter) -> None:
    """From the range of spells to that of bows: whoever wants blows pays, else whoever wants to shoot."""
    meeting.budget = budgets(meeting)
    for code in ("ME", "FI"):
        for side in (0, 1):
            if wants(meeting, side, code) and meeting.budget[side] and meeting.range == FAR and not meeting.over:
                meeting.budget[side] -= 1
                meeting.range = LONG


def shots(meeting: Encounter) -> None:
    """Arrows, missiles and what spells are left, by the level of the ability used."""
    shooting = [side for side in (0, 1) if wants(meeting, side, "FI", "CA", "US")]
    for side in meeting.in_order(shooting, lambda side: level_of(meeting, side)):
        if not meeting.over and wants(meeting, side, "FI", "CA", "US"):
            act(meeting, side)


def close_in(meeting: Encounter) -> None:
    """From the range of bows to blows."""
    if any(wants(meeting, side, "ME") and meeting.budget[side] for side in (0, 1)):
        meeting.range = SHORT


def melee(meeting: Encounter) -> None:
    """Blows, the better fighter first."""
    striking = [side for side in (0, 1) if wants(meeting, side, "ME")]
    for side in meeting.in_order(striking, lambda side: meeting.sides[side].level("ME")):
        if not meeting.over and wants(meeting, side, "ME"):
            act(meeting, side)


def regenerate(meeting: Encounter) -> None:
    """Trolls and hydras regain hit points every round (D3)."""
    if meeting.over:
        return
    for side, fighter in enumerate(meeting.sides):
        if fighter.monster is not None and fighter.monster.regains:
            meeting.heal(side, fighter.monster.regains)


def budgets(meeting: Encounter) -> list[int]:
    """How far each side can close in this round: the slow every other round (RO-ENC-11)."""
    return [(1 - meeting.round % 2, 1, 2)[fighter.speed] for fighter in meeting.sides]


def wants(meeting: Encounter, side: int, *codes: str) -> bool:
    """Whether a side has chosen one of these and not done it yet."""
    choice = meeting.choices[side]
    return choice is not None and not meeting.acted[side] and choice.code in codes


def level_of(meeting: Encounter, side: int) -> int:
    """The level of what a side is about to do: a potion counts 0 (RO-ENC-18)."""
    choice = meeting.choices[side]
    return choice.level if choice is not None else 0


def begin(meeting: Encounter, side: int) -> None:
    """A side acts: its entry of the plan is used up (RO-ENC-11)."""
    choice = meeting.choices[side]
    meeting.acted[side] = True
    if choice is not None and choice.planned:
        meeting.sides[side].cursor += 1


def act(meeting: Encounter, side: int) -> None:
    """A side does what it has chosen."""
    choice = meeting.choices[side]
    assert choice is not None
    begin(meeting, side)
    if choice.code == "ME":
        strike(meeting, side)
    elif choice.code == "FI":
        shoot(meeting, side)
    elif choice.code == "US":
        assert choice.gear is not None
        drink(meeting, side, choice.gear)
    else:
        cast(meeting, side, choice.spell, choice.gear)
