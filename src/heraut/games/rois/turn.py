"""The year: its start, five seasons, its end, each step in the order of RO-TURN-02."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from heraut.engine.protocol import Seat, Step
from heraut.engine.rng import Rng
from heraut.games.rois.battle import conquest, field
from heraut.games.rois.dice import Chance
from heraut.games.rois.encounter import adventures
from heraut.games.rois.orders import SEASONS, Sheet
from heraut.games.rois.phases import armies, diplomacy, heirs, movement, practice, seasons, spells, treasury, victory
from heraut.games.rois.phases.actions import actions, give_out_orders, orders_of_season
from heraut.games.rois.resolution import SilentTurn, Turn
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import World


class Phase(NamedTuple):
    """One step: its letter and number in the catalogue, and what it does."""

    code: str
    resolve: Callable[[Turn], None]


def sightings(turn: Turn) -> None:
    """What stands in the lands that a kingdom sees, as at the end of the season (RO-INFO-02)."""
    look_around(turn, turn.number, turn.season, turn.marks)


START = (
    Phase("A1", diplomacy.early_breaks),
    Phase("A2", heirs.heirs_arrive),
    Phase("A3", seasons.new_year),
)
SEASON = (
    Phase("B1", seasons.new_season),
    Phase("B2", actions),
    Phase("B3", movement.reactions),
    Phase("B3", spells.lift_fog),
    Phase("B4", field.battles),
    Phase("B5", conquest.conquests),
    Phase("B5", conquest.excess_cargo),
    Phase("B5", armies.check_leaders),
    Phase("B6", practice.gains),
    Phase("B6", spells.lift_veils),
    Phase("B6", sightings),
)
END = (
    Phase("C1", field.rebirths),
    Phase("C1", field.leave_mercenaries),
    Phase("C2", seasons.reinforcements),
    Phase("C3", adventures.ravages),
    Phase("C4", treasury.donations),
    Phase("C5", treasury.taxes),
    Phase("C6", treasury.pay),
    Phase("C7", diplomacy.treaties),
    Phase("C8", diplomacy.exchanges),
    Phase("C9", heirs.forms),
    Phase("C9", victory.ends),
    Phase("C10", victory.office_standings),
    Phase("C11", seasons.recovery),
    Phase("C11", adventures.recover_guardians),
    Phase("C11", field.werebeasts),
    Phase("C11", armies.check_leaders),
    Phase("C11", heirs.lost_bodies),
    Phase("C12", sightings),
    Phase("C12", heirs.announce_heirs),
)


def advance(state: World, answers: Mapping[Seat, Sheet], rng: Rng) -> Step[World]:
    """Resolves one year: a pure function of world, sheets and chance, not of the order of the sheets (RO-GEN-04)."""
    turn = Turn(state, answers, rng if isinstance(rng, Chance) else Chance(rng))
    run(turn)
    return Step(turn.now, turn.events())


def apply(state: World, answers: Mapping[Seat, Sheet], rng: Rng) -> World:
    """The world to which `advance` leads, without its events; the one that is given is used up."""
    turn = SilentTurn(state, answers, Chance(rng))
    run(turn)
    return turn.now


def run(turn: Turn) -> None:
    """All steps of a year, one after the other."""
    for phase in START:
        phase.resolve(turn)
    orders = give_out_orders(turn)
    for season in SEASONS:
        turn.season = season
        turn.order_of = orders_of_season(turn, orders[season])
        for phase in SEASON:
            phase.resolve(turn)
    turn.season = 6
    for phase in END:
        phase.resolve(turn)
    turn.announce("RO-TURN-01", "year_over", turn=turn.number, living=len(turn.living()))
    turn.now.turn += 1
