"""Tunes the constants of a game's bot: `python -m heraut.lab.tune GAME --folder FOLDER --pool player,classic`.

Killed and started again with the same words, it goes on where it stopped. At the end it prints the constants in the
middle of the search, as JSON, for the table of the bot; whether they are better, `heraut ladder` shows.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from heraut.engine.protocol import SetupError
from heraut.games.registry import GAMES
from heraut.lab import entrants
from heraut.lab.extras import MissingExtra, require
from heraut.lab.folders import Busy
from heraut.lab.parallel import ParallelMap, over_processes
from heraut.lab.programs import ProgramFault
from heraut.lab.tuning import Tuning, TuningPlan, plan


def main(arguments: list[str] | None = None) -> int:
    """Tunes; 0, or 2 where it cannot."""
    asked = parser().parse_args(arguments)
    try:
        require("cma")
        machines = None if asked.cluster is None else joined(asked.cluster)
        parallel: ParallelMap = machines or partial(over_processes, jobs=asked.jobs)
        tuning = Tuning(asked.folder, planned(asked))
        for found in tuning.run(asked.generations, parallel):
            best, mean = max(found.scores), sum(found.scores) / len(found.scores)
            done = f"generation {len(tuning.generations)}: mean {mean:.3f}, best {best:.3f}"
            print(done, file=sys.stderr, flush=True)
    except SetupError as error:
        print(f"these seats or options cannot be played: {error}", file=sys.stderr)
        return 2
    except (Busy, MissingExtra, ProgramFault, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(tuning.mean(), indent=1))
    return 0


def planned(asked: argparse.Namespace) -> TuningPlan:
    """The plan of these words. Raises ValueError where they make no sense, ProgramFault, OSError."""
    pool = tuple(name.strip() for name in asked.pool.split(","))
    try:
        for name in pool:
            entrants.player(asked.game, name)
    except KeyError as error:
        raise ValueError(f"there is no such bot: {error}") from None
    options = json.loads(asked.options)
    if not isinstance(options, dict):
        raise ValueError(f"{asked.options}: options are an object of JSON")
    chosen = {"pool": pool, "seats": asked.seats or GAMES[asked.game].seats, "seed": asked.seed.encode().hex()}
    chosen |= {"matches": asked.matches, "population": asked.population}
    chosen |= {"max_turns": asked.max_turns or GAMES[asked.game].longest}
    return plan(asked.game, options=options, **chosen)


def least(number: int) -> Callable[[str], int]:
    """Reads a whole number that is not below this one."""

    def counted(text: str) -> int:
        if (value := int(text)) < number:
            raise argparse.ArgumentTypeError(f"{number} at least")
        return value

    return counted


def joined(address: str) -> ParallelMap:
    """The cluster at this address. Raises MissingExtra, OSError."""
    require("ray", extra="cluster")
    from heraut.lab import cluster

    cluster.join(address)
    return cluster.over_machines


def parser() -> argparse.ArgumentParser:
    """The words of the command line."""
    made = argparse.ArgumentParser(
        prog="python -m heraut.lab.tune",
        description=__doc__.partition("\n")[0],
    )
    made.add_argument("game", choices=list(GAMES))
    made.add_argument("--folder", type=Path, required=True, help="what is kept, and gone on with")
    made.add_argument("--pool", default="player,classic", help="the opponents, separated by commas (%(default)s)")
    made.add_argument("--seats", type=least(1), help="how many sit at a table (else as many as usually play)")
    made.add_argument("--options", default="{}", help="those of the match, as JSON")
    made.add_argument("--matches", type=least(1), default=20, help="of each candidate, a generation (%(default)s)")
    made.add_argument("--population", type=least(2), default=8, help="candidates a generation (%(default)s)")
    made.add_argument("--generations", type=least(0), default=20, help="how many there are to be in all (%(default)s)")
    made.add_argument(
        "--max-turns", type=least(1), help="steps after which a match is stopped (else as `heraut simulate` does)"
    )
    made.add_argument("--seed", default="tuning", help="any text: the same gives the same search again (%(default)s)")
    made.add_argument("--jobs", type=least(1), default=1, help="processes of this machine")
    made.add_argument("--cluster", help="the address of a cluster of Ray, in their place")
    return made


if __name__ == "__main__":
    sys.exit(main())
