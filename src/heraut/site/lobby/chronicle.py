"""The public chronicle of a match beside the game: acts of host, referee and clock, in words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache, partial
from typing import Any

import msgspec
from django.core.paginator import Page
from django.db.models import QuerySet
from django.http import HttpRequest

from heraut.site.common.paging import page_of
from heraut.site.matches.activity_words import discreet, hides_lords, names_lords, sentence
from heraut.site.matches.lord_names import name_after, reigns
from heraut.site.matches.models import Activity, Match, Seat

WORD = "actes"  # of its pages, in addresses


class Entry(msgspec.Struct, frozen=True):
    """One line: when, what, and by whom ("": the clock, or somebody whose account is closed)."""

    at: datetime
    text: str
    author: str


def readable(match: Match) -> QuerySet[Activity]:
    """The acts that everyone may read, the latest first.

    Where it is a secret who plays, what names lords is told once the match is over.
    """
    activities = match.activities.order_by("-pk")
    if not hides_lords(match):
        return activities
    return activities.exclude(pk__in=[pk for pk, data in activities.values_list("pk", "data") if names_lords(data)])


def told(match: Match, seats: Iterable[Seat], activities: Iterable[Activity]) -> list[Entry]:
    """These acts in words. `seats` are those of the match, for their lords' names: those of their time."""
    if isinstance(activities, QuerySet):
        activities = activities.select_related("author")
    if hides_lords(match):
        activities = [discreet(activity, match) for activity in activities]
    named = names_of_their_time(match, seats)
    return [
        Entry(activity.at, sentence(activity, named(activity)), activity.author.username if activity.author else "")
        for activity in activities
    ]


def names_of_their_time(match: Match, seats: Iterable[Seat]) -> Callable[[Activity], dict[str, str]]:
    """What the lords were called when an act was done: one whom another has followed since had another name."""
    found = reigns(match)
    now = {seat.name: name_after(match.step, found.get(seat.name, ())) or seat.lord for seat in seats}
    followed = {seat: names for seat, names in found.items() if len(names) > 1}

    @cache
    def resolved() -> list[datetime]:
        return list(match.steps.order_by("number").values_list("resolved", flat=True))

    def named(activity: Activity) -> dict[str, str]:
        if not followed or not names_lords(activity.data):
            return now
        step = bisect_right(resolved(), activity.at) - 1  # the first is the setup
        return now | {seat: name_after(step, names) for seat, names in followed.items()}

    return named


def chronicle(request: HttpRequest, match: Match, seats: Iterable[Seat]) -> Page[Any]:
    """A page of the chronicle."""
    return page_of(request, readable(match), word=WORD, read=partial(told, match, seats))
