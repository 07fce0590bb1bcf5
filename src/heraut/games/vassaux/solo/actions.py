"""What the reaction table can do (SV-SOL-07 to 11): each action of a cell, as an order with its parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from heraut.games.vassaux.identities import NO_FIGURE, NO_UNIT, GroupId, is_band
from heraut.games.vassaux.orders import Answer, Cast, Charge, Fight, Move, Shoot
from heraut.games.vassaux.phases import charging, shooting
from heraut.games.vassaux.phases.approach import away, nearest_enemy, towards
from heraut.games.vassaux.phases.movement import move_refusals, order_fault, ties
from heraut.games.vassaux.phases.spells import DEFENSIVE, OFFENSIVE, listed_spell
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import reach, speed
from heraut.games.vassaux.tables import CONSTANTS
from heraut.games.vassaux.tables.codes import Action, OrderCode, School, SpellCode
from heraut.geometry import Point, Sight

METEOR = {2: 7, 3: 10}  # M with so many dice (SV-SOL-11)


class Feasible(NamedTuple):
    """An action that can be done: its order, with parameters if it has any."""

    order: OrderCode
    answer: Answer | None = None


Found = Feasible | None


def attack(field: Field, unit: Unit) -> Found:
    """AC: the unit in contact whose figure is nearest to the leader, or the nearest eligible target."""
    contacts = field.contacts(unit.men, unit.seat)
    if contacts:
        foes = {foe for touched in contacts.values() for foe in touched}
        return Feasible("ATC", Fight((field.group_of(field.nearest_of(unit.leader, foes)),)))
    targets = shooting.choices(field, unit, "ATC", NO_UNIT)
    return Feasible("ATC", Shoot(targets[0])) if targets else None


def nearest_group(field: Field, unit: Unit) -> GroupId | None:
    """The enemy group with the figure nearest to the leader; None when there is none."""
    foe = nearest_enemy(field, unit)
    return None if foe is None else field.group_of(foe)


def charge(field: Field, unit: Unit) -> Found:
    """CH: the nearest enemy unit, its nearest figure, at the longest legal length."""
    group = nearest_group(field, unit)
    if group is None:
        return None
    wanted = Charge(group, field.nearest_of(unit.leader, field.now.figures(group)))
    return None if charging.charge_refusals(field, unit, "CHC", wanted, NO_UNIT, ()) else Feasible("CHC", wanted)


def fortify(field: Field, unit: Unit) -> Found:
    """FO: always."""
    return Feasible("FOR")


def withdraw(field: Field, unit: Unit) -> Found:
    """MA: away from the nearest enemy; a pinned unit breaks off if its leader is free."""
    found = away(field, unit, "MT")
    return Feasible("MT", found) if found is not None else None


def advance(code: OrderCode) -> Callable[[Field, Unit], Found]:
    """MF and CF: towards the nearest enemy, unless pinned."""

    def action(field: Field, unit: Unit) -> Found:
        if ties(field, unit).pinned or order_fault(field, unit, code) is not None:
            return None
        found = towards(field, unit, code)
        return Feasible(code, found) if found is not None else None

    return action


def hide(code: OrderCode) -> Callable[[Field, Unit], Found]:
    """MC and CC: to the nearest cover in reach (SV-SOL-08)."""

    def action(field: Field, unit: Unit) -> Found:
        if order_fault(field, unit, code) is not None:
            return None
        found = shelter(field, unit, code)
        return Feasible(code, found) if found is not None else None

    return action


def shelter(field: Field, unit: Unit, code: OrderCode) -> Move | None:
    """The shortest straight move to a point of the grid that the nearest enemy does not see clearly."""
    group = nearest_group(field, unit)
    if group is None:
        return None
    leader = NO_FIGURE if is_band(group) else field.unit(group).leader
    watcher = leader or field.nearest_of(unit.leader, field.now.figures(group))
    eye, r = field.disc(watcher), unit.sheet.radius
    if field.clearness(watcher, unit.leader) is not Sight.CLEAR:
        return None
    for place in grid_points(field, unit, code):
        if place == eye[:2] or field.look(eye, (*place, r), watcher) is Sight.CLEAR:
            continue
        wanted = Move("move", (place,))
        if not move_refusals(field, unit, code, wanted):
            return wanted
    return None


def grid_points(field: Field, unit: Unit, code: OrderCode) -> Iterator[Point]:
    """The points of the 0.5R grid in reach, nearest first; ties: smallest x, then y."""
    x, y = field.now.at[unit.leader]
    far = reach(unit, speed(field, unit, [(x, y)], run=code == "CRS"))
    step = CONSTANTS.grid
    points = [
        ((px - x) ** 2 + (py - y) ** 2, px, py)
        for px in range(-(-(x - far) // step) * step, x + far + 1, step)
        for py in range(-(-(y - far) // step) * step, y + far + 1, step)
        if (px - x) ** 2 + (py - y) ** 2 <= far * far
    ]
    return ((px, py) for _, px, py in sorted(points))


def spell(lists: dict[School, tuple[SpellCode, ...]], dice: int) -> Callable[[Field, Unit], Found]:
    """SO and SD: the first castable spell of a list, with so many dice (SV-SOL-10, 11)."""

    def action(field: Field, unit: Unit) -> Found:
        school = field.now.hosts[unit.seat].school
        found = listed_spell(field, unit, lists[school], METEOR[dice]) if school else None
        if found is None:
            return None
        return Feasible("SPL", Cast(found.spell, found.target, min(dice - 1, unit.sheet.cd), 0, found.power))

    return action


ACTIONS: dict[Action, Callable[[Field, Unit], Found]] = {
    "CC": hide("CRS"), "MC": hide("MT"), "MA": withdraw, "MF": advance("MT"), "CF": advance("CRS"), "AC": attack,
    "CH": charge, "FO": fortify, "SO2": spell(OFFENSIVE, 2), "SO3": spell(OFFENSIVE, 3), "SD2": spell(DEFENSIVE, 2),
    "SD3": spell(DEFENSIVE, 3),
}  # fmt: skip
