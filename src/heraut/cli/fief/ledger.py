"""`heraut odds fief ledger`: what a family counts before it decides."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.fief.tables import View, family_name, given, named
from heraut.cli.screen import Misuse, Screen
from heraut.engine.words import integer, typeset

if TYPE_CHECKING:
    from heraut.games.fief.calculators.ledger import Missing


@arguments.command
@arguments.file
@click.option("--seat", required=True)
@arguments.as_json
@click.pass_obj
def ledger(screen: Screen, file: Path, seat: str, as_json: bool) -> None:
    """The incomes to come, the points of a count, the votes of all, what each region still lacks."""
    import msgspec

    from heraut.cli.files import find_seat, open_match
    from heraut.games.fief import name
    from heraut.games.fief.board.places import REGION_IDS
    from heraut.games.fief.calculators.ledger import incomes, missing, points, voices

    match = open_match(file)
    if match.game.name != name:
        raise Misuse("no_such_game", name=match.game.name, known=[name])
    who = find_seat(match, seat)
    view = match.game.view(match.state, who)
    found: dict[str, Any] = {
        "incomes": incomes(view, who),
        "points": {other: points(view, other) for other, one in view["seats"].items() if one["alive"]},
        "voices": {other: voices(view, other) for other, one in view["seats"].items() if one["alive"]},
        "regions": {region: missing(view, who, region) for region in REGION_IDS},
    }
    screen.json(msgspec.to_builtins(found)) if as_json else show_ledger(screen, view, found)


def show_ledger(screen: Screen, view: View, found: dict[str, Any]) -> None:
    """Three tables."""
    places = named("village") | named("region") | named("lord")
    money = screen.table(screen.text("ledger_incomes"), ("source", "income", "note"), numbers=0)
    for line in found["incomes"]:
        notes = [screen.text(f"ledger_{word}") for word in (line.sort, line.why) if word not in ("", "village")]
        money.add_row(places[line.source], integer(line.money, screen.lang), ", ".join(notes))
    total = sum(line.money for line in found["incomes"] if line.sort != "aside")
    money.add_row(screen.text("ledger_total"), integer(total, screen.lang), "")
    lords = named("lord")
    voices = screen.table(
        screen.text("ledger_families"), ("family", "score", "votes", "bishops", "cardinals"), numbers=0
    )
    for seat, one in found["voices"].items():
        names = [", ".join(lords[name] for name in group) for group in (one.bishops, one.cardinals)]
        voices.add_row(family_name(view, seat), str(found["points"][seat]), str(len(one.voters)), *names)
    regions = screen.table(screen.text("ledger_regions"), ("region", "lacking"), numbers=0)
    for region, one in found["regions"].items():
        regions.add_row(places[region], given(lacking(screen, view, one)))
    screen.show(money, voices, regions)


def lacking(screen: Screen, view: View, one: Missing) -> str:
    """What a region still lacks, in words."""
    if one.held is not None:
        return (
            screen.text("lacking_held", family=view["seats"][one.held]["name"]) if one.held else screen.text("abeyance")
        )
    villages = named("village")
    parts = (
        [screen.text("lacking_villages", villages=[villages[name] for name in one.villages])] if one.villages else []
    )
    parts += [screen.text("lacking_shared", villages=[villages[name] for name in one.shared])] if one.shared else []
    parts += [screen.text("lacking_castle")] if one.castle else []
    parts += [screen.text("lacking_lord")] if one.lord else []
    parts += [screen.text("lacking_money", money=one.money)] if one.money else []
    return typeset(" ; " if screen.lang == "fr" else "; ", screen.lang).join(parts) or screen.text("lacking_nothing")
