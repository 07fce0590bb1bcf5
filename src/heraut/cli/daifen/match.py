"""What the commands that all games share ask of this one: seats, names, options, final orders, the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from heraut.cli.game_terminal import GameTerminal
from heraut.cli.screen import Misuse

if TYPE_CHECKING:
    from heraut.cli.screen import Screen
    from heraut.engine.protocol import Json, Seat
    from heraut.games.daifen.state import Continent

HIDDEN = ("names", "kingdoms", "races", "returning")


def sealed(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a record whose copies may be given away: who plays stays hidden until the end (DA-FOG-08)."""
    return {f"{key}_secret": True for key in HIDDEN if key in options} | dict(options)


def seat_names(continent: Continent) -> dict[Seat, tuple[str, ...]]:
    """What each seat may be called by on the command line: its kingdom, its lord.

    No player may see this list. Whoever types a command has the record, with its seed and its state, and knows all of
    it anyway; what a seat is shown still comes from its view alone.
    """
    return {seat: (kingdom.name, kingdom.lord) for seat, kingdom in continent.kingdoms.items()}


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """Daifen has neither map nor distance. Raises Misuse."""
    raise Misuse("no_map", game="Daifen")


def show_orders(screen: Screen, decision: Any) -> None:
    """Every order, as it is written (`?` at the keyboard)."""
    from heraut.cli.daifen import order_help

    order_help.show_orders(screen)


TERMINAL = GameTerminal(
    counted="lords",
    sealed=sealed,
    seat_names=seat_names,
    secret_seats=True,
    picture=picture,
    show_orders=show_orders,
)
