"""What the commands that all games share ask of this one: seats, names, options, final orders, the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heraut.cli.game_terminal import GameTerminal
from heraut.cli.screen import Misuse

if TYPE_CHECKING:
    from heraut.cli.screen import Screen
    from heraut.engine.protocol import Json, Seat
    from tests.sixth_game.game.state import Auction


def seat_names(auction: Auction) -> dict[Seat, tuple[str, ...]]:
    """What each seat may be called by on the command line."""
    return {seat: (lord.name,) for seat, lord in auction.lords.items()}


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """There is no map. Raises Misuse."""
    raise Misuse("no_map", game="The Sealed Bid")


def show_orders(screen: Screen, decision: Any) -> None:
    """Every order, as it is written (`?` at the keyboard; of `heraut help` without a decision)."""
    screen.say("bid_order", purse="…" if decision is None else decision.purse)


TERMINAL = GameTerminal(
    counted="lords",
    seat_names=seat_names,
    picture=picture,
    show_orders=show_orders,
)
