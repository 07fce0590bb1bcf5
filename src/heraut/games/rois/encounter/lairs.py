"""Guardians and their treasures: what is won, stolen, bargained for; tasks; ravages (RO-FEAT, RO-ENC-22 to 25)."""

from __future__ import annotations

from typing import Any

from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter.course import Encounter, Terms
from heraut.games.rois.encounter.parties import kinds
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import NATIVES, Character, Feature, Monster, Task
from heraut.games.rois.tables import CONSTANTS
from heraut.games.rois.world.geography import distance


def terms_with(turn: Turn, number: int, feature: Feature) -> Terms:
    """What this kingdom has agreed with a guardian, and whether it has done its part (RO-ENC-25)."""
    kingdom = turn.kingdoms[number]
    task = kingdom.tasks.get(feature.number)
    payable = False
    if task is not None:
        dead = task.kind == "death" and turn.now.features[task.target].slain
        payable = dead or (task.kind == "tribute" and kingdom.gold >= task.gold)
    return Terms(pacified=feature.number in kingdom.pacified, task=task, payable=payable)


def consequences(turn: Turn, who: Character, feature: Feature, meeting: Encounter, dice: Dice) -> dict[str, Any]:
    """What an encounter with a guardian brings, besides wounds: gold, items, merit, peace. Returns what is told."""
    guardian = feature.guardian
    assert guardian is not None
    ending = meeting.ending
    if meeting.loser == 1 and ending in ("killed", "driven_off"):
        merit = guardian.max_hp if ending == "killed" else guardian.max_hp // 2
        turn.add_merit(who, "defender", merit)
        feature.guardian, feature.slain = None, ending == "killed"
        turn.kingdoms[who.kingdom].features[feature.number] = 0
        turn.audit("RO-FEAT-06", "monster_gone", feature=feature.number, monster=guardian.kind, ending=ending)
        return take_all(turn, who, feature)
    if ending == "stolen":
        return take_one(turn, who, feature, dice)
    if ending in ("pact", "gift") or (ending == "charmed" and meeting.loser == 1):
        pacify(turn, who, feature, merit=guardian.max_hp // 2)
        return take_gold(turn, who, feature, dice.d(6)) if ending == "gift" else {}
    if ending == "task":
        return set_task(turn, who, feature, guardian, dice)
    if ending == "fulfilled":
        return fulfil(turn, who, feature)
    return {}


def pacify(turn: Turn, who: Character, feature: Feature, *, merit: int) -> None:
    """A guardian leaves this kingdom in peace; merit for that is had once (RO-ENC-24), none for a task (RO-ENC-25)."""
    kingdom, guardian = turn.kingdoms[who.kingdom], feature.guardian
    if feature.number not in kingdom.pacified:
        kingdom.pacified.append(feature.number)
    if guardian is not None and who.kingdom not in guardian.credited:
        guardian.credited.append(who.kingdom)
        turn.add_merit(who, "defender", merit)


def take_all(turn: Turn, who: Character, feature: Feature) -> dict[str, Any]:
    """Gold to the treasury, items to the character (RO-FEAT-06)."""
    gold, items = feature.gold, feature.items
    feature.gold, feature.items = 0, []
    turn.add_gold(who.kingdom, gold, "treasure")
    for item in items:
        turn.give_item(item, who)
    return {"gold": gold, "items": kinds(turn, items)}


def take_one(turn: Turn, who: Character, feature: Feature, dice: Dice) -> dict[str, Any]:
    """A thief finds one item, or half the gold (RO-ENC-22)."""
    if not feature.items:
        return take_gold(turn, who, feature, -(-feature.gold // 2))
    item = dice.pick(feature.items)
    feature.items.remove(item)
    turn.give_item(item, who)
    return {"items": kinds(turn, [item])}


def take_gold(turn: Turn, who: Character, feature: Feature, gold: int) -> dict[str, Any]:
    """So much gold of a treasure, as far as there is any."""
    gold = min(gold, feature.gold)
    feature.gold -= gold
    turn.add_gold(who.kingdom, gold, "treasure")
    return {"gold": gold}


def set_task(turn: Turn, who: Character, feature: Feature, guardian: Monster, dice: Dice) -> dict[str, Any]:
    """What the monster asks for; it repeats what it has asked before (RO-ENC-24, RO-ENC-25)."""
    tasks = turn.kingdoms[who.kingdom].tasks
    task = tasks.get(feature.number)
    if task is None:
        task = tasks[feature.number] = draw_task(turn, feature, guardian, dice)
    told: dict[str, Any] = {"task": task.kind, "tribute": task.gold}
    if task.kind == "death":
        target = turn.now.features[task.target]
        turn.discover(who.kingdom, target, None)
        told |= {"target_province": target.province, "target_place": target.place}
        if target.guardian is not None:
            told["target_monster"] = target.guardian.kind
    return told


def draw_task(turn: Turn, feature: Feature, guardian: Monster, dice: Dice) -> Task:
    """A tribute, an item, or the death of another guardian not too far away."""
    draw = dice.d(3)
    if draw == 2:
        return Task("item")
    rivals = [
        other.number
        for other in turn.now.features.values()
        if other.guardian is not None
        and other.number != feature.number
        and distance(other.province, feature.province) <= CONSTANTS.task_reach
    ]
    if draw == 3 and rivals:
        return Task("death", target=dice.pick(rivals))
    return Task("tribute", gold=-(-guardian.max_hp // CONSTANTS.tribute_divisor))


def fulfil(turn: Turn, who: Character, feature: Feature) -> dict[str, Any]:
    """The whole treasure changes hands, without merit (RO-ENC-25)."""
    task = turn.kingdoms[who.kingdom].tasks.pop(feature.number)
    if task.kind == "tribute":
        turn.add_gold(who.kingdom, -task.gold, "tribute")
    pacify(turn, who, feature, merit=0)
    return take_all(turn, who, feature) | {"tribute": task.gold}


# The year's end


def ravages(turn: Turn) -> None:
    """C3: guardians left alone for long plunder the province, and betray where they live (RO-FEAT-09, RO-FEAT-10)."""
    for feature in turn.now.features.values():
        guardian, owner = feature.guardian, turn.provinces[feature.province].owner
        if guardian is None or owner == NATIVES or guardian.hurt >= turn.number:
            continue
        if feature.number in turn.kingdoms[owner].pacified:
            continue
        chance = min(CONSTANTS.ravage_max, CONSTANTS.ravage_step * (turn.number - guardian.hurt))
        if turn.dice("ravage", feature.number).pct(chance):
            turn.marks.halved.setdefault(feature.province, "ravage")
            turn.tell(owner, "RO-FEAT-09", "ravaged", province=feature.province, monster=guardian.kind)
            turn.discover(owner, feature, None)


def recover_guardians(turn: Turn) -> None:
    """C11: guardians lick their wounds (RO-FEAT-05)."""
    for feature in turn.now.features.values():
        if feature.guardian is not None:
            feature.guardian.hp = feature.guardian.max_hp
