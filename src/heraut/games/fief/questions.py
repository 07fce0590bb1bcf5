"""Tasks and what they ask: each kind of task has a handler, given by the chapter of the rulebook that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm

Asked = Mapping[PlayerNo, str]  # who is asked, and the kind of the decision
Offers = Sequence[Order]


class Handler(NamedTuple):
    """How a kind of task is done.

    asked    who owes an answer now; nobody: the task is run
    run      does the task, or a part of it, without an answer
    take     does it with the answers; an empty answer is silence
    offers   the orders that may stand in an answer, each of which makes one by itself
    check    why an answer is refused; without it, an answer is one of the offers
    subject  what the question is about, for views
    sample   some legal answer; without it, one of the offers
    listed   whether the offers are all there is
    concerns whom the question concerns, as all may know; without it, those who are asked. Instructions spare
             a player the question in secret, so that to name those who are asked would betray who has given some
    bargains what may be proposed besides, with likely figures; `sample` leaves it out
    """

    asked: Callable[[Realm, Any], Asked]
    run: Callable[[Turn, Any], None]
    take: Callable[[Turn, Any, Mapping[PlayerNo, Answer]], None]
    offers: Callable[[Realm, Any, PlayerNo], Offers]
    check: Callable[[Realm, Any, PlayerNo, Answer], list[Refusal]] | None = None
    subject: Callable[[Realm, Any, PlayerNo], dict[str, Any]] | None = None
    sample: Callable[[Realm, Any, PlayerNo, Offers, Rng], Answer] | None = None
    listed: bool = True
    concerns: Callable[[Realm, Any], Sequence[PlayerNo]] | None = None
    bargains: Callable[[Realm, Any, PlayerNo], list[Order]] | None = None


HANDLERS: dict[type, Handler] = {}


class OrderHandler(NamedTuple):
    """How an order of a player's own turn, or of the negotiation window, is judged and carried out.

    `refusal` says why it cannot be given now (None: it can), `execute` does it.
    """

    refusal: Callable[[Realm, PlayerNo, Any], Refusal | None]
    execute: Callable[[Turn, PlayerNo, Any], None]


def always(realm: Realm, player: PlayerNo, order: Order) -> Refusal | None:
    """Why an order is refused that may be given at any time: never."""
    return None


def asked(realm: Realm) -> Asked:
    """Who owes which kind of decision now."""
    if realm.road is not None:
        return {}
    task = realm.tasks[-1]
    return HANDLERS[type(task)].asked(realm, task)


def awaited(realm: Realm, reader: PlayerNo | None) -> tuple[str, list[PlayerNo]] | None:
    """The kind of the question and the players whom it concerns; a reader knows whether he is asked himself."""
    questions = asked(realm)
    if not questions:
        return None
    task = realm.tasks[-1]
    concerns = HANDLERS[type(task)].concerns
    players = concerns(realm, task) if concerns is not None else questions
    return next(iter(questions.values())), [player for player in players if player != reader or player in questions]


def subject(realm: Realm, player: PlayerNo) -> dict[str, Any] | None:
    """What the question to this player is about, or None if he is asked nothing."""
    questions = asked(realm)
    if player not in questions:
        return None
    task = realm.tasks[-1]
    tell = HANDLERS[type(task)].subject
    return {"kind": questions[player], **(tell(realm, task, player) if tell is not None else {})}


def nothing(turn: Turn, task: Any) -> None:
    """A task that always asks is never run."""
    raise AssertionError(task)


def nobody(realm: Realm, task: Any) -> Asked:
    """A task that never asks."""
    return {}


def untaken(turn: Turn, task: Any, answers: Mapping[PlayerNo, Answer]) -> None:
    """A task that never asks takes no answer."""
    raise AssertionError(task)


def no_offers(realm: Realm, task: Any, player: PlayerNo) -> Offers:
    """A task that never asks offers nothing."""
    return ()


def work(run: Callable[[Turn, Any], None]) -> Handler:
    """A task that is only done."""
    return Handler(nobody, run, untaken, no_offers)


def choice(
    kind: str,
    chooser: Callable[[Realm, Any], PlayerNo],
    options: Callable[[Realm, Any], Offers],
    settle: Callable[[Turn, Any, Order], None],
    *,
    default: Callable[[Realm, Any, Offers], Order] = lambda realm, task, options: options[0],
    subject: Callable[[Realm, Any, PlayerNo], dict[str, Any]] | None = None,
    always: bool = False,
) -> Handler:
    """A question to one player, who gives one of the options; with a single one he is not asked (FI-DP-R10).

    `always`: asked all the same, since what can be chosen depends on something hidden.
    """

    def asked(realm: Realm, task: Any) -> Asked:
        return {chooser(realm, task): kind} if always or len(options(realm, task)) > 1 else {}

    def run(turn: Turn, task: Any) -> None:
        found = options(turn.now, task)
        settle(turn, task, default(turn.now, task, found))

    def take(turn: Turn, task: Any, answers: Mapping[PlayerNo, Answer]) -> None:
        (answer,) = answers.values()
        if answer:
            settle(turn, task, answer[0])
        else:
            run(turn, task)

    return Handler(asked, run, take, lambda realm, task, player: options(realm, task), subject=subject)
