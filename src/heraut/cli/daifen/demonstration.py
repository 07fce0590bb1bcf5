"""What the demonstration shows: the opening, each turn as one lord is told of it, the end. The rest is fog."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from heraut.cli.daifen.tables import heading, ranking_table, show_own, uncovered_table, words_of
from heraut.cli.demo import panel
from heraut.cli.screen import Screen

if TYPE_CHECKING:
    from rich.text import Text

    from heraut.engine.match import Match
    from heraut.engine.protocol import Event, Seat
    from heraut.games.daifen.herald import Herald

SEATS = 6
PICTURED = False
ROUTINE = {"orders_used", "costs_paid", "collect_statement", "turn_header"}  # the whole report has them


def options(turns: int) -> dict[str, Any]:
    """A small continent, which nobody leaves by being silent; the demonstration ends by itself."""
    return {"continent": "Les Brumes", "lords": SEATS, "abandon_after": None}


def lord_name(view: Any) -> str:
    """The lord and the kingdom whose view this is."""
    reader = view.get("own") or view["fallen"]
    return f"{reader['lord']} ({reader['name']})"


def show_opening(screen: Screen, match: Match[Any, Any], seat: Seat) -> None:
    """The kingdom that is watched: nobody knows who the others are."""
    herald = words_of(screen, match.game.view(match.state, seat))
    screen.show(heading(screen, herald))
    show_own(screen, herald)


def sentences(herald: Herald, events: Iterable[Event]) -> Text:
    """What happened, in the words of the report."""
    from rich.text import Text

    return Text("\n").join(Text(line) for event in events for line in herald.lines(event, "· "))


def show_turn(screen: Screen, match: Match[Any, Any], seat: Seat) -> None:
    """The turn just resolved: how many live, what befell the watched lord, what he has now."""
    from rich.rule import Rule

    view = match.game.view(match.state, seat)
    herald = words_of(screen, view)
    screen.show(Rule(screen.text("turn_rule", turn=view["turn"] - 1), style="bold yellow"))
    mine = [event for event in match.events if seat in (event.seen_by or ()) and event.kind not in ROUTINE]
    told = sentences(herald, mine) if mine else screen.text("quiet")
    screen.show(panel(told, screen.text("report_of", lord=lord_name(view)), "bold yellow"))
    if "own" in view:
        show_purse(screen, view)


def show_purse(screen: Screen, view: Any) -> None:
    """What the watched lord has, in a line."""
    own = view["own"]
    totals = {kind: sum(own[kind].values()) for kind in ("buildings", "units")}
    known = sum(other["alive"] for other in own["known"].values())
    figures = {"gold": own["gold"], "intellect": own["intellect"], **totals, "known": known, "living": view["living"]}
    screen.say("kingdom_purse", **figures)


def show_end(screen: Screen, match: Match[Any, Any], seat: Seat) -> None:
    """How it ended, if it did: then the fog is lifted."""
    view = match.game.view(match.state, seat)
    herald = words_of(screen, view)
    screen.show(heading(screen, herald))
    if view["road"] is not None:
        screen.show(ranking_table(screen, view), uncovered_table(screen, herald))
