"""A view of Seigneurs & Vassaux as tables: the battle, both hosts, who owes what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from heraut.cli.screen import Screen
from heraut.cli.vassaux.match import SIDES
from heraut.engine.words import enumeration, real

if TYPE_CHECKING:
    from rich.panel import Panel
    from rich.table import Table

    from heraut.engine.match import Match
    from heraut.games.vassaux.state import Battle, Host, Unit
    from heraut.games.vassaux.table.field import Field

View = Mapping[str, Any]


def place(screen: Screen, view: View) -> str:
    """Where the match is played: the map."""
    from heraut.games.vassaux.herald import fixed_names
    from heraut.games.vassaux.view import battle_of

    return fixed_names(screen.lang)["map"][battle_of(view).settings.map]


def seats_table(screen: Screen, match: Match[Any, Any]) -> Table:
    """Who sits where at the start: the host of each, its points and its dice."""
    made = screen.table(screen.text("hosts"), ("seat", "host_side", "units", "figures", "points", "reserve"), numbers=4)
    for index, host in enumerate(match.state.hosts):
        units = [unit for unit in match.state.units.values() if unit.seat == index]
        figures = sum(unit.sheet.size for unit in units)
        made.add_row(owner(screen, host), SIDES[index], *map(str, (len(units), figures, host.total, host.reserve)))
    return made


def show_view(screen: Screen, view: View) -> None:
    """The whole view: how far the battle is, then each host, unit by unit."""
    from heraut.games.vassaux.herald import Herald
    from heraut.games.vassaux.scene import figures, scene
    from heraut.games.vassaux.table.field import Field
    from heraut.games.vassaux.view import battle_of

    battle = battle_of(view)
    field = Field(battle)
    screen.show(heading(screen, view, battle))
    for index, host in enumerate(battle.hosts):
        screen.show(host_table(screen, field, index, host))
    herald = Herald(view, screen.lang)
    screen.line("\n".join([*scene(herald), *figures(herald), ""]))


def heading(screen: Screen, view: View, battle: Battle) -> Panel:
    """The battle at a glance: turn, initiative, who is awaited; in the end, who has won."""
    from rich.panel import Panel
    from rich.text import Text

    from heraut.games.vassaux.herald import Herald

    if battle.road is not None:
        winner = owner(screen, battle.hosts[battle.winner]) if battle.winner >= 0 else screen.text("nobody_wins")
        body = screen.text("battle_over", winner=winner)
    elif battle.asked is not None:
        seat, question = battle.asked
        duty = Herald(view, screen.lang).names["duty"][question]
        body = screen.text("battle_asks", seat=owner(screen, battle.hosts[seat]), duty=duty)
    else:
        body = ""
    if battle.turn:
        first = owner(screen, battle.hosts[battle.initiative]) if battle.initiative >= 0 else "—"
        body += "\n" + screen.text(
            "battle_turn", turns=battle.settings.turns, first=first, re=list(map(str, battle.re))
        )
    title = screen.text("heading", place=place(screen, view), turn=battle.turn)
    return Panel(Text(body), title=Text(title), title_align="left")


def host_table(screen: Screen, field: Field, index: int, host: Host) -> Table:
    """A host: its dice and losses, then its units."""
    title = screen.text(
        "host",
        seat=owner(screen, host),
        side=SIDES[index],
        reserve=host.reserve,
        discard=host.discard,
        lost=host.eliminated,
        total=host.total,
    )
    columns = ("id", "unit", "place", "state", "at", "df", "ps", "men", "confused")
    made = screen.table(title, columns, numbers=5)
    for unit in field.now.units.values():
        if unit.seat == index:
            made.add_row(*unit_row(screen, field, unit))
    return made


def unit_row(screen: Screen, field: Field, unit: Unit) -> list[str]:
    """A unit: where its leader stands, in rulers; what it is about; how its men fight; how many are left."""
    from rich.markup import escape

    from heraut.games.vassaux.tables import TITLES

    name = escape(unit.sheet.name) or str(getattr(TITLES[unit.sheet.title], screen.lang))
    spot = field.now.at.get(unit.leader)
    between = " ; " if screen.lang == "fr" else "; "
    where = "—" if spot is None else between.join(real(value / 1000, screen.lang) for value in spot)
    sheet = unit.sheet
    figures = (sheet.at, sheet.df, sheet.ps, len(unit.men), len(unit.band))
    return [str(unit.id), name, where, state(screen, field, unit), *map(str, figures)]


def state(screen: Screen, field: Field, unit: Unit) -> str:
    """What a unit has been ordered, and what it has become."""
    from heraut.games.vassaux.tables import ORDERS

    by_face = {row.face: row for row in ORDERS.values() if not row.simple}
    words = [str(getattr(by_face[face], screen.lang)) for face in unit.dice]
    if unit.simple:
        words.append(str(getattr(ORDERS[unit.simple], screen.lang)))
    signs = {
        "unit_on_alert": unit.alert,
        "unit_fortified": unit.fortified,
        "unit_engaged": field.engaged(unit.id),
        "unit_undeployed": bool(unit.leader) and unit.leader not in field.now.at and not unit.markers,
        "unit_leaderless": not unit.leader and bool(unit.men or unit.band),
        "unit_gone": not unit.men and not unit.band,
    }
    words += [screen.text(sign) for sign, shown in signs.items() if shown]
    return enumeration(words, screen.lang) if words else ""


def owner(screen: Screen, host: Host) -> str:
    """Who plays a host: a name or a seat, or the reaction table."""
    return host.name or str(host.seat) or screen.text("reaction_table")
