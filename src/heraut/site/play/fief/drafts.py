"""Orders that are put together before they are given: the board as it would be, and what could follow.

In one's own turn an answer is a list of orders, executed one after the other. Until it is given nothing has happened,
and the last line can be taken back. What is shown is foreseen on a copy, as far as nothing depends on chance, on
somebody else's leave, or on what the player does not know.
"""

from __future__ import annotations

from dataclasses import dataclass

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.fief.decision import Choice
from heraut.games.fief.decisions import Answer, End, Order, Standing
from heraut.games.fief.numbers import PURCHASE
from heraut.games.fief.phases.acting import execute, refused, unforeseen
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
        if closed or isinstance(order, End) or unforeseen(turn.now, task, order):
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
