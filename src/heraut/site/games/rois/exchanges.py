"""What kingdoms do for and against each other: treaties, gold, teaching, battles (for `moderation/collusion.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heraut.engine.protocol import Event
from heraut.games.rois.state import World
from heraut.site.matches.exchanges import Exchange, Turns, pairs


def exchanges(world: World, turns: Turns) -> Iterator[Exchange]:
    """Year by year. Events give the numbers of kingdoms; those who may know one are seats."""
    seats = {kingdom.number: str(kingdom.seat) for kingdom in world.kingdoms.values()}
    for turn, events in turns:
        yield from between(turn, events, seats)


def between(turn: int, events: Sequence[Event], seats: Mapping[int, str]) -> Iterator[Exchange]:
    """What one event tells. A treaty is told to both, and so kept once: by the lesser number."""
    for event in events:
        data, reader = event.data, event.seen_by[0] if event.seen_by else ""
        other = seats.get(data.get("kingdom", 0), "") if isinstance(data.get("kingdom", 0), int) else ""
        if not reader:
            continue
        if event.kind == "relation_changed" and data["relation"] == "allied" and reader < other:
            yield Exchange(turn, "alliance", reader, other)
        elif event.kind == "donation_received" and other:
            yield Exchange(turn, "gift", other, reader, data["gold"])
        elif event.kind == "science_received" and other:
            yield Exchange(turn, "teaching", other, reader)
        elif event.kind == "battle" and data["attacking"]:
            foes = [seats[number] for number in data["foes"] if number in seats]
            yield from (Exchange(turn, "attack", reader, foe) for foe in foes)
            yield from pairs(turn, "joint", (reader, *(seats[ally] for ally in data["allies"] if ally in seats)))
