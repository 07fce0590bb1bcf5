"""Matches in progress, carried over from older rules: the JSON of a state, from each rules version to the next.

`from_1` makes a state of version "1" one of "2", and so on. Each leaves the state that it is given as it was.
"""

from __future__ import annotations

from typing import Any

from heraut.engine.migration import FIRST_RELEASE
from heraut.engine.protocol import Migration

State = dict[str, Any]

# What the two versions knew: a migration asks nothing of the code of today, so that it stays true.
ROUND = 2_500  # numbers of units after which it is the first realm's turn again
COUNTED = 100  # units of each realm in a round
HUMANOIDS = ("human", "elf", "dwarf", "orc")


def from_1(state: State) -> State:
    """To "2": units are counted kingdom by kingdom, and only humanoids leave remains (RO-ARMY-15).

    Units keep their numbers; the next of each realm begin a round that no number has reached. Every realm begins it at
    the same count, so that none learns from it what another has raised.
    """
    kept = {key: value for key, value in state.items() if key not in ("next_unit", "next_item")}
    rounds = -(-state["next_unit"] // ROUND)
    realms = ("0", *state["kingdoms"])
    kept["raised"] = dict.fromkeys(realms, rounds * COUNTED)
    kept["provinces"] = {number: without_beasts(province) for number, province in state["provinces"].items()}
    return kept


def without_beasts(province: State) -> State:
    """A province where the bones of beasts have crumbled."""
    return province | {"remains": [each for each in province["remains"] if each["race"] in HUMANOIDS]}


MIGRATIONS = {"1": Migration(FIRST_RELEASE, from_1)}
"""By the rules version that a state was made under."""
