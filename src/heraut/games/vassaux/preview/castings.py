"""A spell before it is thrown: its chance with every number of dice, who may counter it, whom it wounds (SV-MAG)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache

from heraut.games.vassaux.calculators.attack import Chances
from heraut.games.vassaux.calculators.hits import SIDES
from heraut.games.vassaux.calculators.opposed import first_wins
from heraut.games.vassaux.calculators.spells import spell_succeeds
from heraut.games.vassaux.identities import GroupId
from heraut.games.vassaux.orders import Cast
from heraut.games.vassaux.phases.attack import ps_of
from heraut.games.vassaux.phases.casting import counters
from heraut.games.vassaux.phases.shooting import bolt_of
from heraut.games.vassaux.phases.spells import burning, power_of
from heraut.games.vassaux.preview.frays import falls
from heraut.games.vassaux.preview.shapes import Blow, Casting, Countering
from heraut.games.vassaux.preview.volleys import bolt, shot_order
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, SPELLS

succeeds = lru_cache(maxsize=512)(spell_succeeds)
wins = lru_cache(maxsize=512)(first_wins)


def casting(field: Field, unit: Unit, answer: Cast) -> Casting:
    """A spell that may be cast, whatever the dice chosen: all numbers of them are told at once."""
    host, row, power = field.now.hosts[unit.seat], SPELLS[answer.spell], power_of(answer)
    most = min(unit.sheet.cd, host.reserve) + (host.invocation if row.ritual else 0)
    return Casting(
        answer.spell, answer.target, power,
        {dice: succeeds(1 + dice, power) for dice in range(max(most, answer.extra + answer.invocation) + 1)},
        answer.extra + answer.invocation, countered(field, unit, answer), strikes(field, unit, answer),
    )  # fmt: skip


def countered(field: Field, unit: Unit, answer: Cast) -> list[Countering]:
    """The enemy leaders who may counter it, and the chance of each that his will prevails (SV-MAG-09)."""
    units = [field.now.units[number] for number in counters(field, unit, answer.spell)]
    return [Countering(one.id, 1 - wins(1, one.sheet.cd, unit.sheet.cd)) for one in units]


def strikes(field: Field, unit: Unit, answer: Cast) -> list[Blow]:
    """Whom it wounds, if it succeeds (SV-RED-08, 09, 10)."""
    if answer.spell == "AURA_FEU":
        return [burnt(field, unit, group) for group in burning(field, unit)]
    dice = {"METEORE": answer.power, "PLUIE_DE_FEU": CONSTANTS.rain_dice}.get(answer.spell)
    if dice is None:
        return []
    each = unit.sheet.at + field.effect(unit.id, "HURLER_MORT")
    blow = bolt(field, unit, answer.target, bolt_of(answer.spell), each, dice)
    return [blow] if blow is not None else []


def burnt(field: Field, unit: Unit, group: GroupId) -> Blow:
    """The fire of an Aura: as many hits as a die shows, against which nothing helps (SV-RED-08)."""
    figures, health = field.now.figures(group), ps_of(field, group)
    hits = {face: Fraction(1, SIDES) for face in range(1, SIDES + 1)}
    fallen: Chances = defaultdict(Fraction)
    for face, share in hits.items():
        fallen[min(face // health, len(figures))] += share
    order = shot_order(field, unit, group, figures)
    leader = falls(fallen, order, field.unit(group).leader)
    return Blow(
        unit.id, group, 1, 1, bonus=False, defence=0, health=health, most=len(figures), hits=hits, losses=dict(fallen),
        first=order, leader=leader,
    )  # fmt: skip
