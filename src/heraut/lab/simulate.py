"""Many matches between bots: the same seed gives the same results, however many processes share the work."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from time import perf_counter
from typing import Any

import msgspec

from heraut import games
from heraut.engine.play import Watch, play
from heraut.engine.protocol import Look, Seat
from heraut.engine.rng import Rng
from heraut.games.registry import GAMES
from heraut.lab import entrants
from heraut.lab.parallel import ParallelMap, over_processes


class MatchResult(msgspec.Struct, frozen=True):
    """How one match ended.

    `road` is the victory road, or "turn_limit" when the match was stopped. `result` gives each seat its score: the
    game's own when it is over, else its place by `worth`, from 1 for the first to 0 for the last
    (see `places`). `seed` (hexadecimal) plays the match again; `seconds` is the only field that two
    runs do not share. `bots` are full names, the temper that each seat drew included; `entered` are those of the
    schedule.
    """

    seed: str
    turns: int
    result: dict[Seat, float]
    road: str
    seconds: float
    bots: dict[Seat, str]
    entered: dict[Seat, str]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Whoever came first, alone or with others; nobody where nobody scored."""
        best = max(self.result.values())
        return tuple(seat for seat, score in self.result.items() if score == best > 0)

    def won(self, seat: Seat) -> float:
        """1 for whoever won, alone or with allies; a part of it for each of those between whom it was drawn; else 0."""
        first = self.winners
        return (1.0 if self.result[seat] == 1 else 1 / len(first)) if seat in first else 0.0


class Fixture(msgspec.Struct, frozen=True):
    """A match that is to be played: who sits where, by the options, from the seed; stopped after so many steps."""

    game: str
    options: dict[str, Any]
    entered: dict[Seat, str]
    seed: bytes
    max_turns: int = 100


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
    parallel: ParallelMap | None = None,
) -> Iterator[MatchResult]:
    """Plays so many matches of a game between bots, yielding each result as it comes, in the order of the matches.

    The seats are j1, j2, …; bots (`entrants`) are dealt to them in turn, one further at each match. `options` are those
    of the game's setup. A match is stopped after `max_turns` steps. The work is shared out by `parallel`, else over so
    many processes (`jobs`) of this machine. Raises KeyError on an unknown game or bot, SetupError on options that
    cannot be played, ProgramFault where a bot does not answer.
    """

    def fixture(index: int) -> Fixture:
        return Fixture(game, dict(options), deal(bots, seats, index), match_seed(seed, index), max_turns)

    for name in bots:
        entrants.player(game, name)
    check(fixture(0))
    yield from (parallel or partial(over_processes, jobs=jobs))(play_fixture, map(fixture, range(matches)))


def check(fixture: Fixture) -> None:
    """Sees whether a match can be played by these options. Raises SetupError."""
    games.game(fixture.game).setup(list(fixture.entered), fixture.options, Rng(fixture.seed))


def match_seed(seed: bytes, index: int) -> bytes:
    """The secret seed of one match of a simulation."""
    return hashlib.sha256(seed + index.to_bytes(8, "big")).digest()


def deal(bots: Sequence[str], seats: int, index: int) -> dict[Seat, str]:
    """Which bot sits where in the match of this index: dealt in turn, one further at each match."""
    return {Seat(f"j{number + 1}"): bots[(number + index) % len(bots)] for number in range(seats)}


def seated(fixture: Fixture) -> dict[Seat, str]:
    """The full names of those who sit there: bots that name no temper draw one from the stream of their seat."""
    chance = Rng(fixture.seed)
    return {seat: entrants.seated(fixture.game, name, seat, chance) for seat, name in fixture.entered.items()}


def play_fixture(fixture: Fixture, watch: Watch[Any, Any] | None = None) -> MatchResult:
    """Plays a match; `watch` sees each of its steps before it is taken, and the match once more at its end."""
    named = seated(fixture)
    players = {seat: entrants.player(fixture.game, name) for seat, name in named.items()}
    package = games.game(fixture.game)
    start = perf_counter()
    match = play(package, players, fixture.options, fixture.seed, max_steps=fixture.max_turns, watch=watch)
    seconds = perf_counter() - start
    ended = package.result(match.state)
    look = partial(package.view, match.state)
    scores = ended.scores if ended is not None else places(worth(fixture.game, look, named))
    road = "turn_limit" if ended is None else ended.road
    turns = len(match.record.steps)
    return MatchResult(fixture.seed.hex(), turns, scores, road, seconds, named, dict(fixture.entered))


def worth(game: str, look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """What the seats of an unfinished match are ranked by."""
    found: dict[Seat, float] = import_module(f"{GAMES[game].packages.game}.calculators.worth").worth(look, seats)
    return found


def places(worths: Mapping[Seat, float]) -> dict[Seat, float]:
    """The share of the others that each seat outranks, equals counting half: 1 for a clear first, 0 for a last."""
    values = list(worths.values())
    others = max(1, len(values) - 1)
    return {
        seat: (sum(other < mine for other in values) + (sum(other == mine for other in values) - 1) / 2) / others
        for seat, mine in worths.items()
    }
