"""The Sealed Bid: three lots are sold one after the other, each to who bids most unseen, and everybody pays.

state.py    the nouns: Auction            options.py  what may be chosen before the start
setup.py    a new auction                 decision.py what a lord owes: a bid
turn.py     a round                       view.py     who may see what
report.py   what is told of a round       calculators/worth.py  what counts where a match is stopped
tables/     the rules                     text/       the words, in French and in English
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from heraut.engine.protocol import Migration, Result, Seat
from tests.sixth_game.game.decision import Bid, BidDecision
from tests.sixth_game.game.report import chronicle, explain, report
from tests.sixth_game.game.setup import setup
from tests.sixth_game.game.state import ROUNDS, Auction, leaders
from tests.sixth_game.game.turn import advance
from tests.sixth_game.game.view import view

__all__ = [
    "advance",
    "chronicle",
    "dump",
    "explain",
    "load",
    "migrations",
    "name",
    "pending",
    "report",
    "result",
    "rules_version",
    "setup",
    "view",
]

name = "sealed_bid"
rules_version = "1"
migrations: Mapping[str, Migration] = {}

if TYPE_CHECKING:
    from heraut.engine.protocol import Game
    from tests.sixth_game import game

    _checked: Game[Auction, Bid] = game  # mypy says so if this package is no game


def pending(state: Auction) -> Mapping[Seat, BidDecision]:
    """Every lord owes a bid, until the last lot is sold."""
    if state.turn > ROUNDS:
        return {}
    return {seat: BidDecision(view(state, seat)) for seat in state.lords}


def result(state: Auction) -> Result | None:
    """Who has most points has 1, everyone else 0; equals win together (SB-05)."""
    if state.turn <= ROUNDS:
        return None
    first = leaders(state)
    return Result({seat: float(seat in first) for seat in state.lords}, "points")


def dump(state: Auction) -> bytes:
    """The auction as JSON."""
    return msgspec.json.encode(state)


def load(data: bytes) -> Auction:
    """The auction back. Raises msgspec.ValidationError."""
    return msgspec.json.decode(data, type=Auction)
