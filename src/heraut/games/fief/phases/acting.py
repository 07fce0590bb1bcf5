"""A player's own turn, in phases 1, 3 and 4: orders one after the other, given now or in advance (FI-TRN-05, 06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.fief.asking import Asked, Chapter, Handler, Offers, nothing
from heraut.games.fief.board.land import gatekeeper
from heraut.games.fief.board.pawns import lord, playing_order, village_of
from heraut.games.fief.identities import CARDS, MOVE, OPEN, PURCHASE, Phase, PlayerNo
from heraut.games.fief.orders.answers import End
from heraut.games.fief.orders.grammar import book, grammar
from heraut.games.fief.orders.instructions import Instruction
from heraut.games.fief.orders.movements import March
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.phases.cards import CARD_TURN
from heraut.games.fief.phases.movement import MOVE_TURN
from heraut.games.fief.phases.purchases import PURCHASE_TURN
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm, copy
from heraut.games.fief.tasks import Act, Shopping

CHAPTERS: Mapping[Phase, Chapter] = {CARDS: CARD_TURN, PURCHASE: PURCHASE_TURN, MOVE: MOVE_TURN}
END = End()


def asked(realm: Realm, task: Act) -> Asked:
    """The player, once what he had given in advance is executed."""
    if not task.begun or task.lines or task.ends:
        return {}
    chapter = CHAPTERS[task.phase]
    return {task.player: chapter.kind} if chapter.open(realm, task.player) else {}


def run(turn: Turn, task: Act) -> None:
    """The next order given in advance; or the end of the turn."""
    if not task.begun:
        task.begun = True
        take_deposit(turn, task)
    elif task.lines:
        line, task.lines = task.lines[0], task.lines[1:]
        execute_line(turn, task, line)
    else:
        finish(turn, task)


def take_deposit(turn: Turn, task: Act) -> None:
    """Orders deposited for this phase are taken up, unless a card has hit and the player wants to be asked then."""
    one = turn.now.families[task.player]
    for deposit in one.deposits:
        if deposit.phase == task.phase:
            one.deposits = tuple(other for other in one.deposits if other is not deposit)
            if not (deposit.ask_if_hit and one.hit):
                task.lines, task.ends = deposit.lines, not deposit.ask


def execute_line(turn: Turn, task: Act, line: str) -> None:
    """An order given in advance: ignored, with a word to its player, if it has become illegal (FI-TRN-06)."""
    order = book(turn.now).read(line)
    refusal = order if isinstance(order, Refusal) else refused(turn.now, task, order)
    if isinstance(order, Order) and refusal is None:
        execute(turn, task, order)
    else:
        assert refusal is not None
        turn.tell(task.player, "FI-TRN-06", "order_ignored", line=line, code=refusal.code, reason=refusal.rule)


def refused(realm: Realm, task: Act, order: Order) -> Refusal | None:
    """Why an order cannot be executed now."""
    return None if isinstance(order, End) else CHAPTERS[task.phase].refusal(realm, task.player, order)


def execute(turn: Turn, task: Act, order: Order) -> None:
    """One order, at once."""
    if type(order) is End:
        task.lines, task.ends = (), True
    else:
        CHAPTERS[task.phase].execute(turn, task.player, order)


def finish(turn: Turn, task: Act) -> None:
    """Ends the player's turn."""
    turn.done(task)
    CHAPTERS[task.phase].close(turn, task.player)


def take(turn: Turn, task: Act, answers: Mapping[PlayerNo, Answer]) -> None:
    """The first order is executed; the others wait as text. Silence ends the turn."""
    (answer,) = answers.values()
    if not answer:
        task.ends = True
        return
    if len(answer) > 1:
        task.lines = tuple(map(grammar(turn.now.seats).write, answer[1:]))
    execute(turn, task, answer[0])


def offers(realm: Realm, task: Act, player: PlayerNo) -> Offers:
    """Everything that may be ordered now, one by one."""
    return [END, *CHAPTERS[task.phase].offers(realm, player)]


def check(realm: Realm, task: Act, player: PlayerNo, answer: Answer) -> list[Refusal]:
    """The orders are tried one after the other, as far as they can be foreseen."""
    if len(answer) == 1:
        refusal = refused(realm, task, answer[0])
        return [] if refusal is None else [Refusal(refusal.rule, refusal.code, refusal.data, 1)]
    return rehearse(realm, Act(player, task.phase, begun=True), answer)


