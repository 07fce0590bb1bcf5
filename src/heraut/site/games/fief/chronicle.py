"""What has happened: the last lines beside the board, and the chronicle of a turn, battles round by round.

A step is one decision; a turn of the game has some dozens of them. Sentences are the game's own (games/fief/text).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from django.utils.safestring import SafeString

from heraut.engine.protocol import Event, Json, seen_by
from heraut.games.fief.herald import DETAILS, Herald, capital
from heraut.games.fief.identities import PHASES
from heraut.site.games.fief.naming import names, regions, said
from heraut.site.games.fief.panels import shield
from heraut.site.learn.reference import statement
from heraut.site.matches.models import Step
from heraut.site.matches.steps import stored_events
from heraut.site.matchpage.match_access import MatchAccess

LONG = 30  # lines of a turn, above which its phases are folded
RECENT = 8  # lines beside the board
STEPS_BACK = 40  # that they are looked for in
SETUP = 0
END = "game_over"
ROUND = "battle_round"  # told with its dice


@dataclass(frozen=True)
class Blow:
    """What a camp threw in a round: dice at the troops, dice at lords, what it cost the other camp.

    `place` tells garrison and relief of one family apart, `struck` names the camp hit where its family has two.
    """

    shields: list[SafeString]
    names: list[str]
    place: str
    struck: str
    points: int
    dice: list[int]
    aimed: list[tuple[str, int]]
    bonus: int
    total: int
    row: str
    loss: int
    lost: int


@dataclass(frozen=True)
class Line:
    """One event: its sentence, whose it is, its rule, and for a round of a battle the dice of both camps."""

    text: str
    kind: str
    rule: str
    statement: str
    shield: SafeString | None = None
    private: bool = False
    shared: bool = False  # others whom it concerns know it too
    dice: list[int] = field(default_factory=list)
    details: list[str] = field(default_factory=list)
    blows: list[Blow] = field(default_factory=list)


@dataclass(frozen=True)
class Chapter:
    """What a phase brought."""

    phase: str
    name: str
    lines: list[Line]
    open: bool = True  # folded where a turn is long


class Teller:
    """Events in the game's own words, for one reader; places and families as the pages call them."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view, self.lang = view, lang
        self.herald = Herald(view, lang)
        self.names = names(view, lang)
        self.herald.names = {**self.herald.names, **regions(self.names)}

    def line(self, event: Event) -> Line:
        """One event."""
        data = event.data
        seat = data.get("seat")
        detail = DETAILS.get(event.kind) if event.kind != ROUND else None
        return Line(
            text=capital(self.herald.words.say("event", event.kind, said(data, self.lang), self.herald.names)),
            kind=event.kind,
            rule=event.rule,
            statement=statement("fief", event.rule, self.lang),
            shield=shield(self.view["seats"][seat]["blazon"]) if seat in self.view["seats"] else None,
            private=event.seen_by is not None,
            shared=event.seen_by is not None and len(event.seen_by) > 1,
            dice=dice_of(data),
            details=[capital(line) for line in detail(self.herald, data)] if detail is not None else [],
            blows=[self.blow(blow) for blow in data["blows"]] if event.kind == ROUND else [],
        )

    def blow(self, blow: Json) -> Blow:
        """What a camp threw."""
        seats = self.view["seats"]
        return Blow(
            shields=[shield(seats[seat]["blazon"]) for seat in blow["camp"] if seat in seats],
            names=[self.names["seat"][seat] for seat in blow["camp"]],
            place=self.names["walls"].get(blow.get("camp_place", ""), ""),
            struck=self.struck(blow),
            points=blow["points"],
            dice=blow["dice"],
            aimed=[(self.names["lord"][lord], die) for lord, die in blow["aimed"]],
            bonus=blow["bonus"],
            total=blow["sum"],
            row=self.names["row"][blow["row"]],
            loss=blow["loss"],
            lost=blow["lost"],
        )

    def struck(self, blow: Json) -> str:
        """The camp hit, where its family has two."""
        where = self.names["walls"].get(blow.get("target_place", ""), "")
        return f"{' + '.join(self.names['seat'][seat] for seat in blow['target'])} {where}" if where else ""


def dice_of(data: Json) -> list[int]:
    """The dice that an event shows."""
    thrown = data.get("dice", data.get("die"))
    if isinstance(thrown, int):
        return [thrown]
    return list(thrown) if isinstance(thrown, list) and all(isinstance(one, int) for one in thrown) else []


def last_steps(access: MatchAccess) -> Iterator[tuple[Event, ...]]:
    """The events of the last steps that the visitor may know, step by step, the latest first."""
    rows = Step.objects.filter(match=access.match, number__gt=access.match.step - STEPS_BACK).order_by("-number")
    return map(access.visible, rows.values_list("events", flat=True).iterator(chunk_size=10))


def recent(access: MatchAccess) -> list[Line]:
    """The last lines, the latest first; those of one step keep their order."""
    teller = Teller(access.view, access.lang)
    lines: list[Line] = []
    for events in last_steps(access):
        lines += [teller.line(event) for event in reversed(events) if event.kind not in SILENT]
        if len(lines) >= RECENT:
            break
    return lines[:RECENT]


def murder(access: MatchAccess) -> str:
    """Whom the last assassination has struck, in a sentence: everybody may know it (FI-ASS-01)."""
    for events in last_steps(access):
        for event in events:
            if event.kind == "lord_died" and event.data["cause"] == "assassination":
                return Teller(access.view, access.lang).line(event).text
    return ""


SILENT = ("phase",)  # events that only divide the others


def events_of_turn(access: MatchAccess, turn: int) -> list[Event]:
    """Everything of one turn that the visitor may know; a step may end one turn and begin the next."""
    steps = Step.objects.filter(match=access.match, turn__in=(turn, turn + 1)).order_by("number")
    found: list[Event] = []
    now = max(SETUP, turn - 1)  # the step in which a turn begins still tells the end of the one before
    for stored in steps.values_list("events", flat=True):
        if now > turn:
            break
        for event in stored_events(stored):
            if event.kind == "phase":
                now = event.data["turn"]
            if now == turn:
                found.append(event)
    return list(seen_by(found, access.name, over=access.may_see_all))


def chapters(events: Sequence[Event], view: Json, lang: str) -> list[Chapter]:
    """The events of a turn, phase by phase."""
    teller = Teller(view, lang)
    found = [
        Chapter(phase, teller.names["phase"][phase], [teller.line(event) for event in told])
        for phase, group in groupby(with_phases(events), key=lambda pair: pair[0])
        if (told := [event for _, event in group if event.kind not in SILENT])
    ]
    if sum(len(one.lines) for one in found) <= LONG:
        return found
    return [replace(one, open=one.phase == "combat" or told_of_the_end(one)) for one in found]


def told_of_the_end(chapter: Chapter) -> bool:
    """Whether a phase tells how the match ended."""
    return any(line.kind == END for line in chapter.lines)


def with_phases(events: Iterable[Event]) -> Iterator[tuple[str, Event]]:
    """Each event behind the phase that it happened in."""
    phase = PHASES[SETUP]
    for event in events:
        if event.kind == "phase":
            phase = event.data["phase"]
        yield phase, event
