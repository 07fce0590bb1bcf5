"""What families do for and against each other: deals, gifts, votes, battles (for `moderation/collusion.py`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from heraut.engine.protocol import Event
from heraut.site.matches.exchanges import Exchange, Turns, pairs


def exchanges(game: object, turns: Turns) -> Iterator[Exchange]:
    """Turn by turn; those who vote for the same lord vote together, himself among them."""
    for turn, events in turns:
        yield from between(turn, events)
        votes: dict[str, set[str]] = defaultdict(set)
        for event in events:
            if event.kind == "vote" and event.data["lord"]:
                votes[event.data["lord"]].add(event.data["seat"])
        for voters in votes.values():
            yield from pairs(turn, "vote", voters)


def between(turn: int, events: Sequence[Event]) -> Iterator[Exchange]:
    """What one event tells of two families."""
    for event in events:
        if event.kind == "deal_kept":
            kind = "gift" if is_gift(event.data) else "deal"
            yield Exchange(turn, kind, event.data["seat"], event.data["other"], event.data["gives"])
        elif event.kind == "battle_begins":
            camps = [[seat for seat, _ in camp["parties"] if seat] for camp in event.data["camps"]]
            for camp in camps:
                yield from pairs(turn, "joint", camp)
            for place, camp in enumerate(camps):
                for foe in (seat for other in camps[place + 1 :] for seat in other):
                    yield from (Exchange(turn, "attack", seat, foe) for seat in camp if seat != foe)


def is_gift(deal: Mapping[str, Any]) -> bool:
    """Whether something is given in it for nothing."""
    gives = deal["gives"] or deal["cards"] or deal["frees"]
    asks = deal["asks"] or deal["asked_cards"] or deal["claims"] or deal["marriages"] or deal["promise"]
    return bool(gives) and not asks
