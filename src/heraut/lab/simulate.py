"""Many matches between bots: the same seed gives the same results, however many processes share the work."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any

import msgspec

from heraut import bots as registry
from heraut import games
from heraut.engine.play import play
from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng


class MatchResult(msgspec.Struct, frozen=True):
    """How one match ended.

    `road` is the victory road, or "turn_limit" when the match was stopped. `result` gives each seat its score: the
    game's own when it is over, else its place by standing (see `STANDINGS`), from 1 for the first to 0 for the last
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
    scores = ended.scores if ended is not None else places(STANDINGS[game](partial(package.view, match.state), dealt))
    road = "turn_limit" if ended is None else ended.road
    return MatchResult(chance.hex(), len(match.record.steps), scores, road, seconds, dealt)


Look = Callable[[Seat | None], Json]  # what a seat, or a passer-by, may see of the match


def renowns(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """The global renown of each lord; 0 for the dead."""
    return {seat: lord["global_renown"] for seat, lord in look(None)["lords"].items()}


def fortunes(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """What each kingdom owns, at its price in gold; 0 for the fallen. No player may see it of another one."""
    from heraut.games.daifen.races import BUILDINGS, UNITS

    def fortune(own: Json) -> float:
        buildings = sum(BUILDINGS[code].cost * number for code, number in own["buildings"].items())
        return float(own["gold"] + buildings + sum(UNITS[code].cost * number for code, number in own["units"].items()))

    views = {seat: look(seat) for seat in seats}
    return {seat: fortune(view["own"]) if "own" in view else 0.0 for seat, view in views.items()}


def titles(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """The fiefs of each family, and its votes among those that hold as many."""
    families = look(None)["seats"]
    most = 1 + max(family["votes"] for family in families.values())
    return {seat: len(families[seat]["fiefs"]) + families[seat]["votes"] / most for seat in seats}


def ravages(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """The share of the opposing host that each has eliminated."""
    south, north = look(None)["battle"]["hosts"]
    share = {one["seat"]: other["eliminated"] / other["total"] for one, other in ((south, north), (north, south))}
    return {seat: share[seat] for seat in seats}


def lands(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """The provinces of each kingdom; 0 for the fallen."""
    views = {seat: look(seat) for seat in seats}
    return {seat: float(len(view["own"]["provinces"])) if "own" in view else 0.0 for seat, view in views.items()}


# What the seats of an unfinished match are ranked by
STANDINGS: dict[str, Callable[[Look, Iterable[Seat]], dict[Seat, float]]] = {
    "gloire": renowns, "daifen": fortunes, "fief": titles, "vassaux": ravages, "rois": lands,
}  # fmt: skip


def places(standing: Mapping[Seat, float]) -> dict[Seat, float]:
    """The share of the others that each seat outranks, equals counting half: 1 for a clear first, 0 for a last."""
    values = list(standing.values())
    others = max(1, len(values) - 1)
    return {
        seat: (sum(other < mine for other in values) + (sum(other == mine for other in values) - 1) / 2) / others
        for seat, mine in standing.items()
    }
