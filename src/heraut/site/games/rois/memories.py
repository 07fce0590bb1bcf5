"""What a King knew of people after each year, kept small: the source of the story of each of them through the years."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from heraut.engine.protocol import Event, Json, seen_by
from heraut.site.matches.models import Step
from heraut.site.matches.steps import stored_events
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.step_counts import Measured

OF_MINE = (
    "number", "name", "sex", "race", "alignment", "role", "province", "levels", "hp", "max_hp", "died", "items",
    "hired",
)  # fmt: skip
Person = Mapping[str, Any]


class Memory(msgspec.Struct, frozen=True):
    """One's own people and those met, by number, as they were known after a year."""

    own: dict[int, dict[str, Any]] = {}
    met: dict[int, dict[str, Any]] = {}


def remember(view: Json) -> bytes:
    """The memory of a view, as it is kept."""
    own = view.get("own") or {}
    return msgspec.msgpack.encode(
        Memory(
            {each["number"]: {key: each[key] for key in OF_MINE} for each in own.get("characters", ())},
            {int(number): each for number, each in own.get("met", {}).items()},
        )
    )


kept = Measured(remember)
_decoder = msgspec.msgpack.Decoder(Memory)  # noqa: TID251  once, before any thread asks for it


def memories(access: MatchAccess) -> list[Memory]:
    """What the visitor knew of people after each year, from the setup on."""
    return [_decoder.decode(one) for one in kept.of(access.match, access.name)]


def told_of(access: MatchAccess, number: int) -> dict[int, list[Event]]:
    """What the visitor was told of a person, by the year in which it happened: one query for all years."""
    rows = Step.objects.filter(match=access.match, number__gt=0).order_by("number").values_list("number", "events")
    found: dict[int, list[Event]] = {}
    for year, events in rows:
        known = seen_by(stored_events(events), access.name)
        about = [event for event in known if is_about(event, number)]
        if about:
            found[year] = about
    return found


PARTIES = ("who", "other", "commander", "late", "king")  # how events name those whom they are about


def is_about(event: Event, number: int) -> bool:
    """Whether an event names this person, or lists him among those seen."""
    data = event.data
    if any(data.get(key) == number for key in PARTIES):
        return True
    listed = data.get("characters")
    return isinstance(listed, list) and any(row[0] == number for row in listed if isinstance(row, list))
