"""What a lord was told last turn of others: whom he saw jousting, what his spies found (GP-INF-09, GP-ESP-03 to 05).

Nothing that comes after jousts and spies in a turn changes a renown, so that what was told of one still holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from heraut.engine.protocol import Event, Json, Seat

JOUSTS = ("joust_results", "royal_jousts_held")


class Seen(msgspec.Struct, frozen=True):
    """A knight of another: his name, his renown; where he stood, and with how many men, if a spy saw him."""

    lord: Seat
    name: str
    renown: float
    land: str | None = None
    men: int = 0


class Known:
    """Lands that spies have seen, and knights of others, by lord: those whom a spy saw come first."""

    def __init__(self, view: Json, events: Sequence[Event], seat: Seat) -> None:
        self.spied: dict[str, Json] = {
            event.data["land"]: event.data["found"] for event in events if event.kind == "spied"
        }
        self.lords: dict[Seat, Seen] = {}
        self.knights: dict[Seat, dict[str, Seen]] = {}
        for seen in [*self.seen_by_spies(), *seen_jousting(events)]:
            lord = view["lords"][seen.lord]
            if not lord["alive"] or seen.lord == seat:
                continue
            if seen.name == lord["name"]:
                self.lords.setdefault(seen.lord, seen)
            else:
                self.knights.setdefault(seen.lord, {}).setdefault(seen.name, seen)

    def seen_by_spies(self) -> Iterator[Seen]:
        """The knights whom spies saw."""
        for land, found in self.spied.items():
            for force in found["forces"]:
                if force["knight"] is not None:
                    yield Seen(force["lord"], force["knight"], force["renown"], land, force["men"])

    def garrisons(self) -> Iterator[tuple[Seat, str, int]]:
        """The garrisons of others that spies saw: whose, where, how many men."""
        for land, found in self.spied.items():
            for force in found["forces"]:
                if force["knight"] is None and force["men"]:
                    yield force["lord"], land, force["men"]

    def renowns(self, seat: Seat) -> list[float]:
        """What is known of the knights of a lord."""
        return [seen.renown for seen in self.knights.get(seat, {}).values()]


def seen_jousting(events: Sequence[Event]) -> Iterator[Seen]:
    """The knights of the jousts, with what renown they left them: the last duel of each."""
    last: dict[tuple[Seat, str], float] = {}
    for event in events:
        if event.kind in JOUSTS:
            for duel in event.data["duels"]:
                for side, place in (("first", 0), ("second", 1)):
                    last[duel[f"{side}_lord"], duel[side]] = duel["after"][place]
    for (lord, name), renown in last.items():
        yield Seen(lord, name, renown)
