"""The public chronicle of a match beside the game: acts of host, referee and clock, in words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.core.paginator import Page
from django.db.models import QuerySet
from django.http import HttpRequest

from heraut.engine.protocol import Json
from heraut.site.common.paging import page_of
from heraut.site.common.words import lang, local, site_words
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Deed, Match, Seat

WORD = "actes"  # of its pages, in addresses
MOMENTS = ("until", "since", "down", "up")


class Entry(msgspec.Struct, frozen=True):
    """One line: when, what, and by whom ("": the clock, or somebody whose account is closed)."""

    at: datetime
    text: str
    author: str


def readable(match: Match) -> QuerySet[Deed]:
    """The acts that everyone may read, the latest first.

    Where it is a secret who plays, what names lords is told once the match is over.
    """
    deeds = match.deeds.order_by("-pk")
    if not hides_lords(match):
        return deeds
    return deeds.exclude(pk__in=[pk for pk, data in deeds.values_list("pk", "data") if names_lords(data)])


def told(match: Match, seats: Iterable[Seat], deeds: Iterable[Deed]) -> list[Entry]:
    """These acts in words. `seats` are those of the match, for their lords' names."""
    lords = {seat.name: seat.lord for seat in seats}
    if isinstance(deeds, QuerySet):
        deeds = deeds.select_related("author")
    if hides_lords(match):
        deeds = [discreet(deed, match) for deed in deeds]
    return [Entry(deed.at, sentence(deed, lords), deed.author.username if deed.author else "") for deed in deeds]


def chronicle(request: HttpRequest, match: Match, seats: Iterable[Seat]) -> Page[Any]:
    """A page of the chronicle."""
    return page_of(request, readable(match), word=WORD, read=partial(told, match, seats))


def hides_lords(match: Match) -> bool:
    """Whether it is a secret still who plays here."""
    return bool(adapter(match.game).secret) and not match.over


def names_lords(data: Json) -> bool:
    """Whether an act tells of one lord or several."""
    return "seats" in data or "lord" in data or isinstance(data.get("lords"), list)


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
