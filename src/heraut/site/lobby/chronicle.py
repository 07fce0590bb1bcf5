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

from heraut.site.common.paging import page_of
from heraut.site.matches.deed_words import discreet, hides_lords, names_lords, sentence
from heraut.site.matches.models import Deed, Match, Seat

WORD = "actes"  # of its pages, in addresses


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
