"""How a battle goes on: the phases, the stack of what is being resolved, and the questions on the way (SV-TRN)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heraut.engine.protocol import Seat, Step
from heraut.engine.rng import Rng
from heraut.games.vassaux import instructions
from heraut.games.vassaux.identities import opposite
from heraut.games.vassaux.orders import Answer, Claim, Concede, Draw, Instruct, Orders, Silence
from heraut.games.vassaux.phases import (
    absence,
    acts,
    command,
    deployment,
    losses,
    melee,
    objectives,
    reactions,
    scenarios,
    spells,
)
from heraut.games.vassaux.phases.activation import may_wait
from heraut.games.vassaux.phases.activation import take as take_orders
from heraut.games.vassaux.questions import QUESTIONS
from heraut.games.vassaux.resolution import SilentTurn, Turn, copy
from heraut.games.vassaux.solo import opponent
from heraut.games.vassaux.state import Act, Battle, Chain, Flames, Losses, Melee, Window
from heraut.games.vassaux.table.cache import cache_at, cloned, remember


def orders(turn: Turn) -> None:
    """Players alternate, one unit at a time, until every unit has had its order (SV-TRN-01 to 04)."""
    seat = turn.now.active
    if not may_wait(turn, seat):
        seat = opposite(seat)
        if not may_wait(turn, seat):
            turn.now.phase = "leaving"
            return
        turn.now.active = seat
    found = opponent.next_orders(turn, seat)
    if isinstance(found, Orders):
        take_orders(turn, found)
    elif found is not None:
        opponent.order(turn, found)
    else:
        turn.ask(seat, "activate")


PHASES: dict[str, Callable[[Turn], None]] = {
    "points": objectives.set_points,
    "deployment": deployment.deploy,
    "command": command.begin,
    "initiative": command.initiative,
    "second_initiative": command.second_initiative,
    "orders": orders,
    "leaving": scenarios.leaving,
    "turn_end": scenarios.end_turn,
}
FRAMES: dict[type, Callable[[Turn, Any], None]] = {
    Chain: acts.step_chain,
    Act: acts.step_act,
    Window: reactions.step,
    Melee: melee.step,
    Losses: losses.step,
    Flames: spells.burn,
}


def run(turn: Turn) -> None:
    """Goes on until a player must answer, or the battle is over."""
    battle = turn.now
    while battle.road is None:
        if battle.asked is not None:
            found = opponent.answer(turn, QUESTIONS[battle.asked.question].default) or instructions.answer_of(turn)
            if found is None:
                return
            take(turn, found)
        elif battle.stack:
            frame = battle.stack[-1]
            FRAMES[type(frame)](turn, frame)
        else:
            PHASES[battle.phase](turn)


def take(turn: Turn, answer: Answer) -> None:
    """The answer to the question at hand does what it does."""
    assert turn.now.asked is not None
    question = QUESTIONS[turn.now.asked.question]
    turn.now.asked = None
    question.take(turn, answer)


def advance(state: Battle, answers: Mapping[Seat, Answer], rng: Rng) -> Step[Battle]:
    """One answer, and everything that follows from it up to the next question."""
    (answer,) = answers.values()
    turn = answered(Turn(copy(state), rng, cache_at(state)), answer)
    return Step(turn.now, tuple(turn.events))


def clone(state: Battle) -> Battle:
    """A battle that shares nothing with this one that `apply` could change; what is known of its table is kept."""
    twin = copy(state)
    cloned(state, twin)
    return twin


def apply(state: Battle, answers: Mapping[Seat, Answer], rng: Rng) -> Battle:
    """The battle after this answer, and after all that follows from it; the one given is used up."""
    (answer,) = answers.values()
    return answered(SilentTurn(state, rng, cache_at(state)), answer).now


def answered(turn: Turn, answer: Answer) -> Turn:
    """The battle, changed by an answer to the question at hand and by all that follows from it."""
    assert turn.now.asked is not None
    place = turn.now.asked.place
    if isinstance(answer, Concede):
        scenarios.concede(turn, place)
    elif isinstance(answer, Draw):
        scenarios.offer_draw(turn, place)
    elif isinstance(answer, Instruct):
        instructions.keep(turn, place, answer)
    elif isinstance(answer, Claim):
        absence.claim(turn, place)
    elif isinstance(answer, Silence) and opponent.automated_host(turn, place):  # handed over since it was asked
        turn.now.asked = None
        run(turn)
    else:
        instructions.answered(turn, place)
        take(turn, answer)
        run(turn)
    remember(turn.cache, turn.now)
    return turn
