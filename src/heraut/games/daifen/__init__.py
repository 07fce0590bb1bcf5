"""Daifen: five races, fog of war, spies and rumours; nine phases a turn. The protocol, as a table of contents.

state.py    the nouns: Kingdom, Continent                     orders.py   the verbs, and the form that they make up
options.py  what may be chosen before the start               setup.py    a new continent
decision.py what a lord owes: a form                          sheet/      lines read, checked, written; one by chance
turn.py     the nine phases, in order                         resolution.py  the turn under way
phases/     one module a chapter of the rulebook              battle/     one assault, die by die
races.py    races, technologies, buildings, units             calendar.py deadline days and moons
naming.py   names told apart, names allowed
view.py     who may see what                                  report.py   the report of a turn and the chronicle
herald.py   the sentences that one lord is told               calculators/  chances and sums
migrations.py  states of older rules carried over    guess/      what a lord may not know, imagined
rehearsal.py   the coming turn, played on guesses    suppositions.py  what a lord supposes of the others there
outcomes.py    what such turns have in common
tables/     the rulebook's figures, the rules                 text/       the words, in French and in English
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from heraut.engine.decoding import decoder
from heraut.engine.protocol import Result, Seat
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.guess.continent import guess
from heraut.games.daifen.migrations import MIGRATIONS
from heraut.games.daifen.orders import Form
from heraut.games.daifen.report import chronicle, explain, report
from heraut.games.daifen.setup import setup
from heraut.games.daifen.state import Continent, copy
from heraut.games.daifen.turn import advance, apply, rule
from heraut.games.daifen.view import living_views, view

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

name = "daifen"
rules_version = "2"
migrations = MIGRATIONS

_encoder = msgspec.json.Encoder()
_decoder = decoder(Continent)

if TYPE_CHECKING:
    from heraut.engine.protocol import Guessing, Ruled, Searchable
    from heraut.games import daifen

    _guessing: Guessing[Continent, Form] = daifen  # mypy says so if this package is no game, or does not guess
    _searchable: Searchable[Continent, Form] = daifen
    _ruled: Ruled[Continent, Form] = daifen


def pending(state: Continent) -> Mapping[Seat, SheetDecision]:
    """Every living lord owes a form, until the continent is finished."""
    if state.road is not None:
        return {}
    return {seat: SheetDecision(seen) for seat, seen in living_views(state).items()}


def result(state: Continent) -> Result | None:
    """The winners have 1, everyone else 0 (DA-END-04, DA-END-05)."""
    if state.road is None:
        return None
    return Result({seat: float(seat in state.winners) for seat in state.kingdoms}, state.road)


def dump(state: Continent) -> bytes:
    """The continent as JSON."""
    return _encoder.encode(state)


def load(data: bytes) -> Continent:
    """The continent back. Raises msgspec.ValidationError."""
    return _decoder.decode(data)


def clone(state: Continent) -> Continent:
    """A state that shares nothing with this one that `apply` could change."""
    return copy(state)


def open_decisions(state: Continent) -> Mapping[Seat, SheetDecision]:
    """Who owes which decision, for playouts: those of `pending`, since nothing quicker than its views was found."""
    return pending(state)
