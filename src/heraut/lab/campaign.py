"""A campaign: a plan, and a folder of parts that fills up. A run that was killed goes on where it stopped.

    plan.json                          what is played; another plan needs another folder
    results/00000040-00000060.parquet  matches 40 to 59; a part is whole or not there (`tables.py`, docs/lab-data.md)
    trajectories/…                     their answers, where the plan keeps them

What the matches bring depends on the plan alone: not on how often the run was stopped, nor on how many processes or
machines shared the work. Needs pyarrow (the extra `lab`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from heraut.engine.decoding import decode
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import game as game_named
from heraut.games.registry import GAMES
from heraut.lab import entrants, tables
from heraut.lab.folders import held
from heraut.lab.notes import Played, play_noted
from heraut.lab.parallel import ParallelMap
from heraut.lab.simulate import Fixture, MatchResult, check, deal, match_seed

SIZE = 20  # matches of a part at most: what is lost, for each process, when a run is killed
PARTS = 16  # for each process at least: none is idle for long while the last ones are played
FORMAT = 1
NAME = re.compile(r"\d{8,}-\d{8,}")  # of a part, without its ending


class OtherPlan(ValueError):
    """The folder belongs to another campaign; `fields` are those in which the plans differ."""

    def __init__(self, folder: Path, fields: tuple[str, ...]) -> None:
        super().__init__(f"{folder}: {', '.join(fields)}")
        self.folder, self.fields = folder, fields


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign plays. `seed` is hexadecimal; matches take the `options` in turn.

    `shuffled`: the bots change neighbours from round to round (`rounds`), instead of one place at each match. `code`: a
    hash of the files of those bots that stand in some, by name: whoever rewrites his bot begins another campaign.
    """

    game: str
    rules_version: str
    bots: tuple[str, ...]
    seats: int
    seed: str
    options: tuple[dict[str, Any], ...] = ({},)
    max_turns: int = 100
    shuffled: bool = True
    trajectories: bool = False
    views: bool = False
    code: dict[str, str] = {}
    format: int = FORMAT

    def fixture(self, number: int) -> Fixture:
        """The match of this number."""
        seed = bytes.fromhex(self.seed)
        shuffled = self.shuffled
        entered = rounds(self.bots, self.seats, number, seed) if shuffled else deal(self.bots, self.seats, number)
        options = self.options[number % len(self.options)]
        return Fixture(self.game, options, entered, match_seed(seed, number), self.max_turns)


def plan(game: str, **chosen: Any) -> Plan:
    """The plan of a campaign of this game (the fields of `Plan`), under the rules of today."""
    code = {name: found for name in chosen["bots"] if (found := entrants.code_of(name))}
    return Plan(game=game, rules_version=game_named(game).rules_version, code=code, **chosen)


def rounds(bots: tuple[str, ...], seats: int, number: int, seed: bytes) -> dict[Seat, str]:
    """Who sits where in the match of this number, where each round draws the order of the bots anew.

    A round has as many matches as there are bots; in it each bot sits once in each seat.
    """
    which, place = divmod(number, len(bots))
    order = list(bots)
    Rng(seed).at("round", which).shuffle(order)
    return {Seat(f"j{seat + 1}"): order[(place + seat) % len(order)] for seat in range(seats)}


class Part(msgspec.Struct, frozen=True):
    """Matches of a campaign that are played together: from `first` up to `last`, without that."""

    plan: Plan
    first: int
    last: int


Done = tuple[Part, list[Played]]


def play_part(part: Part) -> Done:
    """Plays the matches of a part, in whatever process."""
    note = {"trajectories": part.plan.trajectories, "views": part.plan.views}
    return part, [play_noted(one, part.plan.fixture(one), **note) for one in range(part.first, part.last)]


