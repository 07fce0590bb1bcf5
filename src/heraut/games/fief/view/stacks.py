"""Soldiers: who stands where is seen, how many are not (FI-INF-01, FI-INF-04)."""

from __future__ import annotations

from typing import Any

from heraut.games.fief.board.places import (
    VILLAGE_IDS,
)
from heraut.games.fief.identities import IN, POSITIONS, SERIES, PlayerNo, VillageNo
from heraut.games.fief.resolution import village_name
from heraut.games.fief.state import Realm, Stack
from heraut.games.fief.tasks import Battle

Parties = frozenset[tuple[VillageNo, PlayerNo, bool]]  # village, player, whether outside


def stacks_view(realm: Realm, reader: PlayerNo | None) -> list[dict[str, Any]]:
    """The stacks; in how many parts one moves is its player's own business."""
    seen: list[dict[str, Any]] = []
    fighting = fighting_parties(realm)
    for stack in in_order(realm):
        one = stack_view(realm, stack, reader, fighting)
        if one["tokens"] is None and seen and {**seen[-1], "points": 0} == {**one, "points": 0}:
            if one["points"] is not None:
                seen[-1]["points"] += one["points"]
        else:
            seen.append(one)
    return seen


def stack_view(realm: Realm, stack: Stack, reader: PlayerNo | None, fighting: Parties) -> dict[str, Any]:
    """A stack; only its player may count it, unless stacks are open or it fights (FI-INF-01, FI-INF-04)."""
    known = stack.player == reader or not realm.settings.hidden_stacks or realm.road is not None
    counted = known or (bool(fighting) and (stack.village, stack.player, stack.position != IN) in fighting)
    return {
        "seat": realm.seats[stack.player],
        "series": SERIES[stack.series],
        "village": VILLAGE_IDS[stack.village],
        "position": POSITIONS[stack.position],
        "road": village_name(stack.road),
        "points": stack.points if counted else None,
        "tokens": list(stack.tokens) if known else None,
        "steps": stack.steps if known else None,
        "solo": stack.solo if known else None,
    }


def in_order(realm: Realm) -> list[Stack]:
    """All stacks, village by village: the order in which they came would tell who has moved what."""
    return sorted(realm.stacks, key=lambda stack: (stack.village, stack.player, stack.position, stack.series))


def fighting_parties(realm: Realm) -> Parties:
    """The parties of the battle under way, from its first round on."""
    battle = current_battle(realm)
    if battle is None or not battle.round:
        return frozenset()
    return frozenset([(battle.village, *party) for camp in battle.camps for party in camp.parties])


def current_battle(realm: Realm) -> Battle | None:
    """The battle under way."""
    return next((task for task in reversed(realm.tasks) if isinstance(task, Battle)), None)
