"""What a captain does when he is asked in the middle of things: reactions, reorganisations."""

from __future__ import annotations

from heraut.bots.vassaux.muster import volley
from heraut.bots.vassaux.traits import Traits
from heraut.engine.rng import Rng
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import NO_UNIT
from heraut.games.vassaux.orders import Answer, Charge, Move, React
from heraut.games.vassaux.phases import shooting
from heraut.games.vassaux.phases.melee import regrouping
from heraut.games.vassaux.phases.movement import regroup_refusals
from heraut.games.vassaux.phases.reactions import forbidden, frames, react_refusals, reactors
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import WEAPONS


def react(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer | None:
    """A unit that is being charged shoots, or charges first; the watchful shoot at who charges their friends."""
    field = decision.field
    act, window = frames(field)
    if not isinstance(act.answer, Charge):
        return None
    for unit in reactors(field, window.seat):
        if unit.id == act.answer.target:
            for order in ("ATT", "CHA") if WEAPONS[unit.sheet.weapon].range else ("CHA",):
                for point in (window.end, act.reached):
                    answer = React(unit.id, order, point)
                    if not react_refusals(field, answer):
                        return answer
    return covering(field, traits) if traits.watchful else None


def covering(field: Field, traits: Traits) -> React | None:
    """A shot at a charger by whoever has no better target: once he fights it is too late (SV-SHT-01)."""
    act, window = frames(field)
    for unit in reactors(field, window.seat):
        if WEAPONS[unit.sheet.weapon].range and not forbidden(field, unit) and pays(field, unit, traits):
            for point in (act.reached, window.end):
                answer = React(unit.id, "ATT", point)
                if not react_refusals(field, answer):
                    return answer
    return None


def pays(field: Field, unit: Unit, traits: Traits) -> bool:
    """Whether a shot at whoever is interrupted is worth as much as one at any other, the lost roll reckoned in."""
    act, _ = frames(field)
    value = volley(field, unit.id, act.unit)
    others = [volley(field, unit.id, group) for group in shooting.choices(field, unit, "ATT", NO_UNIT)]
    return value > 0 and value * traits.eager >= max(others, default=0.0)


def regroup(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer | None:
    """More men into the fight."""
    unit = regrouping(decision.field)
    answer = Move("reorganise")
    return None if regroup_refusals(decision.field, unit, answer) else answer