def rehearse(realm: Realm, task: Act, answer: Answer) -> list[Refusal]:
    """Tries a list of orders on a copy, as far as their end can be foreseen."""
    return foresee(realm, task, answer).refusals


class Foreseen(NamedTuple):
    """What a list of orders comes to: `closed` once its end depends on chance or on somebody else."""

    realm: Realm
    refusals: list[Refusal]
    closed: bool


def foresee(realm: Realm, task: Act, answer: Answer) -> Foreseen:
    """Executes a list of orders on a copy, up to the first of which nobody knows yet what comes; others are refused."""
    turn, refusals = Turn(copy(realm), Rng(b"")), []
    turn.now.tasks = [*turn.now.tasks, task]
    for line, order in enumerate(answer, start=1):
        if isinstance(order, Instruction):
            continue
        refusal = refused(turn.now, task, order)
        if refusal is not None:
            refusals.append(Refusal(refusal.rule, refusal.code, refusal.data, line))
            continue
        if isinstance(order, End) or unforeseen(turn.now, task, order):
            return Foreseen(turn.now, refusals, closed=True)
        execute(turn, task, order)
        if turn.now.tasks[-1] is not task:
            return Foreseen(turn.now, refusals, closed=True)
    return Foreseen(turn.now, refusals, closed=False)


def unforeseen(realm: Realm, task: Act, order: Order) -> bool:
    """Whether nobody can know yet what comes of an order: it is left to chance, or to somebody's secret policy.

    What stands behind a gate says nothing beforehand (FI-INF-01).
    """
    return isinstance(order, CHAPTERS[task.phase].chancy) or asks_leave(realm, task.player, order)


def asks_leave(realm: Realm, player: PlayerNo, order: Order) -> bool:
    """Whether somebody else may have something to say to a step (FI-PAS-02, FI-PAS-06)."""
    if not isinstance(order, March):
        return False
    start = village_of(lord(realm, order.lords[0]))
    out = realm.forts[start] != OPEN and gatekeeper(realm, start) not in (None, player)
    return out or gatekeeper(realm, order.to) not in (None, player)


def sample(realm: Realm, task: Act, player: PlayerNo, found: Offers, rng: Rng) -> Answer:
    """One of the orders; the end of the turn once in a while."""
    if len(found) == 1 or rng.random() < CHAPTERS[task.phase].weight_of_end:
        return (found[0],)
    return (found[1 + int(rng.random() * (len(found) - 1))],)


def subject(realm: Realm, task: Act, player: PlayerNo) -> dict[str, object]:
    """Whose turn it is."""
    return {"seat": realm.seats[task.player]}


ACT = Handler(asked, run, take, offers, check, subject, sample)


# Phase 3, all at once (FI-DP-R11)


def asked_shoppers(realm: Realm, task: Shopping) -> Asked:
    """All living players."""
    return dict.fromkeys(playing_order(realm), "shopping")


def take_lists(turn: Turn, task: Shopping, answers: Mapping[PlayerNo, Answer]) -> None:
    """The lists are executed in playing order; what has become illegal is ignored."""
    turn.done(task)
    write = grammar(turn.now.seats).write
    for player in reversed(playing_order(turn.now)):
        lines = tuple(map(write, answers[player]))
        turn.push(Act(player, PURCHASE, lines, ends=True, begun=bool(lines)))


def shopping_offers(realm: Realm, task: Shopping, player: PlayerNo) -> Offers:
    """What could be bought, one by one."""
    return [END, *CHAPTERS[PURCHASE].offers(realm, player)]


def check_list(realm: Realm, task: Shopping, player: PlayerNo, answer: Answer) -> list[Refusal]:
    """A list is tried as it would be if nobody bought before."""
    return rehearse(realm, Act(player, PURCHASE, begun=True), answer)


def sample_list(realm: Realm, task: Shopping, player: PlayerNo, found: Offers, rng: Rng) -> Answer:
    """One purchase, or none."""
    return (rng.choice(found),)


SHOPPING = Handler(asked_shoppers, nothing, take_lists, shopping_offers, check_list, sample=sample_list)
