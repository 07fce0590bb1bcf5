"""What lords do for and against each other: men and lands given, alliances, attacks (for `moderation/collusion.py`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from heraut.engine.protocol import Event
from heraut.games.gloire.state import Realm
from heraut.site.matches.exchanges import FALLEN, Exchange, Turns, pairs


def exchanges(realm: Realm, turns: Turns) -> Iterator[Exchange]:
    """Turn by turn; two who attack the same lord in one turn have done it together."""
    for turn, events in turns:
        yield from between(turn, events)
        against: dict[str, set[str]] = defaultdict(set)
        for event in events:
            if event.kind == "battle" and event.data["defender"] and event.data["lord"]:
                against[event.data["defender"]].add(event.data["lord"])
        for attackers in against.values():
            yield from pairs(turn, "joint", attackers)


def between(turn: int, events: Sequence[Event]) -> Iterator[Exchange]:
    """What one event tells of two lords."""
    for event in events:
        data = event.data
        if event.kind == "battle" and data["defender"] and data["lord"]:
            yield Exchange(turn, "attack", data["lord"], data["defender"])
        elif event.kind == "alliance":
            yield Exchange(turn, "alliance", data["lord"], data["other"])
        elif event.kind == "war_declared":
            yield Exchange(turn, "war", data["lord"], data["other"])
        elif event.kind == "men_received" and event.seen_by and data["giver"] != event.seen_by[0]:
            yield Exchange(turn, "gift", data["giver"], event.seen_by[0], data["men"])
        elif event.kind == "sold" and event.seen_by:
            yield Exchange(turn, "sale", event.seen_by[0], data["other"], data["price"])
        elif event.kind == "lord_eliminated":
            yield Exchange(turn, FALLEN, data["lord"], "")
