"""A step: what was answered is taken, and the pile of tasks is worked off until somebody owes an answer (FI-TRN)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Seat, Step
from heraut.engine.rng import Rng
from heraut.games.fief.identities import PlayerNo
from heraut.games.fief.instructions import keep_instruction
from heraut.games.fief.orders import INSTRUCTIONS
from heraut.games.fief.orders.instructions import AskLeave, Instruction
from heraut.games.fief.orders.order import Answer
from heraut.games.fief.phases.passage import petition
from heraut.games.fief.questions import HANDLERS, asked
from heraut.games.fief.resolution import SilentTurn, Turn
from heraut.games.fief.state import Realm, copy, player_of
from heraut.games.fief.tasks import Act, Shopping, Window

ACTIVE = frozenset((Act, Shopping, Window))  # what asks for decisions that show who is there (FI-DP-R7)

PLANNED = frozenset(("sides", "round"))  # questions that a battle plan answers


def advance(state: Realm, answers: Mapping[Seat, Answer], rng: Rng) -> Step[Realm]:
    """One step: the answers are taken, and everything is done that needs no other answer."""
    turn = Turn(copy(state), rng)
    take_answers(turn, answers)
    return Step(turn.now, tuple(turn.events))


def apply(state: Realm, answers: Mapping[Seat, Answer], rng: Rng) -> Realm:
    """The realm to which `advance` leads, without its events: the given state, changed in place."""
    take_answers(SilentTurn(state, rng), answers)
    return state


def take_answers(turn: Turn, answers: Mapping[Seat, Answer]) -> None:
    """Instructions are kept, the task takes the rest, and everything else runs."""
    now = turn.now
    task, questions = now.tasks[-1], None
    said: dict[PlayerNo, Answer] = {}
    petitions: list[tuple[PlayerNo, AskLeave]] = []
    for seat, answer in answers.items():
        player = player_of(now, seat)
        if answer and (len(answer) > 1 or type(answer[0]) in INSTRUCTIONS):
            questions = questions or asked(now)
        if answer:
            show_up(turn, player, active=type(task) in ACTIVE)
            if len(answer) > 1 or type(answer[0]) in INSTRUCTIONS:
                answer = spoken(turn, player, answer, petitions)
        said[player] = answer
    only_instructions = questions is not None and not any(said.values())
    if not only_instructions or not waits_on(questions or {}):
        HANDLERS[type(task)].take(turn, task, said)
    for player, order in petitions:
        petition(turn, player, order.villages)
    run(turn)


def waits_on(questions: Mapping[PlayerNo, str]) -> bool:
    """Whether a question stays open when only instructions have been given: they are not what is asked for.

    Before a battle and in its rounds they are: a plan is an answer.
    """
    kind = next(iter(questions.values()))
    return kind == "window" or (len(questions) == 1 and kind not in PLANNED)


def show_up(turn: Turn, player: PlayerNo, *, active: bool) -> None:
    """Who answers is absent no more, and has not conceded, or has been replaced (FI-DP-R7, FI-END-04)."""
    one = turn.now.families[player]
    if one.silent:
        one.silent = 0
    if active and not one.spoke:
        one.spoke = True
    if one.conceded:
        one.conceded = False
        turn.announce("FI-END-04", "came_back", seat=turn.seat(player))


def spoken(turn: Turn, player: PlayerNo, answer: Answer, petitions: list[tuple[PlayerNo, AskLeave]]) -> Answer:
    """The answer without its instructions, which are kept."""
    for order in answer:
        if isinstance(order, AskLeave):
            petitions.append((player, order))
        elif isinstance(order, Instruction):
            keep_instruction(turn, player, order)
    return tuple(order for order in answer if not isinstance(order, Instruction))


def run(turn: Turn) -> None:
    """Does what needs no answer, until something does or the match is over."""
    now = turn.now
    while now.road is None:
        task = now.tasks[-1]
        handler = HANDLERS[type(task)]
        if handler.asked(now, task):
            return
        handler.run(turn, task)
    now.tasks.clear()
