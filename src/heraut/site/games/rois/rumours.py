"""What has changed on the map as far as its reader knows it: lands seen for the first time, masters, forces, faces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from heraut.engine.protocol import Json
from heraut.site.games.rois.tidings import Line, Year

MOST_NAMED = 6


def rumours(year: Year) -> list[Line]:
    """The rumours of a year; none at its dawn."""
    if not year.had or not year.own:
        return []
    return [line for source in (masters, forces, faces, new_lands) for line in source(year)]


def foreign(year: Year) -> Iterator[tuple[int, Json, Json]]:
    """The provinces that are not the reader's: number, what he knew before, what he knows now."""
    old, own = year.had["map"], year.kingdom
    for number, now in year.own["map"].items():
        if now.get("owner") != own:
            yield int(number), old.get(number, {}), now


def masters(year: Year) -> Iterator[Line]:
    """Provinces of others that have been seen to change hands."""
    for number, then, now in foreign(year):
        if "owner" not in now or "owner" not in then or then["owner"] in (now["owner"], year.kingdom):
            continue
        yield Line("", "banner", say(year, "master", province=number, before=then["owner"], after=now["owner"]))


def forces(year: Year) -> Iterator[Line]:
    """Great forces that stood in sight of one's own at the end of the year."""
    for number, _, now in foreign(year):
        seen = {int(kingdom): size for kingdom, size in now.get("forces", {}).items() if int(kingdom)}
        if now.get("turn") == year.number:
            for kingdom, size in seen.items():
                yield Line("", "eye", say(year, "force", province=number, kingdom=kingdom, size=size))
    for number in year.own["provinces"]:
        for kingdom, size in year.own["map"].get(str(number), {}).get("forces", {}).items():
            if int(kingdom):
                yield Line("bad", "eye", say(year, "force_home", province=number, kingdom=int(kingdom), size=size))


def faces(year: Year) -> Iterator[Line]:
    """Foreign people who were seen this year, by whom they serve."""
    by_kingdom: dict[int, list[int]] = {}
    for number, met in year.own["met"].items():
        if met["turn"] == year.number and met["kingdom"] and met["kingdom"] != year.kingdom:
            by_kingdom.setdefault(met["kingdom"], []).append(int(number))
    for kingdom, people in by_kingdom.items():
        yield Line("", "eye", say(year, "faces", kingdom=kingdom, people=people[:MOST_NAMED]))


def new_lands(year: Year) -> Iterator[Line]:
    """Lands heard of for the first time."""
    found = [int(number) for number in year.own["map"] if number not in year.had["map"]]
    if found:
        named, more = found[:MOST_NAMED], len(found[MOST_NAMED:])
        yield Line("", "compass", say(year, "lands", provinces=named, count=len(found), more=more))


def say(year: Year, key: str, **data: Any) -> str:
    """One rumour in words."""
    return year.say(f"rumour_{key}", **data)
