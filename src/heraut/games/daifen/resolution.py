"""One turn being resolved: what it started from, what it has become, the forms, what is abroad, what is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_uppercase
from typing import Any, NamedTuple, TypeVar

import msgspec

from heraut.engine.protocol import Event, Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.naming import plain
from heraut.games.daifen.orders import Form, Order
from heraut.games.daifen.races import ROLES
from heraut.games.daifen.state import Continent, Kingdom, KingdomName, Stock, add, copy, take
from heraut.games.daifen.tables import CONSTANTS, Constants

OrderT = TypeVar("OrderT", bound=Order)

UNKNOWN = "?"  # a kingdom that the reader does not know, alone in its item; several are ?A, ?B… (DA-FOG-07)

ANONYMOUS = {"gift_received": "giver", "reveal_received": "sender"}  # news whose author the reader may not know


class Named(NamedTuple):
    """A kingdom in the data of an event: its name for a reader who knows it at the end of the turn (DA-FOG-07)."""

    seat: Seat


class Army(msgspec.Struct, gc=False):
    """Units abroad, from Départ to Réception: to attack a kingdom, or in support of it (DA-ATK-02, DA-SUP-02)."""

    owner: Seat
    target: Seat
    units: Stock
    attack: bool


class Parcel(msgspec.Struct, frozen=True, gc=False):
    """A gift under way: it belongs to nobody (DA-GIF-03)."""

    giver: Seat
    recipient: Seat
    content: str
    count: int


class Finds(msgspec.Struct, gc=False):
    """What comes home in Réception besides units that left: stolen gold, loot, the finds of explorers (DA-PHA-08)."""

    stolen: int = 0
    loot: int = 0
    gold: int = 0
    intellect: int = 0
    units: Stock = {}


class Turn:
    """`start` is read only; phases change `now` and record events. The other attributes last for this turn only.

    The units of a kingdom in `now` are those at home. `held_buildings` and `held_units` are what it owned at the start
    of the turn and still owns, wherever it is: what the Collecte counts (DA-COL-01).
    """

    def __init__(self, start: Continent, forms: Mapping[Seat, Form], rng: Rng) -> None:
        self.now = self.taken_over(start)
        self.rng = rng
        self.number = start.turn
        self.constants: Constants = CONSTANTS
        self.forms = forms
        self.void: set[tuple[Seat, int]] = set()  # lines whose target is gone (DA-ORD-20)
        self.seats: dict[KingdomName, Seat] = {kingdom.name: seat for seat, kingdom in start.kingdoms.items()}

        self.spies_abroad: Counter[Seat] = Counter()
        self.armies: list[Army] = []
        self.parcels: list[Parcel] = []
        self.finds: dict[Seat, Finds] = {seat: Finds() for seat in start.kingdoms}
        self.held_buildings = {seat: Counter(kingdom.buildings) for seat, kingdom in start.kingdoms.items()}
        self.held_units = {seat: Counter(kingdom.units) for seat, kingdom in start.kingdoms.items()}

        self._told: list[tuple[str, str, dict[str, Any], Seat | None]] = []
        self._reports: dict[Seat, Rng] = {}

    def taken_over(self, start: Continent) -> Continent:
        """The continent that this turn changes: another one, so that its start is left as it was."""
        return copy(start)

    # Kingdoms and orders

    def living(self) -> list[Kingdom]:
        """The kingdoms that live now, by number: where no random order is prescribed, theirs is used (DA-RNG-05)."""
        return list(self.now.living())

    def kingdom(self, name: KingdomName) -> Kingdom:
        """The kingdom of this name, as it is now."""
        return self.now.kingdoms[self.seats[name]]

    def by_name(self, seats: Iterable[Seat]) -> list[Seat]:
        """Each of these once, by name: the order in which lords read of kingdoms must not tell their numbers.

        For matters that share nothing and draw from streams of their own, so that it changes no die (DA-RNG-02).
        """
        return sorted(set(seats), key=lambda seat: plain(self.now.kingdoms[seat].name))

    def orders(self, kind: type[OrderT]) -> Iterator[tuple[Kingdom, int, OrderT]]:
        """The orders of one kind, kingdom by kingdom, each with its line; the void and those of the fallen left out."""
        for kingdom in self.living():
            for line, order in self.orders_of(kingdom.seat, kind):
                yield kingdom, line, order

    def orders_of(self, seat: Seat, kind: type[OrderT]) -> list[tuple[int, OrderT]]:
        """This lord's orders of one kind that are not void, with their lines."""
        orders = enumerate(self.forms[seat].orders if seat in self.forms else (), start=1)
        return [(line, order) for line, order in orders if isinstance(order, kind) and (seat, line) not in self.void]

    def cancel(self, kingdom: Kingdom, line: int) -> None:
        """A line is void: its target is gone (DA-ORD-20, DA-SPY-10)."""
        self.void.add((kingdom.seat, line))

    # Small changes that many phases make

    def learn(self, reader: Kingdom, seat: Seat) -> None:
        """A kingdom becomes known to a lord, for good (DA-FOG-02, DA-FOG-04)."""
        reader.known.setdefault(seat, self.number)

    def lose_units(self, seat: Seat, units: Mapping[str, int]) -> None:
        """Units owned at the start of the turn are given away or no more: the Collecte forgets them (DA-COL-01)."""
        self.held_units[seat].subtract(units)

    def lose_building(self, kingdom: Kingdom, building: str, number: int = 1) -> None:
        """Buildings are destroyed; until Construction all that stand are of the start of the turn."""
        take(kingdom.buildings, building, number)
        self.held_buildings[kingdom.seat][building] -= number

    def lose_spy(self, seat: Seat) -> None:
        """A spy on a mission dies."""
        self.spies_abroad[seat] -= 1
        self.lose_units(seat, {ROLES.spy: 1})

    def supports(self, target: Seat) -> list[Army]:
        """The armies in support of a kingdom."""
        return [army for army in self.armies if army.target == target and not army.attack]

    # What is told, and to whom

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Public news."""
        self._told.append((rule, kind, data, None))

    def tell(self, seat: Seat, rule: str, kind: str, /, **data: Any) -> None:
        """News for one seat alone: who else is told what would itself tell something (DA-FOG-08)."""
        self._told.append((rule, kind, data, seat))

    def report_chance(self, seat: Seat) -> Rng:
        """The stream of the shuffles in one lord's report (DA-RNG-02)."""
        if seat not in self._reports:
            self._reports[seat] = self.rng.at("report", self.now.kingdoms[seat].number)
        return self._reports[seat]

    def events(self) -> tuple[Event, ...]:
        """All that was told, written with the knowledge of the end of the turn (DA-REP-02)."""
        written = [
            Event(rule, kind, data if seat is None else self.written(seat, data), None if seat is None else (seat,))
            for rule, kind, data, seat in self._told
        ]
        for kind, field in ANONYMOUS.items():
            in_order_of_names(written, kind, field)
        return tuple(written)

    def written(self, reader: Seat, data: dict[str, Any]) -> dict[str, Any]:
        """The data of an event with kingdoms called by their names, or unknown to this reader (DA-FOG-07)."""
        seats, kingdoms = seats_in(data), self.now.kingdoms
        if not seats:
            return data
        known = kingdoms[reader].known
        names: dict[Seat, str] = {seat: kingdoms[seat].name for seat in seats if seat == reader or seat in known}
        unknown = sorted({seat for seat in seats if seat not in names}, key=lambda seat: kingdoms[seat].number)
        if len(unknown) == 1:
            names[unknown[0]] = UNKNOWN
        elif unknown:
            self.report_chance(reader).shuffle(unknown)
            names |= {seat: UNKNOWN + letter(place) for place, seat in enumerate(unknown)}
        written: dict[str, Any] = with_names(data, names)
        return written


