"""`heraut ladder`, `heraut balance`: campaigns of matches between bots, and what they say of bots and of starts."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments, batch
from heraut.cli.batch import AT_HOME, interval, needs, run_campaign, unwritable
from heraut.cli.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from heraut.engine.balance import Balance
    from heraut.lab.campaign import Plan
    from heraut.lab.ladder import Rung

LADDER_BOTS = "random,classic,novice,player"
PAGE = Path("docs/ladder.md")


@arguments.command
@arguments.game
@click.option("--matches", type=arguments.COUNT, default=200)
@click.option("--bots", default=LADDER_BOTS)
@click.option("--seed", default="ladder")
@click.option("--page", type=arguments.PATH, default=PAGE)
@batch.folder
@batch.how_played
@arguments.as_json
@click.pass_obj
def ladder(
    screen: Screen, /, game: str, matches: int, page: Path, folder: Path | None, as_json: bool, **chosen: Any
) -> None:
    """Plays bots against each other, rates them, shows the ladder and writes it to a page."""
    needs("lab", "openskill", "pyarrow")
    from heraut.lab.ladder import replaced, rungs, section

    campaign = run_campaign(screen, game, matches, folder or AT_HOME / f"ladder-{game}", **chosen)
    rated = rungs([result for _, result, _ in batch.results(campaign, matches)])
    if as_json:
        screen.json({"bots": [rung_row(rung) for rung in rated]})
    else:
        show_ladder(screen, rated)
    text = section(game, measured_how(campaign.plan, matches), rated, command_words("ladder", game, matches, **chosen))
    with unwritable(page):
        page.parent.mkdir(parents=True, exist_ok=True)
        before = page.read_text(encoding="utf-8") if page.exists() else "# The ladder of the bots\n"
        page.write_text(replaced(before, game, text), encoding="utf-8")
    screen.warn(screen.text("ladder_written", file=str(page), folder=str(campaign.folder)), style="dim")


def show_ladder(screen: Screen, rungs: Sequence[Rung]) -> None:
    """Place, bot, points, matches won, fair share, seats."""
    from heraut.engine.words import percent

    columns = ("rank", "bot", "rating", "won", "between", "fair", "seats")
    table = screen.table(screen.text("ladder"), columns, numbers=5)
    for place, rung in enumerate(rungs, start=1):
        points = screen.text("points_about", points=rung.points, low=rung.interval[0], high=rung.interval[1])
        won = percent(rung.wins.share, screen.lang, 1)
        fair, seats = percent(rung.fair, screen.lang, 1), str(rung.wins.matches)
        table.add_row(
            str(place), rung.bot, points, won, interval(screen, rung.wins.wins, rung.wins.matches), fair, seats
        )
    screen.show(table)


def rung_row(rung: Rung) -> dict[str, Any]:
    """A bot, as the JSON output gives it."""
    return {
        "bot": rung.bot,
        "points": rung.points,
        "points_interval": rung.interval,
        "wins": rung.wins.wins,
        "seats": rung.wins.matches,
        "interval": rung.wins.interval,
        "fair": rung.fair,
    }


def measured_how(plan: Plan, matches: int) -> str:
    """What was played, in a sentence of the page."""
    from heraut import __version__

    rules = f"version {plan.rules_version} of the rules (Héraut {__version__})"
    return f"{matches} matches of {plan.seats} seats, under {rules}."


def command_words(command: str, game: str, matches: int, **chosen: Any) -> str:
    """The command that plays the same matches again."""
    words = ["heraut", command, game, "--matches", str(matches), "--bots", chosen["bots"], "--seed", chosen["seed"]]
    for option, value in (("--map", chosen["map_name"]), ("--seats", chosen["seats"])):
        words += [] if value is None else [option, str(value)]
    for pair in chosen["option"]:
        words += ["--option", pair]
    return shlex.join(words + (["--max-turns", str(chosen["max_turns"])] if chosen["max_turns"] else []))


@arguments.command
@arguments.game
@click.option("--matches", type=arguments.COUNT, default=200)
@click.option("--bots", default="player")
@click.option("--seed", default="balance")
@click.option("--write", is_flag=True)
@batch.folder
@batch.how_played
@arguments.as_json
@click.pass_obj
def balance(
    screen: Screen, /, game: str, matches: int, write: bool, folder: Path | None, as_json: bool, **chosen: Any
) -> None:
    """Shows which seats, starts, races and hosts win more than others, and keeps it with the game's tables."""
    needs("lab", "pyarrow")
    from heraut.cli.files import terminal
    from heraut.engine.balance import write_balance
    from heraut.lab.balance import measured, table_path

    campaign = run_campaign(screen, game, matches, folder or AT_HOME / f"balance-{game}", varied=True, **chosen)
    found = measured(campaign.plan, batch.results(campaign, matches), chosen["seed"])
    if as_json:
        screen.json(balance_json(found))
    else:
        show_balance(screen, found, terminal(game).start_names())
    screen.warn(screen.text("matches_kept", folder=str(campaign.folder)), style="dim")
    if write:
        file = table_path(game)
        with unwritable(file):
            file.write_bytes(write_balance(found))
        screen.warn(screen.text("balance_written", file=str(file)), style="dim")


def show_balance(screen: Screen, found: Balance, starts: Mapping[str, str]) -> None:
    """A table for each sort of difference, the strongest first; what wins beyond its fair share is marked."""
    from heraut.engine.words import percent

    for sort, rows in found.by.items():
        table = screen.table(screen.text(f"balance_{sort}"), (sort, "won", "between", "seats"), numbers=3)
        favoured = set(found.favoured(sort))
        for name, share in sorted(rows.items(), key=lambda row: (-row[1].share, row[0])):
            called = starts.get(name, name)
            shown = screen.text("favoured", name=called) if name in favoured else called
            won = percent(share.share, screen.lang, 1), interval(screen, share.wins, share.matches)
            table.add_row(shown, *won, str(share.matches))
        screen.show(table)
    screen.say("balance_fair", "dim", fair=found.fair, matches=found.matches, seats=found.seats)


def balance_json(found: Balance) -> dict[str, Any]:
    """The balance, as the JSON output gives it: each share with its interval."""
    import msgspec

    rows = {
        sort: {
            name: {"wins": one.wins, "matches": one.matches, "interval": one.interval} for name, one in shares.items()
        }
        for sort, shares in found.by.items()
    }
    favoured = {sort: found.favoured(sort) for sort in found.by}
    return {**msgspec.structs.asdict(found), "by": rows, "favoured": favoured}
