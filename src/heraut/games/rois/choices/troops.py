"""Orders about units: RE, DI, LE, PI."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import may_lead, unit_pay
from heraut.games.rois.choices.model import Argument, Choice, Possible
from heraut.games.rois.choices.moment import Moment, comrades, person
from heraut.games.rois.choices.offers import choice, legal_first, offer
from heraut.games.rois.forecast.certainty import Reason
from heraut.games.rois.forecast.course import Course
from heraut.games.rois.forecast.outlook import FORESEEN
from heraut.games.rois.orders import GARRISON
from heraut.games.rois.phases import armies
from heraut.games.rois.phases.recruiting import capacity, price
from heraut.games.rois.state import Character, Unit
from heraut.games.rois.tables import UNITS

ABSENT = Reason("reason", "receiver_absent", "RO-ARMY-09")
AWAY = Reason("unfit", "unit_elsewhere", "RO-ARMY-09")


def recruit(moment: Moment) -> Possible:
    """RE: every type, how many of it the province and the treasury allow, and who may lead them."""
    course, character = moment.staying, person(moment.staying, moment.who)
    province, gold = course.provinces[character.province], course.kingdoms[course.own].gold
    left = max(0, capacity(course, course.own, province) - province.recruited)
    types = legal_first([type_choice(moment, type, left, gold) for type in UNITS])
    return offer(o.Recruit, Argument("type", "type", types), data={"gold": gold, "left": left})


def type_choice(moment: Moment, type: str, left: int, gold: int) -> Choice:
    """A type. There may be trolls whom nobody pays, outside the capacity (RO-REC-08): no view tells where."""
    course, who = moment.staying, moment.who
    character = person(course, who)
    province, order = course.provinces[character.province], o.Recruit(type, 1)
    cost, trolls = price(course.own, province, type), course.seeks_trolls(character, order)
    data = {"cost": cost, "pay": unit_pay(type), "left": left, "race": province.race}
    if trolls and gold < unit_pay(type):
        return Choice(type, Reason("reason", "too_poor", "RO-REC-08"), data=data)
    most = gold // unit_pay(type) if trolls else min(left, gold // cost)
    leaders = Argument("leader", "character", recruits_of(moment, province.race, type), optional=True)
    then = Argument("count", "count", least=1, most=most), leaders
    return choice(course, who, type, order, then, led=can_lead(course, character, province.race, type), **data)


def recruits_of(moment: Moment, race: str, type: str) -> tuple[Choice, ...]:
    """The comrades here who could lead recruits of this race and type."""
    course = moment.helping
    found = []
    for each in comrades(course, moment.who):
        fit = can_lead(course, each, race, type)
        data = {"other": each.number, "race": race}
        found.append(
            Choice(each.number, None if fit else Reason("caution", "cannot_lead_recruits", "RO-ARMY-02", data))
        )
    return legal_first(found)


def can_lead(course: Course, leader: Character, race: str, type: str) -> bool:
    """Whether he may lead people of this race; of nobody's land, nobody."""
    return bool(race) and may_lead(course.items, leader, race, type)


def disband(moment: Moment) -> Possible:
    """DI: the units that he leads, and the garrison where he is."""
    course, who = moment.staying, moment.who
    units = [
        Choice(unit.number, data=card(unit))
        for unit in named(armies.at_hand(course, person(course, who), all_of(course)))
    ]
    return offer(o.Disband, Argument("units", "unit", tuple(units), elsewhere=AWAY), data={"led": led(course, who)})


def leave(moment: Moment) -> Possible:
    """LE: to the garrison or to a comrade who is here by then, each with the units that he may take."""
    course, who = moment.helping, moment.who
    character = person(course, who)
    at_hand = named(armies.at_hand(course, character, all_of(course)))
    receivers = [receiver(course, character, at_hand, None)]
    receivers += [receiver(course, character, at_hand, each) for each in comrades(course, who)]
    argument = Argument("receiver", "receiver", legal_first(receivers), elsewhere=ABSENT)
    return offer(o.Leave, argument, data={"led": led(course, who)})


def receiver(course: Course, giver: Character, at_hand: list[Unit], to: Character | None) -> Choice:
    """Someone who takes units, or the garrison: which of them, and why not the others."""
    units = legal_first([Choice(unit.number, unfit(course, unit, to), data=card(unit)) for unit in at_hand])
    number = GARRISON if to is None else to.number
    reason = None
    if not any(each.legal for each in units):
        reason = units[0].reason if units else Reason("caution", "leads_nobody", "RO-ARMY-09", {"who": giver.number})
    then = (Argument("units", "unit", units, elsewhere=AWAY),) if reason is None else ()
    return Choice(number, reason, data={"everything": all_fit(course, giver, to)}, then=then)


def all_fit(course: Course, giver: Character, to: Character | None) -> bool:
    """Whether "*" hands over all that he leads."""
    led = course.contingent(giver.number)
    return bool(led) and all(armies.may_take(course, unit, to) for unit in led)


def unfit(course: Course, unit: Unit, to: Character | None) -> Reason | None:
    """Why this unit does not change to that leader."""
    if armies.may_take(course, unit, to):
        return None
    if to is None:
        if not unit.leader:
            return Reason("unfit", "in_garrison", "RO-ARMY-09", {"unit": unit.number})
        return Reason("caution", "no_garrison_abroad", "RO-ARMY-08", {"province": unit.province})
    if unit.leader == to.number:
        return Reason("caution", "leads_already", "RO-ARMY-09", {"who": to.number})
    return Reason("caution", "may_not_lead", "RO-ARMY-02", {"other": to.number, "units": [str(unit.number)]})


def pick_up(moment: Moment) -> Possible:
    """PI: units in garrison here, and those of comrades who are here by then."""
    course, who = moment.helping, moment.who
    character = person(course, who)
    here = named(armies.within_reach(course, character, all_of(course)))
    units = legal_first([Choice(unit.number, unfit(course, unit, character), data=card(unit)) for unit in here])
    return offer(
        o.PickUp, Argument("units", "unit", units, elsewhere=AWAY), data={"garrison": garrison(course, character)}
    )


def garrison(course: Course, character: Character) -> int:
    """How many units "*" would take up."""
    return sum(armies.may_take(course, unit, character) for unit in armies.within_reach(course, character, o.ALL))


def all_of(course: Course) -> list[int]:
    """The numbers of all units of one's own."""
    return [unit.number for unit in course.now.units.values() if unit.kingdom == course.own]


def named(units: Iterable[Unit]) -> list[Unit]:
    """Those that have a number already: units that are still to be raised cannot be named."""
    return [unit for unit in units if unit.number < FORESEEN]


def led(course: Course, who: int) -> int:
    """How many units "*" means: with those that are to be raised."""
    return len(course.contingent(who))


def card(unit: Unit) -> dict[str, Any]:
    """A unit, for a list."""
    return {"type": unit.type, "race": unit.race, "quality": unit.quality, "leader": unit.leader, "moves": unit.moves}
