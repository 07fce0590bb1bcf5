"""Encounters in the world: wandering monsters, guardians of special places, other characters (RO-FEAT, RO-ENC).

What an encounter is stands in `opening` and `rounds`; here it is drawn up, and its consequences are drawn.
"""

from __future__ import annotations

from typing import Any

from heraut.games.rois import orders as o
from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter import lairs, scouting
from heraut.games.rois.encounter.course import Encounter, Terms
from heraut.games.rois.encounter.fighters import Fighter, monster
from heraut.games.rois.encounter.opening import encounter
from heraut.games.rois.encounter.parties import die, fighter_of, gifts_from, kinds, log_for, settle, strip
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.state import MAGICS, NATIVES, Character, Feature
from heraut.games.rois.tables import CONSTANTS, TERRAINS
from heraut.games.rois.world.features import draw_monster

PEACEFUL_ENDS = ("stolen", "pact", "gift", "fulfilled", "peace")  # after which one may look around (RO-FEAT-07)

ravages = lairs.ravages
recover_guardians = lairs.recover_guardians


# Wanderers


def wander(turn: Turn, who: Character, dice: Dice) -> bool:
    """A wandering monster (RO-EXPL-08). False when he died or fled: the rest of his action is lost."""
    kind = dice.pick(TERRAINS[turn.provinces[who.province].terrain].wanderers)
    hp = draw_monster(kind, dice).max_hp
    gold = dice.d(6)
    fighter = fighter_of(turn, who, who.plan)
    fighter.timid = not who.plan and is_timid(fighter)
    meeting = encounter(fighter, monster(kind, hp), dice, Terms(wanderer=True))
    settle(turn, meeting, 0, who, dice)
    for item in gifts_from(meeting, 0):
        turn.drop_item(item, who.province)
    won = wanderer_s_gold(turn, who, meeting, gold)
    half = meeting.ending in ("pact", "gift") or (meeting.loser == 1 and meeting.ending in ("driven_off", "charmed"))
    if meeting.loser == 1 and meeting.ending == "killed":
        turn.add_merit(who, "defender", hp)
    elif half:
        turn.add_merit(who, "defender", hp // 2)
    report(turn, who, meeting, 0, monster=kind, gold=won)
    for item in lose_to_beast(turn, who, meeting):
        turn.drop_item(item, who.province)
    return meeting.loser != 0


def is_timid(fighter: Fighter) -> bool:
    """Whoever has no plan and no talent for fighting runs (RO-ENC-27)."""
    return max(fighter.level("ME"), fighter.level("AR"), *(fighter.level(domain) for domain in MAGICS)) <= 1


def wanderer_s_gold(turn: Turn, who: Character, meeting: Encounter, gold: int) -> int:
    """Its purse: all of it to whoever kills it, half to a thief, up to d6 as a gift (RO-EXPL-08, RO-ENC-22, 24)."""
    if meeting.loser == 1 and meeting.ending == "killed":
        won = gold
    elif meeting.ending == "stolen":
        won = -(-gold // 2)
    elif meeting.ending == "gift":
        won = min(gold, meeting.dice.d(6))
    else:
        return 0
    turn.add_gold(who.kingdom, won, "wanderer")
    return won


def lose_to_beast(turn: Turn, who: Character, meeting: Encounter) -> list[int]:
    """What a beast takes from whoever it has killed or spared (RO-ENC-20, RO-ENC-21)."""
    if meeting.loser != 0 or meeting.ending not in ("killed", "mercy"):
        return []
    return die(turn, who, "monster") if meeting.ending == "killed" else strip(who)


# Special places


def search(turn: Turn, who: Character, order: o.Search) -> bool:
    """SE n, once the place is known to exist and whatever roams the province has been met (RO-FEAT-02 to 07)."""
    feature = turn.features_of(who.province)[order.place - 1]
    plan = who.plan if order.plan is None else order.plan
    dice = turn.dice("search", who.number)
    turn.discover(who.kingdom, feature, who)
    if feature.guardian is None:
        turn.kingdoms[who.kingdom].features[feature.number] = 0
        found = lairs.take_all(turn, who, feature)
        turn.tell(
            who.kingdom, "RO-FEAT-03", "searched", who=who.number, feature=feature.kind, place=feature.place, **found
        )
        if any(tactic.code == "SC" for tactic in plan):
            scouting.scout(turn, who, feature, dice)
        return True
    meeting = face_guardian(turn, who, feature, fighter_of(turn, who, plan), dice)
    if meeting.sides[0].wants_to_scout and may_scout(meeting):
        scouting.scout(turn, who, feature, dice)
    return True


def face_guardian(turn: Turn, who: Character, feature: Feature, fighter: Fighter, dice: Dice) -> Encounter:
    """The encounter with a guardian, and all that comes of it (RO-FEAT-05, RO-FEAT-06)."""
    guardian, kingdom = feature.guardian, turn.kingdoms[who.kingdom]
    assert guardian is not None
    foe = monster(guardian.kind, guardian.hp, guardian.max_hp)
    meeting = encounter(fighter, foe, dice, lairs.terms_with(turn, who.kingdom, feature))
    settle(turn, meeting, 0, who, dice)
    guardian.hp = foe.hp
    if foe.wounded:
        guardian.hurt = turn.number
    if meeting.round:
        kingdom.features[feature.number] = foe.hp
    found = lairs.consequences(turn, who, feature, meeting, dice)
    report(turn, who, meeting, 0, monster=guardian.kind, feature=feature.kind, place=feature.place, **found)
    feature.items += gifts_from(meeting, 0)
    feature.items += lose_to_beast(turn, who, meeting)
    return meeting


def may_scout(meeting: Encounter) -> bool:
    """After a victory, a theft, a pact, or where there is peace (RO-FEAT-07, RO-ENC-24, RO-ENC-32)."""
    return meeting.victory or meeting.ending in PEACEFUL_ENDS


# Characters


def meet(turn: Turn, who: Character, order: o.Meet) -> bool:
    """EN c: the other must be here, and his units let one pass (RO-ENC-03)."""
    if (fault := meeting_fault(turn, who, order)) is not None:
        return turn.decline(who, fault)
    other = turn.characters[order.character]
    dice = turn.dice("meeting", who.number, other.number)
    if not dice.pct(passage(turn, who, other)):
        turn.ignore(who, "RO-ENC-03", "guards", other=other.number)
        turn.meet(other.kingdom, who)
        turn.tell(other.kingdom, "RO-ENC-03", "stopped_by_guards", who=other.number, other=who.number)
        return False
    plan = who.plan if order.plan is None else order.plan
    relation = (
        "own" if who.kingdom == other.kingdom else "allied" if turn.friendly(who.kingdom, other.kingdom) else "foreign"
    )
    terms = Terms(relation=relation)  # type: ignore[arg-type]
    meeting = encounter(fighter_of(turn, who, plan), fighter_of(turn, other, other.plan), dice, terms)
    part(turn, who, other, meeting, dice)
    return True


def meeting_fault(turn: Turn, who: Character, order: o.Meet) -> Fault | None:
    """The other must be here, and live."""
    other = turn.now.characters.get(order.character)
    if other is not None and other.alive and other.province == who.province:
        return None
    return Fault("RO-ENC-03", "not_here", {"other": order.character})


def passage(turn: Turn, who: Character, other: Character) -> int:
    """The chance to get past the units that the other leads: those of his province, for a native Hero (RO-ENC-03)."""
    guards = len(turn.contingent(other.number))
    if other.role == "provincial":
        guards = len(turn.garrison(other.province, NATIVES))
    if not guards or who.kingdom == other.kingdom:
        return 100
    chance = CONSTANTS.guard_base - CONSTANTS.guard_step * guards + CONSTANTS.guard_spy * turn.level(who, "SP")
    return max(CONSTANTS.guard_min, chance)


def part(turn: Turn, who: Character, other: Character, meeting: Encounter, dice: Dice) -> None:
    """How two characters leave each other, and what each kingdom hears of it."""
    settle(turn, meeting, 0, who, dice)
    settle(turn, meeting, 1, other, dice)
    for item in gifts_from(meeting, 0):
        turn.give_item(item, other)
    for item in gifts_from(meeting, 1):
        turn.give_item(item, who)
    if meeting.ending == "stolen":
        report(turn, who, meeting, 0, other=other.number, **rob(turn, who, other, dice))
        return
    turn.meet(who.kingdom, other)
    turn.meet(other.kingdom, who)
    told = [(who, other, 0), (other, who, 1)]
    spoils: list[int] = []
    if meeting.loser is not None and meeting.ending in ("killed", "mercy"):
        loser, victor = (who, other) if meeting.loser == 0 else (other, who)
        spoils = strip(loser) if meeting.ending == "mercy" else die(turn, loser, "encounter")
        for item in spoils:
            turn.give_item(item, victor)
    for one, another, side in told:
        report(turn, one, meeting, side, other=another.number, items=kinds(turn, spoils))


def rob(turn: Turn, who: Character, victim: Character, dice: Dice) -> dict[str, Any]:
    """An item, or some gold of his kingdom's, once a year; its owner misses it and knows no more (RO-ENC-22)."""
    if victim.items:
        item = dice.pick(victim.items)
        victim.items.remove(item)
        turn.give_item(item, who)
        turn.tell(
            victim.kingdom, "RO-ENC-22", "item_missing", who=victim.number, item=item, item_kind=turn.items[item].kind
        )
        return {"items": kinds(turn, [item])}
    if not victim.kingdom or victim.kingdom in turn.marks.robbed:
        return {"gold": 0}
    gold = min(dice.d(6), turn.kingdoms[victim.kingdom].gold)
    if gold:
        turn.marks.robbed.add(victim.kingdom)
        turn.add_gold(victim.kingdom, -gold, "stolen")
        turn.add_gold(who.kingdom, gold, "theft")
        turn.tell(victim.kingdom, "RO-ENC-22", "gold_missing", gold=gold)
    return {"gold": gold}


def report(turn: Turn, who: Character, meeting: Encounter, side: int, **found: Any) -> None:
    """The encounter as this side saw it."""
    data: dict[str, Any] = {"monster": "", "other": 0, "feature": "", "place": 0, "gold": 0, "items": [], **found}
    turn.tell(
        who.kingdom,
        "RO-ENC-01",
        "encounter",
        who=who.number,
        province=who.province,
        started=side == 0,
        ending=meeting.ending,
        lost=meeting.loser == side,
        won=meeting.loser == 1 - side,
        log=log_for(meeting, side),
        **data,
    )
