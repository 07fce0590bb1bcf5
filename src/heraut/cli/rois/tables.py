"""A view of Rois aventuriers as pages: the Kings, and a King's own kingdom, people, armies, lands and adventures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from heraut.cli.screen import Screen

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from heraut.engine.match import Match

View = Mapping[str, Any]


def given(name: str) -> Text:
    """A name that a player has chosen: its brackets are brackets, not markup."""
    from rich.text import Text

    return Text(name)


def place(screen: Screen, view: View) -> str:
    """Where the match is played: the world."""
    return str(view["world"])


def seats_table(screen: Screen, match: Match[Any, Any]) -> Table | Group:
    """Who sits where at the start; where Kings were drawn, how to choose one, and what to think of (RO-SET-04)."""
    from rich.console import Group
    from rich.text import Text

    from heraut.games.rois.options import advice

    kings = kings_table(screen, match)
    if any(match.record.options.get(choice) for choice in ("races", "alignments", "tempers", "talents")):
        return kings
    return Group(kings, "", screen.text("rois_choose"), *[Text(f"· {line}") for line in advice(screen.lang)], "")


def kings_table(screen: Screen, match: Match[Any, Any]) -> Table:
    """The seats with their Kings."""
    from heraut.games.rois.herald import Herald

    made = screen.table(screen.text("kingdoms"), ("seat", "lord", "race"))
    view = match.game.view(match.state, None)
    herald = Herald(view, screen.lang)
    for seat, card in zip(match.record.seats, view["kingdoms"].values(), strict=True):
        made.add_row(seat, given(card["name"]), herald.name("race", card["race"]))
    return made


def show_view(screen: Screen, view: View) -> None:
    """The whole view, in the game's own words: the world, the Kings, then whatever belongs to this one."""
    from heraut.games.rois.herald import Herald
    from heraut.games.rois.report import (
        adventures,
        armies,
        diplomacy,
        ending,
        head,
        kings,
        lands,
        offices,
        people,
        realm,
    )

    herald = Herald(view, screen.lang)
    lines = [*head(herald, "report" if "own" in view else "chronicle"), *kings(herald)]
    if "own" in view:
        lines += [*realm(herald, ()), *people(herald), *armies(herald), *lands(herald)]
        lines += [*adventures(herald), *diplomacy(herald, ()), *offices(herald)]
    if "end" in view:
        lines += ending(herald)
    for line in lines:
        screen.line(line)
