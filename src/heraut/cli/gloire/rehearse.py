"""`heraut odds gloire rehearse`: the coming turn, played many times in realms that agree with what a lord knows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments
from heraut.cli.rehearsing import rehearsed
from heraut.cli.screen import Screen
from heraut.engine.words import integer, real

if TYPE_CHECKING:
    from rich.table import Table

    from heraut.games.gloire.herald import Herald
    from heraut.games.gloire.outcomes import Summary

RUNS = 20
FIGURES = ("treasury", "lands", "men", "losses", "renown")
FATES = {"taken": "land", "lost": "land", "revolts": "land", "wars": "lord"}  # with the table of their names


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
    """A lord's draft, rehearsed."""
    import msgspec

    from heraut.games.gloire.rehearsal import rehearse as rehearsal
    from heraut.games.gloire.suppositions import Suppositions

    view, events, orders, other, chance = rehearsed(file, seat, "gloire", bots, seed)
    supposed = Suppositions("still" if bots is None else "usual")
    found = rehearsal(view, events, orders, chance, trials=runs, supposed=supposed, other=other).summary
    if as_json:
        screen.json(msgspec.to_builtins(found))
        return
    show(screen, view, found)
    screen.say("gloire_rehearsed", "dim", runs=runs, bots=bots or "")


def show(screen: Screen, view: Any, found: Summary) -> None:
    """Figures and battles in tables; then what else befell, with its share."""
    from heraut.games.gloire.herald import Herald

    herald = Herald(view, screen.lang)
    figures = screen.table("", ("gloire_rehearsal", "gloire_least", "gloire_mean", "gloire_most"), numbers=3)
    for figure in FIGURES:
        spread = getattr(found, figure)
        values = (integer(spread.least, screen.lang), real(spread.mean, screen.lang, 1))
        figures.add_row(screen.text(f"gloire_{figure}_after"), *values, integer(spread.most, screen.lang))
    screen.show(figures)
    if found.battles:
        screen.show(battles(screen, herald, found))
    for fate, table in FATES.items():
        befallen: Mapping[str, int] = getattr(found, fate)
        for name, times in befallen.items():
            screen.say(f"gloire_{fate}", name=herald.names[table][name], share=times / found.trials)
    for vain in found.ignored:
        screen.say("gloire_vain", told=herald.say(vain.event), share=vain.times / found.trials)


def battles(screen: Screen, herald: Herald, found: Summary) -> Table:
    """Where one's own would fight, and how it would end."""
    columns = ("gloire_battle", "gloire_fought", "gloire_won_of_these", "gloire_own_losses", "gloire_killed")
    made = screen.table("", columns, numbers=4)
    for clash in found.battles:
        made.add_row(
            screen.text("gloire_attack" if clash.attacks else "gloire_defence", land=herald.names["land"][clash.land]),
            screen.text("percent", share=clash.fought / found.trials),
            screen.text("percent", share=clash.won / clash.fought),
            real(clash.lost.mean, screen.lang, 1),
            real(clash.killed.mean, screen.lang, 1),
        )
    return made
