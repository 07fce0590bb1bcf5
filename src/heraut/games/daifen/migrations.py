"""Matches in progress, carried over from older rules: the JSON of a state, from each rules version to the next.

`from_1` makes a state of version "1" one of "2", and so on. Each leaves the state that it is given as it was.
"""

from __future__ import annotations

from typing import Any

from heraut.engine.migration import FIRST_RELEASE
from heraut.engine.protocol import Migration

State = dict[str, Any]

# What the two versions knew: a migration asks nothing of the code of today, so that it stays true.
FEWEST_ASKED, MOST_ASKED = 2, 3  # so many last kingdoms are asked to associate


def from_1(state: State) -> State:
    """To "2": the continent says whether its last kingdoms are asked to associate (DA-END-06)."""
    kingdoms = state["kingdoms"].values()
    living = sum(kingdom["fallen"] is None for kingdom in kingdoms)
    few = FEWEST_ASKED <= living <= MOST_ASKED
    return state | {"offered": state["road"] is None and few and living < len(kingdoms)}


MIGRATIONS = {"1": Migration(FIRST_RELEASE, from_1)}
"""By the rules version that a state was made under."""
