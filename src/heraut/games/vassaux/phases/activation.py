"""Giving orders (SV-TRN, SV-ORD-01 to 09): whose turn, which units wait, what may be announced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import Question
from heraut.games.vassaux.identities import NO_UNIT, Place, opposite
from heraut.games.vassaux.orders import Orders, Silence, refusal
from heraut.games.vassaux.phases.charging import feasible
from heraut.games.vassaux.phases.movement import ties
from heraut.games.vassaux.phases.needs import order_refusal
from heraut.games.vassaux.phases.spells import casts_twice
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Chain, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import ORDERS
from heraut.games.vassaux.tables.codes import SIMPLE, OrderCode, SimpleOrder

ARRIVAL: Final = "ARR"
COMPOSED: tuple[OrderCode, ...] = ("MT", "CRS", "ATC", "SPL", "CHC", "ALE", "FOR")
CHIVALRY = 3  # the scenario of the duel


def waiting(field: Field, seat: Place) -> list[Unit]:
    """The units of a seat that may still receive an order this turn (SV-TRN-02, SV-TRN-04)."""
    return [
        unit
        for unit in field.now.units.values()
        if unit.seat == seat and not unit.ordered and (unit.leader in field.now.at or unit.markers)
    ]


def may_wait(field: Field, seat: Place) -> bool:
    """Whether the seat still has something to do this turn: in the duel a pass is final (SV-SCN-31)."""
    return not field.now.hosts[seat].passed and bool(waiting(field, seat))


def may_pass(field: Field, seat: Place) -> bool:
    """Only in the duel, once the Lord has acted or is dead (SV-SCN-31)."""
    lord = field.lord(seat)
    return field.now.settings.scenario == CHIVALRY and (lord.ordered or lord.leader not in field.now.at)


def held_back(field: Field, unit: Unit) -> bool:
    """Before the player's secret number only the Lord may be ordered."""
    host = field.now.hosts[unit.seat]
    return field.now.settings.scenario == CHIVALRY and host.number > field.now.turn and not unit.sheet.lord


def corrupted(field: Field, seat: Place) -> Orders | None:
    """What a corrupted unit must do now, before any other of its side (SV-BLK-05)."""
    for number, order in field.now.corrupted:
        unit = field.now.units[number]
        if unit.seat == seat and not unit.ordered and unit.leader in field.now.at:
            return Orders(number, (order,))
    return None


def impulse(field: Field, unit: Unit) -> SimpleOrder | None:
    """The order that an impulsive unit gives itself out of its Lord's Aura (SV-GRN-05)."""
    if "IMPULSIF" not in unit.sheet.powers or field.in_aura(unit.seat, unit.leader):
        return None
    if ties(field, unit).pinned:
        return "ATT"
    if feasible(field, unit, "CHA", NO_UNIT, ()) is None:
        return "CHA"
    return "MAR"


def forced(field: Field, unit: Unit) -> OrderCode | None:
    """The only order this unit may have, if it has no choice."""
    return ARRIVAL if unit.markers else impulse(field, unit)


# What may be announced


def orders_refusals(field: Field, answer: Orders | Silence) -> list[Refusal]:
    """Every reason why this announcement would be refused; silence never is."""
    if isinstance(answer, Silence):
        return []
    assert field.now.asked is not None
    seat = field.now.asked.place
    must = corrupted(field, seat)
    if must is not None:
        wrong = refusal("SV-BLK-05", "must_obey", unit=must.unit, order=must.orders[0])
        return [] if answer == must else [wrong]
    if not answer.unit:
        return [] if may_pass(field, seat) else [refusal("SV-TRN-03", "no_passing")]
    able = [unit for unit in waiting(field, seat) if not unit.fm]
    unit = next((one for one in able if one.id == answer.unit), None)
    if unit is None:
        return [refusal("SV-TRN-02", "not_waiting", units=[one.id for one in able])]
    if held_back(field, unit):
        return [refusal("SV-SCN-31", "not_yet", unit=unit.id)]
    only = forced(field, unit)
    if only is not None:
        if answer.orders == (only,):
            return []
        if unit.markers:
            return [refusal("SV-RED-03", "forced_order", unit=unit.id, order=only)]
        return [refusal("SV-GRN-05", "forced_order", unit=unit.id, order=only)]
    return announcement_refusals(field, unit, answer.orders)


def announcement_refusals(field: Field, unit: Unit, orders: Sequence[OrderCode]) -> list[Refusal]:
    """One simple order, or a chain of different composed ones (SV-ORD-01 to 05)."""
    if not orders or ARRIVAL in orders:
        return [refusal("SV-ORD-01", "no_order")]
    if not is_simple(field, unit, orders):
        if any(code in SIMPLE for code in orders):
            return [refusal("SV-ORD-01", "mixed_orders")]
        faults = chain_refusals(unit, orders) or command_refusals(field, unit, len(orders))
        if faults:
            return faults
    fault = order_refusal(field, unit, orders[0])
    return [fault] if fault is not None else []


def is_simple(field: Field, unit: Unit, orders: Sequence[OrderCode]) -> bool:
    """One simple order; a tactical move is one under the Call to the Hunt (SV-GRN-09)."""
    if len(orders) != 1:
        return False
    return orders[0] in SIMPLE or (orders[0] == "MT" and field.effect(unit.id, "APPEL_CHASSE"))


