"""Spells and items that serve as an action: CA, US."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from heraut.games.rois import orders as o
from heraut.games.rois.calculators.chances import may_lead
from heraut.games.rois.choices.model import Argument, Choice, Possible
from heraut.games.rois.choices.moment import Moment, comrades, is_enemy, person
from heraut.games.rois.choices.offers import choice, emptiness, legal_first, offer
from heraut.games.rois.forecast.certainty import UNKNOWN, Reason
from heraut.games.rois.forecast.chances import exactly
from heraut.games.rois.forecast.course import Course
from heraut.games.rois.orders import Order
from heraut.games.rois.phases import spells
from heraut.games.rois.tables import ITEMS, SPELLS, Spell
from heraut.games.rois.world.geography import distance, step_toward, within

ACTION_SPELLS = tuple(code for code, spell in SPELLS.items() if spell.action)
LONGEST_PATH = 3
Made = Callable[[int], Order]


def cast(moment: Moment) -> Possible:
    """CA: every action spell with its chance; those that he can cast ask for their target."""
    choices = [spell_choice(moment, code) for code in ACTION_SPELLS]
    return offer(o.Cast, Argument("spell", "spell", legal_first(choices)))


def spell_choice(moment: Moment, code: str) -> Choice:
    """One spell."""
    course, spell = moment.helping, SPELLS[code]
    character = person(course, moment.who)
    level = course.level(character, spell.domain)
    data: dict[str, Any] = {"domain": spell.domain, "level": level, "needed": spell.level}
    if level < spell.level:
        return Choice(code, Reason("reason", "level_too_low", "RO-MAG-01", {"spell": code}), data=data)
    if spell.target == "none":
        return choice(moment.staying, moment.who, code, o.Cast(code), **data)
    target = TARGETS[spell.target](moment, code)
    chance = exactly(spells.chance_of(course, character, code))
    reason = emptiness(target) if spell.target != "friend" else None
    return Choice(code, reason, UNKNOWN, chance, data, (target,) if reason is None else ())


def friend(moment: Moment, code: str) -> Argument:
    """A comrade or an ally who is here by then; by default himself."""
    course, who = moment.helping, moment.who
    allies = [
        each for each in course.strangers(person(course, who).province) if course.friendly(course.own, each.kingdom)
    ]
    people = [who, *(each.number for each in (*comrades(course, who), *allies) if each.kingdom)]
    choices = [choice(course, who, number, o.Cast(code, (number,))) for number in people]
    away = Reason("reason", "no_friend_here", "RO-MAG-06")
    return Argument("target", "character", legal_first(choices), optional=True, elsewhere=away)


def character(moment: Moment, code: str) -> Argument:
    """Whose mind is read (TE), or who is raised from the dead (RE)."""
    course, who = moment.staying, moment.who
    if code == "RE":
        bodies = [number for number, each in course.book.characters.items() if each["died"]]
        return Argument(
            "target", "character", legal_first([choice(course, who, n, o.Cast(code, (n,))) for n in bodies])
        )
    known = [number for number in sorted(course.book.met) if number != who and number in course.characters]
    return Argument("target", "character", legal_first([choice(course, who, n, o.Cast(code, (n,))) for n in known]))


def province(moment: Moment, code: str) -> Argument:
    """The provinces that the spell reaches."""
    spell = SPELLS[code]
    course = moment.leaving if code == "TP" else moment.staying
    here, level = person(course, moment.who).province, course.level(person(course, moment.who), spell.domain)
    return reached(course, moment.who, code, reach_of(spell, level), here, lambda there: o.Cast(code, (there,)))


def reach_of(spell: Spell, level: int) -> int:
    """How far a spell carries."""
    return spell.range * (level if spell.range_per_level else 1)


def reached(course: Course, who: int, code: str, reach: int, here: int, make: Made) -> Argument:
    """The provinces of a target: for a journey those explored, else all within reach."""
    if code == "TP":
        explored = course.kingdoms[course.own].exploration
        around = [there for there, points in sorted(explored.items()) if points and there != here]
        elsewhere = Reason("reason", "unexplored", "RO-MAG-06")
    else:
        around, elsewhere = list(within(here, reach)), Reason("reason", "out_of_reach", "RO-MAG-06")
    choices = [choice(course, who, there, make(there), far=distance(here, there)) for there in around]
    return Argument("target", "province", legal_first(choices), elsewhere=elsewhere)


def path(moment: Moment, code: str) -> Argument:
    """Where a flight may end, and the shortest way there."""
    course, who = moment.leaving, moment.who
    here, choices = person(course, who).province, []
    for there in within(here, LONGEST_PATH):
        if there != here:
            way = tuple(steps(here, there))
            choices.append(choice(course, who, there, o.Cast(code, way), path=list(way)))
    return Argument("target", "path", legal_first(choices), elsewhere=Reason("reason", "out_of_reach", "RO-MAG-06"))


def steps(here: int, there: int) -> Iterator[int]:
    """The provinces of a shortest way, the last one included."""
    while here != there:
        here = step_toward(here, there)
        yield here


def host(moment: Moment, code: str) -> Argument:
    """Enemy contingents and garrisons within reach: which leaders have units behind them is mostly not known."""
    course, who, spell = moment.staying, moment.who, SPELLS[code]
    here = person(course, who).province
    reach = reach_of(spell, course.level(person(course, who), spell.domain))
    choices: list[Choice] = []
    for there in within(here, reach):
        if is_enemy(course, course.provinces[there].owner):
            order = o.Cast(code, (there,), garrison=True)
            choices.append(choice(course, who, there, order, garrison=True, province=there))
        for each in course.strangers(there):
            met = course.book.own["met"].get(str(each.number))
            if each.kingdom and is_enemy(course, each.kingdom) and met and may_lead(course.book, each.number, met):
                data = {"garrison": False, "province": there, "turn": met["turn"]}
                chance = exactly(spells.chance_of(course, person(course, who), code))
                choices.append(Choice(each.number, None, UNKNOWN, chance, data))
    return Argument("target", "host", legal_first(choices), elsewhere=Reason("reason", "out_of_reach", "RO-MAG-06"))


TARGETS: dict[str, Callable[[Moment, str], Argument]] = {
    "friend": friend,
    "character": character,
    "province": province,
    "path": path,
    "host": host,
}


# Items


def use(moment: Moment) -> Possible:
    """US: what he carries by then; the target that it asks."""
    course, who = moment.staying, moment.who
    choices = [item_choice(course, who, item) for item in person(course, who).items]
    missing = Reason("reason", "item_not_carried", "RO-ORD-11")
    return offer(o.Use, Argument("item", "item", legal_first(choices), elsewhere=missing))


def item_choice(course: Course, who: int, number: int) -> Choice:
    """One item."""
    item = course.items[number]
    asked = ITEMS[item.kind].action
    data: dict[str, Any] = {"kind": item.kind, "charges": item.charges}
    if asked in ("", "none"):
        return choice(course, who, number, o.Use(number), **data)
    if item.charges <= 0:
        return Choice(number, Reason("reason", "no_charge", "RO-ORD-11", {"item": number}), data=data)
    target = item_target(course, who, number)
    reason = emptiness(target)
    return Choice(number, reason, UNKNOWN, None, data, (target,) if reason is None else ())


def item_target(course: Course, who: int, number: int) -> Argument:
    """What it is used on."""
    kind, here = ITEMS[course.items[number].kind], person(course, who).province
    if kind.action == "character":
        bodies = [body for body, each in course.book.characters.items() if each["died"]]
        choices = [choice(course, who, body, o.Use(number, (body,))) for body in bodies]
        return Argument("target", "character", legal_first(choices))
    reach = SPELLS["CL"].range * kind.spell_level
    return reached(course, who, kind.spell or "TP", reach, here, lambda there: o.Use(number, (there,)))
