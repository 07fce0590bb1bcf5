"""`heraut simulate`: many matches between bots, as a table or as JSON."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from heraut.cli import arguments
from heraut.cli.choices import bot_named, seed_bytes
from heraut.cli.screen import Refused, Screen

if TYPE_CHECKING:
    from heraut.engine.protocol import Game
    from heraut.lab.simulate import MatchResult


@arguments.command
@arguments.game
@click.option("--matches", type=arguments.COUNT, required=True)
@click.option("--bots", required=True)
@click.option("--seed", required=True)
@arguments.map_name
@arguments.seats
@arguments.setting
@click.option("--jobs", type=arguments.COUNT, default=1)
@click.option("--max-turns", type=arguments.COUNT)
@arguments.as_json
@click.pass_obj
def simulate(
    screen: Screen,
    game: str,
    matches: int,
    bots: str,
    seed: str,
    map_name: str | None,
    seats: int | None,
    option: Sequence[str],
    jobs: int,
    max_turns: int | None,
    as_json: bool,
) -> None:
    """Plays many matches between bots."""
    from heraut.cli.choices import chosen_options, seat_count
    from heraut.cli.files import game_named, terminal
    from heraut.lab.simulate import simulate as play_many

    played = game_named(game)
    names = [name.strip() for name in bots.split(",")]
    for name in names:
        bot_named(game, name)
    options = chosen_options(game, option, map_name, seats, ())
    results = play_many(
        game,
        options=options,
        seats=seat_count(game, options, seats),
        matches=matches,
        bots=names,
        seed=seed_bytes(seed),
        jobs=min(jobs, matches, 4 * (os.cpu_count() or 1)),
        max_turns=max_turns or terminal(game).longest,
    )
    done = played_out(screen, played, results, matches)
    if as_json:
        screen.json({"matches": [as_row(result) for result in done]})
    else:
        show_summary(screen, game, done)
        screen.say("simulation_seed", "dim", seed=seed)


def played_out(screen: Screen, game: Game[Any, Any], results: Iterable[MatchResult], matches: int) -> list[MatchResult]:
    """Every result, once all are there; leaves with the reasons where the options cannot be played."""
    from heraut.cli.files import explain_all
    from heraut.engine.protocol import SetupError

    try:
        return list(watched(screen, results, matches))
    except SetupError as error:
        explain_all(screen, game, error.refusals)
        raise Exit(Refused.status) from None


def watched(screen: Screen, results: Iterable[MatchResult], matches: int) -> Iterator[MatchResult]:
    """The results as they come, with a progress bar in the margin."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen.margin, transient=True, disable=not screen.margin.is_terminal) as bar:
        task = bar.add_task(screen.text("simulating"), total=matches)
        for result in results:
            bar.advance(task)
            yield result


def as_row(result: MatchResult) -> dict[str, Any]:
    """One result, as the JSON output gives it."""
    return {
        "seed": result.seed,
        "turns": result.turns,
        "result": dict(result.result),
        "road": result.road,
        "seconds": result.seconds,
        "bots": dict(result.bots),
    }


def show_summary(screen: Screen, game: str, results: Sequence[MatchResult]) -> None:
    """Wins by bot, roads to the throne, length of the matches."""
    from heraut.cli.files import terminal
    from heraut.engine.words import percent, real

    lang = screen.lang
    wins, seats = wins_by_bot(results)
    made = screen.table(screen.text("wins"), ("bot", "seats", "wins", "wins_a_seat"), numbers=3)
    for bot in sorted(seats):
        made.add_row(bot, str(seats[bot]), real(wins[bot], lang), percent(wins[bot] / seats[bot], lang, 1))
    screen.show(made)
    roads = screen.table(screen.text("ends"), ("road", "matches", "share"), numbers=2)
    for road, times in Counter(result.road for result in results).most_common():
        roads.add_row(screen.road(game, road), str(times), percent(times / len(results), lang, 1))
    screen.show(roads)
    turns = sorted(result.turns for result in results)
    low, middle, high = (turns[-(-len(turns) * tenths // 10) - 1] for tenths in (1, 5, 9))
    words: dict[str, Any] = {"by_decision": terminal(game).by_decision}
    screen.say("lengths", **words, low=low, middle=middle, high=high, longest=turns[-1], shortest=turns[0])
    seconds = sum(result.seconds for result in results)
    each = 1000 * seconds / max(1, sum(turns))
    screen.say("speed", "dim", **words, matches=len(results), seconds=seconds, turn=each)


def wins_by_bot(results: Sequence[MatchResult]) -> tuple[dict[str, float], Counter[str]]:
    """Wins and seats of each bot; a first place that is shared counts for a share."""
    wins: defaultdict[str, float] = defaultdict(float)
    seats: Counter[str] = Counter()
    for result in results:
        best = max(result.result.values())
        first = [seat for seat, score in result.result.items() if score == best > 0]
        for seat in first:
            wins[result.bots[seat]] += 1 / len(first)
        seats.update(result.bots.values())
    return wins, seats
