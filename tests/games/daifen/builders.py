"""Small continents, made to measure: `continent()` gives a new match, the functions below bend it.

The seats are j1…; their kingdoms are called Aubelune, Brumeval, Corvaille… and their lords Sire A, Sire B, Sire C…
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heraut.engine.protocol import Event, Seat, Step
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.orders import Form
from heraut.games.daifen.resolution import Turn
from heraut.games.daifen.state import Continent, Kingdom, association_open
from heraut.games.daifen.turn import PHASES

NAMES = (
    "Aubelune", "Brumeval", "Corvaille", "Dragonne", "Ecumine", "Falaise", "Grisemine", "Hautebois",
    "Islande-la-Noire", "Jonquille", "Kerval", "Lys d'Or", "Mirefeu", "Nocturne", "Orage 14", "Plaine Rase",
)  # fmt: skip
A, B, C, D = NAMES[:4]


def seats(number: int) -> list[Seat]:
    """j1, j2, …"""
    return [Seat(f"j{n}") for n in range(1, number + 1)]


def continent(number: int = 3, *, seed: bytes = b"builders", races: Sequence[str] = (), **options: Any) -> Continent:
    """A new match of so many kingdoms, all human unless told otherwise, that nobody leaves by being silent."""
    places = seats(number)
    chosen: dict[str, Any] = {
        "names": {seat: f"Sire {chr(65 + n)}" for n, seat in enumerate(places)},
        "kingdoms": dict(zip(places, NAMES, strict=False)),
        "races": {seat: races[n] if n < len(races) else "humains" for n, seat in enumerate(places)},
        "abandon_after": None,
        **options,
    }
    return daifen.setup(places, chosen, Rng(seed)).state


def acquainted(number: int = 3, **options: Any) -> Continent:
    """The same, where everybody knows everybody."""
    state = continent(number, **options)
    for seat in state.kingdoms:
        know(state, seat, *state.kingdoms)
    return state


def kingdom(state: Continent, seat: str) -> Kingdom:
    """The kingdom of this seat."""
    return state.kingdoms[Seat(seat)]


def know(state: Continent, seat: str, *others: str, since: int = 0) -> None:
    """This lord knows these kingdoms."""
    kingdom(state, seat).known |= {Seat(other): since for other in others if other != seat}


def endow(state: Continent, seat: str, **wealth: Any) -> Kingdom:
    """Gives a kingdom gold, intellect, units, buildings, technologies instead of its own."""
    found = kingdom(state, seat)
    for field, value in wealth.items():
        setattr(found, field, dict(value) if isinstance(value, dict) else value)
    return found


def fell(state: Continent, seat: str, turn: int = 1) -> None:
    """This kingdom was destroyed on that turn."""
    fallen = kingdom(state, seat)
    fallen.fallen, fallen.gold, fallen.intellect, fallen.units, fallen.buildings = turn, 0, 0, {}, {}
    state.offered = association_open(state)  # as the next turn found it


def decision(state: Continent, seat: str) -> SheetDecision:
    """What this lord owes now."""
    return daifen.pending(state)[Seat(seat)]


def form(state: Continent, seat: str, text: str) -> Form:
    """The form that this text holds. A refused line is a fault of the test."""
    reading = decision(state, seat).parse(text)
    assert not reading.refusals, reading.refusals
    return reading.answer


def forms(state: Continent, orders: Mapping[str, str] | None) -> dict[Seat, Form]:
    """These forms, written as players write them, in this order; the other lords are silent."""
    answers = {Seat(seat): form(state, seat, text) for seat, text in (orders or {}).items()}
    return answers | {seat: owed.default for seat, owed in daifen.pending(state).items() if seat not in answers}


def play(state: Continent, orders: Mapping[str, str] | None = None, *, chance: Rng | None = None) -> Step[Continent]:
    """One turn with these forms."""
    return daifen.advance(state, forms(state, orders), chance or Rng(b"turn"))


def run(
    state: Continent, orders: Mapping[str, str] | None, *phases: int, chance: Rng | None = None
) -> tuple[Turn, tuple[Event, ...]]:
    """Some phases of a turn alone, by their numbers: the turn as they leave it, and what they tell."""
    turn = Turn(state, forms(state, orders), chance or Rng(b"turn"))
    for phase in PHASES:
        if phase.number in phases:
            phase.resolve(turn)
    return turn, turn.events()


def refused(state: Continent, seat: str, text: str) -> list[tuple[str, str, int]]:
    """Rule, code and line of each refusal of this text."""
    return [(refusal.rule, refusal.code, refusal.line) for refusal in decision(state, seat).parse(text).refusals]


def find(events: Step[Continent] | Sequence[Event], kind: str, seat: str | None = "*", **data: Any) -> list[Event]:
    """The events of this kind: public ones (seat None), those a seat is told, or all ("*"); with these figures."""
    told = events.events if isinstance(events, Step) else events
    return [
        event
        for event in told
        if event.kind == kind
        and (seat == "*" or (event.seen_by is None if seat is None else event.seen_by == (seat,)))
        and all(event.data.get(key) == value for key, value in data.items())
    ]


def one(events: Step[Continent] | Sequence[Event], kind: str, seat: str | None = "*", **data: Any) -> Event:
    """The single event of this kind and with these figures."""
    found = find(events, kind, seat, **data)
    told = events.events if isinstance(events, Step) else events
    assert len(found) == 1, (kind, seat, data, [(event.kind, event.seen_by, event.data) for event in told])
    return found[0]


YES, NO = 0.0, 0.999  # what `chance` takes for a success, and for a failure
ONE, TWO, THREE = 0.0, 0.4, 0.7  # what a D3 takes for its three faces


def place(k: int, n: int) -> float:
    """What `pick(n)` takes for k."""
    return (k + 0.5) / n


class Told(Rng):
    """A stream that gives what it is told, then fails."""

    def __init__(self, *values: float) -> None:
        self.values = list(values)
        self.random = lambda: self.values.pop(0)  # type: ignore[misc]


class Always(Rng):
    """A stream that always gives the same."""

    def __init__(self, value: float) -> None:
        self.random = lambda: value  # type: ignore[misc]


class Fate(Rng):
    """Chance with some streams told what to give, by the first word of their name; the others stay random.

    `Fate(theft=(YES, NO))` is one stream for all kingdoms, in the order in which they use it.
    """

    def __init__(self, **streams: Sequence[float] | Rng) -> None:
        super().__init__(b"fate")
        self.streams = {name: told if isinstance(told, Rng) else Told(*told) for name, told in streams.items()}

    def at(self, *path: str | int) -> Rng:
        """The told stream of this first name, or a random one."""
        return self.streams[str(path[0])] if path[0] in self.streams else super().at(*path)

    def left(self, name: str) -> list[float]:
        """What a told stream has not given yet."""
        stream = self.streams[name]
        assert isinstance(stream, Told)
        return stream.values
