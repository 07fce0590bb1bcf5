"""A view of Gloire et Pouvoir as tables: the lords, the lands, and what a lord keeps for himself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from heraut.cli.screen import Screen
from heraut.engine.words import catalogue, integer, real

if TYPE_CHECKING:
    from rich.table import Table

    from heraut.engine.match import Match

View = Mapping[str, Any]
COLOURS = (
    "red",
    "blue",
    "green",
    "yellow",
    "magenta",
    "bright_red",
    "cyan",
    "white",
    "bright_magenta",
    "bright_yellow",
)


def lord_style(view: View, seat: str | None) -> str:
    """The colour of a lord, the same everywhere; neutral lands are dim."""
    if seat is None:
        return "dim"
    lord = view["lords"][seat]
    return COLOURS[(lord["number"] - 1) % len(COLOURS)] if lord["alive"] else "dim strike"


def lord_text(view: View, seat: str | None, screen: Screen) -> Any:
    """The name of a lord in his colour."""
    from rich.text import Text

    return Text(view["lords"][seat]["name"] if seat else screen.text("neutral"), lord_style(view, seat))


def land_label(view: View, name: str, lang: str) -> str:
    """The name of a land as it is shown."""
    from heraut.games.gloire.atlas import atlas

    return atlas(view["map"]).places[name].label[lang]


def title_name(screen: Screen, title: str) -> str:
    """A title in words; a match with titles of its own keeps them as they are."""
    return str(catalogue("heraut.games.gloire", screen.lang).names["title"].get(title, title))


def ranking(view: View) -> list[str]:
    """The seats, the most renowned first, equals as the rules rank them (GP-GEN-10), the dead last."""
    return [*reversed(view["order"]), *(seat for seat, lord in view["lords"].items() if not lord["alive"])]


def heading(screen: Screen, view: View) -> Any:
    """The match at a glance: map, turn, what is needed to win."""
    from rich.panel import Panel
    from rich.text import Text

    figures = view["settings"]["constants"]
    if view["road"] is not None:
        king = view["lords"][view["king"]]["name"] if view["king"] else "—"
        body = screen.text("match_ended", turn=view["turn"] - 1, king=king, road=screen.road("gloire", view["road"]))
    else:
        body = screen.text("roads", renown=float(figures["renown_victory"]), lands=figures["conquest_victory"])
    turn = view["turn"] - (view["road"] is not None)
    return Panel(Text(body), title=screen.text("heading", place=place(screen, view), turn=turn), title_align="left")


def place(screen: Screen, view: View) -> str:
    """Where the match is played: the map."""
    return screen.text(f"map_{view['map']}")


def seats_table(screen: Screen, match: Match[Any, Any]) -> Table:
    """Who sits where at the start: seat, lord, fief."""
    view = match.game.view(match.state, None)
    made = screen.table(screen.text("fiefs"), ("seat", "lord", "fief"))
    fiefs = {land["owner"]: land_label(view, name, screen.lang) for name, land in view["lands"].items()}
    for seat in view["lords"]:
        made.add_row(seat, lord_text(view, seat, screen), fiefs.get(seat, ""))
    return made


def lords_table(screen: Screen, view: View) -> Table:
    """The lords by renown, with their relations."""
    columns = ("rank", "seat", "lord", "title", "allies", "enemies", "lands", "renown")
    made = screen.table(screen.text("lords"), columns, numbers=2)
    for rank, seat in enumerate(ranking(view), start=1):
        lord = view["lords"][seat]
        relations = [", ".join(view["lords"][other]["name"] for other in lord[side]) for side in ("allies", "enemies")]
        made.add_row(
            str(rank), seat, lord_text(view, seat, screen), title_text(screen, lord), *relations, *worth(screen, lord)
        )
    return made


def short_ranking(screen: Screen, view: View, most: int, seat: str) -> Table:
    """The first lords, and this one wherever he stands."""
    made = screen.table("", ("rank", "lord", "title", "lands", "renown"), numbers=2)
    for rank, other in enumerate(ranking(view), start=1):
        if rank <= most or other == seat:
            lord = view["lords"][other]
            style = "bold" if other == seat else ""
            made.add_row(
                str(rank), lord_text(view, other, screen), title_text(screen, lord), *worth(screen, lord), style=style
            )
    return made


def title_text(screen: Screen, lord: View) -> str:
    """A lord's title, or that he is out."""
    return title_name(screen, lord["title"]) if lord["alive"] else screen.text("dead")


