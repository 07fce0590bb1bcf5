"""Whom to fight, and how: every unit that waits, with everything it could do now, weighed in points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from heraut.bots.vassaux import march
from heraut.bots.vassaux.muster import clash, exchange, meeting, volley
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import NO_UNIT, GroupId, UnitId
from heraut.games.vassaux.orders import Answer, Charge, Fight, Orders, Shoot
from heraut.games.vassaux.phases import charging, shooting
from heraut.games.vassaux.phases.activation import command_refusals, usual_orders, waiting
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Plan, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import WEAPONS
from heraut.games.vassaux.tables.codes import OrderCode

DIE = 4.0  # points that a die of the reserve is kept for
EAGER = 1.15  # an attack now is worth more than a promise
AIMS = 2  # men of a unit, the nearest, at whom a charge is tried


class Chance(NamedTuple):
    """Something a unit could do: what it may win, and its orders."""

    value: float
    orders: tuple[OrderCode, ...]


class Promise(NamedTuple):
    """A charge, and what it may win."""

    value: float
    charge: Charge


def activate(decision: BattleDecision) -> Answer | None:
    """The unit and the orders that promise most; whoever finds nothing to fight marches, the foremost last."""
    field = decision.field
    default = usual_orders(field)
    if not default.unit or default.orders != ("WAI",):
        return default
    seat = decision.place
    found = []
    for unit in waiting(field, seat):
        if unit.fm:
            continue
        best = max(chances(field, unit), default=Chance(0.0, ()))
        if best.value > 0 and not decision.check(Orders(unit.id, best.orders)):
            found.append((best.value, Orders(unit.id, best.orders)))
        else:
            found.append((-1.0 - march.nearness(field, unit), Orders(unit.id, march.orders(field, unit))))
    for _, answer in sorted(found, key=lambda one: (-one[0], one[1].unit)):
        if not decision.check(answer):
            return answer
    return None


def chances(field: Field, unit: Unit) -> Iterator[Chance]:
    """Everything that a unit could fight now."""
    if unit.leader not in field.b.at:
        return
    led = field.b.hosts[unit.seat].reserve > 0 and not command_refusals(field, unit, 1)
    touched = field.touched_groups(unit.id)
    if touched:
        value = melee_value(field, unit, touched)
        yield Chance(value, ("ATT",))
        if led:
            yield Chance(melee_value(field, unit, touched, bonus=True) - DIE, ("ATC",))
        return
    if WEAPONS[unit.sheet.weapon].range:
        yield from shots(field, unit, led)
    yield from assaults(field, unit, led)


def melee_value(field: Field, unit: Unit, groups: list[GroupId], *, bonus: bool = False) -> float:
    """What attacking these groups in contact may win."""
    return sum(
        exchange(field, unit.id, group, clash(field, unit.id, group), bonus=bonus and not rank)
        for rank, group in enumerate(groups)
    )


def shots(field: Field, unit: Unit, led: bool) -> Iterator[Chance]:
    """Shooting at the nearest, or at any with a die."""
    number = shooting.shots_left(unit)
    for code in ("ATT", "ATC") if led else ("ATT",):
        groups = shooting.choices(field, unit, code, NO_UNIT)
        if groups:
            best = max(volley(field, unit.id, group) for group in groups)
            more = max(volley(field, unit.id, group, bonus=True) for group in groups) if code == "ATC" else best
            yield Chance((number - 1) * best + more - DIE * (code == "ATC"), (code,))


def assaults(field: Field, unit: Unit, led: bool) -> Iterator[Chance]:
    """Charges on foot of their own, or from the Lord's mouth."""
    for code in ("CHA", "CHC") if led else ("CHA",):
        best = best_charge(field, unit, code)
        if best is not None:
            yield Chance(best.value * EAGER - DIE * (code == "CHC"), (code,))


def best_charge(
    field: Field, unit: Unit, code: OrderCode, against: UnitId = NO_UNIT, left: tuple[GroupId, ...] = ()
) -> Promise | None:
    """The charge that promises most, the nearest men of each target being aimed at."""
    if charging.charge_fault(field, unit, code) is not None:
        return None
    best: Promise | None = None
    tried: dict[GroupId, int] = {}
    for aim in charging.aims(field, unit, code, against, left):
        tried[aim.target] = tried.get(aim.target, 0) + 1
        if tried[aim.target] > AIMS or not charging.in_reach(field, unit, aim.figure):
            continue
        wanted = Charge(aim.target, aim.figure)
        plan = charging.plan_charge(field, unit, code, wanted, against, left)
        if isinstance(plan, Plan):
            value = charge_value(field, unit, aim.target, plan, code)
            best = max(best or Promise(value, wanted), Promise(value, wanted), key=lambda one: one.value)
    return best


def charge_value(field: Field, unit: Unit, target: GroupId, plan: Plan, code: OrderCode) -> float:
    """The melee at the end of a charge, by the places where everybody would stand."""
    places = {**{man: field.b.at[man] for man in plan.stay}, **plan.places, unit.leader: plan.end}
    contact = meeting(field, places, unit.id, target)
    return exchange(field, unit.id, target, contact, bonus=code == "CHC", charged=True)


def charge(decision: BattleDecision) -> Answer | None:
    """The parameters of the charge that was announced."""
    act, unit, chain = hand(decision.field)
    best = best_charge(decision.field, unit, act.code, chain.against, tuple(chain.left))
    return best.charge if best is not None else None


def attack(decision: BattleDecision) -> Answer | None:
    """All groups in contact that are worth a blow, the best first; else the best target to shoot at."""
    field = decision.field
    act, unit, chain = hand(field)
    touched = field.touched_groups(unit.id)
    if touched and not chain.against:
        values = {group: exchange(field, unit.id, group, clash(field, unit.id, group)) for group in touched}
        chosen = sorted((group for group in touched if values[group] > 0), key=lambda group: -values[group])
        return Fight(tuple(chosen)) if chosen else None
    if touched:
        return None
    return aim(field, unit, act.code, chain.against)


def shoot_again(decision: BattleDecision) -> Answer | None:
    """The best target that is left."""
    act, unit, chain = hand(decision.field)
    return aim(decision.field, unit, act.code, chain.against)


def aim(field: Field, unit: Unit, code: OrderCode, against: UnitId) -> Shoot | None:
    """The target of a shot."""
    groups = shooting.choices(field, unit, code, against)
    return Shoot(max(groups, key=lambda group: volley(field, unit.id, group))) if groups else None
