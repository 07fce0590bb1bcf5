"""Fief 2: dynasties around a board, one decision at a time. The protocol, as a table of contents.

state.py      the nouns: Family, Lord, Stack, Realm           orders/      the verbs: one struct an order; as text
decision.py   what a seat owes                                setup.py     a new match
turn.py       a step: answers, and the pile of tasks          resolution.py a step being resolved
tasks.py      what is still to be done, as data               asking.py     how a kind of task is done and asked about
questions.py  every kind of task with its handler
phases/       one module a chapter of the rulebook            instructions.py  policies, battle plans, orders in advance
board/        who stands where, land, ranks, losses           calculators/ odds, accounts, reach
options.py    what may be chosen before the start             migrations.py matches made under older rules
storage.py    a realm as JSON                                 entries.py    what it notes: deals, guests, attacks
view/         who may see what                                report.py    what players read
guess/        what a player may not know, imagined
picture/      the board as SVG                                herald.py    events become sentences
tables/       figures, board, cards, the rules                text/        the words, in French and in English
cards.py      cards as numbers                                identities.py  players, villages, phases as numbers
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from heraut.engine.decoding import decoder
from heraut.engine.protocol import Result, Seat
from heraut.games.fief.decision import BoardDecision
from heraut.games.fief.guess.realm import guess
from heraut.games.fief.migrations import MIGRATIONS
from heraut.games.fief.questions import asked
from heraut.games.fief.report import chronicle, explain, report
from heraut.games.fief.setup import setup
from heraut.games.fief.state import Realm, copy
from heraut.games.fief.storage import restored, stored
from heraut.games.fief.turn import advance, apply
from heraut.games.fief.view import view
from heraut.games.fief.view.secrets import without_secrets

__all__ = [
    "advance",
    "apply",
    "chronicle",
    "clone",
    "dump",
    "explain",
    "guess",
    "load",
    "migrations",
    "name",
    "open_decisions",
    "pending",
    "report",
    "result",
    "rules_version",
    "setup",
    "view",
]

name = "fief"
rules_version = "2"
migrations = MIGRATIONS

_encoder = msgspec.json.Encoder()
_decoder = decoder(Realm)

if TYPE_CHECKING:
    from heraut.engine.protocol import Guessing, Searchable
    from heraut.games import fief
    from heraut.games.fief.orders.order import Answer

    _guessing: Guessing[Realm, Answer] = fief  # mypy says so if this package is no game, or does not guess
    _searchable: Searchable[Realm, Answer] = fief


def pending(state: Realm) -> Mapping[Seat, BoardDecision]:
    """Who owes which decision; nobody once the match is over."""
    decisions: dict[Seat, BoardDecision] = {}
    for player, kind in asked(state).items():
        known = without_secrets(state, player)
        decisions[state.seats[player]] = BoardDecision(known, known.tasks[-1], player, kind)
    return decisions


def result(state: Realm) -> Result | None:
    """The winners have 1, everyone else 0."""
    if state.road is None:
        return None
    winners = {state.seats[player] for player in state.winners}
    return Result({seat: float(seat in winners) for seat in state.seats}, state.road)


def dump(state: Realm) -> bytes:
    """The realm as JSON."""
    return _encoder.encode(stored(state))


def load(data: bytes) -> Realm:
    """The realm back. Raises msgspec.ValidationError."""
    return restored(_decoder.decode(data))


def clone(state: Realm) -> Realm:
    """A state that shares nothing with this one that `apply` could change."""
    return copy(state)


def open_decisions(state: Realm) -> Mapping[Seat, BoardDecision]:
    """Who owes which decision, made from the whole realm: what it offers and what it sees hides the same."""
    task, seats = state.tasks[-1] if state.tasks else None, state.seats
    return {seats[player]: BoardDecision(state, task, player, kind) for player, kind in asked(state).items() if task}
