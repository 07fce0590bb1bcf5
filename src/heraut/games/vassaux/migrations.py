"""Battles in progress, carried over from older rules: the JSON of a state, from one rules version to the next."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from heraut.engine.protocol import Migration

State = dict[str, Any]


def from_1(state: State) -> State:
    """To "2": the same battle, which goes on by other rules.

    Deployment on a full table (SV-DEP-02), charges at the dead (SV-REA-07), fire and thorns against Résurrection
    (SV-BLK-06), ways without corners (SV-MOV-02): none of them is remembered in a state. A way declared ruler by ruler
    is one with a corner at each of them, and a seat asked to deploy a unit without a place may answer anything.
    """
    return deepcopy(state)


FIRST_RELEASE = "ab711282a134c4ec3e43d2fc56ede2c233664348"
MIGRATIONS = {"1": Migration(f"0.1.0 (commit {FIRST_RELEASE})", from_1)}
"""By the rules version that a state was made under. Each leaves its input as it is."""
