"""Straight ways towards and away from the enemy, as impulsive and automated units take them (SV-SOL-09, SV-GRN-05)."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.games.vassaux.identities import FigureId
from heraut.games.vassaux.orders import Move
from heraut.games.vassaux.phases.movement import move_refusals, way_fault
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import reach, speed, straight
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point, along, fine_gap

TURN = 15
TOWARDS, AWAY = 5, 6  # turns of 15° tried to either side


def nearest_enemy(field: Field, unit: Unit) -> FigureId | None:
    """The nearest enemy figure (ties: smallest unit, then figure); None when there is none."""
    foes = [foe for foe, *_ in field.foes(unit.seat)]
    return field.nearest_of(unit.leader, foes) if foes else None


def rotations(most: int) -> Iterator[int]:
    """0, +15, -15, +30, -30, …"""
    yield 0
    for step in range(1, most + 1):
        yield step * TURN
        yield -step * TURN


def towards(field: Field, unit: Unit, code: OrderCode) -> Move | None:
    """The largest legal length towards the nearest enemy figure that shortens the gap; None when there is none."""
    foe = nearest_enemy(field, unit)
    if foe is None:
        return None
    start, goal = field.now.at[unit.leader], field.now.at[foe]
    before = field.fine(unit.leader, foe)
    most = reach(unit, speed(field, unit, [start], run=code == "CRS"))
    for degrees in rotations(TOWARDS):
        direction = turned(start, goal, degrees)
        length = longest_free(field, unit, code, start, direction, most)
        answer = Move("move", straight(start, direction, length))
        if (
            length
            and shortens(field, unit, answer.path[-1], foe, before)
            and not move_refusals(field, unit, code, answer)
        ):
            return answer
    return None


def away(field: Field, unit: Unit, code: OrderCode) -> Move | None:
    """Full length away from the nearest enemy figure, the first legal end that widens the gap."""
    foe = nearest_enemy(field, unit)
    if foe is None:
        return None
    start, danger = field.now.at[unit.leader], field.now.at[foe]
    before = field.fine(unit.leader, foe)
    for degrees in rotations(AWAY):
        direction = turned(danger, start, degrees)
        length = full_length(field, unit, code, start, direction)
        answer = Move("move", straight(start, direction, length))
        wider = not shortens(field, unit, answer.path[-1], foe, before + 1)
        if wider and not move_refusals(field, unit, code, answer):
            return answer
    return None


def turned(start: Point, goal: Point, degrees: int) -> Point:
    """The direction from one point to another, turned; long enough to be rounded without harm."""
    direction = (goal[0] - start[0], goal[1] - start[1])
    return direction if degrees == 0 else along((0, 0), direction, 1_000_000, degrees)


def full_length(field: Field, unit: Unit, code: OrderCode, start: Point, direction: Point) -> int:
    """M·R + d, M as the ground on that very way makes it."""
    run = code == "CRS"
    fast = reach(unit, speed(field, unit, [start], run=run))
    way = [start, *straight(start, direction, fast)]
    return reach(unit, speed(field, unit, way, run=run))


def longest_free(field: Field, unit: Unit, code: OrderCode, start: Point, direction: Point, most: int) -> int:
    """The largest whole length whose way is free and whose end is legal; 0 when there is none."""

    def legal(length: int) -> bool:
        return way_fault(field, unit, code, start, straight(start, direction, length)) is None

    if legal(most):
        return most
    coarse = next((length for length in range(most - most % 50, 0, -50) if legal(length)), 0)
    fine = range(min(most, coarse + 49), coarse, -1)
    return next((length for length in fine if legal(length)), coarse)


def shortens(field: Field, unit: Unit, end: Point, foe: FigureId, before: int) -> bool:
    """Whether the gap from this place to that enemy is less than before."""
    return fine_gap((*end, unit.sheet.radius), field.disc(foe)) < before
