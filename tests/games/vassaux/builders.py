"""Small tables made to measure: `table()` sets both hosts down, `play()` plays lines as players write them.

Seat A is j1 (units 1, 2, 3…), seat B is j2 (units 51, 52…). The Lords stand in the far corners unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from heraut.engine.protocol import Event, Refusal, Seat
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux import notation
from heraut.games.vassaux.decision import ALWAYS, BattleDecision
from heraut.games.vassaux.resolution import Turn, copy
from heraut.games.vassaux.roster import Entry, command_reserve, host_cost, sheet
from heraut.games.vassaux.state import Battle, Element, Host, Point, Settings, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.turn import run
from tests.games.vassaux.promises import check_cache

SEATS = [Seat("j1"), Seat("j2")]
FACES = ((0, 1), (0, -1))


class Troop(NamedTuple):
    """A unit to be set down: its entry, and the place of each figure, the leader's first."""

    entry: Entry
    places: Sequence[Point]


def troop(*places: Point, fighter: str = "BRETTEUR", title: str = "VASSAL", **more: Any) -> Troop:
    """A unit with a figure at each of these places."""
    if "profile" in more:
        fighter = ""
    return Troop(Entry(title=title, fighter=fighter, size=len(places), **more), places)


def lord(place: Point, title: str = "BARON", **more: Any) -> Troop:
    """A Lord at this place."""
    chosen = {"profile": "CHEVALIER", "weapon": "MELEE", "armour": "KNIGHT", **more}
    return Troop(Entry(title=title, **chosen), [place])


def line(start: Point, number: int, step: Point = (500, 0)) -> list[Point]:
    """So many places in a row."""
    return [(start[0] + index * step[0], start[1] + index * step[1]) for index in range(number)]


def table(
    a: Sequence[Troop] = (),
    b: Sequence[Troop] = (),
    *,
    lords: tuple[Troop, Troop] | None = None,
    elements: Sequence[tuple[str, float, float, float, float]] = (),
    scenario: int = 0,
    schools: tuple[str, str] = ("", ""),
    asked: bool = True,
    **fields: Any,
) -> Battle:
    """A battle in its first turn, seat A to order, with these units on the table."""
    both = lords or (lord((14500, 500)), lord((500, 14500)))
    ground = tuple(Element(code, *(round(side * 1000) for side in sides)) for code, *sides in elements)
    settings = Settings(scenario, "M0", 15000, 15000, ground, 10, True, (400, 400))
    units: dict[int, Unit] = {}
    hosts, at = [], {}
    for place, troops in enumerate(((both[0], *a), (both[1], *b))):
        sheets = [sheet(one.entry, lord=index == 0) for index, one in enumerate(troops)]
        hosts.append(Host(SEATS[place], schools[place], host_cost(sheets), command_reserve(sheets)))
        for index, (one, made) in enumerate(zip(troops, sheets, strict=True)):
            number = 50 * place + index + 1
            men = [number * 100 + rank for rank in range(1, made.size + 1)]
            units[number] = Unit(number, place, made, men[0], men, face=FACES[place])
            at.update(zip(men, one.places, strict=False))
    battle = Battle(settings, hosts, units, at, turn=1, phase="orders", active=0, initiative=0, re=(7, 7))
    for name, value in fields.items():
        setattr(battle, name, value)
    if asked:
        run(Turn(battle, Rng(b"builders")))
    return battle


class Told(Rng):
    """Dice that fall as told, then fail."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)
        self.random = lambda: (self.faces.pop(0) - 0.5) / 6  # type: ignore[misc]


class Played(NamedTuple):
    """What came of some lines."""

    state: Battle
    events: list[Event]

    def find(self, kind: str) -> list[Event]:
        """The events of this kind."""
        return [event for event in self.events if event.kind == kind]

    def one(self, kind: str) -> dict[str, Any]:
        """The data of the only event of this kind."""
        found = self.find(kind)
        assert len(found) == 1, (kind, [event.kind for event in self.events])
        return found[0].data

    @property
    def field(self) -> Field:
        """The table, to be asked."""
        return Field(self.state)


def decision(state: Battle) -> BattleDecision:
    """What is owed now."""
    (owed,) = vassaux.pending(state).values()
    return owed


def play(state: Battle, *lines: str, dice: Sequence[int] = (), left: int | None = 0, on: bool = True) -> Played:
    """These lines, in their order; questions that a line does not answer get their default.

    All dice must fall, or so many be left (None: any). What is remembered of the table after each answer is true.

    `on`: defaults go on until the next unit is to be ordered.
    """
    chance = Told(*dice)
    events: list[Event] = []
    waiting = list(lines)
    while waiting or (on and state.asked is not None and state.asked[1] not in ("activate", "deploy")):
        owed = decision(state)
        if not waiting:
            waiting.append(owed.write(owed.default))
        types = (*owed.question.answers, *ALWAYS)
        found = notation.read(waiting[0], types)
        if isinstance(found, Refusal):
            answer = owed.default
            assert owed.kind not in ("activate", "deploy"), (waiting[0], owed.kind, found)
        else:
            refusals = owed.check(found)
            assert not refusals, (waiting[0], refusals)
            answer = found
            waiting.pop(0)
        before = vassaux.dump(state)
        step = vassaux.advance(state, {state.hosts[owed.place].seat: answer}, chance)
        assert vassaux.dump(state) == before
        state = step.state
        check_cache(state)
        events += step.events
    assert left is None or len(chance.faces) == left, f"dice left: {chance.faces}"
    return Played(state, events)


def defaults(state: Battle, *, until: str = "activate", dice: Sequence[int] = (), seed: bytes = b"") -> Played:
    """Defaults until this question, or the end; with these dice, or any."""
    chance: Rng = Told(*dice) if dice else Rng(seed)
    events: list[Event] = []
    while state.asked is not None and state.asked[1] != until:
        step = vassaux.advance(state, {state.hosts[state.asked[0]].seat: decision(state).default}, chance)
        state = step.state
        events += step.events
    return Played(state, events)


def refused(state: Battle, text: str) -> list[tuple[str, str]]:
    """Rule and code of each refusal of this line."""
    return [(one.rule, one.code) for one in decision(state).parse(text).refusals]


def end_turn(state: Battle, dice: Sequence[int] = (6, 6, 1, 1)) -> Played:
    """Everybody who still waits waits; up to the first order of the next turn. The dice are those of initiative."""
    chance: Rng = Told(*dice)
    events: list[Event] = []
    turn = state.turn
    while state.asked is not None and (state.turn == turn or state.asked[1] != "activate"):
        step = vassaux.advance(state, {state.hosts[state.asked[0]].seat: decision(state).default}, chance)
        state = step.state
        events += step.events
    return Played(state, events)


def changed(state: Battle, **fields: Any) -> Battle:
    """The battle with other fields."""
    twin = copy(state)
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def marked(state: Battle, number: int, **fields: Any) -> Battle:
    """The battle with one unit changed."""
    twin = copy(state)
    twin.units[number] = msgspec.structs.replace(twin.units[number], **fields)
    return twin


def turn_of(state: Battle, *dice: int) -> Turn:
    """A turn to call a chapter's functions with, its dice told."""
    return Turn(copy(state), Told(*dice))
