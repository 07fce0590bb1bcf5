"""How many of its seats each bot has won."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping

import msgspec

from heraut.engine.balance import Share
from heraut.engine.protocol import Seat
from heraut.lab.simulate import MatchResult


class Won(msgspec.Struct, frozen=True):
    """The part of its seats that a bot has won, and what a seat of these matches has when all play alike."""

    wins: Share
    fair: float


def as_entered(result: MatchResult) -> Mapping[Seat, str]:
    """Who sat where, as the schedule names them."""
    return result.entered


def in_full(result: MatchResult) -> Mapping[Seat, str]:
    """Who sat where, by full names: tempers that seats drew included."""
    return result.bots


def shares_won(
    results: Iterable[MatchResult], named: Callable[[MatchResult], Mapping[Seat, str]] = as_entered
) -> dict[str, Won]:
    """What each bot has won, in the order in which they were met; victories count as `MatchResult.won` says."""
    seats, wins, fair = Counter[str](), defaultdict[str, float](float), defaultdict[str, float](float)
    for result in results:
        won = {seat: result.won(seat) for seat in result.result}
        for seat, bot in named(result).items():
            seats[bot] += 1
            wins[bot] += won[seat]
            fair[bot] += sum(won.values()) / len(won)
    return {bot: Won(Share(wins[bot], number), fair[bot] / number) for bot, number in seats.items()}


def percent(share: Share) -> str:
    """A share with its interval, in figures of English: `70.0 % (57.5 to 80.1)`."""
    low, high = share.interval
    return f"{100 * share.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
