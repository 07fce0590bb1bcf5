"""A shot before it is loosed: who sees the target, what shields it, what it may come to (SV-SHT)."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.games.vassaux.calculators.attack import Attack
from heraut.games.vassaux.identities import FigureId, GroupId
from heraut.games.vassaux.phases import losses, shooting
from heraut.games.vassaux.phases.attack import shooting_at
from heraut.games.vassaux.phases.shooting import Aimed, Bolt
from heraut.games.vassaux.preview.frays import BONUS, blow_told
from heraut.games.vassaux.preview.shapes import Blow, Volley
from heraut.games.vassaux.state import Losses, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables.codes import OrderCode


def volley(field: Field, unit: Unit, code: OrderCode, group: GroupId, *, more: bool = False) -> Volley | None:
    """One shot of a unit at a group that it may shoot at; `more`: the die of a coordinated attack has counted already.

    None where not one of its men would throw a die.
    """
    men = shooting.marksmen(field, unit, group)
    bonus = code in BONUS and not more
    found = shooting.aimed(field, unit, group, shooting.weapon(unit))
    each = shooting_at(field, unit.id)
    if each * len(men) <= 0 and not bonus:
        return None
    blow = loosed(field, unit, group, found, (len(men), each, each * len(men)), bonus=bonus)
    return Volley(
        blow, [FigureId(man) for man in men], found.sheltered, found.covered, found.high, shooting.shots_left(unit)
    )


def bolt(field: Field, unit: Unit, group: GroupId, missile: Bolt, each: int, dice: int) -> Blow | None:
    """A spell that shoots: the caster's bare dice and those of the spell (SV-MAG-07)."""
    if each + dice <= 0:
        return None
    found = shooting.aimed(field, unit, group, missile)
    return loosed(field, unit, group, found, (1, each, each + dice), bonus=False)


def loosed(field: Field, unit: Unit, group: GroupId, found: Aimed, dice: tuple[int, int, int], *, bonus: bool) -> Blow:
    """The blow of a shooting attack: `dice` are the men, those of each, and all of them."""
    men, each, total = dice
    most = len(found.standing)
    attack = Attack(total, found.defence, found.health, most, bonus, found.fierce, worst=found.worst)
    return blow_told(
        unit.id, group, men, each, attack, shot_order(field, unit, group, found.standing), field.unit(group).leader
    )


def shot_order(field: Field, unit: Unit, group: GroupId, standing: Sequence[FigureId]) -> list[FigureId]:
    """Who falls first: the nearest to the shooter's leader (SV-SHT-07)."""
    return losses.succession(field, Losses(group, len(standing), [list(standing)], field.disc(unit.leader), "shot"))
