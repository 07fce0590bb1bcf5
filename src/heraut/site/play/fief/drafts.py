"""Orders that are put together before they are given: the board as it would be, and what could follow.

In one's own turn an answer is a list of orders, executed one after the other. Until it is given nothing has happened,
and the last line can be taken back. What is shown is foreseen on a copy, as far as nothing depends on chance, on
somebody else's leave, or on what the player does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.fief.decision import Choice
from heraut.games.fief.decisions import Answer, End, March, Order, Standing
from heraut.games.fief.land import gatekeeper
from heraut.games.fief.numbers import NOBODY, OPEN, PURCHASE
from heraut.games.fief.phases.acting import CHAPTERS, execute, refused
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import copy
from heraut.games.fief.tasks import Act, Shopping

LISTS = ("cards", "purchase", "shopping", "move")  # decisions whose answer is a list of orders


@dataclass(frozen=True)
class Draft:
    """Orders so far; `choice` is the decision as it would be after them. `closed`: they must be given before others."""

    orders: Answer
    choice: Choice
    closed: bool
    refusals: tuple[Refusal, ...] = ()


def draft(decision: Choice, text: str) -> Draft:
    """The orders of a text, foreseen."""
    reading = decision.parse(text)
    turn = Turn(copy(decision.realm), Rng(b""))
    phase = decision.task.phase if isinstance(decision.task, Act) else PURCHASE
    task = Act(decision.player, phase, begun=True)
    turn.now.tasks = [*turn.now.tasks, task]
    kept: list[Order] = []
    closed = False
    for order in reading.answer:
        kept.append(order)
        if isinstance(order, Standing):
            continue
        if closed or isinstance(order, (End, *CHAPTERS[phase].chancy)) or asks_leave(turn.now, decision.player, order):
            closed = True
            continue
        if refused(turn.now, task, order) is not None:
            closed = True
            continue
        execute(turn, task, order)
        closed = turn.now.tasks[-1] is not task
    return Draft(tuple(kept), Choice(turn.now, task, decision.player, kind_of(decision)), closed, reading.refusals)


def kind_of(decision: Choice) -> str:
    """What the question is; purchases asked of all at once are put together like those of one's own turn."""
    return "purchase" if isinstance(decision.task, Shopping) else decision.kind


def asks_leave(realm: Any, player: int, order: Order) -> bool:
    """Whether somebody may have something to say to a step: nobody learns beforehand what he would say (FI-INF-01)."""
    if not isinstance(order, March):
        return False
    start = realm.lords[order.lords[0]].village
    out = realm.forts[start] != OPEN and gatekeeper(realm, start) not in (NOBODY, player)
    return out or gatekeeper(realm, order.to) not in (NOBODY, player)
