"""The counsels of a captain: one for each question; and what silence means where he has nothing to say."""

from __future__ import annotations

from collections.abc import Callable

from heraut.bots.vassaux import assault, march, reply, sorcery
from heraut.bots.vassaux.endings import ending, swayed
from heraut.bots.vassaux.traits import Traits
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.orders import Answer
from heraut.games.vassaux.phases.activation import usual_orders

Counsel = Callable[[BattleDecision, Traits, Rng], Answer | None]

COUNSELS: dict[str, Counsel] = {
    "activate": assault.activate,
    "move": march.move,
    "charge": assault.charge,
    "attack": assault.attack,
    "shoot_again": assault.shoot_again,
    "react": reply.react,
    "regroup": reply.regroup,
    "spell": sorcery.cast,
    "counter": sorcery.counter,
    "assign": sorcery.assign,
}


def advised(decision: BattleDecision, view: Json, rng: Rng, traits: Traits) -> Answer:
    """The answer of a captain of these traits, without search: from what his seat sees; no memory.

    He may end the battle instead (`endings`).
    """
    return ending(decision, traits) or advice(decision, swayed(decision, traits), rng)


def advice(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer:
    """What the question's counsel says; what silence means where he has nothing to say."""
    counsel = COUNSELS.get(decision.kind)
    found = counsel(decision, traits, rng) if counsel is not None else None
    if found is not None and not decision.check(found):
        return found
    return usual_orders(decision.field) if decision.kind == "activate" else decision.default
