"""Who may react to an order, where on its way, with what chance, and what may come of it (SV-REA)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from heraut.games.vassaux.identities import UnitId, opposite
from heraut.games.vassaux.instructions import Outlook
from heraut.games.vassaux.orders import Answer, Fight
from heraut.games.vassaux.phases import charging
from heraut.games.vassaux.phases.reactions import place_at
from heraut.games.vassaux.preview.castings import wins
from heraut.games.vassaux.preview.frays import fray
from heraut.games.vassaux.preview.moves import carried, rehearsed
from heraut.games.vassaux.preview.rehearsal import outcome
from heraut.games.vassaux.preview.shapes import Fray, Interruption, Reaction, Volley
from heraut.games.vassaux.preview.volleys import volley
from heraut.games.vassaux.prospects import Reactor, Span, reactors_told
from heraut.games.vassaux.state import Battle, Plan, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point

TRIES = 2  # dice of the test by which a reaction is granted (SV-REA-03)


def interruptions(battle: Battle, answer: Answer) -> list[Interruption]:
    """Who of the other side may react to what this answer declares, as far as his enemy can know."""
    assert battle.asked is not None
    found = outcome(battle, answer)
    if found is None or found.battle.asked is None or found.battle.asked.question != "react":
        return []
    return [] if found.battle.asked.place == battle.asked.place else reactions(Field(found.battle))


def reactions(field: Field) -> list[Interruption]:
    """Who may react in the window that is open, by id."""
    outlook = Outlook(field)
    return [told(outlook, reactor) for reactor in reactors_told(outlook)]


def told(outlook: Outlook, reactor: Reactor) -> Interruption:
    """A unit that may react."""
    everywhere = merged([span for some in reactor.orders.values() for span in some], outlook.points)
    return Interruption(
        reactor.unit, reactor.alert, chance(outlook.field, reactor), everywhere,
        [(place(outlook, span.first), place(outlook, span.last)) for span in everywhere],
        [reaction(outlook, reactor, order, some) for order, some in reactor.orders.items()],
    )  # fmt: skip


def chance(field: Field, reactor: Reactor) -> Fraction:
    """The chance that a try is granted (SV-REA-03, SV-REA-04)."""
    seat, re = field.now.units[reactor.unit].seat, field.now.re
    return Fraction(1) if reactor.alert else wins(TRIES, re[seat], re[opposite(seat)])


def merged(spans: Iterable[Span], points: Sequence[int]) -> list[Span]:
    """Stretches of the way taken together where they meet."""
    rank = {point: number for number, point in enumerate(points)}
    found: list[Span] = []
    for span in sorted(spans):
        if found and rank[span.first] <= rank[found[-1].last] + 1:
            found[-1] = Span(found[-1].first, max(found[-1].last, span.last))
        else:
            found.append(span)
    return found


def place(outlook: Outlook, point: int) -> Point:
    """Where the interrupted leader stands at a point of his way."""
    if point == outlook.act.reached or not outlook.window.path:
        return outlook.field.now.at[outlook.field.now.units[outlook.act.unit].leader]
    return place_at(outlook.window, point)


class Try(NamedTuple):
    """What a reaction would come to at a point: men struck down less men lost, on average."""

    value: float
    point: int
    fray: Fray | None
    volley: Volley | None


def reaction(outlook: Outlook, reactor: Reactor, order: OrderCode, spans: Sequence[Span]) -> Reaction:
    """An order of a reactor: tried at both ends of each stretch, the best is kept; a march is best at once."""
    if order not in ("ATT", "CHA"):
        return Reaction(order, spans, spans[0].first)
    points = dict.fromkeys(point for span in spans for point in span)
    best = max((tried(outlook, reactor, order, point) for point in points), key=lambda one: (one.value, -one.point))
    return Reaction(order, spans, best.point, best.fray, best.volley)


def tried(outlook: Outlook, reactor: Reactor, order: OrderCode, point: int) -> Try:
    """The attack or the charge of a reactor there, if it is granted."""
    there = outlook.table(point)
    assert isinstance(there, Field)
    unit, against = there.now.units[reactor.unit], outlook.act.unit
    if order == "CHA":
        found = charged(there, unit, against)
    elif there.touched_groups(unit.id):
        found = fray(rehearsed(there), unit, Fight((against,)), "ATT", charge=False)
    else:
        shot = volley(there, unit, "ATT", against)
        return Try(float(shot.blow.mean) if shot else 0.0, point, None, shot)
    value = float(found.mean(against) - found.mean(unit.id)) if found else 0.0
    return Try(value, point, found, None)


def charged(there: Field, unit: Unit, against: UnitId) -> Fray | None:
    """The melee at the end of the charge that it would run by default."""
    answer = charging.charge_default(there, unit, "CHA", against, ())
    plan = charging.plan_charge(there, unit, "CHA", answer, against, ())
    assert isinstance(plan, Plan)
    turn = carried(there, unit, plan).turn
    return fray(turn, turn.now.units[unit.id], Fight((answer.target,)), "CHA", charge=True)
