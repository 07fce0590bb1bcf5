"""Where a year's happenings stand on the map: at most one a province, the gravest."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Event

# By the kind of an event, the sign that the map has for it (`games/rois/picture/marks.py`); the gravest first
SIGNS = {
    "leader_killed": "fallen",
    "province_lost": "lost",
    "conquered": "won",
    "battle": "battle",
    "duel": "battle",
    "secret_hoard": "found",
    "hero_discovered": "found",
    "feature_discovered": "found",
}
GRAVITY = {kind: place for place, kind in enumerate(SIGNS)}


def happenings(events: Iterable[Event]) -> list[tuple[int, str]]:
    """The provinces where something happened, each with its sign."""
    found: dict[int, str] = {}
    for event in events:
        province = event.data.get("province", 0)
        if event.kind in SIGNS and province:
            before = found.get(province)
            if before is None or GRAVITY[event.kind] < GRAVITY[before]:
                found[province] = event.kind
    return [(province, SIGNS[kind]) for province, kind in found.items()]
