"""Gold season by season, and what it will not pay (RO-FIN, RO-TOOL-04)."""

from __future__ import annotations

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import unit_pay
from heraut.games.rois.forecast.certainty import CERTAIN, UNDISTURBED, Certainty, least
from heraut.games.rois.forecast.course import Course
from heraut.games.rois.forecast.model import Purse, Till, Unpaid
from heraut.games.rois.forecast.outlook import FORESEEN
from heraut.games.rois.orders import SEASONS
from heraut.games.rois.phases import seasons, treasury
from heraut.games.rois.phases.heroes import pay_of

END = 6
HOPED = "hoped"
SPENDING = (o.Recruit, o.Hire, o.GiveGold)


def purse_of(course: Course) -> Purse:
    """The end of a year whose five seasons have been played: it is played here too."""
    kingdom = course.kingdoms[course.own]
    ordered = kingdom.gold
    course.season, course.actor = END, 0
    seasons.reinforcements(course)
    treasury.donations(course)
    gained = [province for province in course.own_provinces(course.own) if province.number in course.won]
    hoped = sum(treasury.tax_of(course, kingdom, province) for province in gained)
    treasury.taxes(course)
    course.add_gold(course.own, -hoped, HOPED)
    heroes = sum(pay_of(kingdom, hero) for hero in course.courts()[course.own] if hero.role == "hero")
    troops = sum(unit_pay(unit.type) for unit in course.now.units.values() if unit.kingdom == course.own)
    missing = max(0, heroes + troops - kingdom.gold)
    treasury.pay(course)
    if missing:
        course.unpaid.append(passed_over(course, missing, covered=hoped >= missing))
    course.tills[END] = kingdom.gold
    moved = course.flows[END]
    taxes, stones = moved["taxes"] + moved.pop(HOPED, 0), moved["stones"]
    moved["taxes"] = taxes
    return Purse(
        now=course.book.own["gold"], ordered=ordered, left=kingdom.gold, taxes=taxes, stones=stones, heroes=heroes,
        troops=troops, hoped=hoped, missing=missing, tills=tills_of(course), unpaid=tuple(course.unpaid),
    )  # fmt: skip


def passed_over(course: Course, missing: int, *, covered: bool) -> Unpaid:
    """Whoever cannot be paid in full at the end of the year."""
    units = [unit for unit in course.starved if unit < FORESEEN]
    return Unpaid(
        END, missing, heroes=tuple(course.grumblers), units=tuple(units), recruits=len(course.starved) - len(units),
        covered=covered,
    )  # fmt: skip


def tills_of(course: Course) -> tuple[Till, ...]:
    """The treasury at the end of each season: as sure as the orders that cost something."""
    found, sure = [], CERTAIN
    for season in (0, *SEASONS, END):
        moved = {why: amount for why, amount in sorted(course.flows[season].items()) if amount}
        sure = least(sure, *doubts(course, season), UNDISTURBED if season else CERTAIN)
        found.append(Till(season, course.tills[season], moved, sure))
    return tuple(found)


def doubts(course: Course, season: int) -> list[Certainty]:
    """How sure it is that the orders of a season which move gold do so, or do not."""
    return [act.done for (when, _), act in course.acts.items() if when == season and isinstance(act.order, SPENDING)]
