"""The turn: the vote, nine phases in the rulebook's order, the check of victory (DA-PHA-01)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from heraut.engine.protocol import Seat, Step
from heraut.engine.rng import Rng
from heraut.games.daifen.orders import Form
from heraut.games.daifen.phases.arrival import arrival
from heraut.games.daifen.phases.association import association
from heraut.games.daifen.phases.collection import collection
from heraut.games.daifen.phases.combat import combats
from heraut.games.daifen.phases.decisions import decide
from heraut.games.daifen.phases.departure import departure, read_forms
from heraut.games.daifen.phases.production import production
from heraut.games.daifen.phases.rumours import rumours
from heraut.games.daifen.phases.sabotage import sabotages
from heraut.games.daifen.phases.spying import intelligence
from heraut.games.daifen.phases.technology import technologies
from heraut.games.daifen.phases.theft import thefts
from heraut.games.daifen.phases.victory import victory
from heraut.games.daifen.resolution import SilentTurn, Turn
from heraut.games.daifen.state import Continent, association_open


class Phase(NamedTuple):
    """One phase: its number in the rulebook, its name in the catalogues, and what it does."""

    number: int
    name: str
    resolve: Callable[[Turn], None]


def thefts_and_sabotages(turn: Turn) -> None:
    """Phase 2: all thefts, then all sabotages (DA-PHA-04)."""
    thefts(turn)
    sabotages(turn)


PHASES = (
    Phase(1, "departure", departure),
    Phase(2, "theft_sabotage", thefts_and_sabotages),
    Phase(3, "combat", combats),
    Phase(4, "production", production),
    Phase(5, "intelligence", intelligence),
    Phase(6, "arrival", arrival),
    Phase(7, "collection", collection),
    Phase(8, "technology", technologies),
    Phase(9, "rumours", rumours),
)
UNTOLD = PHASES[:-1]


def advance(state: Continent, answers: Mapping[Seat, Form], rng: Rng) -> Step[Continent]:
    """Resolves one turn: a pure function of continent, forms and chance, not of the order of the forms (DA-RNG-04)."""
    turn = Turn(state, answers, rng)
    run(turn, PHASES)
    return finished(turn)


def apply(state: Continent, answers: Mapping[Seat, Form], rng: Rng) -> Continent:
    """The continent to which `advance` leads, of which nobody is told anything; the one given is used up.

    Rumours are left out: they only tell, and draw from streams of their own.
    """
    turn = SilentTurn(state, answers, rng)
    run(turn, UNTOLD)
    return finished(turn).state


def run(turn: Turn, phases: Sequence[Phase]) -> None:
    """The forms, the vote, these phases, the check of victory."""
    read_forms(turn)
    association(turn)
    if turn.now.road is None:
        for phase in phases:
            phase.resolve(turn)
        victory(turn)


def rule(continent: Continent, ruling: str) -> Step[Continent]:
    """What was decided before the turn is played; if that ends the continent, it is not (DA-END-08, DA-END-11).

    Raises ValueError when it cannot be read.
    """
    turn = Turn(continent, {}, Rng(b""))  # nothing of it is left to chance
    decide(turn, ruling)
    return Step(turn.now, turn.events()) if turn.now.road is None else finished(turn, played=False)


def finished(turn: Turn, *, played: bool = True) -> Step[Continent]:
    """The turn is over: its header, and the next one, with the offer that its forms will hold (DA-END-05)."""
    living = len(turn.living())
    turn.announce("DA-REP-01", "turn_header" if played else "turn_unplayed", turn=turn.number, living=living)
    turn.now.turn += 1
    turn.now.offered = association_open(turn.now)
    return Step(turn.now, turn.events())
