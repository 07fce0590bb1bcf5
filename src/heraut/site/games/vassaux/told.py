"""What has happened, in the game's own sentences: beside the table, turn by turn, moment by moment.

A line opens to whatever stands behind it: dice, factors and chances (`calculators/reasons.py` of the game), its rule,
and the men concerned, whom a script lights on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from heraut.engine.protocol import Event, Json
from heraut.games.vassaux.calculators.luck import Weigher
from heraut.games.vassaux.calculators.reasons import reasons
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import NO_UNIT, GroupId, unit_of
from heraut.games.vassaux.report import as_told
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.view import battle_of
from heraut.site.learn.reference import statement
from heraut.site.matches.models import Step
from heraut.site.matchpage.match_access import MatchAccess

RECENT = 8  # lines beside the table
FEW = 3  # of them above the question, in their order
STEPS_BACK = 40  # that they are looked for in
OPENING = ("announced", "solo")  # a unit is given its orders
GROUPS = ("unit", "target", "targets", "winner")  # the fields of an event that name units and bands


class Told(NamedTuple):
    """An event, and the step in which it happened."""

    step: int
    event: Event


@dataclass(frozen=True)
class Line:
    """One event: its sentence, what is behind it, its rule, the men concerned, whether its reader alone knows it.

    `men` are the numbers of figures, apart by blanks; `step` is the moment of the battle, None where it is at hand.
    """

    text: str
    kind: str
    rule: str
    statement: str
    private: bool = False
    why: Sequence[str] = field(default_factory=list)
    men: str = ""
    step: int | None = None


class Teller:
    """Events in the game's own words, for one reader; they are to be told in their order (`Weigher`)."""

    def __init__(self, view: Json, lang: str) -> None:
        self.lang, self.herald = lang, Herald(view, lang)
        self.battle = battle_of(view)
        self.weigher = Weigher({unit.id: unit.sheet for unit in self.battle.units.values()})

    def line(self, event: Event, step: int | None = None) -> Line:
        """One event."""
        return Line(
            text=self.herald.sentence(event),
            kind=event.kind,
            rule=event.rule,
            statement=statement("vassaux", event.rule, self.lang),
            private=event.seen_by is not None,
            why=reasons(self.herald, event, self.weigher.roll(event)),
            men=" ".join(map(str, men_of(event, self.battle))),
            step=step,
        )

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """The sentences alone, of those that are told."""
        return [self.herald.sentence(event) for event in as_told(events)]

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """Those of them that are told."""
        return [self.line(event) for event in as_told(events)]

    def told(self, found: Iterable[Told]) -> list[Line]:
        """The same, each with the step of it."""
        steps = groupby(found, key=lambda one: one.step)
        return [self.line(event, step) for step, told in steps for event in as_told(one.event for one in told)]


def men_of(event: Event, battle: Battle) -> list[int]:
    """The figures that an event is about: those it names, else those of the units and bands it names."""
    named = event.data.get("figures") or event.data.get("figure")
    if named:
        return list(named) if isinstance(named, list) else [named]
    found: list[int] = []
    for key in GROUPS:
        value = event.data.get(key, [])
        for group in value if isinstance(value, list) else [value]:
            if group and unit_of(group) in battle.units:
                found += battle.figures(group)
    return list(dict.fromkeys(found))


def announced(events: Iterable[Event]) -> GroupId:
    """The unit that is given its orders among these events; `NO_UNIT` for none."""
    return next((event.data["unit"] for event in events if event.kind in OPENING), NO_UNIT)


def recent(access: MatchAccess) -> list[Line]:
    """The last lines, the latest first; those of one step keep their order."""
    rows = Step.objects.filter(match=access.match, number__gt=access.match.step - STEPS_BACK).order_by("-number")
    found: list[Told] = []
    for number, stored in rows.values_list("number", "events").iterator(chunk_size=10):
        events = access.visible(stored)
        found = [*(Told(number, event) for event in as_told(events)), *found]
        if len(found) >= RECENT:
            break
    return Teller(access.view, access.lang).told(found)[: -RECENT - 1 : -1]


def told_so_far(access: MatchAccess, turns: Sequence[int] = ()) -> list[Told]:
    """Everything that the visitor may know of these turns (none named: of all), with the steps, in its order."""
    steps = Step.objects.filter(match=access.match).order_by("number")
    if turns:
        steps = steps.filter(turn__in=turns)
    rows = steps.values_list("number", "events").iterator(chunk_size=100)
    return [Told(number, event) for number, stored in rows for event in access.visible(stored)]


def told_of_turn(access: MatchAccess, turn: int) -> list[Told]:
    """The same of one turn; a step may end one turn and begin the next."""
    found: list[Told] = []
    now = max(0, turn - 1)  # the step in which a turn begins still tells the end of the one before
    for one in told_so_far(access, (turn, turn + 1)):
        if one.event.kind == "turn_begins":
            now = one.event.data["turn"]
        if now == turn:
            found.append(one)
    return found
