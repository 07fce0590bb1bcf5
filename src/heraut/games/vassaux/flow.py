"""How a battle goes on: the phases, the stack of what is being resolved, and the questions on the way (SV-TRN)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heraut.engine.protocol import Step
from heraut.engine.rng import Rng
from heraut.games.vassaux import (
    absence,
    acts,
    command,
    deployment,
    instructions,
    losses,
    melee,
    objectives,
    reactions,
    scenarios,
    solo,
    spells,
)
from heraut.games.vassaux.activation import may_wait
from heraut.games.vassaux.activation import take as take_orders
from heraut.games.vassaux.answers import Answer, Claim, Concede, Draw, Instruct, Orders, Silence
from heraut.games.vassaux.questions import QUESTIONS
from heraut.games.vassaux.standing import remember, standing_at
from heraut.games.vassaux.state import Act, Battle, Chain, Flames, Losses, Melee, Window, copy
from heraut.games.vassaux.turn import Turn


def orders(turn: Turn) -> None:
    """Players alternate, one unit at a time, until every unit has had its order (SV-TRN-01 to 04)."""
    seat = turn.b.active
    if not may_wait(turn, seat):
        seat = 1 - seat
        if not may_wait(turn, seat):
            turn.b.phase = "leaving"
            return
        turn.b.active = seat
    found = solo.next_orders(turn, seat)
    if isinstance(found, Orders):
        take_orders(turn, found)
    elif found is not None:
        solo.order(turn, found)
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
    battle = turn.b
    while battle.road is None:
        if battle.asked is not None:
            found = solo.answer(turn, QUESTIONS[battle.asked[1]].default) or instructions.answer_of(turn)
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
    assert turn.b.asked is not None
    question = QUESTIONS[turn.b.asked[1]]
    turn.b.asked = None
    question.take(turn, answer)


def resolve(state: Battle, answer: Answer, rng: Rng) -> Step[Battle]:
    """One answer, and everything that follows from it up to the next question."""
    turn = Turn(copy(state), rng, standing_at(state))
    assert state.asked is not None
    place = state.asked[0]
    if isinstance(answer, Concede):
        turn.tell("SV-END-06", "conceded", place=place)
        scenarios.finish(turn, 1 - place, "conceded")
    elif isinstance(answer, Draw):
        offer_draw(turn, place)
    elif isinstance(answer, Instruct):
        instructions.keep(turn, place, answer)
    elif isinstance(answer, Claim):
        absence.claim(turn, place)
    elif isinstance(answer, Silence) and solo.automated_host(turn, place):  # handed over since it was asked
        turn.b.asked = None
        run(turn)
    else:
        instructions.answered(turn, place)
        take(turn, answer)
        run(turn)
    remember(turn.standing, turn.b)
    return Step(turn.b, tuple(turn.events))


def offer_draw(turn: Turn, place: int) -> None:
    """A draw is offered, or agreed on (SV-END-06); the offer holds until the end of the turn."""
    if turn.b.hosts[1 - place].offers_draw:
        turn.tell("SV-END-06", "draw_agreed")
        scenarios.finish(turn, -1, "agreed")
    else:
        turn.b.hosts[place].offers_draw = True
        turn.tell("SV-END-06", "draw_offered", place=place)
