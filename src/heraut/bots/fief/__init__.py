"""A player who wants the crown: a counsel for each question, and silence, which harms nobody, for all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heraut.bots.fief import battles, cards, court, marching, purchases
from heraut.bots.fief.planner import Planner
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
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


def player(decision: Any, view: Json, rng: Rng) -> Answer:
    """The answer of a player who plays to win, from his view and what he is offered; no memory."""
    counsel = COUNSELS.get(decision.kind)
    return SILENCE if counsel is None else counsel(Planner(decision, view, rng))
