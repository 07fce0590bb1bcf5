"""Which seats, starts, races and hosts win more than others, from the matches of a campaign."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from heraut.engine.balance import Balance, Share
from heraut.engine.protocol import Seat
from heraut.games.registry import GAMES
from heraut.lab.campaign import Plan
from heraut.lab.notes import facts
from heraut.lab.simulate import MatchResult


@runtime_checkable
class Varied(Protocol):
    """What a game has to note (`calculators/facts.py`), where the matches that measure its balance vary.

    `isinstance` tells whether they do.
    """

    def variants(self, seats: Sequence[Seat]) -> Sequence[dict[str, Any]]:
        """The options that such matches take in turn."""


Noted = tuple[int, MatchResult, Mapping[Seat, Mapping[str, str]]]  # number, result, how its seats began


def variants(game: str, seats: int, options: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    """The options that matches of balance take in turn: those chosen, with what the game varies where it does."""
    names = [Seat(f"j{number}") for number in range(1, seats + 1)]
    known = facts(game)
    varied = known.variants(names) if isinstance(known, Varied) else ({},)
    return tuple({**one, **options} for one in varied)


def measured(plan: Plan, matches: Iterable[Noted], seed: str) -> Balance:
    """The balance that these matches show. `seed` is the seed as it was given."""
    wins: defaultdict[tuple[str, str], float] = defaultdict(float)
    seats: defaultdict[tuple[str, str], int] = defaultdict(int)
    played, won, sat = 0, 0.0, 0
    for _, result, starts in matches:
        played += 1
        for place, name, share in sorted_out(result, starts):
            wins[place, name] += share
            seats[place, name] += 1
        won += sum(map(result.won, result.result))
        sat += len(result.result)
    by: dict[str, dict[str, Share]] = {}
    for (sort, name), number in seats.items():
        total = wins[sort, name]
        by.setdefault(sort, {})[name] = Share(int(total) if total.is_integer() else round(total, 4), number)
    fair = round(won / sat, 6) if sat else 0.0
    return Balance(by, fair, plan.seats, played, plan.bots, seed, plan.rules_version)


def sorted_out(result: MatchResult, starts: Mapping[Seat, Mapping[str, str]]) -> Iterable[tuple[str, str, float]]:
    """What a match says of each sort and name: how much of it was won there."""
    for seat in result.result:
        share = result.won(seat)
        yield "seat", seat, share
        for sort, name in starts.get(seat, {}).items():
            if name:
                yield sort, name, share
    hosts = [(seat, starts[seat]["host"]) for seat in result.result if starts.get(seat, {}).get("host")]
    if len(hosts) == 2 and hosts[0][1] != hosts[1][1]:
        (seat, first), (_, second) = sorted(hosts, key=lambda pair: pair[1])
        yield "pair", f"{first} {second}", result.won(seat)


def table_path(game: str) -> Path:
    """Where the balance of a game stands: `tables/balance.json` of its package."""
    package = import_module(GAMES[game].packages.game)
    return Path(str(package.__file__)).with_name("tables") / "balance.json"
