"""Matches in progress, carried over from older rules: the JSON of a state, from each rules version to the next.

`from_1` makes a state of version "1" one of "2", and so on. Each leaves the state that it is given as it was.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from heraut.engine.migration import FIRST_RELEASE, SECOND_RELEASE
from heraut.engine.protocol import Migration

State = dict[str, Any]

# What the two versions knew: a migration asks nothing of the code of today, so that it stays true.
HOUSES = 100  # the numbers of a house differ by so many


def from_1(state: State) -> State:
    """To "2": numbers of knights and armies count within each house (GP-ARM-09).

    Who bears a number keeps it, for drafts and players name it. Every house goes on above all numbers ever given.
    """
    last_knight, last_army = state["next_knight"] - 1, state["next_army"] - 1
    lords = {
        seat: lord
        | {
            "next_knight": next_number(lord["number"], last_knight),
            "next_army": next_number(lord["number"], last_army),
        }
        for seat, lord in state["lords"].items()
    }
    kept = {key: value for key, value in state.items() if key not in ("next_knight", "next_army")}
    return kept | {"lords": lords}


def next_number(house: int, highest: int) -> int:
    """A number of this house above the highest one ever given."""
    return house + HOUSES * -(-highest // HOUSES)


def from_2(state: State) -> State:
    """To "3": a joust that comes to nothing leaves room for another (GP-ORG-01), of which no state speaks."""
    return deepcopy(state)


MIGRATIONS = {
    "1": Migration(FIRST_RELEASE, from_1),
    "2": Migration(SECOND_RELEASE, from_2),
}
"""By the rules version that a state was made under."""