def chain_refusals(unit: Unit, orders: Sequence[OrderCode]) -> list[Refusal]:
    """The shape of a chain: faces all different, a run alone, fortification last (SV-ORD-03, 04, 08)."""
    if "CRS" in orders and len(orders) > 1:
        return [refusal("SV-ORD-04", "run_alone")]
    if "FOR" in orders[:-1]:
        return [refusal("SV-ORD-04", "fortify_last")]
    faces = [ORDERS[code].face for code in orders]
    twice = sorted({face for face in faces if faces.count(face) > 1})
    second_spell = orders.count("SPL") == 2 and "ATC" not in orders and casts_twice(unit)
    if twice and not (twice == [3] and second_spell):
        return [refusal("SV-ORD-04", "same_face", faces=twice)]
    if len(orders) > unit.sheet.cd:
        return [refusal("SV-ORD-03", "too_many_orders", number=len(orders), most=unit.sheet.cd)]
    return []


def command_refusals(field: Field, unit: Unit, number: int) -> list[Refusal]:
    """Composed orders come from the Lord: alive, near, in sight, with dice left (SV-ORD-02, 03)."""
    if not field.lord_stands(unit.seat):
        return [refusal("SV-ORD-02", "no_lord")]
    lord = field.lord(unit.seat)
    if unit is not lord:
        if not field.in_aura(unit.seat, unit.leader):
            return [refusal("SV-ORD-02", "out_of_aura", unit=unit.id, aura=lord.sheet.aura)]
        if not field.effect(unit.id, "HURLER_MEUTE") and not field.sees(unit.leader, lord.leader):
            return [refusal("SV-ORD-02", "lord_unseen", unit=unit.id)]
    reserve = field.now.hosts[unit.seat].reserve
    if number > reserve:
        return [refusal("SV-ORD-03", "reserve_empty", number=number, reserve=reserve)]
    return []


# Default and chance


def usual_orders(field: Field) -> Orders:
    """The unit with the smallest id waits, unless it is forced; in the duel, a pass (SV-DP-04, SV-DP-18)."""
    seat = field.now.active
    must = corrupted(field, seat)
    if must is not None:
        return must
    if may_pass(field, seat):
        return Orders(NO_UNIT)
    unit = next(unit for unit in waiting(field, seat) if not unit.fm and not held_back(field, unit))
    return Orders(unit.id, (forced(field, unit) or "WAI",))


def sample(field: Field, rng: Rng) -> Orders:
    """Any unit that waits, with any order it may have."""
    assert field.now.asked is not None
    seat = field.now.asked.place
    must = corrupted(field, seat)
    if must is not None:
        return must
    able = [unit for unit in waiting(field, seat) if not unit.fm and not held_back(field, unit)]
    if not able or (may_pass(field, seat) and rng.random() < 0.2):
        return Orders(NO_UNIT)
    unit = rng.choice(able)
    only = forced(field, unit)
    if only is not None:
        return Orders(unit.id, (only,))
    for _ in range(3):
        orders = random_orders(field, unit, rng)
        if not announcement_refusals(field, unit, orders):
            return Orders(unit.id, orders)
    return Orders(unit.id, ("WAI",))


def random_orders(field: Field, unit: Unit, rng: Rng) -> tuple[OrderCode, ...]:
    """A simple order, or some composed ones while the reserve lasts."""
    host = field.now.hosts[unit.seat]
    if host.reserve and rng.random() < 0.4 and not command_refusals(field, unit, 1):
        codes = [code for code in COMPOSED if code != "SPL" or host.school]
        rng.shuffle(codes)
        number = rng.randint(1, min(unit.sheet.cd, host.reserve))
        return ("SPL", "SPL") if casts_twice(unit) and rng.random() < 0.2 else tuple(codes[:number])
    usual: tuple[SimpleOrder, ...] = ("MAR", "MAR", "ATT", "CHA", "CHA", "WAI")
    return (rng.choice(usual),)


def take(turn: Turn, answer: Orders | Silence) -> None:
    """The announcement is public and binding; its dice leave the reserve (SV-ORD-01, 03)."""
    host = turn.now.hosts[turn.now.active]
    if isinstance(answer, Silence):
        host.silences += 1
        turn.announce("SV-DPR-03", "silent", place=turn.now.active, number=host.silences)
        answer = usual_orders(turn)
    else:
        host.silences = 0
    if not answer.unit:
        seat = turn.now.active
        turn.now.hosts[seat].passed = True
        turn.now.active = opposite(seat)
        return turn.announce("SV-SCN-31", "passed", place=seat)
    return activate(turn, turn.now.units[answer.unit], list(answer.orders))


def activate(turn: Turn, unit: Unit, orders: list[OrderCode]) -> None:
    """An activation begins."""
    obeys = any(number == unit.id for number, _ in turn.now.corrupted)
    must = obeys or (not unit.markers and impulse(turn, unit) is not None)
    simple = unit.markers != [] or obeys or is_simple(turn, unit, orders)
    turn.now.corrupted = [one for one in turn.now.corrupted if one.unit != unit.id]
    unit.ordered = True
    if simple:
        unit.simple = orders[0]
    else:
        unit.dice = [ORDERS[code].face for code in orders]
        turn.now.hosts[unit.seat].reserve -= len(orders)
    turn.announce(
        "SV-ORD-01", "announced", unit=unit.id, orders=orders, simple=simple, forced=must,
        reserve=turn.now.hosts[unit.seat].reserve,
    )  # fmt: skip
    turn.push(Chain(unit.id, orders, simple, forced=must, obeys=obeys))


ACTIVATE = Question((Orders, Silence), orders_refusals, lambda field: Silence(), sample, take)
