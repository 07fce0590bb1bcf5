"""Small realms, made to measure: `realm()` gives a Scandinavian match, the functions below bend it.

The seats are j1…j10; lord and lord-knight of seat j1 are named "Seigneur A", of j2 "Seigneur B", and so on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from heraut.engine.protocol import Event, Seat, Step
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import (
    Army,
    Knight,
    Land,
    LandName,
    Lord,
    Realm,
    add_men,
    move_knight,
    take_knight_number,
)
from heraut.games.gloire.turn import PHASES

NAMES = [f"Seigneur {chr(65 + n % 26)}{n // 26 or ''}" for n in range(100)]


def seats(number: int) -> list[Seat]:
    """j1, j2, …"""
    return [Seat(f"j{n}") for n in range(1, number + 1)]


def realm(number: int = 10, *, seed: bytes = b"builders", starts: Sequence[str] | None = None, **options: Any) -> Realm:
    """A new match of so many lords; `starts` moves the first lords to these lands."""
    names = {seat: NAMES[n] for n, seat in enumerate(seats(number))}
    state = gloire.setup(seats(number), {"lords": number, "names": names, **options}, Rng(seed)).state
    if starts is not None:
        place(state, starts)
    return state


def place(state: Realm, starts: Sequence[str]) -> None:
    """Gives the first lords these lands instead of their own, all other lands staying neutral."""
    for seat, start in zip(state.lords, starts, strict=False):
        for land in state.lands.values():
            if land.owner == seat:
                land.owner = None
        give(state, seat, start)
        move_knight(state, lord_knight(state, seat), LandName(start))


def lord(state: Realm, seat: str) -> Lord:
    """The lord of this seat."""
    return state.lords[Seat(seat)]


def land(state: Realm, name: str) -> Land:
    """The land of this name."""
    return state.lands[LandName(name)]


def give(state: Realm, seat: str | None, *lands: str) -> None:
    """Makes this lord (None: nobody) the owner of these lands."""
    for name in lands:
        land(state, name).owner = None if seat is None else Seat(seat)


def lord_knight(state: Realm, seat: str) -> Knight:
    """The lord of this seat in person."""
    return state.knights[lord(state, seat).knight]


def knight(state: Realm, seat: str, name: str, at: str, *, renown: float = 50.0, men: int = 0, pay: int = 0) -> Knight:
    """Another knight of this lord, with an army if he is given men."""
    new = Knight(take_knight_number(lord(state, seat)), Seat(seat), name, renown, pay, LandName(at))
    state.knights[new.id] = new
    if men:
        add_men(state, Seat(seat), men, new.land, new)
    return new


def arm(state: Realm, knight: Knight, men: int) -> Army:
    """Gives a knight men of his own lord."""
    return add_men(state, knight.lord, men, knight.land, knight)


def garrison(state: Realm, seat: str, at: str, men: int) -> Army:
    """A garrison of this lord in this land."""
    return add_men(state, Seat(seat), men, LandName(at), None)


def ally(state: Realm, a: str, b: str) -> None:
    """The two are allied."""
    lord(state, a).allies[Seat(b)] = lord(state, b).allies[Seat(a)] = 0


def war(state: Realm, a: str, b: str) -> None:
    """The two are at war."""
    lord(state, a).enemies[Seat(b)] = lord(state, b).enemies[Seat(a)] = 0


def decision(state: Realm, seat: str) -> SheetDecision:
    """What this lord owes now."""
    return gloire.pending(state)[Seat(seat)]


def play(state: Realm, orders: Mapping[str, str] | None = None, *, seed: bytes = b"turn") -> Step[Realm]:
    """One turn with these sheets, written as players write them, in the order of the mapping; the others pass.

    A refused line is a fault of the test.
    """
    answers = {}
    pending = gloire.pending(state)
    for seat, text in (orders or {}).items():
        reading = pending[Seat(seat)].parse(text)
        assert not reading.refusals, reading.refusals
        answers[Seat(seat)] = reading.answer
    for seat in pending:
        answers.setdefault(seat, ())
    return gloire.advance(state, answers, Rng(seed))


def refused(state: Realm, seat: str, text: str) -> list[tuple[str, str]]:
    """Rule and code of each refusal of this text."""
    return [(refusal.rule, refusal.code) for refusal in decision(state, seat).parse(text).refusals]


def find(step: Step[Realm], kind: str, seat: str | None = "*", **data: Any) -> list[Event]:
    """The events of this kind: public ones (seat None), those a seat is told, or all ("*"); with these figures."""
    return [
        event
        for event in step.events
        if event.kind == kind
        and (
            seat == "*"
            or (event.seen_by is None if seat is None else event.seen_by is not None and seat in event.seen_by)
        )
        and all(event.data.get(key) == value for key, value in data.items())
    ]


def lines_ignored(step: Step[Realm], seat: str) -> list[tuple[int, str]]:
    """Line and reason of each order of this lord that had no effect."""
    return [(event.data["order"], event.data["reason"]) for event in find(step, "order_ignored", seat)]


def view_of(state: Realm, seat: str = "j1") -> Any:
    """A view as a program far away receives it."""
    return json.loads(json.dumps(gloire.view(state, Seat(seat))))


def one(step: Step[Realm], kind: str, seat: str | None = "*", **data: Any) -> Event:
    """The single event of this kind and with these figures."""
    events = find(step, kind, seat, **data)
    assert len(events) == 1, (kind, data, [(event.kind, event.data) for event in step.events])
    return events[0]


class Drawn:
    """A source of chance that gives what it is told, then fails: for the worked examples (GP-BAT-00)."""

    def __init__(self, *values: float) -> None:
        self.values = list(values)

    def uniform(self, low: float, high: float) -> float:
        """The next value, which must lie in the interval asked for."""
        value = self.values.pop(0)
        assert low <= value <= high, (low, value, high)
        return value


class Fate(Rng):
    """Chance with some streams told what to give: `Fate(attack=(1.0, 300.0, 1.0))`; the others stay random."""

    def __init__(self, **streams: Sequence[float]) -> None:
        super().__init__(b"fate")
        self.streams: dict[str | int, Any] = {name: Drawn(*values) for name, values in streams.items()}

    def at(self, *path: str | int) -> Any:
        """The told stream of this first name, the same for all its uses, in the order in which they come."""
        return self.streams[path[0]] if path[0] in self.streams else super().at(*path)


def opened(state: Realm, orders: Mapping[str, str] | None = None, *, chance: Rng | None = None) -> Turn:
    """A turn with these sheets, of which no phase has been resolved yet. A refused line is a fault of the test."""
    answers = {}
    pending = gloire.pending(state)
    for seat, text in (orders or {}).items():
        reading = pending[Seat(seat)].parse(text)
        assert not reading.refusals, reading.refusals
        answers[Seat(seat)] = reading.answer
    return Turn(state, answers, chance or Rng(b"turn"))


def run(state: Realm, orders: Mapping[str, str] | None, *phases: int, chance: Rng | None = None) -> Step[Realm]:
    """Some phases of a turn alone, by their numbers: what they make of the realm, and what they tell."""
    turn = opened(state, orders, chance=chance)
    for phase in PHASES:
        if phase.number in phases:
            turn.open_phase()
            phase.resolve(turn)
    return Step(turn.now, tuple(turn.events))


def reasons(step: Step[Realm], seat: str) -> list[str]:
    """Why orders of this lord were ignored, in the order in which he is told."""
    return [event.data["reason"] for event in find(step, "order_ignored", seat)]


class Noted(Drawn):
    """The same, which also notes the intervals that it is asked for."""

    def __init__(self, *values: float) -> None:
        super().__init__(*values)
        self.asked: list[tuple[float, float]] = []

    def uniform(self, low: float, high: float) -> float:
        """The next value; its interval is noted."""
        self.asked.append((low, high))
        return super().uniform(low, high)


WINS = (2.0, 1.0)  # the two draws of a pass in which the attacker takes the advantage
YIELDS = (1.0, 1.0)  # and of one in which the defender does: he has it when the draws are equal
