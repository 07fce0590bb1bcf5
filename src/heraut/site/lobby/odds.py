"""The odds of each start, race or host of a game, as matches between bots have shown them, for who opens a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from heraut.engine.balance import Balance, Share, read_balance
from heraut.games.registry import GAMES
from heraut.site.common.words import say

SORTS = ("start", "race", "host", "pair")  # what a host can choose; which seat is only told where a game has none
MOST = 60  # lines of a sort


class Odds(msgspec.Struct, frozen=True):
    """One line: how often who began so has won, between what that lies at 95 %, and whether it is beyond doubt more
    than his share."""

    name: str
    share: float
    low: float
    high: float
    favoured: bool


class OddsTable(msgspec.Struct, frozen=True):
    """The lines of one sort, the strongest first, under the head of their column; `fair` is what each would have if all
    were equal.
    """

    sort: str
    title: str
    column: str
    fair: float
    lines: list[Odds]


@cache
def balance_of(game: str) -> Balance | None:
    """What was measured of a game, None where nobody has; read once."""
    return read_balance(GAMES[game].packages.game)


def odds_tables(game: str, called: Callable[[str, str], str]) -> list[OddsTable]:
    """The odds of a game, by sort; `called` says what a name of a sort is called in the present language."""
    found = balance_of(game)
    if found is None:
        return []
    sorts = [sort for sort in SORTS if found.by.get(sort)] or ["seat"]
    return [table(found, sort, called) for sort in sorts if found.by.get(sort)]


def table(balance: Balance, sort: str, called: Callable[[str, str], str]) -> OddsTable:
    """The lines of one sort."""
    favoured = set(balance.favoured(sort))
    rows = sorted(balance.by[sort].items(), key=lambda row: (-row[1].share, row[0]))[:MOST]
    lines = [line(called(sort, name), share, favoured=name in favoured) for name, share in rows]
    return OddsTable(sort, say(f"odds.{sort}"), say(f"odds.who_{sort}"), 0.5 if sort == "pair" else balance.fair, lines)


def line(name: str, share: Share, *, favoured: bool) -> Odds:
    """One line."""
    low, high = share.interval
    return Odds(name, share.share, low, high, favoured)
