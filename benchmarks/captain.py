"""A hundred battles of the captain (bots/vassaux) against the solitaire table, fifty on either side of it.

`python -m benchmarks.captain [battles a side]`: one line of JSON, to be read beside the 70 of 100 that are asked for.
"""

from __future__ import annotations

import json
import sys
import time

from heraut import bots
from heraut.engine.play import play
from heraut.engine.protocol import Seat
from heraut.games import vassaux

SOUTH, NORTH = Seat("j1"), Seat("j2")
player = bots.player("vassaux", "player")


def battle(number: int, seat: Seat) -> float:
    """The captain's score in one battle of the ready-made hosts, 399 points against 400."""
    seed = b"hundred battles %d" % number
    if seat == SOUTH:
        match = play(vassaux, {SOUTH: player}, {}, seed, max_steps=5000)
    else:
        silent = {SOUTH: lambda decision, view, rng: decision.default, NORTH: player}
        match = play(vassaux, silent, {"automated": [SOUTH]}, seed, max_steps=5000)
    result = vassaux.result(match.state)
    return 0.0 if result is None else result.scores[seat]


def main() -> None:
    """Counts."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    start = time.perf_counter()
    won = {seat: sum(battle(rank, seat) for rank in range(number)) for seat in (SOUTH, NORTH)}
    took = (time.perf_counter() - start) / (2 * number)
    line = {"bench": "heraut", "case": "captain against the solitaire table", "metric": "won of 100", "unit": "battles"}
    share = 50 * sum(won.values()) / number
    print(json.dumps({**line, "median": share, "south": won[SOUTH], "north": won[NORTH], "s_a_battle": round(took, 2)}))


if __name__ == "__main__":
    main()
