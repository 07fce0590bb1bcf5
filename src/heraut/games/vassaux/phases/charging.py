"""Charges (SV-CHG): whom one may run at, who ends in contact; how far one runs stands in `running`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import NO_UNIT, FigureId, GroupId, UnitId
from heraut.games.vassaux.orders import Charge, Places, refusal
from heraut.games.vassaux.phases.movement import hand_fault, ties
from heraut.games.vassaux.state import Act, Plan, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.front import Front
from heraut.games.vassaux.table.paths import flies, overlaps, reach
from heraut.games.vassaux.table.placement import Circle, Spot, settle
from heraut.games.vassaux.table.running import longest_run, may_stop, run_on, stop, stop_before
from heraut.games.vassaux.tables import CONSTANTS, EPS
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point, run_to_disc, segment_closer, squared


class Aim(NamedTuple):
    """A target and the figure of it that the leader runs at."""

    target: GroupId
    figure: FigureId


Away = tuple[float, FigureId]
"""How far a man is from the leader, and who it is. A plain tuple: hundreds are sorted for every table."""


class Assault(NamedTuple):
    """A charge, worked out."""

    aim: Aim
    plan: Plan


def charge_fault(field: Field, unit: Unit, code: OrderCode) -> Refusal | None:
    """Why the unit cannot charge at all, whomever it faces (SV-CHG-06, SV-TER-02)."""
    if ties(field, unit).pinned:
        return refusal("SV-CHG-06", "pinned", order=code)
    if code == "CHA" and not flies(unit) and field.ground.is_difficult([field.now.at[unit.leader]]):
        return refusal("SV-TER-02", "charge_in_difficult")
    return None


def aims(field: Field, unit: Unit, code: OrderCode, against: UnitId, left: Sequence[GroupId]) -> list[Aim]:
    """Whom it may run at, nearest first (SV-CHG-01, 02, 10); `against`: only the interrupted unit, near or not."""
    gaps = gaps_to(field, unit)
    if against:
        gaps = {group: gaps[group] for group in gaps if group == against}
    if code == "CHC":
        found = [
            (gap, man, group)
            for group, men in gaps.items()
            if group not in left or unit.sheet.mounted
            for gap, man in men
        ]
        return [Aim(group, man) for _, man, group in sorted(found)]
    nearest = sorted((men[0][0], group) for group, men in gaps.items() if men)
    chosen = [(gap, group) for gap, group in nearest if against or gap <= nearest[0][0] + EPS]
    return [Aim(group, man) for gap, group in chosen for there, man in gaps[group] if there == gap]


def gaps_to(field: Field, unit: Unit) -> dict[GroupId, list[Away]]:
    """The men of each enemy group, nearest to the leader first, with their gaps; asked of a table once."""
    known: dict[GroupId, list[Away]] | None = field.cache.found.get(("gaps", unit.id))
    if known is None:
        known = {
            group: sorted(zip(field.gaps(unit.leader, men := field.now.figures(group)), men, strict=True))
            for group in field.enemy_groups(unit.seat)
        }
        field.cache.found["gaps", unit.id] = known
    return known


def in_reach(field: Field, unit: Unit, figure: FigureId) -> bool:
    """The outer limit of any charge (SV-CHG-05): necessary, not sufficient."""
    sheet = unit.sheet
    return field.within(unit.leader, figure, reach(unit, sheet.mv) + sheet.aura + 2 * sheet.radius)


def anybody_in_reach(field: Field, unit: Unit) -> bool:
    """Whether any enemy at all is within that limit: a quick no."""
    (x, y), sheet = field.now.at[unit.leader], unit.sheet
    far = reach(unit, sheet.mv) + sheet.aura + 3 * sheet.radius + EPS
    if not field.foe_is_near(unit.seat, x - far, y - far, x + far, y + far):
        return False
    for _, ex, ey, r in field.foes(unit.seat):
        if (x - ex) * (x - ex) + (y - ey) * (y - ey) <= (far + r) * (far + r):
            return True
    return False


def charges(field: Field, unit: Unit, code: OrderCode, against: UnitId, left: Sequence[GroupId]) -> Iterator[Assault]:
    """The charges that make contact at their longest legal length, nearest aim first (SV-CHG-04)."""
    nearest: dict[GroupId, FigureId] = {}
    for aim in aims(field, unit, code, against, left):
        if nearest.setdefault(aim.target, aim.figure) and not in_reach(field, unit, nearest[aim.target]):
            continue
        if comes_close(field, unit, code, aim):
            found = plan_charge(field, unit, code, Charge(aim.target, aim.figure), against, left)
            if isinstance(found, Plan):
                yield Assault(aim, found)


def comes_close(field: Field, unit: Unit, code: OrderCode, aim: Aim) -> bool:
    """Whether the run, as long as it may be, passes near enough to the target for a man beside the leader to touch it.

    If not, no charge at this aim makes contact, and nobody need be set down to say so.
    """
    start, (tx, ty) = field.now.at[unit.leader], field.now.at[aim.figure]
    sx, sy = start
    longest, _ = longest_run(field, unit, code, aim.target, (tx - sx, ty - sy))
    end = stop(start, (tx - sx, ty - sy), longest)
    beside = unit.sheet.aura + 3 * unit.sheet.radius + 3 * EPS
    for man in field.now.figures(aim.target):
        x, y, r = field.disc(man)
        if segment_closer(start, end, (x, y), beside + r):
            return True
    return False


def feasible(field: Field, unit: Unit, code: OrderCode, against: UnitId, left: Sequence[GroupId]) -> Refusal | None:
    """Whether any charge is legal (SV-CHG-04)."""
    fault = charge_fault(field, unit, code)
    if fault is not None:
        return fault
    if not anybody_in_reach(field, unit) or next(charges(field, unit, code, against, left), None) is None:
        return refusal("SV-CHG-04", "no_charge", order=code)
    return None


def charge_refusals(
    field: Field, unit: Unit, code: OrderCode, answer: Charge, against: UnitId, left: Sequence[GroupId]
) -> list[Refusal]:
    """Every reason why this charge would be refused."""
    found = plan_charge(field, unit, code, answer, against, left)
    return [found] if isinstance(found, Refusal) else []


def plan_charge(
    field: Field, unit: Unit, code: OrderCode, answer: Charge, against: UnitId, left: Sequence[GroupId]
) -> Plan | Refusal:
    """The charge worked out, or what is wrong with it; the same charge on the same table is worked out once."""
    if answer.places:
        return work_out(field, unit, code, answer, against, left)
    key = ("charge", unit.id, code, answer.target, answer.aim, answer.length, against, *left)
    found: Plan | Refusal | None = field.cache.found.get(key)
    if found is None:
        found = field.cache.found[key] = work_out(field, unit, code, answer, against, left)
    return found


def work_out(
    field: Field, unit: Unit, code: OrderCode, answer: Charge, against: UnitId, left: Sequence[GroupId]
) -> Plan | Refusal:
    """How far the leader runs, and who ends in contact (SV-CHG-02 to 09)."""
    fault = charge_fault(field, unit, code) or aim_fault(field, unit, code, answer, against, left)
    if fault is not None:
        return fault
    (sx, sy), (tx, ty) = field.now.at[unit.leader], field.now.at[answer.aim]
    direction = (tx - sx, ty - sy)
    longest, most = longest_run(field, unit, code, answer.target, direction)
    length = longest if answer.length is None else answer.length
    legal = length == longest or (0 <= length <= most and may_stop(field, unit, code, answer.target, direction, length))
    if not legal:
        return refusal("SV-CHG-02", "bad_length", length=length, longest=longest)
    while True:
        found = charge_arrangement(field, unit, answer.target, direction, length, answer.places)
        if isinstance(found, Refusal):
            return found
        fault = overlaps(field, unit, found.end, found.stay)
        if fault is None:
            break
        if answer.length is not None or length == 0:
            return fault
        x, y = field.now.at[fault.data["figure"]]
        room = run_to_disc((sx, sy), direction, (x, y, 2 * unit.sheet.radius - EPS), length)
        length = stop_before(field, unit, code, answer.target, direction, min(room, length - 1))
    if not meets(field, unit, found, answer.target):
        return refusal("SV-CHG-04", "no_contact", unit=answer.target)
    return found


def aim_fault(
    field: Field, unit: Unit, code: OrderCode, answer: Charge, against: UnitId, left: Sequence[GroupId]
) -> Refusal | None:
    """The wrong enemy, or the wrong man of his (SV-CHG-01, 02, 10)."""
    if against and answer.target != against:
        return refusal("SV-REA-05", "only_interrupted", unit=against)
    if code == "CHC" and answer.target in left and not unit.sheet.mounted:
        return refusal("SV-CHG-10", "just_left", unit=answer.target)
    known = aims(field, unit, code, against, left)
    if Aim(answer.target, answer.aim) in known:
        return None
    groups = list(dict.fromkeys(aim.target for aim in known))
    if answer.target not in groups:
        return refusal("SV-CHG-01", "not_the_nearest" if code == "CHA" else "no_such_enemy", units=groups)
    return refusal("SV-CHG-02", "bad_aim", figures=[aim.figure for aim in known if aim.target == answer.target])


def charge_arrangement(
    field: Field, unit: Unit, target: GroupId, direction: Point, length: int, places: Places, *, resumed: bool = False
) -> Plan | Refusal:
    """The men around their leader, in contact where possible, none behind the front (SV-CHG-07, 08, SV-PLA-06)."""
    end = stop(field.now.at[unit.leader], direction, length)
    movers = [man for man in unit.men if man != unit.leader]
    front = Front(field, unit.seat, direction, 2 * unit.sheet.radius, end)
    everyone = field.enemy_groups(unit.seat)
    if places and not resumed:
        circle = Circle(field, unit.id, end, movers, everyone, front)
        fault = hand_fault(field, unit, end, movers, places, circle)
        if fault is not None:
            return fault
    spot = Spot(
        unit.id, end, direction, touchable=(target,), hand_touchable=everyone, contacts=field.now.figures(target),
        steps=CONSTANTS.charge_steps, charge=direction, front=front,
    )  # fmt: skip
    done, stay = settle(field, spot, movers, places)
    return Plan(end, direction, done, [], stay)


def meets(field: Field, unit: Unit, found: Plan, target: GroupId) -> bool:
    """Whether at least one figure of the unit touches the target at the end."""
    r = unit.sheet.radius
    stands = [found.end, *found.places.values(), *(field.now.at[man] for man in found.stay)]
    for man in field.now.figures(target):
        x, y, er = field.disc(man)
        limit = (r + er + EPS) ** 2
        if any((x - px) ** 2 + (y - py) ** 2 <= limit for px, py in stands):
            return True
    return False


def charge_default(field: Field, unit: Unit, code: OrderCode, against: UnitId, left: Sequence[GroupId]) -> Charge:
    """The nearest target that can be reached, its nearest figure, the longest legal length (SV-DP-05)."""
    aim = next(charges(field, unit, code, against, left)).aim
    return Charge(aim.target, aim.figure)


def charge_sample(
    field: Field, unit: Unit, code: OrderCode, against: UnitId, left: Sequence[GroupId], rng: Rng
) -> Charge:
    """The default, or another aim or a shorter run where these are legal."""
    answer = charge_default(field, unit, code, against, left)
    if rng.random() < 0.3:
        other = rng.choice(aims(field, unit, code, against, left))
        (sx, sy), (tx, ty) = field.now.at[unit.leader], field.now.at[other.figure]
        longest, _ = longest_run(field, unit, code, other.target, (tx - sx, ty - sy))
        tried = Charge(other.target, other.figure, rng.randint(max(0, longest - 700), longest))
        if not charge_refusals(field, unit, code, tried, against, left):
            return tried
    return answer


# After a reaction (SV-REA-07)


def resumed(field: Field, unit: Unit, act: Act, answer: Charge) -> Plan | None:
    """The rest of an interrupted charge on its line: as far as declared or as is still legal; None: it stands still.

    Men set down by hand stand there if they still can, and if somebody then touches the target; where that has moved
    off and nothing of it can be touched any more, the charge ends as a plain move.
    """
    assert act.plan is not None
    declared = isqrt(squared(act.start, act.plan.end))
    rest = max(0, declared - act.reached)
    length = run_on(field, unit, act.code, answer.target, act.line, rest)
    for places in [answer.places, {}] if answer.places else [{}]:
        found = charge_arrangement(field, unit, answer.target, act.line, length, places, resumed=True)
        assert isinstance(found, Plan)
        if meets(field, unit, found, answer.target) and overlaps(field, unit, found.end, found.stay) is None:
            return found
    length = run_on(field, unit, act.code, NO_UNIT, act.line, rest)
    end = stop(field.now.at[unit.leader], act.line, length)
    movers = [man for man in unit.men if man != unit.leader]
    done, stay = settle(field, Spot(unit.id, end, act.line), movers, answer.places)
    if length == 0 or overlaps(field, unit, end, stay) is not None:
        return None
    return Plan(end, act.line, done, [], stay)
