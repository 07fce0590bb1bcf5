"""What kingdoms do for and against each other: gifts, support, assaults (for `moderation/collusion.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heraut.engine.protocol import Event
from heraut.games.daifen.state import Continent
from heraut.site.matches.exchanges import FALLEN, Exchange, Turns, pairs


def exchanges(continent: Continent, turns: Turns) -> Iterator[Exchange]:
    """Turn by turn. Events name kingdoms; those who may know one are seats."""
    seats = {str(kingdom.name): str(seat) for seat, kingdom in continent.kingdoms.items()}
    for turn, events in turns:
        yield from between(turn, events, seats)


def between(turn: int, events: Sequence[Event], seats: Mapping[str, str]) -> Iterator[Exchange]:
    """What one event tells; an assault is told once, by its victim."""
    for event in events:
        data = event.data
        if event.kind == "gift_sent" and event.seen_by and data["recipient"] in seats:
            yield Exchange(turn, "gift", event.seen_by[0], seats[data["recipient"]])
        elif event.kind == "assault_defender" and data["kingdom"] in seats:
            victim = seats[data["kingdom"]]
            attackers = [seats[name] for name in data["attackers"] if name in seats]
            yield from (Exchange(turn, "attack", attacker, victim) for attacker in attackers)
            yield from (Exchange(turn, "support", seats[name], victim) for name in data["supporters"] if name in seats)
            yield from pairs(turn, "joint", attackers)
        elif event.kind == "kingdom_fallen" and data["kingdom"] in seats:
            yield Exchange(turn, FALLEN, seats[data["kingdom"]], "")
