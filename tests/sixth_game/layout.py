"""The Sealed Bid: what a lord sees of an auction, as numbers. Lords are relative: oneself first."""

from __future__ import annotations

from functools import partial

from heraut.engine.protocol import Json, Seat
from heraut.lab.envs.layouts.layout import Block, Layout, own
from tests.sixth_game import game
from tests.sixth_game.game.decision import Bid
from tests.sixth_game.game.state import Auction


def layout(state: Auction, seats: tuple[Seat, ...]) -> Layout:
    """The layout for so many lords."""
    return Layout(
        [
            Block("time", 2, "round, points of the lot", time_of),
            Block("own", 1, "crowns in one's purse", own_of),
            Block("points", len(seats), "oneself first", partial(points_of, seats)),
        ],
        game.view,
        (Bid,),
        ("order_sheet",),
        {},
    )


def time_of(seen: Json, me: int) -> list[int]:
    """When it is, and what is sold."""
    return [seen["turn"], seen["lot"]]


def own_of(seen: Json, me: int) -> list[int]:
    """One's own purse."""
    return [own(seen)["purse"]]


def points_of(seats: tuple[Seat, ...], seen: Json, me: int) -> list[int]:
    """The points of all."""
    return [seen["lords"][seat]["points"] for seat in (*seats[me:], *seats[:me])]
