"""Rois aventuriers: kings, heroes, 162 provinces; five seasons a year. The protocol, as a table of contents.

state.py      the nouns: Kingdom, Character, Unit, Province…   orders.py     the verbs, and the sheet that they make up
options.py    what may be chosen before the start              setup.py      a new match and its start packages
decision.py   what a King owes: a sheet of orders              sheet/        read, checked, written back; one by chance
world/        how it comes about, who stands where, copies
phases/       one module a chapter of the rules                encounter/    plans, fights, monsters, treasures
battle/       lines, fronts, retreats, conquests               abilities.py  what a character can do
migrations.py states of older rules carried over               annals.py     what is told of a year, every die thrown
guess/        a world that agrees with what a King knows       rehearsal.py  his coming year, played in such worlds
outcomes.py   what such years have in common                   sight.py      what is seen of others
turn.py       the steps of a year, in order                    resolution.py the year under way
view.py       who may see what                               units.py      where units may stand, who carries them
report.py     the report of a year and the chronicle           herald.py     every sentence (lexicon.py: names)
grammar.py    how his language bends                           calculators/  budget, odds and chances
picture/      the map as one King knows it                     mistakes/     the ten frequent mistakes, pointed out
forecast/     the coming year foreseen, tasks, "enough?"       choices/      what may be ordered, with what
dice.py       dice, and the note of what they gave             naming.py     provinces, units, names allowed
tables/       the rules' figures, the register of rules        text/         the words, in French and in English
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from heraut.engine.decoding import decoder
from heraut.engine.protocol import Result, Seat
from heraut.games.rois.decision import OpenDecision, SheetDecision
from heraut.games.rois.guess.world import guess
from heraut.games.rois.migrations import MIGRATIONS
from heraut.games.rois.orders import Sheet
from heraut.games.rois.phases.victory import ranking
from heraut.games.rois.report import chronicle, explain, report
from heraut.games.rois.setup import setup
from heraut.games.rois.state import World
from heraut.games.rois.turn import advance, apply
from heraut.games.rois.view import living_looks, living_views, view
from heraut.games.rois.world.copies import copy

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

name = "rois"
rules_version = "2"
migrations = MIGRATIONS

_encoder = msgspec.json.Encoder()
_decoder = decoder(World)

if TYPE_CHECKING:
    from heraut.engine.protocol import Guessing, Searchable
    from heraut.games import rois

    _guessing: Guessing[World, Sheet] = rois  # mypy says so if this package is no game, or does not guess
    _searchable: Searchable[World, Sheet] = rois


def pending(state: World) -> Mapping[Seat, SheetDecision]:
    """Every living King owes a sheet of orders, until there is an Emperor."""
    if state.road is not None:
        return {}
    return {seat: SheetDecision(seen) for seat, seen in living_views(state).items()}


def result(state: World) -> Result | None:
    """Whoever has the highest final score has 1, everyone else 0; equals share the rank (RO-VIC-06)."""
    if state.road is None:
        return None
    first = ranking(state)[0]
    alive = {number for number, kingdom in state.kingdoms.items() if kingdom.alive}
    winners = {state.kingdoms[number].seat for number in first if number in alive}
    return Result({kingdom.seat: float(kingdom.seat in winners) for kingdom in state.kingdoms.values()}, state.road)


def dump(state: World) -> bytes:
    """The world as JSON."""
    return _encoder.encode(state)


def load(data: bytes) -> World:
    """The world back. Raises msgspec.ValidationError."""
    return _decoder.decode(data)


def clone(state: World) -> World:
    """A world that shares nothing with this one that `apply` could change."""
    return copy(state)


def open_decisions(state: World) -> Mapping[Seat, SheetDecision]:
    """The same sheets, each with a view that is made when it is looked at, from the state as it then is."""
    if state.road is not None:
        return {}
    looks = living_looks(state)
    return {seat: OpenDecision(look) for seat, look in looks.items()}
