"""Whom to fight, and how: every unit that waits, with everything it could do now, weighed in points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from heraut.bots.vassaux import march, sorcery
from heraut.bots.vassaux.muster import clash, exchange, meeting, volley
from heraut.bots.vassaux.traits import Traits
from heraut.engine.rng import Rng
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import NO_UNIT, GroupId, UnitId
from heraut.games.vassaux.orders import Answer, Charge, Fight, Orders, Shoot
from heraut.games.vassaux.phases import charging, shooting
from heraut.games.vassaux.phases.activation import chain_refusals, command_refusals, usual_orders, waiting
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Plan, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import reach
from heraut.games.vassaux.tables import WEAPONS
from heraut.games.vassaux.tables.codes import OrderCode

AIMS = 2  # men of a unit, the nearest, at whom a charge is tried
DISTANT = 0.7  # how much of what a charge may win comes true where the unit has to march first


class Chance(NamedTuple):
    """Something a unit could do: what it may win, and its orders."""

    value: float
    orders: tuple[OrderCode, ...]


class Promise(NamedTuple):
    """A charge, and what it may win."""

    value: float
    charge: Charge


def activate(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer | None:
    """The unit and the orders that promise most; whoever finds nothing to fight marches, the foremost last."""
    default = usual_orders(decision.field)
    if not default.unit or default.orders != ("WAI",):
        return default
    for value, answer in ranked(decision, traits, rng):
        if value > 0 or not decision.check(answer):
            return answer
    return None


def ranked(decision: BattleDecision, traits: Traits, rng: Rng) -> list[tuple[float, Orders]]:
    """Each unit with its best orders, the best first; below nought where it only marches, legal or not."""
    field = decision.field
    found = []
    for unit in looked_at(field, decision, traits):
        best = max(chances(field, unit, traits, rng), default=Chance(0.0, ()))
        if traits.blind and rng.random() < traits.blind:
            best = Chance(0.0, ())
        if best.value > 0 and not decision.check(Orders(unit.id, best.orders)):
            found.append((best.value, Orders(unit.id, best.orders)))
        else:
            turn = rng.uniform(0, traits.whim) if traits.whim else 0.0
            found.append((-1.0 - march.nearness(field, unit) - turn, Orders(unit.id, march.orders(field, unit))))
    return sorted(found, key=lambda one: (-one[0], one[1].unit))


def looked_at(field: Field, decision: BattleDecision, traits: Traits) -> list[Unit]:
    """The units that wait for orders of their player, the nearest to the enemy if not all are looked at."""
    units = [unit for unit in waiting(field, decision.place) if not unit.fm]
    if len(units) <= traits.looks:
        return units
    return sorted(units, key=lambda unit: -march.nearness(field, unit))[: traits.looks]


def chances(field: Field, unit: Unit, traits: Traits, rng: Rng) -> Iterator[Chance]:
    """Everything that a unit could fight now, by what it may win and by whim."""
    for chance in prospects(field, unit, traits):
        yield Chance(chance.value + (rng.uniform(0, traits.whim) if traits.whim else 0), chance.orders)


def prospects(field: Field, unit: Unit, traits: Traits) -> Iterator[Chance]:
    """Everything that a unit could fight now, by what it may win."""
    if unit.leader not in field.now.at:
        return
    led = field.now.hosts[unit.seat].reserve > 0 and not command_refusals(field, unit, 1)
    touched = field.touched_groups(unit.id)
    if touched:
        value = melee_value(field, unit, touched, traits)
        yield Chance(value, ("ATT",))
        if led:
            yield Chance(melee_value(field, unit, touched, traits, bonus=True) - traits.die, ("ATC",))
        return
    if WEAPONS[unit.sheet.weapon].range:
        yield from shots(field, unit, led, traits)
    yield from assaults(field, unit, led, traits)
    if led and traits.chains:
        yield from advances(field, unit, traits)
    if led and traits.magic:
        value = sorcery.best(field, unit, traits).value
        yield Chance(value, ("SPL",))


def melee_value(field: Field, unit: Unit, groups: list[GroupId], traits: Traits, *, bonus: bool = False) -> float:
    """What attacking these groups in contact may win."""
    return sum(
        exchange(field, unit.id, group, clash(field, unit.id, group), bonus=bonus and not rank, spare=traits.spare)
        for rank, group in enumerate(groups)
    )


def shots(field: Field, unit: Unit, led: bool, traits: Traits) -> Iterator[Chance]:
    """Shooting at the nearest, or at any with a die."""
    number = shooting.shots_left(unit)
    for code in ("ATT", "ATC") if led else ("ATT",):
        groups = shooting.choices(field, unit, code, NO_UNIT)
        if groups:
            best = max(volley(field, unit.id, group) for group in groups)
            more = max(volley(field, unit.id, group, bonus=True) for group in groups) if code == "ATC" else best
            yield Chance((number - 1) * best + more - traits.die * (code == "ATC"), (code,))


def assaults(field: Field, unit: Unit, led: bool, traits: Traits) -> Iterator[Chance]:
    """Charges on foot of their own, or from the Lord's mouth."""
    for code in ("CHA", "CHC") if led else ("CHA",):
        best = best_charge(field, unit, code, traits)
        if best is not None:
            yield Chance(best.value * traits.eager - traits.die * (code == "CHC"), (code,))