class Campaign:
    """A folder in which the matches of a plan are gathered."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder, self.plan = folder, plan

    @classmethod
    def begin(cls, folder: Path, plan: Plan) -> Campaign:
        """The campaign of this plan in this folder, which is made if need be.

        Raises OtherPlan, KeyError on an unknown bot, SetupError on options that cannot be played, OSError, Busy, and
        msgspec.DecodeError where the folder holds a plan that is none of ours.
        """
        for name in plan.bots:
            entrants.player(plan.game, name)
        for number in range(len(plan.options)):
            check(plan.fixture(number))
        file = folder / "plan.json"
        with held(folder):
            if file.exists():
                differ(folder, cls.open(folder).plan, plan)
                return cls(folder, plan)
            for part in ("results", "trajectories") if plan.trajectories else ("results",):
                (folder / part).mkdir(parents=True, exist_ok=True)
            unfinished = file.with_suffix(".unfinished")
            unfinished.write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=1) + b"\n")
            unfinished.replace(file)
        return cls(folder, plan)

    @classmethod
    def open(cls, folder: Path) -> Campaign:
        """The campaign in this folder. Raises OSError, and msgspec.DecodeError on a plan that is none of ours."""
        found = decode((folder / "plan.json").read_bytes(), Plan)
        if found.game not in GAMES or found.format != FORMAT:
            raise msgspec.ValidationError(f"game {found.game}, format {found.format}")
        return cls(folder, found)

    def parts(self, sort: str = "results") -> list[Path]:
        """The files of all parts that are there, in the order of their matches."""
        return sorted(path for path in (self.folder / sort).glob("*-*.parquet") if NAME.fullmatch(path.stem))

    def missing(self, matches: int, size: int = SIZE) -> Iterator[Part]:
        """The parts, of so many matches at most, that the first so many matches still lack."""
        first = 0
        for begin, end in [*(bounds(path) for path in self.parts()), (matches, matches)]:
            while first < min(begin, matches):
                last = min(first + size, begin, matches)
                yield Part(self.plan, first, last)
                first = last
            first = max(first, end)

    def run(self, matches: int, parallel: ParallelMap = map, workers: int = 1) -> Iterator[int]:
        """Plays what the first so many matches lack, yielding how many are there after each part.

        `parallel` shares the work out over so many `workers`: `parallel.over_processes`, `cluster.over_machines`.
        Raises Busy where another run is at work in the folder.
        """
        with held(self.folder):
            lacking = list(self.missing(matches, max(1, min(SIZE, matches // (PARTS * workers)))))
            done = matches - sum(part.last - part.first for part in lacking)
            yield done
            for part, played in parallel(play_part, lacking):
                self.keep(part, played)
                done += part.last - part.first
                yield done

    def keep(self, part: Part, played: list[Played]) -> None:
        """Writes a part: the results last, since they say that it is there."""
        name = f"{part.first:08}-{part.last:08}.parquet"
        if self.plan.trajectories:
            tables.write(tables.trajectories_table(self.plan.game, played), self.folder / "trajectories" / name)
        tables.write(tables.results_table(self.plan.game, played), self.folder / "results" / name)

    def results(self, matches: int | None = None) -> list[tuple[int, MatchResult, dict[Seat, dict[str, str]]]]:
        """The matches that are there, or the first so many of them: number, result, how its seats began.

        Raises OSError, and tables.Damaged on a part that is none.
        """
        table = tables.read(self.parts(), tables.results_schema(self.plan.game))
        return [one for one in tables.match_results(table) if matches is None or one[0] < matches]


def bounds(path: Path) -> tuple[int, int]:
    """The first match of a part, and the first behind it."""
    first, _, last = path.stem.partition("-")
    return int(first), int(last)


def differ(folder: Path, found: Plan, wanted: Plan) -> None:
    """Raises OtherPlan where the plans are not the same."""
    fields = tuple(name for name in Plan.__struct_fields__ if getattr(found, name) != getattr(wanted, name))
    if fields:
        raise OtherPlan(folder, fields)
