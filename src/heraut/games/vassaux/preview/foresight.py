"""What the enemy could order now, and what instructions would answer to each of it (SV-DPR-02).

A case is an order that one of his units may be given as the table stands, declared in the usual way and played up to
the moment at which the seat could react. It is made of what the seat may see, by the code that resolves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from heraut.games.vassaux.identities import NO_UNIT, Place, UnitId, opposite
from heraut.games.vassaux.instructions import Outlook
from heraut.games.vassaux.orders import Answer, Orders, React, Rule
from heraut.games.vassaux.phases.activation import held_back, orders_refusals, waiting
from heraut.games.vassaux.phases.approach import towards
from heraut.games.vassaux.preview.rehearsal import outcome
from heraut.games.vassaux.questions import QUESTIONS, hand
from heraut.games.vassaux.resolution import copy
from heraut.games.vassaux.state import Asked, Battle
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point

TRIED: tuple[OrderCode, ...] = ("CHA", "ATT", "MAR", "WAI")


class Case(NamedTuple):
    """An order of an enemy unit, and what would be answered to it.

    `rule` is the place of the rule that applies, None where none does and the player is asked; `answer` is None where
    he is asked; `at` is where the leader of the enemy unit would stand then.
    """

    unit: UnitId
    order: OrderCode
    rule: int | None
    answer: React | None
    at: Point


def cases(battle: Battle, place: Place, rules: Sequence[Rule]) -> list[Case]:
    """Every order that the enemy could give now and this seat could react to; none before the first turn, or after."""
    if battle.phase != "orders" or battle.road is not None:
        return []
    return [judged(unit, order, field, rules) for unit, order, field in windows(battle, place)]


def windows(battle: Battle, place: Place) -> Iterator[tuple[UnitId, OrderCode, Field]]:
    """The table at the moment of reaction, for each order of each enemy unit that leads to one."""
    enemy = opposite(place)
    start = copy(battle)
    start.stack, start.active, start.asked = [], enemy, Asked(enemy, "activate")
    start.hosts[place].instructions = None  # they are what is tried
    field = Field(start)
    for unit in waiting(field, enemy):
        if held_back(field, unit):
            continue
        for code in TRIED:
            order = Orders(unit.id, (code,))
            met = None if orders_refusals(field, order) else reaction(start, order, place)
            if met is not None:
                yield unit.id, code, Field(met)


def reaction(start: Battle, order: Orders, place: Place) -> Battle | None:
    """The battle when this seat is asked whether it reacts to the order; None where it is not, or dice come first."""
    announced = outcome(start, order)
    while announced is not None and announced.battle.asked is not None:
        now = announced.battle
        if now.asked == Asked(place, "react"):
            return now
        if now.asked is None or now.asked.place == place or not now.stack:
            return None
        announced = outcome(now, declaration(Field(now)))
    return None


def declaration(field: Field) -> Answer:
    """The usual parameters of the order in hand: a march goes towards the enemy, all else is what silence means."""
    assert field.now.asked is not None
    kind = field.now.asked.question
    if kind == "move":
        act, unit, _ = hand(field)
        found = towards(field, unit, act.code)
        if found is not None:
            return found
    return QUESTIONS[kind].default(field)


def judged(unit: UnitId, order: OrderCode, field: Field, rules: Sequence[Rule]) -> Case:
    """What the first rule that applies says to this order."""
    outlook = Outlook(field)
    for number, rule in enumerate(rules):
        answer = outlook.answer(rule)
        if answer is not None:
            told = None if rule.deed == "ask" else answer
            point = answer.point if answer.unit != NO_UNIT else 0
            return Case(unit, order, number, told, place_then(outlook, point))
    return Case(unit, order, None, None, place_then(outlook, 0))


def place_then(outlook: Outlook, point: int) -> Point:
    """Where the leader of the unit that is interrupted stands at this point of its way."""
    return outlook.place(point) if point else outlook.place(outlook.act.reached)
