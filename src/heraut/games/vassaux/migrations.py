"""Matches in progress, carried over from older rules: the JSON of a state, from each rules version to the next.

`from_1` makes a state of version "1" one of "2", and so on. Each leaves the state that it is given as it was.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from heraut.engine.migration import FIRST_RELEASE, SECOND_RELEASE
from heraut.engine.protocol import Migration

State = dict[str, Any]


def from_1(state: State) -> State:
    """To "2": the same battle, which goes on by other rules.

    Deployment on a full table (SV-DEP-02), charges at the dead (SV-REA-07), fire and thorns against Résurrection
    (SV-BLK-06), ways without corners (SV-MOV-02): none of them is remembered in a state. A way declared ruler by ruler
    is one with a corner at each of them, and a seat asked to deploy a unit without a place may answer anything.
    """
    return deepcopy(state)


def from_2(state: State) -> State:
    """To "3": who casts by the list curses no friend (SV-SOL-11), of which no state speaks."""
    return deepcopy(state)


MIGRATIONS = {
    "1": Migration(FIRST_RELEASE, from_1),
    "2": Migration(SECOND_RELEASE, from_2),
}
"""By the rules version that a state was made under."""
