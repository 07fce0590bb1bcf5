"""What an order needs to be given at all (SV-ORD-05): a way to go, somebody to strike, a spell to cast."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.identities import NO_UNIT, GroupId, UnitId
from heraut.games.vassaux.orders import refusal
from heraut.games.vassaux.phases import charging, shooting, spells
from heraut.games.vassaux.phases.movement import order_fault
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables.codes import OrderCode


def order_refusal(
    field: Field, unit: Unit, code: OrderCode, against: UnitId = NO_UNIT, left: tuple[GroupId, ...] = ()
) -> Refusal | None:
    """Why this order has no legal parameters at this moment (SV-ORD-05); None when it has some."""
    if code in ("MAR", "MT", "CRS"):
        return order_fault(field, unit, code)
    if code in ("ATT", "ATC"):
        return attack_fault(field, unit, code, against)
    if code in ("CHA", "CHC"):
        return charging.feasible(field, unit, code, against, left)
    if code == "SPL":
        return spells.spell_fault(field, unit)
    if code == "ALE" and field.engaged(unit.id):
        return refusal("SV-ORD-17", "engaged", order=code)
    return None


def attack_fault(field: Field, unit: Unit, code: OrderCode, against: UnitId) -> Refusal | None:
    """Nobody in contact and nobody to shoot at (SV-ORD-11)."""
    touched = field.touched_groups(unit.id)
    if touched:
        return None if not against or against in touched else refusal("SV-REA-05", "only_interrupted", unit=against)
    fault = shooting.shooter_fault(field, unit)
    if fault is None and not shooting.choices(field, unit, code, against):
        return refusal("SV-ORD-11", "nobody_to_attack")
    return fault
