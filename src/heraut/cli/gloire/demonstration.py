"""What the demonstration shows: the opening, each turn in short, the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from heraut.cli.demo import panel
from heraut.cli.gloire.tables import (
    heading,
    lord_style,
    purse_line,
    seats_table,
    short_ranking,
    title_name,
)
from heraut.cli.screen import Screen

if TYPE_CHECKING:
    from rich.text import Text

    from heraut.engine.match import Match
    from heraut.engine.protocol import Event, Seat
    from heraut.games.gloire.herald import Herald

SEATS = 10
PICTURED = True
BEST = 5  # lords shown in the ranking of each turn
ROUTINE = {  # what a reader in a hurry can do without; the whole report has it
    "sheet_read",
    "order_done",
    "rent",
    "taxed",
    "redistributed",
    "retreat_set",
    "defence_set",
    "knight_too_dear",
    "assigned",
    "transferred",
    "garrisoned",
    "moved",
    "joust_entered",
    "joust_full",
    "wages",
    "knight_repatriated",
    "garrison_repatriated",
}


def options(turns: int) -> dict[str, Any]:
    """Ten lords in Scandinavia, and an end that can be waited for."""
    return {"map": "SCANDINAVIE", "lords": SEATS, "turn_limit": turns}


def lord_name(view: Any) -> str:
    """The name of the lord whose view this is; of one who is no more, nothing."""
    return str(view["lords"][view["own"]["seat"]]["name"]) if "own" in view else ""


def show_opening(screen: Screen, match: Match[Any, Any], seat: Seat) -> None:
    """Who sits where."""
    screen.show(heading(screen, match.game.view(match.state, None)), seats_table(screen, match))


def noteworthy(events: Iterable[Event], seat: Seat | None) -> list[Event]:
    """What this lord alone was told (None: what all were), routine left out."""
    return [
        event
        for event in events
        if event.kind not in ROUTINE and (event.seen_by is None if seat is None else seat in (event.seen_by or ()))
    ]


def sentences(herald: Herald, events: Iterable[Event]) -> list[Text]:
    """One line an event, its rule in grey."""
    from rich.text import Text

    return [
        Text(f"· {herald.say(event).removesuffix(f'({event.rule})')}").append(event.rule, "dim") for event in events
    ]


def news(screen: Screen, herald: Herald, events: Sequence[Event]) -> list[Text]:
    """The public news: what many lords did alike is gathered in one line, the rest told one by one."""
    from rich.text import Text

    def lord(seat: Seat) -> str:
        return herald.lords[seat]

    conquests: dict[Seat, list[str]] = {}
    gathered: dict[str, list[str]] = {"land_taken": [], "alliance": [], "title_gained": []}
    others = []
    for event in events:
        data = event.data
        if event.kind == "land_taken" and data["former"] is None:
            conquests.setdefault(data["lord"], []).append(herald.names["land"][data["land"]])
        elif event.kind == "alliance":
            gathered["alliance"].append(f"{lord(data['lord'])} & {lord(data['other'])}")
        elif event.kind == "title_gained":
            gathered["title_gained"].append(f"{lord(data['lord'])} ({title_name(screen, data['title'])})")
        else:
            others.append(event)
    gathered["land_taken"] = [f"{lord(seat)} ({', '.join(lands)})" for seat, lands in conquests.items()]
    lines = [
        Text(f"· {screen.text(f'news_{kind}', several=', '.join(items))}") for kind, items in gathered.items() if items
    ]
    return lines + sentences(herald, others)


def in_colours(view: Any, lines: Iterable[Text]) -> Text:
    """Lines with every lord's name in his colour."""
    from rich.text import Text

    text = Text("\n").join(lines)
    for seat, lord in view["lords"].items():
        text.highlight_words([lord["name"]], lord_style(view, seat).removesuffix("strike"))
    return text


def show_turn(screen: Screen, match: Match[Any, Any], seat: Seat) -> None:
    """The turn just resolved: the chronicle, what happened to the lord, the ranking."""
    from rich.rule import Rule

    from heraut.games.gloire.herald import Herald

    view = match.game.view(match.state, seat)
    herald, lord = Herald(view, screen.lang), view["lords"][seat]["name"]
    screen.show(Rule(screen.text("turn_rule", turn=view["turn"] - 1), style="bold yellow"))
    public = news(screen, herald, noteworthy(match.events, None))
    screen.show(panel(in_colours(view, public) if public else screen.text("quiet"), screen.text("chronicle")))
    if private := sentences(herald, noteworthy(match.events, seat)):
        screen.show(panel(in_colours(view, private), screen.text("report_of", lord=lord), lord_style(view, seat)))
    screen.show(short_ranking(screen, view, BEST, seat))
    if "own" in view:
        screen.line(purse_line(screen, view))


def show_end(screen: Screen, match: Match[Any, Any], seat: Seat) -> None:
    """How it ended: the ranking of all lords."""
    view = match.game.view(match.state, None)
    screen.show(heading(screen, view), short_ranking(screen, view, len(view["lords"]), seat))
