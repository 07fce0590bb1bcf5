"""Gloire et Pouvoir: 2 to 100 lords, secret weekly orders, one throne. The protocol, as a table of contents.

state.py    the nouns: Lord, Knight, Army, Land, Realm        orders.py   the verbs, their codes and syntax
options.py  what may be chosen before the start               setup.py    a new match
decision.py what a lord owes: a sheet of orders               sheet/      lines read, checked, written; usual ones
turn.py     the nineteen phases, in order                     resolution.py  the turn under way
phases/     one module a chapter of the rulebook              renown.py   global renown, averages and ranks
view.py     who may see what                                  report.py   the BILAN (realm_report.py) and the chronicle
herald.py   the sentences that one lord is told               atlas.py    the maps
rounding.py the three roundings of the rules
picture/    a map, drawn as a view shows it                   calculators/  odds and budgets
migrations.py  states of older rules carried over             guess/      a realm that a lord takes for the true one
rehearsal.py   the coming turn, played on guesses             suppositions.py  what a lord supposes of the others there
outcomes.py    what such turns have in common
tables/     the rulebook's figures, the maps, the rules       text/       the words, in French and in English
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from heraut.engine.decoding import decoder
from heraut.engine.protocol import Result, Seat
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.guess.realm import guess
from heraut.games.gloire.migrations import MIGRATIONS
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.report import chronicle, explain, report
from heraut.games.gloire.setup import setup
from heraut.games.gloire.state import Realm, copy
from heraut.games.gloire.turn import advance, apply, rule
from heraut.games.gloire.view import living_looks, living_views, view

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

name = "gloire"
rules_version = "3"
migrations = MIGRATIONS

_encoder = msgspec.json.Encoder()
_decoder = decoder(Realm)

if TYPE_CHECKING:
    from heraut.engine.protocol import Guessing, Ruled, Searchable
    from heraut.games import gloire

    _guessing: Guessing[Realm, Sheet] = gloire  # mypy says so if this package is no game, or does not guess
    _searchable: Searchable[Realm, Sheet] = gloire
    _ruled: Ruled[Realm, Sheet] = gloire


def pending(state: Realm) -> Mapping[Seat, SheetDecision]:
    """Every living lord owes a sheet of orders, until there is a king."""
    if state.road is not None:
        return {}
    return {seat: SheetDecision(seen) for seat, seen in living_views(state).items()}


def result(state: Realm) -> Result | None:
    """The king has 1, everyone else 0 (GP-VIC-03)."""
    if state.road is None:
        return None
    return Result({seat: float(seat == state.king) for seat in state.lords}, state.road)


def dump(state: Realm) -> bytes:
    """The realm as JSON."""
    return _encoder.encode(state)


def load(data: bytes) -> Realm:
    """The realm back. Raises msgspec.ValidationError."""
    return _decoder.decode(data)


def clone(state: Realm) -> Realm:
    """A realm that shares nothing with this one that a turn could change."""
    return copy(state)


def open_decisions(state: Realm) -> Mapping[Seat, SheetDecision]:
    """Every living lord's sheet, for playouts: nobody's view is made before it is asked for."""
    if state.road is not None:
        return {}
    return {seat: SheetDecision(look) for seat, look in living_looks(state).items()}
