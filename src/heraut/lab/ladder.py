"""The ladder of the bots of a game: ratings by OpenSkill, with intervals, and shares of matches won.

Such ratings follow the latest matches, as suits players who learn. Bots do not: what they are shown by is the mean over
many orders of their matches, each drawn anew with repetition (Efron's bootstrap), which gives the interval as well.
Needs openskill (the extra `lab`).
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import msgspec

from heraut.engine.balance import Share
from heraut.engine.rng import Rng
from heraut.lab.ratings import MODEL, SCALE, START, Rating, rated
from heraut.lab.shares import percent, shares_won
from heraut.lab.simulate import MatchResult

ORDERS = 100  # in which the matches are rated


class Rung(msgspec.Struct, frozen=True):
    """A bot on the ladder: its points (1000 at first), between what they lie 19 times in 20, how many seats have won.

    Allies win together; `fair` is the share that a seat of these matches has when all play alike.
    """

    bot: str
    points: int
    interval: tuple[int, int]
    wins: Share
    fair: float


def rungs(results: Sequence[MatchResult]) -> list[Rung]:
    """The ladder that these matches make, the strongest first; the same matches, the same ladder."""
    won = shares_won(results)
    means: dict[str, list[float]] = {bot: [] for bot in won}
    for order in range(ORDERS):
        rng = Rng(b"ladder").at(order)
        ratings = {bot: Rating() for bot in won}
        for _ in results:
            ratings |= after(ratings, rng.choice(results))
        for bot, rating in ratings.items():
            means[bot].append(rating.mu)
    made = [rung(bot, means[bot], one.wins, one.fair) for bot, one in won.items()]
    return sorted(made, key=lambda one: (-one.points, one.bot))


def rung(bot: str, means: list[float], wins: Share, fair: float) -> Rung:
    """A bot, of which each order of the matches gives a mean."""
    ordered = sorted(points(mean) for mean in means)
    beyond = len(ordered) // 40  # on either side
    return Rung(bot, points(fmean(means)), (ordered[beyond], ordered[-1 - beyond]), wins, fair)


def points(mean: float) -> int:
    """The mean of a rating as points."""
    return START + round(SCALE * (mean - MODEL.mu))


def after(ratings: dict[str, Rating], result: MatchResult) -> dict[str, Rating]:
    """The ratings of those who played, after this match; nothing where only one bot did."""
    if len(set(result.entered.values())) < 2:
        return {}
    return rated(ratings, [(bot, rank(result, result.result[seat])) for seat, bot in result.entered.items()])


def rank(result: MatchResult, score: float) -> int:
    """The place that goes with a score: 1 for the best."""
    return 1 + sum(other > score for other in result.result.values())


def section(game: str, title: str, ladder: Sequence[Rung], how: str) -> str:
    """The ladder of a game as a section of the page: a table, and the command that made it."""
    rows = [
        f"| {place} | `{one.bot}` | {one.points} ({one.interval[0]} to {one.interval[1]}) | {percent(one.wins)} "
        f"| {100 * one.fair:.1f} % | {one.wins.matches} |"
        for place, one in enumerate(ladder, start=1)
    ]
    head = ["| | bot | points | matches won | fair | seats |", "|---:|---|---:|---:|---:|---:|"]
    return "\n".join([heading(game), "", title, "", *head, *rows, "", f"    {how}", ""])


def heading(game: str) -> str:
    """The line that begins the section of a game."""
    return f"## {game}"


def replaced(page: str, game: str, text: str) -> str:
    """The page with this section in the place of the one that the game had, or behind all others."""
    before, _, rest = f"\n{page}".partition(f"\n{heading(game)}\n")
    _, following, after = rest.partition("\n## ")
    parts = [before.strip("\n"), text.strip("\n")] + ([f"## {after}".strip("\n")] if following else [])
    return "\n\n".join(part for part in parts if part) + "\n"
