"""The master: several ways of spending the year, each played forward in worlds that he cannot tell from the true one.

A portfolio of scripts is searched rather than the orders themselves (Churchill & Buro 2013); the scripts are his own
counsels under other constants, and other ballots. The others are played by the bot of level `player`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import msgspec

from heraut.bots.character import Character
from heraut.bots.rois.counsels import advised
from heraut.bots.rois.elections import calls
from heraut.bots.rois.evaluation import evaluate
from heraut.bots.rois.planner import Planner
from heraut.bots.rois.traits import NEVER, PLAYER, Traits, traits_of
from heraut.bots.search.portfolio import Playout, best
from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois import orders as o
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.orders import Sheet
from heraut.games.rois.state import World

PLAYOUTS = 100  # at the whole budget: some ten seconds on one core
TURNS = 3  # years that a playout lasts
WAYS: tuple[dict[str, Any], ...] = (  # his own constants, and others that a year may call for
    {},
    {"superiority": 1.0, "enough": 6, "young": 0, "faithful": False},  # war
    {"thrift": NEVER, "rich": 10**6},  # hoard
    {"most_units": 4, "tactics": 1, "superiority": 1.6},  # study
    {"most_heroes": 12, "seas": 3, "deadly": 0.1},  # adventure
)


def searched(decision: SheetDecision, view: Json, rng: Rng, character: Character) -> Sheet:
    """The sheet that has ended best in as many playouts as the budget allows."""
    seat, own = Seat(view["own"]["seat"]), traits_of(character)
    sheets = portfolio(decision, view, own, rng)

    @cache
    def world(number: int) -> World:
        return rois.guess(view, (), seat, rng.at("guess", number))

    others = partial(advised, traits=PLAYER)
    playout = Playout(rois, seat, partial(advised, traits=own), others, evaluate, TURNS)

    def value(sheet: Sheet, number: int) -> float:
        return playout.value(world(number), sheet, rng.at("year", number))

    return best(sheets, value, max(1, round(PLAYOUTS * character.budget)))


def portfolio(decision: SheetDecision, view: Json, own: Traits, rng: Rng) -> list[Sheet]:
    """One sheet for each way, the usual one first; and its other ballots in a year of voting, or its call."""
    sheets = [advised(decision, view, rng, msgspec.structs.replace(own, **way)) for way in WAYS]
    usual = advised(decision, view, rng, own)
    rest = tuple(order for order in usual.realm if not isinstance(order, o.Vote | o.CallVote))
    sheets += [msgspec.structs.replace(usual, realm=(*rest, *order)) for order in ballots(Planner(view, own))]
    return list(dict.fromkeys(sheets))


def ballots(planner: Planner) -> Iterator[tuple[o.RealmOrder, ...]]:
    """Nobody, oneself or each ally where a vote is held; a call or none where one may be made."""
    view, own = planner.view, planner.own
    if view["vote"] == view["turn"]:
        allies = [int(number) for number, relation in own["relations"].items() if relation == "allied"]
        others = () if planner.traits.staunch else allies[:2]
        yield from ((o.Vote(number),) for number in (own["kingdom"], 0, *others))
    elif own["may_call"] and not view["vote"] and view["turn"] < view["turns"]:
        yield calls(planner)
        yield ()