def worth(screen: Screen, lord: View) -> tuple[str, str]:
    """A lord's lands and global renown."""
    return str(lord["lands"]), real(lord["global_renown"], screen.lang) if lord["alive"] else "—"


def lands_table(screen: Screen, view: View, names: Sequence[str], title: str) -> Table:
    """What everyone knows of these lands."""
    made = screen.table(title, ("land", "owner", "population", "happiness"), numbers=2)
    for name in names:
        land = view["lands"][name]
        made.add_row(
            land_label(view, name, screen.lang),
            lord_text(view, land["owner"], screen),
            integer(land["population"], screen.lang),
            real(land["happiness"], screen.lang),
        )
    return made


def own_lands_table(screen: Screen, view: View) -> Table:
    """A lord's own lands, with what only he knows of them."""
    columns = ("land", "work", "population", "happiness", "coefficient", "garrison")
    made = screen.table(screen.text("own_lands"), columns, numbers=4)
    garrisons = {army["land"]: army["men"] for army in view["own"]["armies"].values() if army["knight"] is None}
    for name, land in view["own"]["lands"].items():
        public = view["lands"][name]
        made.add_row(
            land_label(view, name, screen.lang),
            screen.text(f"work_{land['fortification']}"),
            integer(public["population"], screen.lang),
            real(public["happiness"], screen.lang),
            real(land["tax_coefficient"], screen.lang, 2),
            integer(garrisons[name], screen.lang) if name in garrisons else "",
        )
    return made


def knights_table(screen: Screen, view: View) -> Table:
    """A lord's knights: where they stand, with how many men."""
    own = view["own"]
    made = screen.table(screen.text("knights"), ("knight", "land", "army", "men", "pay", "renown"), numbers=4)
    for id, knight in own["knights"].items():
        army = own["armies"].get(str(knight["army"]))
        made.add_row(
            ("♛ " if int(id) == own["lord_knight"] else "") + knight["name"],
            land_label(view, knight["land"], screen.lang),
            f"#{knight['army']}" if army else "",
            integer(army["men"], screen.lang) if army else "",
            integer(knight["pay"], screen.lang),
            real(knight["renown"], screen.lang),
        )
    return made


def purse_line(screen: Screen, view: View) -> str:
    """The treasury and the retreat settings, in one line."""
    own = view["own"]
    return screen.text("purse", treasury=own["treasury"], **own["retreat"])


def neighbours(view: View) -> list[str]:
    """The lands of others that touch the lord's own."""
    from heraut.games.gloire.atlas import atlas

    places, own = atlas(view["map"]).places, view["own"]["lands"]
    return [name for name in places if name not in own and any(other in own for other in places[name].neighbours)]


def show_view(screen: Screen, view: View) -> None:
    """The whole view: the lords, then the lord's own lands and knights, or all lands to a passer-by."""
    screen.show(heading(screen, view), lords_table(screen, view))
    if "own" not in view:
        by_owner = sorted(view["lands"], key=lambda name: (view["lands"][name]["owner"] is None, name))
        screen.show(lands_table(screen, view, by_owner, screen.text("lands")))
        return
    screen.line(purse_line(screen, view), "bold")
    screen.show(knights_table(screen, view), own_lands_table(screen, view))
    screen.show(lands_table(screen, view, neighbours(view), screen.text("neighbour_lands")))
