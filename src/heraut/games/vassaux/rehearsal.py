"""A battle played on as far as it goes without dice: what follows from an answer, seen before it is given.

Fed with what a seat may see (`view.without_secrets`), it cannot tell more than that. It goes on by the code that
resolves, with chance that refuses to be drawn: so a preview and what comes of it never differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, NoReturn

from heraut.engine.protocol import Event
from heraut.engine.rng import Rng
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.orders import Answer
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.turn import resolve


class ChanceDecides(Exception):
    """The resolution has come to its first die."""


class NoDice(Rng):
    """Chance of which nothing can be drawn."""

    def __init__(self) -> None:
        super().__init__(b"")
        self.random: Callable[[], float] = no_die


def no_die() -> NoReturn:
    """Nobody knows what will be thrown. Raises ChanceDecides."""
    raise ChanceDecides


class Outcome(NamedTuple):
    """What an answer leads to for certain: the battle at the next question (or its end), and what was told of it."""

    battle: Battle
    events: tuple[Event, ...]


def outcome(battle: Battle, answer: Answer) -> Outcome | None:
    """What follows from a legal answer to the question at hand; None where dice are thrown before the next question."""
    try:
        step = resolve(battle, answer, NoDice())
    except ChanceDecides:
        return None
    return Outcome(step.state, step.events)


def next_question(decision: BattleDecision, answer: Answer) -> BattleDecision | None:
    """What the same seat is asked right after this answer, before anybody else acts and before any die is thrown.

    So the march is asked for after the order to march has been announced. None: the others come first, or chance.
    """
    found = outcome(decision.battle, answer)
    if found is None or found.battle.asked is None or found.battle.asked.place != decision.place:
        return None
    return BattleDecision(found.battle)
