"""A captain who plays Seigneurs & Vassaux to win: what he is asked, and who among his counsels answers.

muster.py    what men are worth, and what an exchange of blows may come to
assault.py   charges, melees and shots, weighed against one another
march.py     where a unit goes when nobody is to be fought yet
reply.py     reactions, reorganisations, losses
"""

from __future__ import annotations

from collections.abc import Callable

from heraut.bots.vassaux import assault, march, reply
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.orders import Answer
from heraut.games.vassaux.phases.activation import usual_orders

Counsel = Callable[[BattleDecision], Answer | None]

COUNSELS: dict[str, Counsel] = {
    "activate": assault.activate,
    "move": march.move,
    "charge": assault.charge,
    "attack": assault.attack,
    "shoot_again": assault.shoot_again,
    "react": reply.react,
    "regroup": reply.regroup,
}


def player(decision: BattleDecision, view: Json, rng: Rng) -> Answer:
    """The answer of a captain who plays to win, from what his seat sees; no memory, no chance."""
    counsel = COUNSELS.get(decision.kind)
    answer = counsel(decision) if counsel is not None else None
    if answer is not None and not decision.check(answer):
        return answer
    return usual_orders(decision.field) if decision.kind == "activate" else decision.default
