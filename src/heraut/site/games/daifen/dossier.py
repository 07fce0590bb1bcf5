"""What a lord was told of each kingdom, turn by turn, from his own reports alone: they never change (DA-REP-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from heraut.engine.protocol import Event, seen_by
from heraut.games.daifen.herald import Herald
from heraut.games.daifen.report import RUMOUR
from heraut.games.daifen.resolution import UNKNOWN
from heraut.site.matches.models import Step
from heraut.site.matches.steps import stored_events
from heraut.site.matchpage.match_access import MatchAccess

LATEST = 40  # entries of one kingdom that a page shows


@dataclass(frozen=True)
class Entry:
    """One thing told on a turn; `rumour`: nobody knows whether it is true."""

    turn: int
    text: str
    rumour: bool
    kind: str
    data: Mapping[str, Any]


kept: dict[tuple[int, str, str | None], tuple[Event, ...]] = {}  # by step, digest, seat; read again when forgotten
MOST_KEPT = 2000


def own_events(access: MatchAccess) -> Iterator[tuple[int, Event]]:
    """Everything that the visitor's reports told him alone, the latest turn first; what is at hand is not asked for."""
    steps = Step.objects.filter(match=access.match, number__gt=0).order_by("-number")
    rows = list(steps.values_list("pk", "number", "digest"))
    told = {pk: kept.get((pk, digest, access.name)) for pk, _, digest in rows}  # other threads may forget them all
    missing = [pk for pk, events in told.items() if events is None]
    told |= {pk: private(stored, access) for pk, stored in steps.filter(pk__in=missing).values_list("pk", "events")}
    if len(kept) > MOST_KEPT:
        kept.clear()
    kept.update({(pk, digest, access.name): told[pk] or () for pk, _, digest in rows})
    yield from ((number, event) for pk, number, _ in rows for event in told[pk] or ())


def private(stored: bytes | memoryview, access: MatchAccess) -> tuple[Event, ...]:
    """The events of a step that the visitor alone may know."""
    events = seen_by(stored_events(stored), access.name)
    return tuple(event for event in events if event.seen_by is not None)


def dossiers(access: MatchAccess) -> dict[str, list[Entry]]:
    """By kingdom, what was told of it, the latest first; strangers have none."""
    herald = Herald(access.view, access.lang)
    found: dict[str, list[Entry]] = {}
    for turn, event in own_events(access):
        for name in dict.fromkeys(names_in(event.data)):
            told = found.setdefault(name, [])
            if len(told) < LATEST:
                text = herald.words.say("event", event.kind, herald.told(event), herald.names)
                told.append(Entry(turn, text, event.kind == RUMOUR, event.kind, event.data))
    return found


NAMING = ("kingdom", "recipient", "giver", "sender", "attackers", "supporters")


def names_in(data: Mapping[str, Any]) -> Iterator[str]:
    """The kingdoms that an event is about."""
    for key in NAMING:
        value = data.get(key, ())
        for name in [value] if isinstance(value, str) else value:
            if isinstance(name, str) and name and not name.startswith(UNKNOWN):
                yield name
