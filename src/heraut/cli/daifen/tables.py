"""A view of Daifen as tables: the continent, a lord's own kingdom, the kingdoms that he knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from heraut.cli.screen import Screen
from heraut.engine.words import enumeration, integer

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from heraut.engine.match import Match
    from heraut.games.daifen.herald import Herald

View = Mapping[str, Any]


def given(name: str) -> Text:
    """A name that a player has chosen: its brackets are brackets, not markup."""
    from rich.text import Text

    return Text(name)


def words_of(screen: Screen, view: View) -> Herald:
    """The game's own words for what this view holds."""
    from heraut.games.daifen.herald import Herald

    return Herald(view, screen.lang)


def place(screen: Screen, view: View) -> str:
    """Where the match is played: the continent."""
    return str(view["continent"])


def seats_table(screen: Screen, match: Match[Any, Any]) -> Table:
    """Who sits where at the start, for whoever opens the match: each line is what that seat sees of itself."""
    made = screen.table(screen.text("kingdoms"), ("seat", "kingdom", "lord", "race"))
    for seat in match.record.seats:
        view = match.game.view(match.state, seat)
        own, races = view["own"], words_of(screen, view).names["race"]
        made.add_row(seat, given(own["name"]), given(own["lord"]), races[own["race"]])
    return made


def show_view(screen: Screen, view: View) -> None:
    """The whole view: the continent, then the lord's kingdom and those he knows; after the end, what is uncovered."""
    herald = words_of(screen, view)
    screen.show(heading(screen, herald))
    if view["road"] is not None:
        screen.show(ranking_table(screen, view))
    if "fallen" in view:
        screen.say("realm_fallen", "bold", **view["fallen"])
    if "own" in view:
        show_own(screen, herald)
    if "kingdoms" in view:
        screen.show(uncovered_table(screen, herald))


def heading(screen: Screen, herald: Herald) -> Any:
    """The match at a glance: how many kingdoms live, whether they are asked to associate, how it ended."""
    from rich.panel import Panel

    view = herald.view
    if view["road"] is not None:
        end = {
            "turn": view["turn"] - 1,
            "winners": view["winners"] or ["—"],
            "road": screen.road("daifen", view["road"]),
        }
        body = screen.text("continent_ended", **end)
    else:
        body = herald.page("continent_value", view)
        if view["association"] and "own" in view:
            body += "\n" + herald.page("vote_open", view)
    turn = view["turn"] - (view["road"] is not None)
    title = screen.text("heading", place=place(screen, view), turn=turn)
    return Panel(given(body), title=given(title), title_align="left")


def ranking_table(screen: Screen, view: View) -> Table:
    """The final ranking; equals share a rank, that of the first of them."""
    made = screen.table(screen.text("ranking"), ("rank", "kingdom"))
    rank = 1
    for names in view["ranking"]:
        made.add_row(str(rank), given(enumeration(names, screen.lang)))
        rank += len(names)
    return made


def show_own(screen: Screen, herald: Herald) -> None:
    """A lord's kingdom: its stocks, technologies, buildings, units; and the kingdoms that he knows."""
    view, own = herald.view, herald.view["own"]
    race = herald.names["race"][own["race"]]
    technologies = [herald.names["technology"][code] for code in own["technologies"]]
    screen.say("realm", "bold", **{**own, "race": race})
    screen.say("realm_technologies", technologies=technologies or ["—"])
    if own["missed"] and view["abandon_after"] is not None:
        screen.say("realm_missed", "yellow", missed=own["missed"], most=view["abandon_after"])
    screen.show(buildings_table(screen, own["buildings"]), units_table(screen, own["units"]))
    if own["known"]:
        screen.show(known_table(screen, herald))
    else:
        screen.line(herald.page("no_known"))


def buildings_table(screen: Screen, stock: Mapping[str, int]) -> Table:
    """Buildings by type: how solid one of them is, what they all yield or cost a turn."""
    from heraut.games.daifen.races import BUILDINGS

    columns = ("building", "number", "volley", "resistance", "gold", "intellect")
    made = screen.table(screen.text("own_buildings"), columns, numbers=5)
    for code, number in stock.items():
        kind = BUILDINGS[code]
        gains = number * kind.gold_gain, number * kind.intellect_gain
        figures = [number, kind.attack, kind.resistance, *gains]
        made.add_row(getattr(kind, screen.lang), *shown(screen, figures))
    return made


def units_table(screen: Screen, stock: Mapping[str, int]) -> Table:
    """Units by type: how one of them fights (Nelrks keep it secret), what they all yield or cost a turn."""
    from heraut.games.daifen.races import UNITS

    columns = ("unit", "number", "att", "defence", "resistance", "gold", "intellect")
    made = screen.table(screen.text("own_units"), columns, numbers=6)
    for code, number in stock.items():
        kind = UNITS[code]
        fight = ["?"] * 3
        if kind.profile is not None:
            fight = shown(screen, (kind.profile.att, kind.profile.defence, kind.profile.res))
        gains = shown(screen, (number * kind.gold_gain, number * kind.intellect_gain))
        made.add_row(getattr(kind, screen.lang), integer(number, screen.lang), *fight, *gains)
    return made


def shown(screen: Screen, figures: Sequence[int]) -> list[str]:
    """Figures as the language writes them; nothing for a nought."""
    return [integer(figure, screen.lang) if figure else "" for figure in figures]


def known_table(screen: Screen, herald: Herald) -> Table:
    """Who is known, since when, whether they live, and what spies saw last."""
    made = screen.table(screen.text("known"), ("kingdom", "lord", "race", "since", "state", "seen"))
    for name, other in herald.view["own"]["known"].items():
        report, race = other["report"], herald.names["race"][other["race"]]
        state = screen.text("kingdom_lives" if other["alive"] else "kingdom_gone")
        seen = "" if report is None else seen_last(screen, herald, report)
        made.add_row(given(name), given(other["lord"]), race, str(other["since"]), state, seen)
    return made


def seen_last(screen: Screen, herald: Herald, report: View) -> str:
    """A spy report in one line."""
    stocks = {sort: herald.listed(report[sort]) for sort in ("units", "buildings", "supports")}
    return screen.text("known_report", **{**report, **stocks})


def uncovered_table(screen: Screen, herald: Herald) -> Table:
    """Every kingdom once the continent is finished: how much it had, and the turn of its fall."""
    columns = ("kingdom", "lord", "race", "gold", "intellect", "buildings", "units", "fallen_in")
    made = screen.table(screen.text("kingdoms"), columns, numbers=5)
    for kingdom in herald.view["kingdoms"]:
        totals = (sum(kingdom["buildings"].values()), sum(kingdom["units"].values()), kingdom["fallen"] or 0)
        figures = shown(screen, (kingdom["gold"], kingdom["intellect"], *totals))
        made.add_row(given(kingdom["name"]), given(kingdom["lord"]), herald.names["race"][kingdom["race"]], *figures)
    return made
