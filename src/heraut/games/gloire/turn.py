"""The turn: nineteen phases, in the rulebook's order (§5, catalogue D9; GP-GEN-01)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from heraut.engine.protocol import Seat, Step
from heraut.engine.rng import Rng
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.phases.armies import assign_transfer_garrison
from heraut.games.gloire.phases.attack import attacks
from heraut.games.gloire.phases.diplomacy import diplomacy
from heraut.games.gloire.phases.economy import rents_taxes_redistribution
from heraut.games.gloire.phases.elimination import eliminate
from heraut.games.gloire.phases.fortification import fortifications
from heraut.games.gloire.phases.household import abdicate_and_rename, demobilise_and_dismiss
from heraut.games.gloire.phases.joust import jousts, organise_jousts
from heraut.games.gloire.phases.levy import knights_and_armies
from heraut.games.gloire.phases.moves import moves
from heraut.games.gloire.phases.people import migration_revolt_memory
from heraut.games.gloire.phases.repatriation import repatriation
from heraut.games.gloire.phases.retreat import retreat_settings
from heraut.games.gloire.phases.sales import sales
from heraut.games.gloire.phases.spying import spying
from heraut.games.gloire.phases.titles import titles
from heraut.games.gloire.phases.victory import victory
from heraut.games.gloire.phases.wages import wages
from heraut.games.gloire.resolution import SilentTurn, Turn
from heraut.games.gloire.sheet.book import Book
from heraut.games.gloire.sheet.writing import write_order
from heraut.games.gloire.state import Realm

ELIMINATE = "ELIMINER"  # the one ruling that this game knows


class Phase(NamedTuple):
    """One phase: its number in the rulebook, its name in the catalogues, and what it does."""

    number: int
    name: str
    resolve: Callable[[Turn], None]


PHASES = (
    Phase(1, "abdicate_and_rename", abdicate_and_rename),
    Phase(2, "demobilise_and_dismiss", demobilise_and_dismiss),
    Phase(3, "economy", rents_taxes_redistribution),
    Phase(4, "retreat_settings", retreat_settings),
    Phase(5, "knights_and_armies", knights_and_armies),
    Phase(6, "assign_transfer_garrison", assign_transfer_garrison),
    Phase(7, "attacks", attacks),
    Phase(8, "diplomacy", diplomacy),
    Phase(9, "moves", moves),
    Phase(10, "organise_jousts", organise_jousts),
    Phase(11, "jousts", jousts),
    Phase(12, "sales", sales),
    Phase(13, "spying", spying),
    Phase(14, "migration_revolt_memory", migration_revolt_memory),
    Phase(15, "wages", wages),
    Phase(16, "fortifications", fortifications),
    Phase(17, "titles", titles),
    Phase(18, "repatriation", repatriation),
    Phase(19, "victory", victory),
)

FIGURELESS = {"retreat_settings", "moves", "titles", "repatriation"}  # which leave averages and ranks as they were


def advance(state: Realm, answers: Mapping[Seat, Sheet], rng: Rng) -> Step[Realm]:
    """Resolves one turn: a pure function of realm, sheets in the order of their entry, and chance (GP-GEN-04)."""
    turn = Turn(state, answers, rng)
    read_sheets(turn, answers)
    run(turn)
    return Step(turn.now, tuple(turn.events))


def apply(state: Realm, answers: Mapping[Seat, Sheet], rng: Rng) -> Realm:
    """The realm to which `advance` would lead, without a word of it: for playouts."""
    turn = SilentTurn(state, answers, rng)
    run(turn)
    return turn.now


def run(turn: Turn) -> None:
    """The nineteen phases, each on the averages and ranks of its beginning (GP-GEN-06)."""
    for before, phase in zip((None, *PHASES), PHASES, strict=False):
        if before is not None and before.name not in FIGURELESS:
            turn.open_phase()
        phase.resolve(turn)
    turn.now.turn += 1


def rule(realm: Realm, ruling: str) -> Step[Realm]:
    """What the referee decided before the turn is played: `ELIMINER j2 j3` (GP-ELI-01, GP-SITE-37).

    Where nobody is left the turn is not played. Raises ValueError when the text cannot be read.
    """
    turn = Turn(realm, {}, Rng(b""))  # nothing of it is left to chance
    for line in ruling.splitlines():
        word, *seats = line.split() or [""]
        if word != ELIMINATE or not seats or not set(seats) <= set(turn.now.lords):
            raise ValueError(f"no decision of Gloire: {line!r}")
        for lord in [lord for lord in turn.now.living() if lord.seat in seats]:
            eliminate(turn, lord, "decision")
    if not any(turn.now.living()):
        victory(turn)
        turn.now.turn += 1
    return Step(turn.now, tuple(turn.events))


def read_sheets(turn: Turn, sheets: Mapping[Seat, Sheet]) -> None:
    """Records the orders of each lord as text, for his eyes alone: his report shows every one of them (GP-INF-10)."""
    book = book_of_names(turn.start)
    for seat in turn.entered:
        turn.tell(seat, "GP-INF-10", "sheet_read", lines=[write_order(book, order) for order in sheets[seat]])


def book_of_names(realm: Realm) -> Book:
    """A book with every name of the realm, to write anyone's orders with: far cheaper than a view a lord."""
    own = {
        "seat": "",
        "lord_knight": 0,
        "lands": {},
        "armies": {},
        "knights": {id: {"name": knight.name} for id, knight in realm.knights.items()},
    }
    lords = {seat: {"name": lord.name} for seat, lord in realm.lords.items()}
    return Book({"map": realm.settings.map, "turn": realm.turn, "lords": lords, "own": own})
