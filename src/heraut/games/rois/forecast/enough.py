"""The smallest change that passes a threshold, found by trying one after the other, by the code that resolves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heraut.engine.intervals import margin
from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.abilities import may_lead, unit_pay
from heraut.games.rois.calculators.battle import Troop, raise_troops
from heraut.games.rois.forecast.adventure import RUNS as ENCOUNTERS
from heraut.games.rois.forecast.adventure import Adventurer
from heraut.games.rois.forecast.attack import RUNS, Field
from heraut.games.rois.forecast.chances import chance_of
from heraut.games.rois.forecast.course import Course
from heraut.games.rois.forecast.grid import forecast
from heraut.games.rois.forecast.model import Enough
from heraut.games.rois.orders import Action, Order, Sheet
from heraut.games.rois.state import GREEN, Character, Plan
from heraut.games.rois.tables import CONSTANTS, SPELLS

MOST_UNITS = 12
MOST_GOLD = 200
TWO_THIRDS = 200 / 3  # times in a hundred: what is thought enough


def smallest(value: Callable[[int], float], threshold: float, most: int) -> tuple[float, int | None, float]:
    """The value at 0, the smallest number that reaches the threshold (None: not even `most`), the value there.

    Numbers are tried one after the other, as more is not always better.
    """
    now = then = value(0)
    for number in range(most + 1):
        then = value(number) if number else now
        if then >= threshold:
            return now, number, then
    return now, None, then


# Troops


def troops_enough(
    view: Json, sheet: Sheet, season: int, province: int, type: str, *, threshold: float = TWO_THIRDS,
    joining: Sequence[int] = (), most: int = MOST_UNITS, runs: int = RUNS // 2,
) -> Enough:  # fmt: skip
    """How many more units of this type, under the leader who commands there, win so many battles in a hundred.

    They are of the kingdom's own race, and Bleus like recruits. `data`: their cost, whether the leader may lead them.
    Raises Unanswerable as `attack` does.
    """
    field = Field(view, sheet, season, province, joining=joining)
    leader = commander(field)
    people = field.course.book.own["race"]
    place, own = field.foresight.province, field.course.own

    def victory(number: int) -> float:
        if number:
            raise_troops(field.course, place, own, [Troop(type, people, 1, GREEN)], leader.number if leader else 0)
        return 100 * field.victory(runs)

    now, needed, then = smallest(victory, threshold, most)
    fit = leader is None or may_lead(field.course.items, leader, people, type)
    data = {
        "type": type,
        "cost": unit_pay(type) * (needed or most),
        "leader": leader.number if leader else 0,
        "fit": fit,
    }
    return Enough("unit", threshold, now, needed, then, most, 100 * margin(then / 100, runs), data)


def commander(field: Field) -> Character | None:
    """Who commands one's own there."""
    return field.forecast().commanders[1 if field.foresight.defends else 0]


# Levels

DECIDING: dict[type[Order], str] = {o.Spy: "SP", o.Pursue: "SP", o.Trail: "SP", o.Meet: "SP"}


def levels_enough(view: Json, sheet: Sheet, action: Action, *, threshold: float = TWO_THIRDS) -> Enough | None:
    """How many more levels of the ability that decides an order give it such a chance; None if none decides it.

    Spells by their domain, spying and pursuing by Spy. Where something is unknown, the least chance counts.
    """
    order = action.order
    ability = SPELLS[order.spell].domain if isinstance(order, o.Cast) else DECIDING.get(type(order), "")
    course = Course(view, sheet)
    course.play(action.season - 1)
    course.open_season(action.season)
    character = course.characters[action.character]
    natural, base = character.levels.get(ability, 0), course.level(character, ability)
    if not ability or chance_of(course, course.book, character, order) is None:
        return None

    def chance(number: int) -> float:
        character.levels[ability] = natural + number
        found = chance_of(course, course.book, character, order)
        able = not isinstance(order, o.Cast) or course.level(character, ability) >= SPELLS[order.spell].level
        return float(found.least) if found is not None and able else 0.0

    most = CONSTANTS.level_max - base
    now, needed, then = smallest(chance, threshold, most)
    return Enough(ability, threshold, now, needed, then, most, data={"level": base})


def prowess_enough(
    view: Json, sheet: Sheet, character: int, season: int, kind: str, ability: str, *, plan: Plan | None = None,
    runs: int = ENCOUNTERS // 2,
) -> Enough:  # fmt: skip
    """How many more levels of this ability beat a monster of this kind two times in three, under a plan.

    Raises KeyError if he is none of one's own, or there is no such monster.
    """
    one = Adventurer(view, sheet, character, season, plan)
    levels, base = one.who.levels, one.course.level(one.who, ability)
    natural = levels.get(ability, 0)

    def victory(number: int) -> float:
        levels[ability] = natural + number
        return 100 * one.against(kind, runs=runs).victory

    most = CONSTANTS.level_max - base
    now, needed, then = smallest(victory, TWO_THIRDS, most)
    return Enough(ability, TWO_THIRDS, now, needed, then, most, 100 * margin(then / 100, runs), {"level": base})


# Gold


def gold_enough(view: Json, sheet: Sheet, most: int = MOST_GOLD) -> Enough:
    """How many more pieces now would pay every order of the sheet and everybody at the end of the year.

    `now` and `then`: what is missing. Without the taxes of provinces that are still to be conquered.
    """

    def surplus(number: int) -> float:
        own = {**view["own"], "gold": view["own"]["gold"] + number}
        return -float(sum(each.lacks for each in forecast({**view, "own": own}, sheet).purse.unpaid))

    now, needed, then = smallest(surplus, 0.0, most)
    return Enough("gold", 0.0, -now, needed, -then, most)


def best_hirer(view: Json, sheet: Sheet, hero: int) -> list[tuple[int, int]]:
    """One's own living by the chance that this Hero accepts their offer, the best first; nothing if he is not known."""
    course = Course(view, sheet)
    course.begin()
    found = []
    for number in course.mine:
        chance = chance_of(course, course.book, course.characters[number], o.Hire(hero))
        if chance is not None:
            found.append((number, chance.least))
    return sorted(found, key=lambda each: (-each[1], each[0]))
