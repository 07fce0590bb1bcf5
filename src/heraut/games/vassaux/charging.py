"""Charges (SV-CHG): the straight run at an enemy, how long it may be, who ends in contact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.answers import Charge, Places
from heraut.games.vassaux.asking import refusal
from heraut.games.vassaux.field import Field
from heraut.games.vassaux.front import Front
from heraut.games.vassaux.ground import near
from heraut.games.vassaux.movement import hand_fault, ties
from heraut.games.vassaux.paths import flies, overlaps, reach
from heraut.games.vassaux.placement import Circle, settle
from heraut.games.vassaux.state import Act, Plan, Point, Unit
from heraut.games.vassaux.tables import CLEAR, EPS
from heraut.geometry import along, run_to_disc, run_to_shape, squared

CONTACT_STEPS = 6  # of a charge (SV-PLA-06)


class Aim(NamedTuple):
    """A target and the figure of it that the leader runs at."""

    target: int
    figure: int


def charge_fault(field: Field, unit: Unit, code: str) -> Refusal | None:
    """Why the unit cannot charge at all, whomever it faces (SV-CHG-06, SV-TER-02)."""
    if ties(field, unit).pinned:
        return refusal("SV-CHG-06", "pinned", order=code)
    if code == "CHA" and not flies(unit) and field.ground.is_difficult([field.b.at[unit.leader]]):
        return refusal("SV-TER-02", "charge_in_difficult")
    return None


def aims(field: Field, unit: Unit, code: str, against: int, left: Sequence[int]) -> list[Aim]:
    """Whom it may run at, nearest first (SV-CHG-01, 02, 10); `against`: only the interrupted unit, near or not."""
    gaps = {
        group: [(round(field.rough(unit.leader, man), 6), man) for man in field.b.figures(group)]
        for group in field.enemy_groups(unit.seat)
        if not against or group == against
    }
    if code == "CHC":
        found = [
            (gap, man, group)
            for group, men in gaps.items()
            if group not in left or unit.sheet.mounted
            for gap, man in men
        ]
        return [Aim(group, man) for _, man, group in sorted(found)]
    nearest = sorted((min(men)[0], group) for group, men in gaps.items() if men)
    chosen = [(gap, group) for gap, group in nearest if against or gap <= nearest[0][0] + EPS]
    return [Aim(group, man) for gap, group in chosen for there, man in sorted(gaps[group]) if there == gap]


def in_reach(field: Field, unit: Unit, figure: int) -> bool:
    """The outer limit of any charge (SV-CHG-05): necessary, not sufficient."""
    sheet = unit.sheet
    return field.within(unit.leader, figure, reach(unit, sheet.mv) + sheet.aura + 2 * sheet.radius)


def anybody_in_reach(field: Field, unit: Unit) -> bool:
    """Whether any enemy at all is within that limit: a quick no."""
    (x, y), sheet = field.b.at[unit.leader], unit.sheet
    far = reach(unit, sheet.mv) + sheet.aura + 3 * sheet.radius + EPS
    return any((x - ex) ** 2 + (y - ey) ** 2 <= (far + r) ** 2 for _, ex, ey, r in field.foes(unit.seat))


def charges(field: Field, unit: Unit, code: str, against: int, left: Sequence[int]) -> Iterator[tuple[Aim, Plan]]:
    """The charges that make contact at their longest legal length, nearest aim first (SV-CHG-04)."""
    nearest: dict[int, int] = {}
    for aim in aims(field, unit, code, against, left):
        if nearest.setdefault(aim.target, aim.figure) and not in_reach(field, unit, nearest[aim.target]):
            continue
        found = plan_charge(field, unit, code, Charge(aim.target, aim.figure), against, left)
        if isinstance(found, Plan):
            yield aim, found


def feasible(field: Field, unit: Unit, code: str, against: int, left: Sequence[int]) -> Refusal | None:
    """Whether any charge is legal (SV-CHG-04)."""
    fault = charge_fault(field, unit, code)
    if fault is not None:
        return fault
    if not anybody_in_reach(field, unit) or next(charges(field, unit, code, against, left), None) is None:
        return refusal("SV-CHG-04", "no_charge", order=code)
    return None


def charge_refusals(
    field: Field, unit: Unit, code: str, answer: Charge, against: int, left: Sequence[int]
) -> list[Refusal]:
    """Every reason why this charge would be refused."""
    found = plan_charge(field, unit, code, answer, against, left)
    return [found] if isinstance(found, Refusal) else []


def plan_charge(
    field: Field, unit: Unit, code: str, answer: Charge, against: int, left: Sequence[int]
) -> Plan | Refusal:
    """The charge worked out, or what is wrong with it."""
    fault = charge_fault(field, unit, code) or aim_fault(field, unit, code, answer, against, left)
    if fault is not None:
        return fault
    (sx, sy), (tx, ty) = field.b.at[unit.leader], field.b.at[answer.aim]
    direction = (tx - sx, ty - sy)
    longest, most = longest_run(field, unit, code, answer.target, direction)
    length = longest if answer.length is None else answer.length
    if length > most or not may_stop(field, unit, code, answer.target, direction, length):
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
        x, y = field.b.at[fault.data["figure"]]
        room = run_to_disc((sx, sy), direction, (x, y, 2 * unit.sheet.radius - EPS), length)
        length = stop_before(field, unit, code, answer.target, direction, min(room, length - 1))
    if not meets(field, unit, found, answer.target):
        return refusal("SV-CHG-04", "no_contact", unit=answer.target)
    return found


def aim_fault(field: Field, unit: Unit, code: str, answer: Charge, against: int, left: Sequence[int]) -> Refusal | None:
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


def longest_run(field: Field, unit: Unit, code: str, target: int, direction: Point) -> tuple[int, int]:
    """The longest legal length, and the length that nothing in the way lets him exceed (SV-CHG-02, 03)."""
    start = field.b.at[unit.leader]
    most = way_limit(field, unit, target, direction, reach(unit, unit.sheet.mv))
    if not flies(unit) and field.ground.is_difficult([start, stop(start, direction, most)]):
        free = free_run(field, start, direction, most)
        slow = min(most, reach(unit, max(1, unit.sheet.mv - 1)))
        most = free if code == "CHA" else max(free, slow)
    return stop_before(field, unit, code, target, direction, most), most


def way_limit(field: Field, unit: Unit, target: int, direction: Point, most: int) -> int:
    """Up to contact with the target, and no farther than others, walls and the table's edge allow."""
    start, r = field.b.at[unit.leader], unit.sheet.radius
    prey = set(field.b.figures(target)) if target else set()
    if any(field.within(unit.leader, man, 0) for man in prey):
        return 0
    own, radius = set(unit.men), field.radius
    far = most + 2 * r + 375
    for figure, (x, y) in field.b.at.items():
        if figure not in own and abs(x - start[0]) < far and abs(y - start[1]) < far:
            swollen = r + radius[figure // 100] - (0 if figure in prey else EPS)
            most = min(most, run_to_disc(start, direction, (x, y, swollen), most))
    if not flies(unit):
        for shape in field.ground.impassable:
            if near(shape, start, start, far):
                most = run_to_shape(start, direction, r - EPS, shape, most)
    return on_table(field, unit, start, direction, most)


def on_table(field: Field, unit: Unit, start: Point, direction: Point, most: int) -> int:
    """How far he may run before his base would leave the table (SV-GEO-02)."""
    r, settings = unit.sheet.radius, field.b.settings

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


def stop_before(field: Field, unit: Unit, code: str, target: int, direction: Point, most: int) -> int:
    """The largest length up to `most` at which he may stop (SV-CHG-03); 0 is always one."""
    start = field.b.at[unit.leader]
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


def crowd(field: Field, unit: Unit, target: int) -> list[tuple[int, int, int]]:
    """Everybody he may not stop upon, and the enemies of other units whom he may not stop beside: the distance to keep.

    The way itself has been judged on the exact line; this is about its rounded end.
    """
    prey, r = set(field.b.figures(target)) if target else set(), unit.sheet.radius
    own, low, radius = set(unit.men), 50 if unit.seat == 0 else 0, field.radius
    return [
        (x, y, r + radius[figure // 100] + (CLEAR if low < figure // 100 < low + 50 and figure not in prey else -EPS))
        for figure, (x, y) in field.b.at.items()
        if figure not in own
    ]


def too_close(others: Iterable[tuple[int, int, int]], end: Point) -> tuple[int, int, int] | None:
    """The first enemy he would stand too close to."""
    return next(((x, y, keep) for x, y, keep in others if (x - end[0]) ** 2 + (y - end[1]) ** 2 < keep * keep), None)


def slow_enough(field: Field, unit: Unit, code: str, start: Point, end: Point, length: int) -> bool:
    """Whether the ground on the way allows this length (SV-TER-02)."""
    if flies(unit) or not field.ground.is_difficult([start, end]):
        return length <= reach(unit, unit.sheet.mv)
    return code != "CHA" and length <= reach(unit, max(1, unit.sheet.mv - 1))


def may_stop(field: Field, unit: Unit, code: str, target: int, direction: Point, length: int) -> bool:
    """Whether a charge of this length is legal for its leader."""
    if length == 0:
        return True
    start = field.b.at[unit.leader]
    end = stop(start, direction, length)
    return (
        too_close(crowd(field, unit, target), end) is None
        and field.ground.bears(end, unit.sheet.radius)
        and slow_enough(field, unit, code, start, end, length)
    )


def charge_arrangement(
    field: Field, unit: Unit, target: int, direction: Point, length: int, places: Places
) -> Plan | Refusal:
    """The men around their leader, in contact where possible, none behind the front (SV-CHG-07, 08, SV-PLA-06)."""
    end = stop(field.b.at[unit.leader], direction, length)
    movers = [man for man in unit.men if man != unit.leader]
    front = Front(field, unit.seat, direction, 2 * unit.sheet.radius, end)
    everyone = field.enemy_groups(unit.seat)
    if places:
        circle = Circle(field, unit.id, end, movers, everyone, front)
        fault = hand_fault(field, unit, end, movers, places, circle)
        if fault is not None:
            return fault
    done, stay = settle(
        field, unit.id, end, direction, movers,
        by_hand=places, hand_touchable=everyone, touchable=(target,), contacts=field.b.figures(target),
        steps=CONTACT_STEPS, charge=direction, front=front,
    )  # fmt: skip
    return Plan(end, direction, done, [], stay)


def meets(field: Field, unit: Unit, found: Plan, target: int) -> bool:
    """Whether at least one figure of the unit touches the target at the end."""
    r = unit.sheet.radius
    stands = [found.end, *found.places.values(), *(field.b.at[man] for man in found.stay)]
    for man in field.b.figures(target):
        x, y, er = field.disc(man)
        limit = (r + er + EPS) ** 2
        if any((x - px) ** 2 + (y - py) ** 2 <= limit for px, py in stands):
            return True
    return False


def charge_default(field: Field, unit: Unit, code: str, against: int, left: Sequence[int]) -> Charge:
    """The nearest target that can be reached, its nearest figure, the longest legal length (SV-DP-05)."""
    aim, _ = next(charges(field, unit, code, against, left))
    return Charge(aim.target, aim.figure)


def charge_sample(field: Field, unit: Unit, code: str, against: int, left: Sequence[int], rng: Rng) -> Charge:
    """The default, or another aim or a shorter run where these are legal."""
    answer = charge_default(field, unit, code, against, left)
    if rng.random() < 0.3:
        other = rng.choice(aims(field, unit, code, against, left))
        (sx, sy), (tx, ty) = field.b.at[unit.leader], field.b.at[other.figure]
        longest, _ = longest_run(field, unit, code, other.target, (tx - sx, ty - sy))
        tried = Charge(other.target, other.figure, rng.randint(max(0, longest - 700), longest))
        if not charge_refusals(field, unit, code, tried, against, left):
            return tried
    return answer


# After a reaction (SV-REA-07)


def resumed(field: Field, unit: Unit, act: Act, answer: Charge) -> Plan | None:
    """The rest of an interrupted charge on its line: as far as declared or as is still legal; None: it stands still.

    Where nothing of the target can be touched any more, it ends as a plain move.
    """
    assert act.plan is not None
    declared = isqrt(squared(act.start, act.plan.end))
    rest = max(0, declared - act.reached)
    target = answer.target if field.b.figures(answer.target) else 0
    length = run_on(field, unit, act.code, target, act.line, rest)
    if target:
        found = charge_arrangement(field, unit, target, act.line, length, {})
        kept = charge_arrangement(field, unit, target, act.line, length, answer.places) if answer.places else found
        found = kept if isinstance(kept, Plan) else found
        assert isinstance(found, Plan)
        if meets(field, unit, found, target) and overlaps(field, unit, found.end, found.stay) is None:
            return found
    length = run_on(field, unit, act.code, 0, act.line, rest)
    end = stop(field.b.at[unit.leader], act.line, length)
    done, stay = settle(field, unit.id, end, act.line, [man for man in unit.men if man != unit.leader])
    if length == 0 or overlaps(field, unit, end, stay) is not None:
        return None
    return Plan(end, act.line, done, [], stay)


def run_on(field: Field, unit: Unit, code: str, target: int, line: Point, rest: int) -> int:
    """How much farther he may run on his line."""
    return stop_before(field, unit, code, target, line, way_limit(field, unit, target, line, rest))
