"""The public chronicle of a match beside the game: acts of host, referee and clock, in words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from heraut.site.games import brought
from heraut.site.matches.models import Deed, Match, Seat
from heraut.site.words import lang, local, site_words

MOMENTS = ("until", "since", "down", "up")


class Entry(msgspec.Struct, frozen=True):
    """One line: when, what, and by whom ("": the clock, or somebody whose account is closed)."""

    at: datetime
    text: str
    author: str


def chronicle(match: Match, seats: Iterable[Seat]) -> list[Entry]:
    """All entries, the latest first. `seats` are those of the match, for their lords' names.

    Where it is a secret who plays, what names lords is told once the match is over.
    """
    lords = {seat.name: seat.lord for seat in seats}
    deeds: Iterable[Deed] = match.deeds.select_related("author").order_by("-pk")
    if brought(match.game).SECRET and not match.over:
        deeds = [discreet(deed, match) for deed in deeds if not names_lords(deed)]
    return [Entry(deed.at, sentence(deed, lords), deed.author.username if deed.author else "") for deed in deeds]


def names_lords(deed: Deed) -> bool:
    """Whether this act tells of one lord or several."""
    return "seats" in deed.data or "lord" in deed.data or isinstance(deed.data.get("lords"), list)


def discreet(deed: Deed, match: Match) -> Deed:
    """The same act, without how many of those who play are bots, nor who did it if he is not the host."""
    deed.data = {**deed.data, "bots": 0}
    if deed.author_id != match.host_id:
        deed.author = None
    return deed


def sentence(deed: Deed, lords: dict[str, str]) -> str:
    """One act in the words of the present reader, moments in his time."""
    words = site_words(lang())
    data: dict[str, Any] = dict(deed.data)
    for key in MOMENTS:
        if data.get(key):
            data[key] = local(datetime.fromisoformat(str(data[key])))
    return words.say("deed", deed.kind, data, {**words.names, "lord": lords})