class SilentTurn(Turn):
    """A turn of a playout: nobody is told what happens in it. It changes the continent that it is given."""

    def taken_over(self, start: Continent) -> Continent:
        """The very continent that was given."""
        return start

    def announce(self, rule: str, kind: str, /, **data: Any) -> None:
        """Nobody hears it."""

    def tell(self, seat: Seat, rule: str, kind: str, /, **data: Any) -> None:
        """Nobody hears it."""


def letter(place: int) -> str:
    """A, B… Z, AA, AB…"""
    tens, units = divmod(place, len(ascii_uppercase))
    return (letter(tens - 1) if tens else "") + ascii_uppercase[units]


def seats_in(value: Any) -> list[Seat]:
    """The kingdoms named in the data of an event."""
    if type(value) is Named:
        return [value.seat]
    items = value.values() if type(value) is dict else value if type(value) is list else ()
    return [seat for item in items if type(item) in NESTED for seat in seats_in(item)]


def with_names(value: Any, names: Mapping[Seat, str]) -> Any:
    """The same data with names; lists of kingdoms in the order of the names, which tells nothing of their numbers."""
    if type(value) is Named:
        return names[value.seat]
    if type(value) is dict:
        return {key: with_names(item, names) if type(item) in NESTED else item for key, item in value.items()}
    if type(value) is list:
        written = [with_names(item, names) for item in value]
        return sorted(written, key=place_of_name) if seats_in(value) else written
    return value


NESTED = frozenset((Named, dict, list))  # what a kingdom may be named in


def place_of_name(item: Any) -> tuple[bool, int, str]:
    """Known kingdoms by their names, then A, B…: of a list of kingdoms, or of things that belong to one each."""
    name = item["kingdom"] if isinstance(item, dict) else item
    return name.startswith(UNKNOWN), len(name) if name.startswith(UNKNOWN) else 0, plain(name)


def give_back(kingdom: Kingdom, units: Mapping[str, int]) -> None:
    """Units come home."""
    for code, number in units.items():
        add(kingdom.units, code, number)


def in_order_of_names(events: list[Event], kind: str, field: str) -> None:
    """Puts the news of one kind in an order that tells nothing of the numbers of authors whom a reader does not know.

    They keep the places that they hold together; each reader reads only his own.
    """
    places = [place for place, event in enumerate(events) if event.kind == kind]
    news = sorted(
        [events[place] for place in places], key=lambda event: (place_of_name(event.data[field]), repr(event))
    )
    for place, event in zip(places, news, strict=True):
        events[place] = event
