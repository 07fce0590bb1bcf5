"""What has befallen the visitor's family since he last said that he had read it: it stays in view until he says so.

A table goes on while one looks away, and the last lines beside the board are soon those of others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from heraut.engine.protocol import Event, Json
from heraut.site.games.fief.chronicle import Line, Teller
from heraut.site.matches.models import Step
from heraut.site.matchpage.match_access import MatchAccess

BAD, GOOD, PLAIN = "bad", "good", ""
MOST = 12  # that are shown; the chronicle has them all


@dataclass(frozen=True)
class Outcome:
    """One event that concerns the reader, and how it went for him: "bad", "good", "" where it is neither."""

    line: Line
    how: str


@dataclass
class Eye:
    """What one family looks out for. `fighting`: the villages in whose present battle it takes part."""

    seat: str
    fighting: set[str]

    def sees(self, event: Event) -> str | None:
        """How an event went for the family; None if it does not concern it."""
        if event.kind in ("battle_begins", "battle_round"):
            self.note(event.data)
        judge = JUDGES.get(event.kind)
        return judge(self, event.data) if judge is not None else None

    def note(self, data: Json) -> None:
        """Who fights where."""
        parties = [party[0] for camp in data.get("camps", ()) for party in camp["parties"]]
        if self.seat in parties or any(self.seat in blow["camp"] for blow in data.get("blows", ())):
            self.fighting.add(data["village"])

    def battle(self, data: Json) -> str | None:
        """A battle that it fought: won or lost (FI-BAT-12)."""
        if data["village"] not in self.fighting and self.seat not in data["winners"]:
            return None
        self.fighting.discard(data["village"])
        return GOOD if self.seat in data["winners"] else BAD

    def parting(self, data: Json) -> str | None:
        """A battle in which nobody could go on (FI-BAT-17)."""
        if data["village"] not in self.fighting:
            return None
        self.fighting.discard(data["village"])
        return PLAIN

    def holding(self, data: Json) -> str | None:
        """A village or a fief that changes hands (FI-CAP-01)."""
        return BAD if data["former"] == self.seat else GOOD if data["seat"] == self.seat and data["former"] else None

    def own(self, data: Json) -> str | None:
        """Something that befalls one of the family, or the whole of it."""
        return BAD if data["seat"] == self.seat else None

    def captured(self, data: Json) -> str | None:
        """A lord taken, or taken by the family (FI-PRI-01)."""
        return BAD if data["seat"] == self.seat else GOOD if data["captor"] == self.seat else None


JUDGES: Mapping[str, Callable[[Eye, Json], str | None]] = {
    "battle_over": Eye.battle,
    "battle_broken_off": Eye.parting,
    "village_taken": Eye.holding,
    "fief_taken": Eye.holding,
    "lord_died": Eye.own,
    "lord_captured": Eye.captured,
    "dungeon": Eye.own,
    "lord_taken": Eye.own,
    "ransom_deadline": Eye.own,
    "soldiers_leave": Eye.own,
    "arms_laid_down": Eye.own,
    "eliminated": Eye.own,
}
NEEDED = tuple(f'"{kind}"'.encode() for kind in (*JUDGES, "battle_begins", "battle_round"))


def outcomes(access: MatchAccess) -> list[Outcome]:
    """What the visitor has not read yet, the latest first; a spectator has no family."""
    if access.seat is None or "own" not in access.view:
        return []
    teller, eye = Teller(access.view, access.lang), Eye(access.seat.name, set())
    found = [
        Outcome(teller.line(event), how)
        for number, event in events_since(access, access.seat.read)
        if (how := eye.sees(event)) is not None and number > access.seat.read
    ]
    return found[::-1][:MOST]


BEFORE = 40  # steps back in which a battle may have begun that ends among the unread ones


def events_since(access: MatchAccess, read: int) -> Iterator[tuple[int, Event]]:
    """The events of the unread steps, and of some before them, that may be about a family."""
    steps = Step.objects.filter(match=access.match, number__gt=max(0, read - BEFORE)).order_by("number")
    for number, stored in steps.values_list("number", "events").iterator():
        if any(kind in bytes(stored) for kind in NEEDED):
            for event in access.visible(stored):
                yield number, event
