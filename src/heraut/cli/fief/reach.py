"""`heraut odds fief reach`: where lords can arrive in a movement turn, and with how many soldiers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.fief.tables import View, family_name, given, named
from heraut.cli.screen import Misuse, Screen

if TYPE_CHECKING:
    from heraut.games.fief.calculators.reach import Arrival, Walk


@arguments.command
@arguments.file
@arguments.seat
@click.option("--lord")
@click.option("--village")
@arguments.as_json
@click.pass_obj
def reach(screen: Screen, file: Path, seat: str | None, lord: str | None, village: str | None, as_json: bool) -> None:
    """Where each lord can arrive, as everyone, or one seat, may know; a seat's own lords unless others are named."""
    import msgspec

    from heraut.cli.files import find_seat, open_match
    from heraut.games.fief import name
    from heraut.games.fief.calculators import reach as reaching

    match = open_match(file)
    if match.game.name != name:
        raise Misuse("no_such_game", name=match.game.name, known=[name])
    who = None if seat is None else find_seat(match, seat)
    view = match.game.view(match.state, who)
    lords = {key: known for key, known in named("lord").items() if key in view["lords"]}
    only = known_name(lord, lords), known_name(village, named("village"))
    walks = {
        key: chosen(walk, only[1])
        for key, walk in reaching.reach(view).items()
        if only[0] in (key, None) and (lord or village or who in (walk.seat, None))
    }
    screen.json(msgspec.to_builtins(walks)) if as_json else show_reach(screen, view, walks)


def known_name(text: str | None, names: Mapping[str, str]) -> str | None:
    """The identifier of a lord or village, written as such or by its name. Raises Misuse."""
    for key, name in names.items():
        if text is not None and text.casefold() in (key, name.casefold()):
            return key
    if text is not None:
        raise Misuse("fief_unknown", text=text, known=list(names.values()))
    return None


def chosen(walk: Walk, village: str | None) -> Walk:
    """The walk, with the arrivals at one village only."""
    import msgspec

    arrivals = {name: arrival for name, arrival in walk.arrivals.items() if village in (name, None)}
    return msgspec.structs.replace(walk, arrivals=arrivals)


def show_reach(screen: Screen, view: View, walks: Mapping[str, Walk]) -> None:
    """A row an arrival; a lord who cannot leave has one that says why."""
    columns = ("lord", "family", "village", "way", "soldiers", "leave")
    made = screen.table(screen.text("fief_reach"), columns, numbers=0)
    lords, villages = named("lord"), named("village")
    for walk in walks.values():
        who = (lords[walk.lord], family_name(view, walk.seat))
        if walk.stays:
            made.add_row(*who, villages.get(walk.start or "", "—"), "", "", screen.text(f"stays_{walk.stays}"))
        for village, arrival in walk.arrivals.items():
            way = ", ".join(villages[name] for name in arrival.way[:-1])
            soldiers = "?" if arrival.soldiers is None else str(arrival.soldiers)
            made.add_row(*who, villages[village], way, soldiers, given(leave(screen, view, arrival)))
    screen.show(made)


def leave(screen: Screen, view: View, arrival: Arrival) -> str:
    """What it takes to arrive: nothing, somebody's leave, a fight, d'Arc's company."""
    villages = named("village")
    parts: list[Any] = [
        screen.text(f"gate_{gate.what}", family=view["seats"][gate.keeper]["name"], village=villages[gate.village])
        for gate in arrival.gates
    ]
    parts += [screen.text("reach_fight")] if arrival.fight else []
    parts += [screen.text("reach_storm")] if arrival.storm else []
    parts += [screen.text("reach_darc")] if arrival.darc else []
    return ", ".join(parts) or screen.text("reach_free")
