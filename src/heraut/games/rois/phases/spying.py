"""Spying, pursuing, trailing (RO-SPY)."""

from __future__ import annotations

from math import floor
from typing import Any

from heraut.games.rois import orders as o
from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter.plan import write_plan
from heraut.games.rois.phases.exploration import random_encounter
from heraut.games.rois.phases.movement import march
from heraut.games.rois.resolution import Fault, Turn
from heraut.games.rois.sheet.writing import write_order
from heraut.games.rois.state import NATIVES, Character, Kingdom, Province
from heraut.games.rois.tables import CONSTANTS, INVENTIONS
from heraut.games.rois.world.geography import distance, step_toward


def with_error(number: int, margin: int, dice: Dice) -> int:
    """A number as a spy reports it: up to so many percent wrong, rounded half up (RO-SPY-03)."""
    error = dice.between(-margin, margin) if margin else 0
    return max(0, floor((number * (100 + error) + 50) / 100))


def spy(turn: Turn, character: Character, order: o.Spy, dice: Dice) -> bool:
    """SP p: where he is, or next door (RO-SPY-01)."""
    if (fault := spying_fault(turn, character, order)) is not None:
        return turn.decline(character, fault)
    level = turn.level(character, "SP")
    province = turn.provinces[order.province]
    told = spy_report(turn, character.kingdom, province, CONSTANTS.margin[level], dice)
    turn.tell(character.kingdom, "RO-SPY-02", "spy_report", who=character.number, **told)
    turn.learn(character, "SP", CONSTANTS.learn_spy, dice)
    notice(turn, character, province.owner, province.number, "noticed", dice)
    steal_invention(turn, character, province, dice)
    return True


def spying_fault(turn: Turn, character: Character, order: o.Spy) -> Fault | None:
    """Where he is, or next door."""
    if distance(character.province, order.province) <= 1:
        return None
    return Fault("RO-SPY-01", "too_far", {"province": order.province})


def spy_report(turn: Turn, reader: int, province: Province, margin: int, dice: Dice) -> dict[str, Any]:
    """Owner, race, types and tax exactly; units with an error; who is there; of a home, its secrets (RO-SPY-02)."""
    told: dict[str, Any] = {
        "province": province.number,
        "owner": province.owner,
        "race": province.race,
        "types": list(province.types),
        "tax_base": province.tax_base,
        "units": units_counted(turn, reader, province, margin, dice),
        "characters": visible_names(turn, reader, province.number),
        "treasury": -1,
        "relations": [],
    }
    if province.home and province.home != reader and turn.kingdoms[province.home].alive:
        home = turn.kingdoms[province.home]
        told["treasury"] = with_error(home.gold, margin, dice)
        told["relations"] = sorted([other, relation] for other, relation in home.relations.items())
    return told


def units_counted(turn: Turn, reader: int, province: Province, margin: int, dice: Dice) -> list[list[Any]]:
    """[kingdom, type, number] of all units in a province but mercenaries, as spells veil them, give or take `margin` %.

    One's own units are no secret: they are told as they are.
    """
    counts: dict[int, dict[str, int]] = {}
    for unit in turn.units_in(province.number):
        is_own = unit.kingdom == reader
        if not unit.mercenary and (is_own or unit.leader not in turn.marks.mirage):
            there = counts.setdefault(unit.kingdom, {})
            is_doubled = not is_own and unit.leader and unit.leader in turn.marks.illusory
            there[unit.type] = there.get(unit.type, 0) + (2 if is_doubled else 1)
    return [
        [kingdom, type, count if kingdom == reader else with_error(count, margin, dice)]
        for kingdom, there in sorted(counts.items())
        for type, count in sorted(there.items())
    ]


def visible_names(turn: Turn, reader: int, province: int) -> list[list[int]]:
    """The visible characters and their kingdoms; a disguised one is a stranger (0), one behind a Mirage is not seen."""
    seen = []
    for each in turn.characters_in(province):
        if each.kingdom == reader or each.number in turn.marks.mirage:
            continue
        if each.role == "free" and each.threshold and each.number not in turn.kingdoms[reader].met:
            continue
        if each.number in turn.marks.disguised:
            seen.append([0, 0])
        else:
            turn.meet(reader, each)
            seen.append([each.number, each.kingdom])
    return sorted(seen)


def notice(turn: Turn, spy: Character, victim: int, province: int, kind: str, dice: Dice) -> None:
    """If he is noticed, the victim learns his name, his kingdom and where (RO-SPY-04); the disguised half as often."""
    if victim == NATIVES or turn.friendly(spy.kingdom, victim):
        return
    if dice.pct(notice_chance(turn, spy)):
        turn.meet(victim, spy)
        turn.tell(victim, "RO-SPY-04", kind, who=spy.number, kingdom=spy.kingdom, province=province)


def notice_chance(turn: Turn, spy: Character) -> int:
    """The chance to be noticed in a stranger's land."""
    if spy.number in turn.marks.mirage:
        return 0
    chance = 100 - CONSTANTS.unnoticed[turn.level(spy, "SP")]
    return chance // 2 if spy.number in turn.marks.disguised else chance


