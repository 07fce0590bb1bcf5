"""The counsels of a lord, in the order in which they may use his men, his gold, his slots."""

from __future__ import annotations

from collections.abc import Callable

from heraut.bots.daifen.construction import build_libraries, build_quarries, build_walls, build_watch_towers
from heraut.bots.daifen.diplomacy import boast, vote
from heraut.bots.daifen.league import denounce, introduce, subsidise
from heraut.bots.daifen.learning import develop
from heraut.bots.daifen.planner import Planner
from heraut.bots.daifen.spies import explore, spy_on, steal, train_spies
from heraut.bots.daifen.training import build_barracks, train_soldiers
from heraut.bots.daifen.traits import Traits
from heraut.bots.daifen.war import attack, march
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.orders import Form

Counsel = Callable[[Planner], None]

COUNSELS: tuple[Counsel, ...] = (
    vote,
    develop,
    march,
    attack,
    boast,
    subsidise,
    steal,
    introduce,
    spy_on,
    denounce,
    explore,
    train_spies,
    build_libraries,
    build_barracks,
    build_watch_towers,
    build_walls,
    build_quarries,
    train_soldiers,
)


def advised(
    decision: SheetDecision, view: Json, rng: Rng, traits: Traits, counsels: tuple[Counsel, ...] = COUNSELS
) -> Form:
    """The form of a lord of these traits, without search: from his view alone; no memory.

    He follows all counsels or these, some of them left out where he is forgetful (`Traits.lapses`).
    """
    planner = Planner(view, rng, traits)
    for counsel in counsels:
        if not traits.lapses or rng.random() >= traits.lapses:
            counsel(planner)
    return Form(tuple(planner.orders))
