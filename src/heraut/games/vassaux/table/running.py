"""How far a charge may run: on its straight line up to contact, and no farther than others and the ground allow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from heraut.games.vassaux.identities import BORDER, SOUTH, GroupId
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.ground import near
from heraut.games.vassaux.table.paths import flies, reach
from heraut.games.vassaux.tables import CLEAR, CONSTANTS, EPS
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Disc, Point, along, run_to_disc, run_to_discs, run_to_shape


class Run(NamedTuple):
    """The longest legal length of a charge, and the length that nothing in the way lets him exceed."""

    longest: int
    most: int


def longest_run(field: Field, unit: Unit, code: OrderCode, target: GroupId, direction: Point) -> Run:
    """How far he may run, asked of a table once (SV-CHG-02, 03)."""
    key = ("run", unit.id, code, target, direction)
    known: Run | None = field.cache.found.get(key)
    if known is not None:
        return known
    start = field.now.at[unit.leader]
    most = way_limit(field, unit, target, direction, reach(unit, unit.sheet.mv))
    if not flies(unit) and field.ground.is_difficult([start, stop(start, direction, most)]):
        free = free_run(field, start, direction, most)
        slow = min(most, reach(unit, max(1, unit.sheet.mv - 1)))
        most = free if code == "CHA" else max(free, slow)
    found = field.cache.found[key] = Run(stop_before(field, unit, code, target, direction, most), most)
    return found


def way_limit(field: Field, unit: Unit, target: GroupId, direction: Point, most: int) -> int:
    """Up to contact with the target, and no farther than others, walls and the table's edge allow."""
    start, r = field.now.at[unit.leader], unit.sheet.radius
    prey = set(field.now.figures(target)) if target else set()
    if any(field.within(unit.leader, man, 0) for man in prey):
        return 0
    sx, sy = start
    far = most + 2 * r + CONSTANTS.mounted_radius
    swollen = [
        (x, y, r + er if figure in prey else r + er - EPS)
        for figure, x, y, er in field.others(unit)
        if -far < x - sx < far and -far < y - sy < far
    ]
    most = run_to_discs(start, direction, swollen, most)
    if not flies(unit):
        for shape in field.ground.impassable:
            if near(shape, start, start, far):
                most = run_to_shape(start, direction, r - EPS, shape, most)
    return on_table(field, unit, start, direction, most)


def on_table(field: Field, unit: Unit, start: Point, direction: Point, most: int) -> int:
    """How far he may run before his base would leave the table (SV-GEO-02)."""
    r, settings = unit.sheet.radius, field.now.settings

    def inside(length: int) -> bool:
        x, y = stop(start, direction, length)
        return r <= x <= settings.width - r and r <= y <= settings.height - r

    if inside(most):
        return most
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if inside(middle) else (low, middle)
    return low


def free_run(field: Field, start: Point, direction: Point, most: int) -> int:
    """The longest way that touches no difficult ground."""
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        easy = not field.ground.is_difficult([start, stop(start, direction, middle)])
        low, high = (middle, high) if easy else (low, middle)
    return low


def stop(start: Point, direction: Point, length: int) -> Point:
    """Where a run of this length ends (SV-GEO-07)."""
    return start if length == 0 else along(start, direction, length)


def stop_before(field: Field, unit: Unit, code: OrderCode, target: GroupId, direction: Point, most: int) -> int:
    """The largest length up to `most` at which he may stop (SV-CHG-03); 0 is always one."""
    start = field.now.at[unit.leader]
    others = crowd(field, unit, target)
    length = most
    while length > 0:
        end = stop(start, direction, length)
        foe = too_close(others, end)
        if foe is not None:
            x, y, keep = foe
            length = min(run_to_disc(start, direction, (x, y, keep), length), length - 1)
        elif not field.ground.bears(end, unit.sheet.radius) or not slow_enough(field, unit, code, start, end, length):
            length -= 1
        else:
            return length
    return 0


def crowd(field: Field, unit: Unit, target: GroupId) -> list[Disc]:
    """Everybody he may not stop upon, and the enemies of other units whom he may not stop beside: the distance to keep.

    The way itself has been judged on the exact line; this is about its rounded end.
    """
    found: list[Disc] | None = field.cache.found.get(("crowd", unit.id, target))
    if found is None:
        prey, r = set(field.now.figures(target)) if target else set(), unit.sheet.radius
        (sx, sy), south = field.now.at[unit.leader], unit.seat == SOUTH
        far = reach(unit, unit.sheet.mv) + 2 * r + CONSTANTS.mounted_radius
        found = [
            (x, y, r + er + (CLEAR if (figure > BORDER) is south and figure not in prey else -EPS))
            for figure, x, y, er in field.others(unit)
            if -far < x - sx < far and -far < y - sy < far
        ]
        field.cache.found["crowd", unit.id, target] = found
    return found


def too_close(others: Iterable[Disc], end: Point) -> Disc | None:
    """The first enemy he would stand too close to."""
    px, py = end
    for x, y, keep in others:
        if -keep < x - px < keep and (x - px) * (x - px) + (y - py) * (y - py) < keep * keep:
            return x, y, keep
    return None


def slow_enough(field: Field, unit: Unit, code: OrderCode, start: Point, end: Point, length: int) -> bool:
    """Whether the ground on the way allows this length (SV-TER-02)."""
    if flies(unit) or not field.ground.is_difficult([start, end]):
        return length <= reach(unit, unit.sheet.mv)
    return code != "CHA" and length <= reach(unit, max(1, unit.sheet.mv - 1))


def may_stop(field: Field, unit: Unit, code: OrderCode, target: GroupId, direction: Point, length: int) -> bool:
    """Whether a charge of this length is legal for its leader."""
    if length == 0:
        return True
    start = field.now.at[unit.leader]
    end = stop(start, direction, length)
    return (
        too_close(crowd(field, unit, target), end) is None
        and field.ground.bears(end, unit.sheet.radius)
        and slow_enough(field, unit, code, start, end, length)
    )


def run_on(field: Field, unit: Unit, code: OrderCode, target: GroupId, line: Point, rest: int) -> int:
    """How much farther he may run on his line."""
    return stop_before(field, unit, code, target, line, way_limit(field, unit, target, line, rest))
