"""What a captain does when he is asked in the middle of things: reactions, reorganisations."""

from __future__ import annotations

from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.orders import Answer, Charge, Move, React
from heraut.games.vassaux.phases.melee import regrouping
from heraut.games.vassaux.phases.movement import regroup_refusals
from heraut.games.vassaux.phases.reactions import frames, react_refusals, reactors
from heraut.games.vassaux.tables import WEAPONS


def react(decision: BattleDecision) -> Answer | None:
    """A unit that is being charged shoots, or charges first."""
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
    return None


def regroup(decision: BattleDecision) -> Answer | None:
    """More men into the fight."""
    unit = regrouping(decision.field)
    answer = Move("reorganise")
    return None if regroup_refusals(decision.field, unit, answer) else answer
