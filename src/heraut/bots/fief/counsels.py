"""The counsels of a player: one for each question; silence, which harms nobody, for all others."""

from __future__ import annotations

from collections.abc import Callable

from heraut.bots.fief import battles, cards, court, marching, purchases
from heraut.bots.fief.planner import Planner
from heraut.bots.fief.traits import Traits
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.fief.decision import BoardDecision
from heraut.games.fief.orders.order import SILENCE, Answer

COUNSELS: dict[str, Callable[[Planner], Answer]] = {
    "settle": court.settle,
    "cards": cards.play_cards,
    "justice": court.justice,
    "heir": court.agree,
    "lodge": court.agree,
    "place": court.house,
    "heir_of_title": court.heir,
    "bestow": court.heir,
    "dispose": court.heir,
    "purchase": purchases.buy,
    "shopping": purchases.buy,
    "move": marching.move,
    "leave": court.gate,
    "attacks": battles.declare,
    "summons": battles.summoned,
    "round": battles.fight,
    "mercy": battles.show_mercy,
    "window": court.negotiate,
    "candidate": court.candidate,
    "vote": court.vote,
    "crown": court.consent,
}


def advised(decision: BoardDecision, view: Json, rng: Rng, traits: Traits) -> Answer:
    """The answer of a player of these traits, without search: from his view and what he is offered; no memory."""
    counsel = COUNSELS.get(decision.kind)
    if traits.concedes and view["seats"][view["own"]["seat"]]["conceded"]:
        return SILENCE  # a word more, and he would be back (FI-END-04)
    return SILENCE if counsel is None else counsel(Planner(decision, view, rng, traits))
