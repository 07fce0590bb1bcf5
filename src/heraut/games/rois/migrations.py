"""Matches in progress carried over from older rules: pure functions from one version's state, as JSON, to the next's.

A migration speaks of its own two versions alone, so that it stays true when the code goes on.
"""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Migration

ROUND = 2_500  # numbers of units after which it is the first realm's turn again
COUNTED = 100  # units of each realm in a round
HUMANOIDS = ("human", "elf", "dwarf", "orc")


def counted_by_kingdom(state: dict[str, Any]) -> dict[str, Any]:
    """To rules 2: units are counted kingdom by kingdom, and only humanoids leave remains (RO-ARMY-15).

    Units keep their numbers; the next of each realm begin a round that no number has reached. Every realm begins it at
    the same count, so that none learns from it what another has raised.
    """
    kept = {key: value for key, value in state.items() if key not in ("next_unit", "next_item")}
    rounds = -(-state["next_unit"] // ROUND)
    realms = ("0", *state["kingdoms"])
    kept["raised"] = dict.fromkeys(realms, rounds * COUNTED)
    kept["provinces"] = {number: without_beasts(province) for number, province in state["provinces"].items()}
    return kept


def without_beasts(province: dict[str, Any]) -> dict[str, Any]:
    """A province where the bones of beasts have crumbled."""
    return province | {"remains": [each for each in province["remains"] if each["race"] in HUMANOIDS]}


FIRST_RELEASE = "ab711282a134c4ec3e43d2fc56ede2c233664348"
MIGRATIONS = {"1": Migration(f"0.1.0 (commit {FIRST_RELEASE})", counted_by_kingdom)}
