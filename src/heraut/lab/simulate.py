"""Many matches between bots: the same seed gives the same results, however many processes share the work."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from time import perf_counter
from typing import Any

import msgspec

from heraut import bots as registry
from heraut import games
from heraut.engine.play import play
from heraut.engine.protocol import Look, Seat
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES


class MatchResult(msgspec.Struct, frozen=True):
    """How one match ended.

    `road` is the victory road, or "turn_limit" when the match was stopped. `result` gives each seat its score: the
    game's own when it is over, else its place by `worth`, from 1 for the first to 0 for the last
    (see `places`). `seed` (hexadecimal) plays the match again; `seconds` is the only field that two
    runs do not share.
    """

    seed: str
    turns: int
    result: dict[Seat, float]
    road: str
    seconds: float
    bots: dict[Seat, str]


def simulate(
    game: str,
    *,
    options: Mapping[str, Any],
    seats: int,
    matches: int,
    bots: Sequence[str],
    seed: bytes,
    jobs: int = 1,
    max_turns: int = 100,
) -> Iterator[MatchResult]:
    """Plays so many matches of a game between bots, yielding each result as it comes, in the order of the matches.

    The seats are j1, j2, …; bots are dealt to them in turn, one further at each match. `options` are those of the
    game's setup. A match is stopped after `max_turns`. Raises KeyError on an unknown game or bot, SetupError on options
    that cannot be played.
    """
    for name in bots:
        registry.player(game, name)
    games.game(game).setup(list(deal(bots, seats, 0)), options, Rng(seed))  # what cannot be played is refused here
    one = partial(_match, game, dict(options), seats, tuple(bots), seed, max_turns)
    if jobs == 1:
        yield from map(one, range(matches))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, range(matches))


def match_seed(seed: bytes, index: int) -> bytes:
    """The secret seed of one match of a simulation."""
    return hashlib.sha256(seed + index.to_bytes(8, "big")).digest()


def deal(bots: Sequence[str], seats: int, index: int) -> dict[Seat, str]:
    """Which bot sits where in the match of this index: dealt in turn, one further at each match."""
    return {Seat(f"j{number + 1}"): bots[(number + index) % len(bots)] for number in range(seats)}


def _match(
    game: str, options: dict[str, Any], seats: int, bots: Sequence[str], seed: bytes, max_turns: int, index: int
) -> MatchResult:
    package = games.game(game)
    dealt = deal(bots, seats, index)
    players = {seat: registry.player(game, name) for seat, name in dealt.items()}
    chance = match_seed(seed, index)
    start = perf_counter()
    match = play(package, players, options, chance, max_steps=max_turns)
    seconds = perf_counter() - start
    ended = package.result(match.state)
    scores = ended.scores if ended is not None else places(worth(game, partial(package.view, match.state), dealt))
    road = "turn_limit" if ended is None else ended.road
    return MatchResult(chance.hex(), len(match.record.steps), scores, road, seconds, dealt)


def worth(game: str, look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """What the seats of an unfinished match are ranked by."""
    found: dict[Seat, float] = import_module(f"{GAMES[game].packages.game}.calculators.worth").worth(look, seats)
    return found


def places(standing: Mapping[Seat, float]) -> dict[Seat, float]:
    """The share of the others that each seat outranks, equals counting half: 1 for a clear first, 0 for a last."""
    values = list(standing.values())
    others = max(1, len(values) - 1)
    return {
        seat: (sum(other < mine for other in values) + (sum(other == mine for other in values) - 1) / 2) / others
        for seat, mine in standing.items()
    }
