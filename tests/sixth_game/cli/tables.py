"""A view of the Sealed Bid as tables: the lords, and one's own purse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from heraut.cli.screen import Screen

if TYPE_CHECKING:
    from rich.table import Table

    from heraut.engine.match import Match

View = Mapping[str, Any]


def place(screen: Screen, view: View) -> str:
    """Where the match is played."""
    return screen.text("bid_room")


def seats_table(screen: Screen, match: Match[Any, Any]) -> Table:
    """Who sits where at the start."""
    return lords_table(screen, match.game.view(match.state, None))


def lords_table(screen: Screen, view: View) -> Table:
    """The lords with their points."""
    from rich.text import Text  # a name that a player has chosen: its brackets are brackets, not markup

    made = screen.table(screen.text("bid_lords"), ("seat", "lord", "bid_points"), numbers=1)
    for seat, lord in view["lords"].items():
        made.add_row(seat, Text(lord["name"]), str(lord["points"]))
    return made


def show_view(screen: Screen, view: View) -> None:
    """The whole view."""
    if "winners" in view:
        screen.say("bid_over", winners=[view["lords"][seat]["name"] for seat in view["winners"]])
    else:
        screen.say("bid_lot", turn=view["turn"], lot=view["lot"])
    screen.show(lords_table(screen, view))
    if "own" in view:
        screen.say("bid_purse", purse=view["own"]["purse"])
