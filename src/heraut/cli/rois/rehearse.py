"""`heraut odds rois rehearse`: the coming year, played many times in worlds that agree with what a King knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.rehearsing import rehearsed
from heraut.cli.rois.tables import given
from heraut.cli.screen import Screen
from heraut.engine.words import real

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table

    from heraut.engine.spread import Spread
    from heraut.games.rois.herald import Herald
    from heraut.games.rois.outcomes import Summary

RUNS = 20
FIGURES = ("gold", "units", "losses", "provinces")
FATES = ("taken", "fallen", "deaths", "gone", "hired")  # what befalls provinces, and people
PLACES = ("taken", "fallen")


@arguments.command
@arguments.file
@arguments.seat
@click.option("--runs", type=click.IntRange(1, 1000), default=RUNS)
@click.option("--bots")
@click.option("--seed", default="")
@arguments.as_json
@click.pass_obj
def rehearse(
    screen: Screen, file: Path, seat: str | None, runs: int, bots: str | None, seed: str, as_json: bool
) -> None:
    """A King's draft, rehearsed."""
    import msgspec

    from heraut.games.rois.rehearsal import rehearse as rehearsal

    view, events, orders, other, chance = rehearsed(file, seat, "rois", bots, seed)
    found = rehearsal(view, events, orders, chance, trials=runs, other=other).summary
    if as_json:
        screen.json(msgspec.to_builtins(found))
        return
    show(screen, view, found)
    screen.say("rois_rehearsed", "dim", runs=runs, bots=bots or "")


def show(screen: Screen, view: Any, found: Summary) -> None:
    """Figures, battles and encounters in tables; then what else befell, with its share."""
    from heraut.games.rois.herald import Herald

    herald = Herald(view, screen.lang)
    figures = screen.table("", ("rois_rehearsal", "rois_least", "rois_mean", "rois_most"), numbers=3)
    for figure in FIGURES:
        spread: Spread = getattr(found, figure)
        figures.add_row(screen.text(f"rois_{figure}_after"), *figures_of(screen, spread))
    screen.show(figures)
    if found.battles:
        screen.show(battles(screen, herald, found))
    if found.ventures:
        screen.show(ventures(screen, herald, found))
    for fate in FATES:
        befallen: Mapping[int, int] = getattr(found, fate)
        table = "province" if fate in PLACES else "character"
        for number, times in befallen.items():
            name = herald.name(table, number)
            screen.say(f"rois_{fate}", name=name, share=times / found.trials)
    for vain in found.ignored:
        screen.say("rois_vain", told=herald.say(vain.event), share=vain.times / found.trials)


def figures_of(screen: Screen, spread: Spread) -> tuple[str, str, str]:
    """The least, the mean, the most, as the language writes them."""
    return real(spread.least, screen.lang, 0), real(spread.mean, screen.lang, 1), real(spread.most, screen.lang, 0)


def percent(screen: Screen, times: int, trials: int) -> str:
    """How often, in hundredths."""
    return screen.text("percent", share=times / trials)


def battles(screen: Screen, herald: Herald, found: Summary) -> Table:
    """Where one's own would fight, and how it would end."""
    columns = ("rois_battle", "rois_fought", "rois_won_of_these", "rois_lost_units", "rois_killed_units")
    made = screen.table("", columns, numbers=4)
    for clash in found.battles:
        made.add_row(
            given(f"{herald.name('season', clash.season)}, {herald.name('province', clash.province)}"),
            percent(screen, clash.fought, found.trials),
            percent(screen, clash.won, clash.fought),
            real(clash.lost.mean, screen.lang, 1),
            real(clash.killed.mean, screen.lang, 1),
        )
    return made


def ventures(screen: Screen, herald: Herald, found: Summary) -> Table:
    """Whom one's own would meet, and who would have the better of it."""
    made = screen.table("", ("rois_character", "rois_meets", "rois_met", "rois_wins", "rois_loses"), numbers=3)
    for venture in found.ventures:
        foes = [herald.name("monster", monster) for monster in venture.monsters]
        foes += [herald.name("character", venture.other)] if venture.other else []
        made.add_row(
            given(herald.name("character", venture.who)),
            given(f"{', '.join(foes)} ({herald.name('season', venture.season)})"),
            percent(screen, venture.met, found.trials),
            percent(screen, venture.won, venture.met),
            percent(screen, venture.lost, venture.met),
        )
    return made
