"""Phase 4, Construction et Entraînement: what was paid in Départ is there (DA-PHA-06, DA-BLD-05, DA-TRN-05)."""

from __future__ import annotations

from collections import Counter

from heraut.games.daifen import orders as o
from heraut.games.daifen.races import BUILDINGS, UNITS
from heraut.games.daifen.resolution import Turn
from heraut.games.daifen.state import Kingdom, add


def production(turn: Turn) -> None:
    """Buildings and units of every living kingdom, whatever became of its workshops meanwhile."""
    for kingdom in turn.living():
        build(turn, kingdom)
        train(turn, kingdom)


def build(turn: Turn, kingdom: Kingdom) -> None:
    """The ordered buildings stand."""
    built: Counter[str] = Counter()
    for _, order in turn.orders_of(kingdom.seat, o.Build):
        built[order.building] += order.count
    for code in built:
        add(kingdom.buildings, code, built[code])
    if built:
        buildings = {code: built[code] for code in BUILDINGS if built[code]}
        turn.tell(kingdom.seat, "DA-BLD-03", "build_done", buildings=buildings)


def train(turn: Turn, kingdom: Kingdom) -> None:
    """The ordered units have been trained."""
    trained: Counter[str] = Counter()
    for _, order in turn.orders_of(kingdom.seat, o.Train):
        trained[order.unit] += order.count
    for code in trained:
        add(kingdom.units, code, trained[code])
    if trained:
        units = {code: trained[code] for code in UNITS if trained[code]}
        turn.tell(kingdom.seat, "DA-TRN-05", "train_done", units=units)
