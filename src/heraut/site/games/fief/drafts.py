"""Orders that are put together before they are given: the board as it would be, and what could follow.

In one's own turn an answer is a list of orders, executed one after the other. Until it is given nothing has happened,
and the last line can be taken back. What is shown is foreseen on a copy, as far as nothing depends on chance, on
somebody else's leave, or on what the player does not know.
"""

from __future__ import annotations

from dataclasses import dataclass

from heraut.engine.protocol import Refusal
from heraut.games.fief.decision import BoardDecision
from heraut.games.fief.identities import PURCHASE
from heraut.games.fief.orders.order import Answer
from heraut.games.fief.phases.acting import foresee
from heraut.games.fief.tasks import Act, Shopping

LISTS = ("cards", "purchase", "shopping", "move")  # decisions whose answer is a list of orders


@dataclass(frozen=True)
class Draft:
    """Orders so far; `choice` is the decision as it would be after them. `closed`: they must be given before others."""

    orders: Answer
    choice: BoardDecision
    closed: bool
    refusals: tuple[Refusal, ...] = ()


def draft(decision: BoardDecision, text: str) -> Draft:
    """The orders of a text, foreseen."""
    reading = decision.parse(text)
    phase = decision.task.phase if isinstance(decision.task, Act) else PURCHASE
    task = Act(decision.player, phase, begun=True)
    ahead = foresee(decision.realm, task, reading.answer)
    choice = BoardDecision(ahead.realm, task, decision.player, kind_of(decision))
    return Draft(reading.answer, choice, ahead.closed or bool(ahead.refusals), reading.refusals)


def kind_of(decision: BoardDecision) -> str:
    """What the question is; purchases asked of all at once are put together like those of one's own turn."""
    return "purchase" if isinstance(decision.task, Shopping) else decision.kind
