"""`heraut simulate`: many matches between bots, as a table or as JSON."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heraut.cli import arguments, batch
from heraut.cli.screen import Misuse, Screen

if TYPE_CHECKING:
    from heraut.lab.simulate import MatchResult


@arguments.command
@arguments.game
@click.option("--matches", type=arguments.COUNT, required=True)
@click.option("--bots", required=True)
@click.option("--seed", required=True)
@batch.how_played
@batch.folder
@click.option("--trajectories", is_flag=True)
@click.option("--views", is_flag=True)
@arguments.as_json
@click.pass_obj
def simulate(
    screen: Screen,
    /,
    game: str,
    matches: int,
    folder: Path | None,
    trajectories: bool,
    views: bool,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Plays many matches between bots."""
    if folder is not None:
        kept = {"shuffled": False, "trajectories": trajectories or views, "views": views}
        campaign = batch.run_campaign(screen, game, matches, folder, kept=kept, **chosen)
        done = [result for _, result, _ in batch.results(campaign, matches)]
    elif trajectories or views:
        raise Misuse("folder_needed")
    else:
        done = run_matches(screen, game, matches, **chosen)
    if as_json:
        screen.json({"matches": [as_row(result) for result in done]})
    else:
        show_summary(screen, game, done)
        screen.say("simulation_seed", "dim", seed=chosen["seed"])
    if folder is not None:
        screen.warn(screen.text("matches_kept", folder=str(folder)), style="dim")


def run_matches(
    screen: Screen, game: str, matches: int, *, jobs: int, cluster: str | None, **words: Any
) -> list[MatchResult]:
    """The results of so many matches of these words (`batch.wanted`), of which nothing is kept. Raises Stop."""
    from heraut.lab.simulate import simulate as play_many

    asked = batch.wanted(game, **words)
    parallel, _ = batch.shared(min(jobs, matches), cluster)
    done: list[MatchResult] = []
    with batch.faults_told(screen, game), batch.progress(screen, matches) as reached:
        for result in play_many(game, matches=matches, parallel=parallel, **asked._asdict()):
            done.append(result)
            reached(len(done))
    return done


def as_row(result: MatchResult) -> dict[str, Any]:
    """One result, as the JSON output gives it."""
    return {
        "seed": result.seed,
        "turns": result.turns,
        "result": dict(result.result),
        "road": result.road,
        "seconds": result.seconds,
        "bots": dict(result.bots),
        "entered": dict(result.entered),
    }


def show_summary(screen: Screen, game: str, results: Sequence[MatchResult]) -> None:
    """First places by bot, how matches ended, how long they were."""
    from heraut.cli.files import terminal
    from heraut.engine.words import percent, real

    lang = screen.lang
    places, seats = first_places(results)
    made = screen.table(screen.text("wins"), ("bot", "seats", "wins", "wins_a_seat", "between"), numbers=4)
    for bot in sorted(seats):
        share = percent(places[bot] / seats[bot], lang, 1)
        between = batch.interval(screen, places[bot], seats[bot])
        made.add_row(bot, str(seats[bot]), real(places[bot], lang), share, between)
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


def first_places(results: Sequence[MatchResult]) -> tuple[dict[str, float], Counter[str]]:
    """First places and seats of each bot; one that is shared, by allies or in a draw, counts for a part of it."""
    places: defaultdict[str, float] = defaultdict(float)
    seats: Counter[str] = Counter()
    for result in results:
        for seat in result.winners:
            places[result.entered[seat]] += 1 / len(result.winners)
        seats.update(result.entered.values())
    return places, seats
