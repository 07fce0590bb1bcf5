"""The map as a list, for whoever does not see it: each known province by its distance and direction from another."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, pi

import msgspec

from heraut.games.rois.lexicon import Lexicon
from heraut.games.rois.picture.grid import ROUND, middle
from heraut.games.rois.picture.known import Known, Land
from heraut.games.rois.world.geography import distances
from heraut.site.common.words import say

COMPASS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")  # by eighths of a turn, clockwise


class Entry(msgspec.Struct, frozen=True):
    """A province in the list: `words` after its name."""

    number: int
    name: str
    direction: str
    words: str
    link: str
    chosen: bool
    lit: bool
    why: str


class Ring(msgspec.Struct, frozen=True):
    """The known provinces so many provinces away from the landmark."""

    distance: int
    entries: tuple[Entry, ...]


class Listed(msgspec.Struct, frozen=True):
    """The list: from which province, which others it could be from, and what lies around it."""

    start: int
    name: str
    landmarks: tuple[tuple[int, str, str], ...]
    rings: tuple[Ring, ...]


def listed(
    known: Known,
    called: Lexicon,
    chosen: int,
    lit: frozenset[int] | None,
    reasons: Mapping[int, str],
    query: str,
) -> Listed:
    """The list from the province that is open, failing that from home; `query` stands before a number in a link."""
    start = chosen or known.home or next(iter(known.lands), 0)
    far = distances(start) if start else {}
    rings: dict[int, list[Entry]] = {}
    for number in sorted(known.lands, key=lambda each: (far[each], bearing(start, each), each)):
        land = known.lands[number]
        rings.setdefault(far[number], []).append(
            Entry(
                number,
                land_name(called, land),
                say(f"rois_map.towards_{direction(start, number)}") if number != start else "",
                described(known, called, land),
                f"?{query}{number}#province",
                chosen=number == chosen,
                lit=lit is not None and number in lit,
                why=reasons.get(number, ""),
            )
        )
    return Listed(
        start,
        land_name(called, known.lands[start]) if start in known.lands else str(start),
        tuple(landmarks(known, called, query)),
        tuple(Ring(distance, tuple(entries)) for distance, entries in sorted(rings.items())),
    )


def landmarks(known: Known, called: Lexicon, query: str) -> list[tuple[int, str, str]]:
    """The homes of Kings that are known, the reader's own first: number, name, link."""
    homes = sorted((each for each in known.lands.values() if each.home), key=lambda each: each.number != known.home)
    return [(each.number, land_name(called, each), f"?{query}{each.number}#province") for each in homes]


def land_name(called: Lexicon, land: Land) -> str:
    """Its name, or its number."""
    return called.land_name({"terrain": land.terrain, "name": land.name}) if land.name else str(land.number)


def described(known: Known, called: Lexicon, land: Land) -> str:
    """What a map shows of it: terrain, owner, castle, places, forces, when it was seen; what one has there."""
    words = [called.name("terrain", land.terrain)]
    if land.owner:
        mine = land.owner == known.kingdom
        words.append(say("rois_map.mine") if mine else say("rois_map.held_by", king=known.kings[land.owner]))
    if land.home:
        words.append(say("rois_map.home"))
    if land.sites:
        words.append(say("rois_map.sites", count=len(land.sites)))
    if units := known.units.get(land.number, 0):
        words.append(say("rois_map.units", count=units))
    words += known.persons.get(land.number, ())
    words += [say(f"rois_map.force_{size}", king=king_name(known, kingdom)) for kingdom, size in land.forces]
    words.append(say("rois_map.seen", year=land.year) if land.seen else say("rois_map.never_seen"))
    return ", ".join(words)


def king_name(known: Known, kingdom: int) -> str:
    """A King, or the natives."""
    return known.kings.get(kingdom) or say("rois_map.natives")


def bearing(start: int, there: int) -> float:
    """The direction of a province, in turns clockwise from the east, the shorter way around the world."""
    (x, y), (u, v) = middle(start), middle(there)
    across = (u - x + ROUND // 2) % ROUND - ROUND // 2
    return atan2(v - y, across) / (2 * pi) % 1


def direction(start: int, there: int) -> str:
    """The same as one of eight directions."""
    return COMPASS[round(bearing(start, there) * 8) % 8]
