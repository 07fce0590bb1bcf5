"""The turn: six phases in the rulebook's order, and the tasks with which each begins (FI-TRN)."""

from __future__ import annotations

from heraut.games.fief.asking import work
from heraut.games.fief.board.pawns import playing_order
from heraut.games.fief.identities import CARDS, COMBAT, INCOME, MOVE, NEGOTIATION, PHASES, PURCHASE, Phase
from heraut.games.fief.phases.auction import open_sales
from heraut.games.fief.phases.combat import begin_combat
from heraut.games.fief.phases.incomes import incomes
from heraut.games.fief.resolution import Turn
from heraut.games.fief.tasks import Act, Closing, Deadlines, Election, Estates, Refill, Shopping, Wheel, Window


def next_phase(turn: Turn, task: Wheel) -> None:
    """The phase is over: the next one, or the next turn (FI-TRN-01)."""
    now = turn.now
    now.phase = CARDS if now.phase == NEGOTIATION else Phase(now.phase + 1)
    if now.phase == CARDS:
        begin_turn(turn)
    turn.announce("FI-TRN-01", "phase", turn=now.turn, phase=PHASES[now.phase])
    PHASE_BEGINS[now.phase](turn)


def begin_turn(turn: Turn) -> None:
    """What lasts for a turn only is forgotten."""
    now = turn.now
    now.turn += 1
    now.leaves, now.refused, now.exits, now.permits, now.tried, now.declared = (), (), (), (), (), ()
    now.stubborn, now.allies_of, now.attacks, now.resting, now.heir_refused = (), (), (), (), False
    for one in now.families:
        one.hit, one.spoke, one.plans = False, False, ()


def begin_cards(turn: Turn) -> None:
    """Phase 1: cards are dealt, then everyone plays in turn (FI-CRD)."""
    one_after_the_other(turn, CARDS)
    turn.push(Refill())


def one_after_the_other(turn: Turn, phase: Phase) -> None:
    """A round of the table, in playing order (FI-TRN-02)."""
    for player in reversed(playing_order(turn.now)):
        turn.push(Act(player, phase))


def begin_purchases(turn: Turn) -> None:
    """Phase 3: in turn, or all at once (FI-BUY, FI-DP-R11)."""
    if turn.now.settings.batch:
        turn.push(Shopping())
    else:
        one_after_the_other(turn, PURCHASE)


def begin_moves(turn: Turn) -> None:
    """Phase 4 (FI-MOV)."""
    one_after_the_other(turn, MOVE)


def begin_negotiation(turn: Turn) -> None:
    """Phase 6, in the order of its parts (FI-NEG-01), and the end of the turn."""
    now = turn.now
    now.deals, now.ready, now.closing, now.closed = (), (), (), False
    turn.push(Closing())
    turn.push(Election())
    turn.push(Deadlines())
    turn.push(Window())
    open_sales(turn)
    turn.push(Estates())


PHASE_BEGINS = {
    CARDS: begin_cards,
    INCOME: incomes,
    PURCHASE: begin_purchases,
    MOVE: begin_moves,
    COMBAT: begin_combat,
    NEGOTIATION: begin_negotiation,
}

WHEEL = work(next_phase)
