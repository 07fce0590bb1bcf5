"""Seigneurs & Vassaux: a skirmish on a table without squares, one question at a time. The protocol, as a contents page.

state.py      the nouns: Sheet, Unit, Host, Battle       answers.py    the verbs: one answer a decision point
roster.py     building a host                            options.py    what may be chosen before the start
setup.py      a new battle (wilderness.py: its ground)   deployment.py who deploys, who stays out (zones.py: where)
flow.py       phases, and what is being resolved         command.py    the Command phase
activation.py whose order, what may be announced         acts.py       orders, one after the other (pursuit.py: on whom)
reactions.py  who may interrupt them                     movement.py   moves (paths.py), placement.py, cohesion.py
charging.py   charges (running.py: their length;         melee.py, shooting.py, attack.py, losses.py, opposed.py
              front.py: the front line)
casting.py    spells (spells.py: their effects)          infiltration.py
scenarios.py  the scenarios (objectives.py: the fifth)   solo.py       the solitaire opponent (approach.py: its ways)
field.py      the table as one asks it (ground.py;       turn.py       the same, being changed
              standing.py: what it remembers)
questions.py  every question, by name                    decisions.py  what a seat owes; notation.py: as text
instructions.py  what is answered in advance             view.py       who may see what
absence.py    who is silent, or unasked                  report.py     what players read (scene.py: what lies on
migrations.py battles begun by older rules               the table; prospects.py: what may be answered)
tables/       the rulebook's figures, maps and hosts     text/         the words, in French and in English
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from heraut.engine.protocol import Result, Seat, Step
from heraut.engine.rng import Rng
from heraut.games.vassaux.absence import rule
from heraut.games.vassaux.answers import Answer
from heraut.games.vassaux.decisions import TableDecision
from heraut.games.vassaux.flow import resolve
from heraut.games.vassaux.migrations import MIGRATIONS
from heraut.games.vassaux.report import chronicle, explain, report
from heraut.games.vassaux.setup import setup
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.view import view

__all__ = [
    "advance",
    "chronicle",
    "dump",
    "explain",
    "load",
    "migrations",
    "name",
    "pending",
    "report",
    "result",
    "rule",
    "rules_version",
    "setup",
    "view",
]

name = "vassaux"
rules_version = "2"
migrations = MIGRATIONS

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Battle)

if TYPE_CHECKING:
    from heraut.engine.protocol import Ruled
    from heraut.games import vassaux

    _checked: Ruled[Battle, Answer] = vassaux  # mypy says so if this package is no game


def pending(state: Battle) -> Mapping[Seat, TableDecision]:
    """The one seat that owes an answer now (SV-GEN-01)."""
    if state.asked is None:
        return {}
    return {state.hosts[state.asked[0]].seat: TableDecision(state)}


def advance(state: Battle, answers: Mapping[Seat, Answer], rng: Rng) -> Step[Battle]:
    """One answer, and what follows from it up to the next question."""
    (answer,) = answers.values()
    return resolve(state, answer, rng)


def result(state: Battle) -> Result | None:
    """The winner has 1, the loser 0; each a half of a draw (SV-END-04)."""
    if state.road is None:
        return None
    scores = {
        host.seat: 0.5 if state.winner < 0 else float(place == state.winner)
        for place, host in enumerate(state.hosts)
        if host.seat
    }
    return Result(scores, state.road)


def dump(state: Battle) -> bytes:
    """The battle as JSON."""
    return _encoder.encode(state)


def load(data: bytes) -> Battle:
    """The battle back. Raises msgspec.ValidationError."""
    return _decoder.decode(data)
