"""Matches in progress, carried over from older rules: the JSON of a state, from each rules version to the next.

`from_1` makes a state of version "1" one of "2", and so on. Each leaves the state that it is given as it was.
"""

from __future__ import annotations

from typing import Any

from heraut.engine.migration import FIRST_RELEASE
from heraut.engine.protocol import Migration

NOBODY = -1
State = dict[str, Any]


def from_1(state: State) -> State:
    """To "2": dungeons end marriages (FI-VC-05), aims name a camp (FI-MUL-06), deals count by pair (FI-DP-32)."""
    kept = {key: value for key, value in state.items() if key != "deal_count"}
    deals = numbered_by_pair(state["deals"])
    return kept | {
        "lords": [widowed(lord, state["lords"]) for lord in state["lords"]],
        "tasks": [with_places(task) for task in state["tasks"]],
        "deals": deals,
        "deal_counts": counts(deals),
    }


def widowed(lord: State | None, lords: list[State | None]) -> State | None:
    """A lord who is married to nobody that is married to him any more: he is in a dungeon, or has come out of one."""
    if lord is None or lord["spouse"] < 0:
        return lord
    spouse = lords[lord["spouse"]]
    faithful = spouse is not None and spouse["spouse"] == lord["number"] and not lord["dungeon"]
    return lord if faithful else lord | {"spouse": NOBODY}


def with_places(task: State) -> State:
    """What a leader has chosen for a round names no place yet: of a player's two camps, the stronger."""
    if task["task"] != "battle":
        return task
    return task | {"choices": [{"place": "", **choice} for choice in task["choices"]]}


def pair_of(deal: State) -> tuple[int, int]:
    """The two players of a deal, in the order of their seats."""
    one, other = sorted((deal["proposer"], deal["addressee"]))
    return one, other


def numbered_by_pair(deals: list[State]) -> list[State]:
    """The open deals: the first of each pair is its first again."""
    numbered: list[State] = []
    for deal in deals:
        before = sum(pair_of(other) == pair_of(deal) for other in numbered)
        numbered.append(deal | {"number": before + 1})
    return numbered


def counts(deals: list[State]) -> list[list[int]]:
    """How many deals each pair has open: those that are closed are counted no more, as nobody needs their numbers."""
    pairs = [pair_of(deal) for deal in deals]
    return [[*pair, pairs.count(pair)] for pair in sorted(set(pairs))]


MIGRATIONS = {"1": Migration(FIRST_RELEASE, from_1)}
"""By the rules version that a state was made under."""
