"""Better constants for a bot, by CMA-ES: each candidate plays many matches against a pool, never against one rival.

Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772, by its author's library; a pool, since whoever
trains against one rival learns to beat that one alone (Lanctot et al., "A Unified Game-Theoretic Approach to Multiagent
Reinforcement Learning", NeurIPS 2017).

A folder holds `tuning.json`, the plan, and `generations.jsonl`, one line a generation. A run that was killed is told
the same generations again, which leads to the same strategy, and goes on. Needs cma (the extra `lab`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from heraut.bots.character import Character
from heraut.bots.constants import Constant, tuned
from heraut.engine.decoding import decode
from heraut.engine.match import Match
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import game as game_named
from heraut.lab.folders import held
from heraut.lab.parallel import ParallelMap
from heraut.lab.simulate import Fixture, check, match_seed, places, play_fixture, worth

STEP = 0.25  # of the way between the bounds: how far the first candidates lie from the usual values, on average


class TuningPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot is tuned. Each candidate plays `matches` a generation, in each seat in turn, the pool in the others.

    `usual` and the bounds are those of the game's constants (`bots/constants.py`); `seed` is hexadecimal.
    """

    game: str
    rules_version: str
    pool: tuple[str, ...]
    seats: int
    seed: str
    constants: tuple[Constant, ...]
    matches: int = 20
    population: int = 8
    options: dict[str, Any] = {}
    max_turns: int = 100

    def fixture(self, generation: int, number: int, candidate: str) -> tuple[Fixture, Seat]:
        """A match of a generation, alike but for the candidate whichever that is, and the seat that it takes."""
        seed = match_seed(bytes.fromhex(self.seed) + generation.to_bytes(4, "big"), number)
        pool = list(self.pool)
        Rng(seed).at("pool").shuffle(pool)
        seats = [Seat(f"j{place + 1}") for place in range(self.seats)]
        own = seats[number % len(seats)]
        entered = {seat: candidate if seat == own else pool[place % len(pool)] for place, seat in enumerate(seats)}
        return Fixture(self.game, self.options, entered, seed, self.max_turns), own


class Generation(msgspec.Struct, frozen=True):
    """The candidates of a generation, as points whose constants lie between 0 and 1 (`scaled` gives their values), and
    the mean score of each (`tried`).
    """

    points: list[list[float]]
    scores: list[float]


class Trial(msgspec.Struct, frozen=True):
    """One match of a candidate."""

    plan: TuningPlan
    generation: int
    number: int
    point: tuple[float, ...]


def plan(game: str, **chosen: Any) -> TuningPlan:
    """The plan of a tuning of this game's player (the fields of `TuningPlan`). Raises KeyError on another game."""
    return TuningPlan(game=game, rules_version=game_named(game).rules_version, constants=tuned(game), **chosen)


def tried(trial: Trial) -> float:
    """The score of a candidate in one match, in whatever process: 1 for a victory and a clear first place.

    Half of it is what the match ends with, half the place by what would count were it stopped there: among ten, a
    victory comes too seldom to tell two candidates apart.
    """
    changes = tuple(scaled(trial.plan.constants, trial.point).items())
    fixture, own = trial.plan.fixture(trial.generation, trial.number, Character(changes=changes).name)
    worths: dict[Seat, float] = {}

    def watch(match: Match[Any, Any], answers: Mapping[Seat, Any]) -> None:
        if not answers:  # it has ended
            worths.update(worth(fixture.game, partial(match.game.view, match.state), fixture.entered))

    result = play_fixture(fixture, watch).result[own]
    return (result + places(worths)[own]) / 2


class Tuning:
    """A search for better constants, in a folder."""

    def __init__(self, folder: Path, plan: TuningPlan) -> None:
        """Takes the search up where it stopped. Raises ValueError where the folder belongs to another plan, SetupError
        where its matches cannot be played, Busy where another search is at work there.
        """
        self.folder, self.plan = folder, plan
        check(plan.fixture(0, 0, Character().name)[0])
        self.lock = held(folder)
        file = folder / "tuning.json"
        if file.exists() and (other := decode(file.read_bytes(), TuningPlan)) != plan:
            fields = [name for name in plan.__struct_fields__ if getattr(other, name) != getattr(plan, name)]
            raise ValueError(f"{folder} belongs to another plan ({', '.join(fields)}); name another folder")
        file.write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=1) + b"\n")
        self.strategy = strategy(plan)
        self.generations: list[Generation] = []
        for generation in logged(folder / "generations.jsonl"):
            if self.asked() != generation.points:
                raise ValueError(f"{folder} was begun with another version of cma")
            self.tell(generation)

    def run(self, generations: int, parallel: ParallelMap = map) -> Iterator[Generation]:
        """Plays until there are so many generations in all, yielding each as it is done."""
        with (self.folder / "generations.jsonl").open("ab") as log:
            while len(self.generations) < generations and not self.strategy.stop():
                found = self.judged(self.asked(), parallel)
                log.write(msgspec.json.encode(found) + b"\n")
                log.flush()
                self.tell(found)
                yield found

    def asked(self) -> list[list[float]]:
        """The points that the strategy proposes."""
        return [[float(at) for at in one] for one in self.strategy.ask()]

    def judged(self, points: list[list[float]], parallel: ParallelMap) -> Generation:
        """The points with their mean scores, all of them from the same matches."""
        number, matches = len(self.generations), self.plan.matches
        trials = [Trial(self.plan, number, one, tuple(point)) for point in points for one in range(matches)]
        scores = list(parallel(tried, trials))
        means = [fmean(scores[place : place + matches]) for place in range(0, len(scores), matches)]
        return Generation(points, means)

    def tell(self, generation: Generation) -> None:
        """Tells the strategy what became of its points; it looks for the least, so scores change their sign."""
        self.generations.append(generation)
        self.strategy.tell(generation.points, [-score for score in generation.scores])

    def mean(self) -> dict[str, float]:
        """The constants in the middle of where the strategy looks: among noise they are worth more than any one of its
        points, whose luck was good.
        """
        return scaled(self.plan.constants, self.strategy.mean)


def strategy(plan: TuningPlan) -> Any:
    """The strategy at its beginning. All constants are searched for between 0 and 1."""
    import cma

    first = [(one.usual - one.low) / (one.high - one.low) for one in plan.constants]
    seed = int.from_bytes(match_seed(bytes.fromhex(plan.seed), 0)[:4], "big") or 1  # 0 would be the time of day
    options = {"bounds": [0, 1], "popsize": plan.population, "seed": seed, "verbose": -9, "verb_disp": 0}
    return cma.CMAEvolutionStrategy(first, STEP, options)


def scaled(constants: Sequence[Constant], point: Sequence[float]) -> dict[str, float]:
    """The values of the constants, by name, at a point between 0 and 1."""
    return {one.name: float(one.low + (one.high - one.low) * at) for one, at in zip(constants, point, strict=True)}


def logged(file: Path) -> Iterator[Generation]:
    """The generations of a log; a last line that was cut off when a run was killed is left out, and taken away."""
    if not file.exists():
        return
    whole, _, cut = file.read_bytes().rpartition(b"\n")
    if cut:
        file.write_bytes(whole + b"\n" if whole else b"")
    for line in whole.splitlines():
        yield decode(line, Generation)
