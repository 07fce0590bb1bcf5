"""Seigneurs & Vassaux: a skirmish on a table without squares, one question at a time. The protocol, as a contents page.

state.py      the nouns: Sheet, Unit, Host, Battle       orders.py     the verbs: one answer a decision point
decision.py   what a seat owes                           notation.py   orders as text (grammar.py: their words)
questions.py  every question, by name                    asking.py     what a chapter says of a question it asks
setup.py      a new battle                               options.py    what may be chosen before the start
turn.py       the phases, and the pile of tasks          terrain.py    terrain placed by hand
resolution.py `Turn`: the table, being changed           instructions.py  what is answered in advance
identities.py seats, units, groups, figures by number
view.py       who may see what                           guess.py      what a seat does not know, drawn at random
offers/       usual answers to every question            report.py     what players read (herald.py: names and words;
migrations.py battles begun by older rules               scene.py: what lies about; prospects.py: what may be answered)

roster/       building a host: lists, prices, refusals and what mends them
phases/       command; deployment, zones, infiltration; activation (whose order), needs (what it takes), acts (one after
              the other), reactions (who interrupts), pursuit (at whom); movement, approach, cohesion; charging; melee,
              shooting, attack, losses, opposed; casting, spells; scenarios, objectives; absence
table/        field (the table as one asks it), ground, wilderness (drawn ground), paths, placement, front, running,
              cache (what is remembered of all this)
solo/         opponent (the reaction table), actions (what it does)
calculators/  odds of attacks, tests and spells          picture/      the SVG, still and moving
preview/      what is shown before one binds oneself
tables/       the rulebook's figures, maps and hosts     text/         the words, in French and in English
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from heraut.engine.decoding import decoder
from heraut.engine.protocol import Result, Seat
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.guess import guess
from heraut.games.vassaux.identities import PLACES, Holder, holder
from heraut.games.vassaux.migrations import MIGRATIONS
from heraut.games.vassaux.orders import Answer
from heraut.games.vassaux.phases.absence import rule
from heraut.games.vassaux.report import chronicle, explain, report
from heraut.games.vassaux.setup import setup
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.turn import advance, apply, clone
from heraut.games.vassaux.view import view

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
    "rule",
    "rules_version",
    "setup",
    "view",
]

name = "vassaux"
rules_version = "3"
migrations = MIGRATIONS

_encoder = msgspec.json.Encoder()
_decoder = decoder(Battle)

if TYPE_CHECKING:
    from heraut.engine.protocol import Guessing, Ruled, Searchable
    from heraut.games import vassaux

    _guessing: Guessing[Battle, Answer] = vassaux  # mypy says so if this package is no game, or does not guess
    _searchable: Searchable[Battle, Answer] = vassaux
    _ruled: Ruled[Battle, Answer] = vassaux


def pending(state: Battle) -> Mapping[Seat, BattleDecision]:
    """The one seat that owes an answer now (SV-GEN-01)."""
    if state.asked is None:
        return {}
    return {state.hosts[state.asked.place].seat: BattleDecision(state)}


def open_decisions(state: Battle) -> Mapping[Seat, BattleDecision]:
    """The decisions of `pending` for playouts, in which nothing is hidden from the seat."""
    if state.asked is None:
        return {}
    return {state.hosts[state.asked.place].seat: BattleDecision(state, hidden=False)}


def result(state: Battle) -> Result | None:
    """The winner has 1, the loser 0; each a half of a draw (SV-END-04)."""
    if state.road is None:
        return None
    scores = {
        host.seat: 0.5 if state.winner == Holder.NOBODY else float(holder(place) == state.winner)
        for place, host in zip(PLACES, state.hosts, strict=True)
        if host.seat
    }
    return Result(scores, state.road)


def dump(state: Battle) -> bytes:
    """The battle as JSON."""
    return _encoder.encode(state)


def load(data: bytes) -> Battle:
    """The battle back. Raises msgspec.ValidationError."""
    return _decoder.decode(data)
