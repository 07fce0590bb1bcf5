"""A match of each game under its present rules, from its start to its end: `tests/records/<game>-whole.json`.

`python -m tests.games.whole_matches GAME…` plays those of these games anew, between bots, once `rules_version` rises.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from heraut.bots import player
from heraut.cli.record_files import write_record
from heraut.engine.play import play
from heraut.engine.protocol import Seat
from heraut.engine.record import NO_STATE, Record
from heraut.games import game

RECORDS = Path(__file__).parents[1] / "records"
# How many sit down, and to what: a match that is soon over, in which much happens
SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "gloire": (6, {"lords": 6, "turn_limit": 8}),
    "daifen": (4, {"lords": 4}),
    "fief": (3, {"mode": "points", "points_turns": 10}),
    "vassaux": (2, {"magic": True}),
    "rois": (4, {"short": True}),
}


def record_file(name: str) -> Path:
    """Where the whole match of a game stands."""
    return RECORDS / f"{name}-whole.json"


def whole_match(name: str) -> Record:
    """The record of a match that bots play to its end, without its last state, which a replay rebuilds."""
    seats, options = SHORT[name]
    levels = (*["player"] * (seats - 1), "random")  # who gives orders at random gives those that no bot thinks of
    players = {Seat(f"j{place}"): player(name, level) for place, level in enumerate(levels, start=1)}
    match = play(game(name), players, options, b"whole match")
    assert not match.pending(), "it must end by itself"
    return msgspec.structs.replace(match.record, state=NO_STATE)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        write_record(record_file(each), whole_match(each))
