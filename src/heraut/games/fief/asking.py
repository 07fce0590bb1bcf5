"""How tasks are done and asked about: the handler that each chapter of the rulebook gives its kinds of tasks."""

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


class OrderHandler(NamedTuple):
    """How an order of a player's own turn, or of the negotiation window, is judged and carried out.

    `refusal` says why it cannot be given now (None: it can), `execute` does it.
    """

    refusal: Callable[[Realm, PlayerNo, Any], Refusal | None]
    execute: Callable[[Turn, PlayerNo, Any], None]


class Chapter(NamedTuple):
    """What a phase lets a player do in his turn.

    `open` says whether he is asked at all; `chancy` are orders after which nobody can say what the others will do.
    """

    kind: str
    open: Callable[[Realm, PlayerNo], bool]
    offers: Callable[[Realm, PlayerNo], list[Order]]
    refusal: Callable[[Realm, PlayerNo, Order], Refusal | None]
    execute: Callable[[Turn, PlayerNo, Order], None]
    close: Callable[[Turn, PlayerNo], None]
    weight_of_end: float  # how often a random player ends his turn, if he can do something else
    chancy: tuple[type[Order], ...]


def always(realm: Realm, player: PlayerNo, order: Order) -> Refusal | None:
    """Why an order is refused that may be given at any time: never."""
    return None


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
