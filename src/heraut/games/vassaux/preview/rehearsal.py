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
from heraut.games.vassaux.identities import NO_UNIT
from heraut.games.vassaux.orders import Answer, React
from heraut.games.vassaux.phases.deployment import unplaced
from heraut.games.vassaux.resolution import copy
from heraut.games.vassaux.state import Asked, Battle
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.turn import advance


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
    assert battle.asked is not None
    try:
        step = advance(battle, {battle.hosts[battle.asked.place].seat: answer}, NoDice())
    except ChanceDecides:
        return None
    return Outcome(step.state, step.events)


def next_question(decision: BattleDecision, answer: Answer) -> BattleDecision | None:
    """What the same seat is asked next if nobody comes between, and before any die is thrown.

    So the march is asked for after the order to march has been announced, and after the march the next order of its
    chain, as if the others let it by. None: chance comes first, or others who must decide.
    """
    found = outcome(decision.battle, answer)
    while found is not None and found.battle.asked is not None and found.battle.asked.place != decision.place:
        if found.battle.asked.question != "react":
            return None
        found = outcome(found.battle, React(NO_UNIT))
    if found is None or found.battle.asked is None:
        return None
    return BattleDecision(found.battle)


def next_deployment(decision: BattleDecision, answer: Answer) -> BattleDecision | None:
    """The next unit that the same seat is to deploy, as if the other had set down nobody meanwhile; None: no other."""
    found = outcome(decision.battle, answer)
    if found is None or found.battle.phase != "deployment" or not unplaced(Field(found.battle), decision.place):
        return None
    battle = copy(found.battle)
    battle.asked = Asked(decision.place, "deploy")
    return BattleDecision(battle)
