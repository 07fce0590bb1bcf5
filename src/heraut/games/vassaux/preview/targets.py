"""Every group that a unit may strike, charge, shoot at or enchant now, each with its exact odds and the lines it takes.

A simple order is preferred to one that costs a die of the reserve, where both may name the same group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.games.vassaux import notation
from heraut.games.vassaux.identities import NO_UNIT, GroupId, UnitId
from heraut.games.vassaux.orders import Cast, Charge, Fight, Orders, Shoot
from heraut.games.vassaux.phases import charging, shooting, spells
from heraut.games.vassaux.phases.activation import announcement_refusals
from heraut.games.vassaux.preview.castings import casting
from heraut.games.vassaux.preview.frays import fray
from heraut.games.vassaux.preview.moves import carried, charge_way, rehearsed
from heraut.games.vassaux.preview.shapes import Target
from heraut.games.vassaux.preview.volleys import volley
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Plan, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import SPELLS
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import gap

ATTACKS: tuple[OrderCode, ...] = ("ATT", "ATC")
CHARGES: tuple[OrderCode, ...] = ("CHA", "CHC")
AIMS = 3  # men of a group, the nearest, at whom a charge is tried until one makes contact


def of_unit(field: Field, unit: Unit) -> list[Target]:
    """What a unit that may still be ordered could do to each group, the nearest first."""
    found: dict[tuple[GroupId, str], Target] = {}
    for code in (*ATTACKS, *CHARGES):
        if not announcement_refusals(field, unit, (code,)):
            for target in of_order(field, unit, code, announced=True):
                found.setdefault((target.group, target.kind), target)
    return sorted(found.values(), key=lambda one: (one.gap, one.group))


def at_hand(field: Field) -> list[Target]:
    """The targets of the order whose parameters are asked for."""
    act, unit, chain = hand(field)
    if act.code == "SPL":
        return list(enchantments(field, unit))
    return list(of_order(field, unit, act.code, against=chain.against, left=chain.left, more=act.done))


def of_order(
    field: Field,
    unit: Unit,
    code: OrderCode,
    *,
    against: UnitId = NO_UNIT,
    left: Sequence[GroupId] = (),
    announced: bool = False,
    more: bool = False,
) -> Iterator[Target]:
    """The groups that this order may name; `announced`: its announcement is the first of their lines."""
    first = [notation.write(Orders(unit.id, (code,)))] if announced else []
    if code in CHARGES:
        yield from charges(field, unit, code, first, against=against, left=left)
    elif field.touched_groups(unit.id):
        for group in [against] if against else field.touched_groups(unit.id):
            answer = Fight((group,))
            found = fray(rehearsed(field), unit, answer, code, charge=False)
            yield Target(group, "melee", code, [*first, notation.write(answer)], 0, fray=found)
    else:
        for group in shooting.choices(field, unit, code, against):
            shot = volley(field, unit, code, group, more=more)
            line = notation.write(Shoot(group))
            yield Target(group, "shot", code, [*first, line], apart(field, unit, group), volley=shot)


def charges(
    field: Field, unit: Unit, code: OrderCode, first: Sequence[str], *, against: UnitId, left: Sequence[GroupId]
) -> Iterator[Target]:
    """The charges that make contact: of each group, at the nearest of its men who can be reached (SV-CHG)."""
    tried: dict[GroupId, int] = {}
    if charging.charge_fault(field, unit, code) is not None:
        return
    for aim in charging.aims(field, unit, code, against, left):
        tried[aim.target] = tried.get(aim.target, 0) + 1
        if tried[aim.target] > AIMS or not charging.in_reach(field, unit, aim.figure):
            continue
        answer = Charge(aim.target, aim.figure)
        if charging.comes_close(field, unit, code, aim):
            plan = charging.plan_charge(field, unit, code, answer, against, left)
            if isinstance(plan, Plan):
                tried[aim.target] = AIMS
                yield charge_told(field, unit, code, answer, plan, first)


def charge_told(
    field: Field, unit: Unit, code: OrderCode, answer: Charge, plan: Plan, first: Sequence[str] = ()
) -> Target:
    """A charge with where it ends, and its melee if it comes to one."""
    turn, standing = carried(field, unit, plan)
    found = None
    if answer.target in turn.touched_groups(unit.id):
        found = fray(turn, turn.now.units[unit.id], Fight((answer.target,)), code, charge=True)
    return Target(
        answer.target, "charge", code, [*first, notation.write(answer)], apart(field, unit, answer.target),
        charge_way(field, unit, plan.end), standing, found,
    )  # fmt: skip


def enchantments(field: Field, unit: Unit) -> Iterator[Target]:
    """Every spell that may be cast, on everybody it may be cast on, without a die more."""
    for spell, groups in spells.castable(field, unit):
        power = spells.METEOR_DEFAULT if SPELLS[spell].power == 0 else 0
        for group in groups:
            answer = Cast(spell, group, power=power)
            told = casting(field, unit, answer)
            away = apart(field, unit, group) if group else 0
            yield Target(group, "spell", "SPL", [notation.write(answer)], away, casting=told)


def apart(field: Field, unit: Unit, group: GroupId) -> int:
    """How far a group is from the unit's leader: the gap to its nearest man."""
    here = field.disc(unit.leader)
    return min(gap(here, field.disc(man)) for man in field.now.figures(group) if man in field.now.at)
