"""How far a unit can come from where it stands: radii, and the rim of the ground that it can walk to."""

from __future__ import annotations

from heraut.games.vassaux.orders import Move
from heraut.games.vassaux.phases.approach import full_length, longest_free
from heraut.games.vassaux.phases.charging import charge_fault
from heraut.games.vassaux.phases.movement import order_fault, plan
from heraut.games.vassaux.phases.needs import order_refusal
from heraut.games.vassaux.phases.shooting import shooter_fault
from heraut.games.vassaux.preview.shapes import Reach
from heraut.games.vassaux.state import Plan, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import reach, speed, straight
from heraut.games.vassaux.tables import WEAPONS
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point, along

RAYS = range(0, 360, 15)


def reach_of(field: Field, unit: Unit, code: OrderCode | None = None) -> Reach:
    """What a unit can reach; `code`: the move that it is to make, where that is settled."""
    start, sheet = field.now.at[unit.leader], unit.sheet
    lord = field.lord(unit.seat)
    return Reach(
        unit.id, start, radius_of(field, unit, "MAR"), radius_of(field, unit, "CRS"), charge_radius(field, unit),
        0 if shooter_fault(field, unit) is not None else WEAPONS[sheet.weapon].range + sheet.radius,
        sheet.aura + sheet.radius, rim(field, unit, code or "MAR"),
        field.now.at.get(lord.leader), lord.sheet.aura + lord.sheet.radius,
    )  # fmt: skip


def radius_of(field: Field, unit: Unit, code: OrderCode) -> int:
    """How far a march or a run carries the leader; 0 where it cannot be ordered."""
    if order_fault(field, unit, code) is not None:
        return 0
    return reach(unit, speed(field, unit, [field.now.at[unit.leader]], run=code == "CRS"))


def charge_radius(field: Field, unit: Unit) -> int:
    """How far from the middle of the leader an enemy's base may be for a charge to touch it (SV-CHG-05)."""
    sheet = unit.sheet
    if charge_fault(field, unit, "CHC") is not None:
        return 0
    return reach(unit, sheet.mv) + sheet.radius + (sheet.aura + 2 * sheet.radius if len(unit.men) > 1 else 0)


def rim(field: Field, unit: Unit, code: OrderCode) -> list[Point]:
    """The farthest legal end of a straight way in each direction."""
    if order_refusal(field, unit, code) is not None:
        return []
    start = field.now.at[unit.leader]
    return [farthest(field, unit, code, start, along((0, 0), (0, 1), 100_000, degrees)) for degrees in RAYS]


def farthest(field: Field, unit: Unit, code: OrderCode, start: Point, direction: Point) -> Point:
    """The farthest end of a way in this direction; the start where there is none."""
    most = full_length(field, unit, code, start, direction)
    far = longest_free(field, unit, code, start, direction, most)
    return straight(start, direction, far)[0] if far else start


# Where a place that was pointed at is snapped to


def snapped(field: Field, unit: Unit, code: OrderCode, place: Point) -> Move | None:
    """The march towards a place that comes nearest to it: to the place itself, else as far as may be on the way there.

    None where no step in that direction is legal.
    """
    start = field.now.at[unit.leader]
    exact = Move("move", (place,))
    if place != start and isinstance(plan(field, unit, code, exact), Plan):
        return exact
    direction = (place[0] - start[0], place[1] - start[1])
    if direction == (0, 0):
        return None
    wanted = int((direction[0] ** 2 + direction[1] ** 2) ** 0.5)
    most = min(wanted, full_length(field, unit, code, start, direction))
    far, back = longest_free(field, unit, code, start, direction, most), STEP_BACK
    while far > 0:
        answer = Move("move", straight(start, direction, far))
        if isinstance(plan(field, unit, code, answer), Plan):
            return answer
        far, back = longest_free(field, unit, code, start, direction, far - back), 2 * back
    return None


STEP_BACK = 50  # mR: how much shorter a march is tried first where its men find no place
