"""What a year leaves behind: every event, who may know it, and every die that was thrown (RO-INFO-07, RO-INFO-08)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.engine.protocol import Event, Seat
from heraut.games.rois.dice import Chance, Dice
from heraut.games.rois.state import NATIVES, Kingdom

UNSEEN: tuple[Seat, ...] = ()  # the audience of the audit: nobody, until the match is over (RO-INFO-07)


class Annals:
    """The story of one year, in the order in which it happened. `season` is 1 to 5, 0 before them and 6 after."""

    def __init__(self, kingdoms: Mapping[int, Kingdom], rng: Chance) -> None:
        self.rng = rng
        self.season = 0
        self._readers = {number: (kingdom.seat,) for number, kingdom in kingdoms.items()}
        self._told: list[Event] = []
        self._thrown: list[tuple[tuple[str | int, ...], list[int]]] = []

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Public news (RO-INFO-08)."""
        self._told.append(Event(rule, kind, data))

    def tell(self, kingdom: int, rule: str, kind: str, /, **data: Any) -> None:
        """News for one kingdom alone; natives hear nothing. `season` is added: the story of the year is told by it."""
        if kingdom != NATIVES:
            data["season"] = self.season
            self._told.append(Event(rule, kind, data, self._readers[kingdom]))

    def audit(self, rule: str, kind: str, /, **data: Any) -> None:
        """What nobody may know before the end of the match (RO-INFO-07)."""
        self._told.append(Event(rule, kind, data, UNSEEN))

    def dice(self, kind: str, *who: int) -> Dice:
        """The dice of one matter: nothing else ever draws from them (RO-GEN-04)."""
        name: tuple[str | int, ...] = (self.season, kind, *who)
        dice = self.rng.dice(name)
        self._thrown.append((name, dice.drawn))
        return dice

    def events(self) -> tuple[Event, ...]:
        """All that was told, in the order in which it happened, and every die."""
        drawn = {spaced(name): faces for name, faces in self._thrown if faces}
        return (*self._told, Event("RO-INFO-07", "dice", {"drawn": drawn}, UNSEEN))


def spaced(name: tuple[str | int, ...]) -> str:
    """The parts of a name, with spaces between them; most names have three."""
    if len(name) != 3:
        return " ".join(map(str, name))
    season, kind, who = name
    return f"{season} {kind} {who}"