def advances(field: Field, unit: Unit, traits: Traits) -> Iterator[Chance]:
    """A tactical move, and at its end a charge or shots at whoever was too far away."""
    outlook, here = march.Outlook(field, unit, traits), field.now.at[unit.leader]
    further = reach(unit, unit.sheet.mv)
    charge = shot = 0.0
    for enemy in outlook.enemies:
        away = march.gap(here, field.now.at[enemy.leader], enemy)
        if away <= march.charge_reach(unit) + further // 2:
            charge = max(charge, outlook.hope[enemy.id])
        if outlook.range and away <= outlook.range + further // 2:
            shot = max(shot, outlook.shot[enemy.id])
    chains: tuple[tuple[tuple[OrderCode, ...], float], ...] = ((("MT", "CHC"), charge), (("MT", "ATC"), shot))
    for codes, value in chains:
        if value and not chain_refusals(unit, codes) and not command_refusals(field, unit, 2):
            yield Chance(DISTANT * value - 2 * traits.die, codes)


def best_charge(
    field: Field,
    unit: Unit,
    code: OrderCode,
    traits: Traits,
    against: UnitId = NO_UNIT,
    left: tuple[GroupId, ...] = (),
) -> Promise | None:
    """The charge that promises most, the nearest men of each target being aimed at."""
    return max(promises(field, unit, code, traits, against, left), key=lambda one: one.value, default=None)


def promises(
    field: Field, unit: Unit, code: OrderCode, traits: Traits, against: UnitId, left: tuple[GroupId, ...]
) -> Iterator[Promise]:
    """Every charge that is tried, and what it may win."""
    if charging.charge_fault(field, unit, code) is not None:
        return
    tried: dict[GroupId, int] = {}
    for aim in charging.aims(field, unit, code, against, left):
        tried[aim.target] = tried.get(aim.target, 0) + 1
        if tried[aim.target] > AIMS or not charging.in_reach(field, unit, aim.figure):
            continue
        wanted = Charge(aim.target, aim.figure)
        plan = charging.plan_charge(field, unit, code, wanted, against, left)
        if isinstance(plan, Plan):
            yield Promise(charge_value(field, unit, aim.target, plan, code, traits), wanted)


def charge_value(field: Field, unit: Unit, target: GroupId, plan: Plan, code: OrderCode, traits: Traits) -> float:
    """The melee at the end of a charge, by the places where everybody would stand."""
    places = {**{man: field.now.at[man] for man in plan.stay}, **plan.places, unit.leader: plan.end}
    contact = meeting(field, places, unit.id, target)
    return exchange(field, unit.id, target, contact, bonus=code == "CHC", charged=True, spare=traits.spare)


def charge(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer | None:
    """The parameters of the charge that was announced."""
    act, unit, chain = hand(decision.field)
    best = best_charge(decision.field, unit, act.code, traits, chain.against, tuple(chain.left))
    return best.charge if best is not None else None


def attack(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer | None:
    """All groups in contact that are worth a blow, the best first; else the best target to shoot at."""
    field = decision.field
    act, unit, chain = hand(field)
    touched = field.touched_groups(unit.id)
    if touched and not chain.against:
        values = {
            group: exchange(field, unit.id, group, clash(field, unit.id, group), spare=traits.spare)
            for group in touched
        }
        chosen = sorted((group for group in touched if values[group] > 0), key=lambda group: -values[group])
        return Fight(tuple(chosen)) if chosen else None
    if touched:
        return None
    return aim(field, unit, act.code, chain.against)


def shoot_again(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer | None:
    """The best target that is left."""
    act, unit, chain = hand(decision.field)
    return aim(decision.field, unit, act.code, chain.against)


def aim(field: Field, unit: Unit, code: OrderCode, against: UnitId) -> Shoot | None:
    """The target of a shot."""
    groups = shooting.choices(field, unit, code, against)
    return Shoot(max(groups, key=lambda group: volley(field, unit.id, group))) if groups else None
