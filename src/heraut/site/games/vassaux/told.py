"""What has happened, in the game's own sentences: beside the table, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from heraut.engine.protocol import Event, Json, seen_by
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.report import HIDDEN
from heraut.site.games.vassaux.rulebook import statement
from heraut.site.matches.models import Step
from heraut.site.matchpage.match_access import MatchAccess

RECENT = 8  # lines beside the table
STEPS_BACK = 40  # that they are looked for in


@dataclass(frozen=True)
class Line:
    """One event: its sentence, its rule, whether its reader alone knows it."""

    text: str
    kind: str
    rule: str
    statement: str
    private: bool = False


class Teller:
    """Events in the game's own words, for one reader."""

    def __init__(self, view: Json, lang: str) -> None:
        self.lang, self.herald = lang, Herald(view, lang)

    def line(self, event: Event) -> Line:
        """One event."""
        herald = self.herald
        text = herald.words.say("event", event.kind, herald.told(event), herald.names)
        return Line(text, event.kind, event.rule, statement(event.rule, self.lang), event.seen_by is not None)

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """Those of them that are told."""
        return [self.line(event) for event in events if event.kind not in HIDDEN]


def decoded(stored: Any) -> tuple[Event, ...]:
    """Events as they are stored."""
    return msgspec.json.decode(bytes(stored), type=tuple[Event, ...])


def visible(events: Iterable[Event], access: MatchAccess) -> tuple[Event, ...]:
    """The events that the visitor may know; to players of a match that is over, all."""
    return seen_by(events, access.name, over=access.may_see_all)


def recent(access: MatchAccess) -> list[Line]:
    """The last lines, the latest first; those of one step keep their order."""
    teller = Teller(access.view, access.lang)
    rows = Step.objects.filter(match=access.match, number__gt=access.match.step - STEPS_BACK).order_by("-number")
    lines: list[Line] = []
    for stored in rows.values_list("events", flat=True).iterator(chunk_size=10):
        lines += reversed(teller.lines(visible(decoded(stored), access)))
        if len(lines) >= RECENT:
            break
    return lines[:RECENT]


def events_of_turn(access: MatchAccess, turn: int) -> list[Event]:
    """Everything of one turn that the visitor may know; a step may end one turn and begin the next."""
    steps = Step.objects.filter(match=access.match, turn__in=(turn, turn + 1)).order_by("number")
    found: list[Event] = []
    now = max(0, turn - 1)  # the step in which a turn begins still tells the end of the one before
    for stored in steps.values_list("events", flat=True):
        if now > turn:
            break
        for event in decoded(stored):
            if event.kind == "turn_begins":
                now = event.data["turn"]
            if now == turn:
                found.append(event)
    return list(visible(found, access))
