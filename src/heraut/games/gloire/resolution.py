"""One turn being resolved: what it started from, what it has become, the orders, the chance, what is told to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, overload

from heraut.engine.protocol import Event, Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.atlas import Atlas, atlas
from heraut.games.gloire.orders import Order, Sheet
from heraut.games.gloire.renown import Snapshot, snapshot
from heraut.games.gloire.state import ArmyId, Knight, KnightId, LandName, Lord, Realm, copy
from heraut.games.gloire.tables import Constants

OrderT = TypeVar("OrderT", bound=Order)
OtherT = TypeVar("OtherT", bound=Order)


class Joust:
    """A joust of this turn: its organiser (None: the king), and the knights registered so far."""

    def __init__(self, organiser: Seat | None, places: int | None, prize: int, password: str | None) -> None:
        self.organiser = organiser
        self.places = places
        self.prize = prize
        self.password = password
        self.registered: list[KnightId] = []


class Turn:
    """`start` is read only; phases change `now` and record events. The other attributes last for this turn only."""

    snapshot: Snapshot

    def __init__(self, start: Realm, sheets: Mapping[Seat, Sheet], rng: Rng) -> None:
        self.start = start
        self.now = copy(start)
        self.rng = rng
        self.events: list[Event] = []
        self.number = start.turn
        self.constants: Constants = start.settings.constants
        self.atlas: Atlas = atlas(start.settings.map)
        self.entered = tuple(seat for seat, sheet in sheets.items() if sheet)
        self._orders: dict[type[Order], dict[Seat, list[tuple[int, Any]]]] = {}
        for seat, sheet in sheets.items():
            for line, order in enumerate(sheet, start=1):
                self._orders.setdefault(type(order), {}).setdefault(seat, []).append((line, order))
        self.open_phase()

        self.thresholds: dict[ArmyId, int] = {}  # DEF of this turn (GP-DEF-01)
        self.attacked: set[KnightId] = set()  # knights who carried out their attack (GP-ATT-03)
        self.conquerors: set[KnightId] = set()  # knights whose attack succeeded (GP-ATT-06, GP-MOV-02)
        self.jousts: dict[Seat | None, Joust] = {}
        self.expelled_knights: set[KnightId] = set()  # by the revolt of the land they stood in (GP-REV-02)
        self.expelled_armies: set[ArmyId] = set()

    def open_phase(self) -> None:
        """Takes the averages and ranks that hold for the whole phase (GP-GEN-06, GP-GEN-08)."""
        self.snapshot = snapshot(self.now, self.entered)

    # Orders

    def lords(self) -> Iterator[Lord]:
        """The living lords, the least renowned first (GP-GEN-09); a lord who dies meanwhile is passed over."""
        for seat in self.snapshot.order:
            lord = self.now.lords[seat]
            if lord.alive:
                yield lord

    @overload
    def orders(self, kind: type[OrderT], /) -> Iterator[tuple[Lord, int, OrderT]]: ...

    @overload
    def orders(self, kind: type[OrderT], other: type[OtherT], /) -> Iterator[tuple[Lord, int, OrderT | OtherT]]: ...

    def orders(self, *kinds: type[Order]) -> Iterator[tuple[Lord, int, Any]]:
        """The orders of these kinds, lord by lord in increasing order, each lord's in the order of entry (GP-GEN-09).

        Yields the lord, the line of his sheet and the order. What remains of a dead lord's orders is skipped
        (GP-GEN-16).
        """
        by_kind = [self._orders[kind] for kind in kinds if kind in self._orders]
        if not by_kind:
            return
        for seat in self.snapshot.order:
            lines = [line for sheets in by_kind for line in sheets.get(seat, ())]
            if len(by_kind) > 1:
                lines.sort(key=lambda line: line[0])
            lord = self.now.lords[seat]
            for line, order in lines:
                if not lord.alive:
                    break
                yield lord, line, order

    def orders_of(self, seat: Seat, kind: type[OrderT]) -> list[tuple[int, OrderT]]:
        """This lord's orders of one kind, with their lines, in the order of entry; a dead lord has none (GP-GEN-16)."""
        return self._orders.get(kind, {}).get(seat, []) if self.now.lords[seat].alive else []

    # What is told, and to whom

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Public news."""
        self.events.append(Event(rule, kind, data))

    def tell(self, seats: Seat | tuple[Seat, ...], rule: str, kind: str, /, **data: Any) -> None:
        """News for these seats alone. The outcome of an order bears the line of the sheet it stood on: `order`."""
        self.events.append(Event(rule, kind, data, seats if isinstance(seats, tuple) else (seats,)))

    def ignore(self, lord: Lord, line: int, rule: str, reason: str, /, **data: Any) -> None:
        """Tells a lord that an order had no effect, and why; nothing is charged."""
        data["order"] = line
        data["reason"] = reason
        self.events.append(Event(rule, "order_ignored", data, (lord.seat,)))

    # Small questions that many phases ask

    def knight(self, id: KnightId) -> Knight | None:
        """The knight, if he still lives and serves."""
        return self.now.knights.get(id)

    def near(self, a: LandName, b: LandName) -> bool:
        """Whether two lands are the same or adjacent."""
        return a == b or b in self.atlas.neighbours(a)


class SilentTurn(Turn):
    """A turn of a playout: nobody is told what happens in it."""

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Nobody hears it."""

    def tell(self, seats: Seat | tuple[Seat, ...], rule: str, kind: str, /, **data: Any) -> None:
        """Nobody hears it."""

    def ignore(self, lord: Lord, line: int, rule: str, reason: str, /, **data: Any) -> None:
        """Nobody hears it."""
