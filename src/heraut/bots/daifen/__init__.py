"""A lord who plays Daifen to win: his counsels, in the order in which they may use his men, his gold, his slots."""

from __future__ import annotations

from heraut.bots.daifen.construction import build_libraries, build_quarries, build_walls, build_watch_towers
from heraut.bots.daifen.diplomacy import boast, vote
from heraut.bots.daifen.learning import develop
from heraut.bots.daifen.planner import Planner
from heraut.bots.daifen.spies import explore, spy_on, steal, train_spies
from heraut.bots.daifen.training import build_barracks, train_soldiers
from heraut.bots.daifen.war import attack
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.orders import Form

COUNSELS = (
    vote,
    develop,
    attack,
    boast,
    steal,
    spy_on,
    explore,
    train_spies,
    build_libraries,
    build_barracks,
    build_watch_towers,
    build_walls,
    build_quarries,
    train_soldiers,
)


def player(decision: SheetDecision, view: Json, rng: Rng) -> Form:
    """The form of a lord who plays to win, from his view alone; no memory. Chance only weighs doubtful assaults."""
    planner = Planner(view, rng)
    for counsel in COUNSELS:
        counsel(planner)
    return Form(tuple(planner.orders))