def steal_invention(turn: Turn, spy: Character, province: Province, dice: Dice) -> None:
    """Near a King at home, or a Sage, an invention may be stolen (RO-SPY-05)."""
    victims = learned(turn, spy, province)
    if not victims or not dice.pct(CONSTANTS.steal_invention * turn.level(spy, "SP")):
        return
    own = turn.kingdoms[spy.kingdom]
    known = {*own.inventions, *turn.found_by(own)}
    stealable = sorted({number for victim in victims for number in victim.inventions} - known)
    if not stealable:
        return
    invention = dice.pick(stealable)
    assert invention in INVENTIONS
    turn.inventions.append((own.number, invention))
    turn.add_merit(spy, "chancellor", 1)
    turn.tell(
        own.number, "RO-SPY-05", "invention_stolen", who=spy.number, invention=invention, province=province.number
    )


def learned(turn: Turn, spy: Character, province: Province) -> list[Kingdom]:
    """The foreign kingdoms whose knowledge is at hand: a home that its King owns, or a character with SA."""
    around = turn.those_in(province.number)
    found = {each.kingdom for each in around if each.kingdom and not each.died and turn.level(each, "SA") >= 1}
    if province.home and province.home == province.owner:
        found.add(province.home)
    return [turn.kingdoms[number] for number in sorted(found - {spy.kingdom, NATIVES})]


# Pursuing and trailing


def pursuit_chance(turn: Turn, character: Character, target: Character) -> int:
    """The chance of a pursuer now (RO-SPY-08); a Mirage hides, a disguise halves."""
    if target.kingdom == character.kingdom:
        return 100
    far = distance(character.province, target.province)
    chance = pursuit(turn.level(character, "SP"), far, leads=turn.leads(target.number))
    if target.number in turn.marks.mirage:
        return 0
    return chance // 2 if target.number in turn.marks.disguised else chance


def pursuit(level: int, far: int, *, leads: bool) -> int:
    """By Spy, doubled if the target leads units, divided by the distance (D5)."""
    return CONSTANTS.pursuit[level] * (2 if leads else 1) // max(1, far)


def pursue(turn: Turn, character: Character, order: o.Pursue, dice: Dice) -> bool:
    """PU c: toward him, with or without units (RO-SPY-10)."""
    target = turn.now.characters.get(order.character)
    return target is not None and follow(turn, character, target, dice)


def trail(turn: Turn, character: Character, order: o.Trail, dice: Dice) -> bool:
    """TR c: toward him, unseen if possible; where he is, everything about him is noted (RO-SPY-11)."""
    if (fault := trailing_fault(turn, character, order)) is not None:
        return turn.decline(character, fault)
    target = turn.now.characters.get(order.character)
    if target is None or not follow(turn, character, target, dice):
        return False
    if not character.alive:
        turn.ignore(character, "RO-EXPL-07", "dead")
    elif target.alive and target.province == character.province:
        observe(turn, character, target, dice)
        notice(turn, character, target.kingdom, target.province, "trailed", dice)
    return True


def trailing_fault(turn: Turn, character: Character, order: o.Trail) -> Fault | None:
    """Alone (RO-SPY-10)."""
    return Fault("RO-SPY-10", "leads_units", {"other": order.character}) if turn.leads(character.number) else None


def follow(turn: Turn, character: Character, target: Character, dice: Dice) -> bool:
    """The roll, the step, what is learnt, and the beasts on the way."""
    there = target.alive and target.province > 0  # of a dead man the track is lost, and nobody says why
    if not (there and dice.pct(pursuit_chance(turn, character, target))):
        turn.tell(character.kingdom, "RO-SPY-08", "track_lost", who=character.number, other=target.number)
    elif target.province != character.province:
        destination = step_toward(character.province, target.province)
        if not march(turn, character, destination, dice):
            return False
    else:
        turn.tell(character.kingdom, "RO-SPY-09", "track_kept", who=character.number, other=target.number)
    turn.learn(character, "SP", CONSTANTS.learn_spy, dice)
    if not turn.leads(character.number):
        random_encounter(turn, character, dice)
    return True


def observe(turn: Turn, character: Character, target: Character, dice: Dice) -> None:
    """His order of the season, hit points, items, plans, and the units that he leads, with the error (RO-SPY-11).

    The units of a comrade are no secret: they are told as they are.
    """
    order = turn.order_of.get(target.number)
    margin = 0 if target.kingdom == character.kingdom else CONSTANTS.margin[turn.level(character, "SP")]
    counts = turn.strength_in_numbers(turn.contingent(target.number))
    for item in target.items:
        turn.learn_item(turn.kingdoms[character.kingdom], item)
    turn.tell(
        character.kingdom, "RO-SPY-11", "trail_report", who=character.number, other=target.number,
        kingdom=target.kingdom, province=target.province, order=write_order(order) if order else "",
        hp=target.hp, items=[[item, turn.items[item].kind] for item in target.items],
        plan=write_plan(target.plan), duel=write_plan(target.duel),
        units=[[type, with_error(count, margin, dice)] for type, count in sorted(counts.items())],
    )  # fmt: skip
    turn.meet(character.kingdom, target)
