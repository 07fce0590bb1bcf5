"""What the commands share that play many matches: options, the work given out, progress, and what may go wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.exceptions import Exit

from heraut.cli import arguments
from heraut.cli.choices import bot_names, chosen_options, seat_count, seed_bytes
from heraut.cli.screen import Misuse, Refused, Screen

if TYPE_CHECKING:
    from heraut.lab.balance import Noted
    from heraut.lab.campaign import Campaign
    from heraut.lab.parallel import ParallelMap

AT_HOME = Path("heraut-lab")  # where campaigns are kept that name no folder

folder = click.option("--folder", type=arguments.PATH)
cluster = click.option("--cluster")
jobs = click.option("--jobs", type=arguments.COUNT, default=1)
max_turns = click.option("--max-turns", type=arguments.COUNT)


def how_played(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options that say how matches are played, and by whose processors."""
    for option in (max_turns, cluster, jobs, arguments.setting, arguments.seats, arguments.map_name):
        command = option(command)
    return command


class Wanted(NamedTuple):
    """What the words of a command say of its matches: who plays in how many seats, from what, how, how long."""

    bots: tuple[str, ...]
    seats: int
    seed: bytes
    options: dict[str, Any]
    max_turns: int


def wanted(
    game: str,
    *,
    bots: str,
    seed: str,
    map_name: str | None,
    seats: int | None,
    option: Sequence[str],
    max_turns: int | None,
) -> Wanted:
    """What these words say (`how_played`, bots, seed). Raises Stop."""
    from heraut.cli.files import game_named
    from heraut.games.registry import GAMES

    game_named(game)
    options = chosen_options(game, option, map_name, seats, ())
    number, names = seat_count(game, options, seats), tuple(bot_names(game, bots))
    return Wanted(names, number, seed_bytes(seed), options, max_turns or GAMES[game].longest)


def run_campaign(
    screen: Screen,
    game: str,
    matches: int,
    folder: Path,
    *,
    jobs: int,
    cluster: str | None,
    varied: bool = False,
    kept: Mapping[str, Any] = {},
    **words: Any,
) -> Campaign:
    """The campaign of these words (`wanted`) in this folder, played up to its first so many matches. Raises Stop.

    `varied`: by the options that the game varies where balance is measured. `kept` are fields of the plan that say how
    seats are dealt, and what is kept besides results.
    """
    needs("lab", "pyarrow")

    from heraut.lab.balance import variants
    from heraut.lab.campaign import Campaign, plan

    asked = wanted(game, **words)
    options = variants(game, asked.seats, asked.options) if varied else (asked.options,)
    made = plan(game, **(asked._asdict() | {"seed": asked.seed.hex(), "options": options, **kept}))
    parallel, workers = shared(min(jobs, matches), cluster)
    with faults_told(screen, game), unwritable(folder), unfit(folder):
        campaign = Campaign.begin(folder, made)
        with progress(screen, matches) as reached:
            for done in campaign.run(matches, parallel, workers):
                reached(done)
    return campaign


def results(campaign: Campaign, matches: int) -> Sequence[Noted]:
    """The first so many matches of a campaign. Raises Misuse where one of its files is damaged."""
    from heraut.lab.tables import Damaged

    try:
        return campaign.results(matches)
    except Damaged as error:
        raise Misuse("damaged_part", file=str(error.path)) from None


def shared(jobs: int, cluster: str | None) -> tuple[ParallelMap, int]:
    """What shares work out, over a cluster or over so many processes, and how many they are. Raises Misuse."""
    if cluster is None:
        from heraut.lab.parallel import over_processes

        jobs = min(jobs, 4 * (os.cpu_count() or 1))
        return partial(over_processes, jobs=jobs), jobs
    needs("cluster", "ray")
    from heraut.lab import cluster as machines

    try:
        machines.join(cluster)
    except (ConnectionError, ValueError):
        raise Misuse("no_cluster", address=cluster) from None
    return machines.over_machines, machines.processors()


def interval(screen: Screen, wins: float, number: int) -> str:
    """Between what a share lies, 19 times in 20."""
    from heraut.engine.balance import Share

    low, high = Share(wins, number).interval
    return screen.text("share_interval", low=low, high=high)


@contextmanager
def progress(screen: Screen, matches: int) -> Iterator[Callable[[int], None]]:
    """A bar in the margin of the screen; the function that it gives is told how many matches are done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen.margin, transient=True, disable=not screen.margin.is_terminal) as bar:
        task = bar.add_task(screen.text("simulating"), total=matches)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def faults_told(screen: Screen, game: str) -> Iterator[None]:
    """Says why options cannot be played, or what a bot does wrong. Raises Exit, Refused."""
    from heraut.cli.files import explain_all, game_named
    from heraut.engine.protocol import SetupError
    from heraut.lab.programs import ProgramFault

    try:
        yield
    except SetupError as error:
        explain_all(screen, game_named(game), error.refusals)
        raise Exit(Refused.status) from None
    except ProgramFault as error:
        raise Refused(f"bot_{error.code}", command=error.command, detail=error.detail) from None


@contextmanager
def unfit(folder: Path) -> Iterator[None]:
    """Says why a folder cannot be filled: another campaign is in it, or another run at work. Raises Misuse."""
    import msgspec

    from heraut.lab.campaign import OtherPlan
    from heraut.lab.folders import Busy

    try:
        yield
    except OtherPlan as error:
        raise Misuse("other_plan", folder=str(folder), fields=list(error.fields)) from None
    except Busy:
        raise Misuse("folder_busy", folder=str(folder)) from None
    except msgspec.DecodeError as error:
        raise Misuse("no_campaign", folder=str(folder), reason=str(error)) from None


@contextmanager
def unwritable(path: Path) -> Iterator[None]:
    """What the system says of a file or a folder, as a sentence. Raises Misuse."""
    try:
        yield
    except OSError as error:
        raise Misuse("unwritable", file=str(path), reason=error.strerror or str(error)) from None


def needs(extra: str, *libraries: str) -> None:
    """Sees whether the libraries of an extra are there. Raises Misuse, with what to type."""
    from heraut.lab.extras import MissingExtra, require

    try:
        require(*libraries, extra=extra)
    except MissingExtra as error:
        raise Misuse("extra_missing", extra=error.extra, libraries=list(error.libraries)) from None
