"""Since the last visit: when a player last looked at a match, and what has happened to him since.

A visit is a stretch of looks that no more than `PAUSE` parts. A look is written down when it is the first after a step,
or some minutes after the one before; what a page asks by itself (`polling.py`) is no look. What a game's figures were
at the last look is kept beside it, so that no older state has to be read to tell what has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format

from heraut.engine.protocol import Event, Json, seen_by
from heraut.engine.protocol import Seat as SeatName
from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.common.words import day, lang, say
from heraut.site.matches.adapters import asked
from heraut.site.matches.models import Presence, Seat, Step
from heraut.site.matches.steps import stored_events
from heraut.site.matchpage.fragments import fragment
from heraut.site.matchpage.match_access import MatchAccess

PAUSE = timedelta(minutes=30)
SELDOM = timedelta(minutes=5)
MOST_STEPS = 40  # that are read back; whoever has been away for longer is told of the last

_presence = CompiledQuery(lambda match, player: Presence.objects.filter(match=match, player=player), int, int)


class Since(msgspec.Struct, frozen=True):
    """What is new: since when (None: he has never looked), whether a step was taken, and what it means for him."""

    moment: datetime | None
    happened: bool
    words: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """ "Depuis votre visite de mardi": the hour of today, the day of this week, else the date."""
        if self.moment is None:
            return say("since.never")
        here, today = timezone.localtime(self.moment), timezone.localtime().date()
        days = (today - here.date()).days
        if days == 0:
            return say("since.today", hour=date_format(here, "H:i"))
        if days < 7:
            return say("since.weekday", day=date_format(here, "l"))
        return say("since.date", day=day(self.moment))


NOTHING = Since(None, False)


class Mark(msgspec.Struct, frozen=True):
    """Where somebody stopped reading: the moment, the step, his figures then."""

    moment: datetime | None = None
    step: int = 0
    figures: Json = {}


def look(access: MatchAccess) -> None:
    """Its player has a page of the match before his eyes."""
    seat, match, now = access.seat, access.match, timezone.now()
    if seat is None or access.request.method != "GET":
        return
    player = access.reader
    kept = _presence.first(match.pk, player)
    if kept is not None and kept.last is not None and kept.last_step == match.step and now - kept.last < SELDOM:
        return
    none: Json = {}
    figures = asked(match.game, lambda game: game.own_figures(access.view), none)
    fields: dict[str, Any] = {"last": now, "last_step": match.step, "figures": dict(figures)}
    if kept is not None and kept.last is not None and now - kept.last > PAUSE:
        fields |= {"since": kept.last, "since_step": kept.last_step, "since_figures": kept.figures}
    Presence.objects.update_or_create(match=match, player_id=player, defaults=fields)


def band(access: MatchAccess, tab: str) -> Since:
    """What the first page of a match says of the time since the visit before this one, until its report is read.

    Nothing during the first visit.
    """
    seat, match = access.seat, access.match
    if seat is None or tab != "board" or (seat.read >= match.step and not match.pace.by_decision):
        return NOTHING
    kept = _presence.first(match.pk, access.reader)
    if kept is None or kept.since is None:
        return NOTHING
    mark = Mark(kept.since, kept.since_step, kept.since_figures)
    return told([(seat, mark)], {match.pk: access.view})[seat.pk]


def since_last_look(player: int, seats: Sequence[Seat]) -> dict[int, Since]:
    """The same for several matches of a player that he does not look at now, by seat: two queries for all of them."""
    kept = {one.match_id: one for one in Presence.objects.filter(player=player, match__in=[s.match_id for s in seats])}
    marks = [(seat, mark_of(kept.get(seat.match_id))) for seat in seats]
    return told(marks, {})


def mark_of(kept: Presence | None) -> Mark:
    """Where the last look was."""
    return Mark() if kept is None or kept.last is None else Mark(kept.last, kept.last_step, kept.figures)


def told(marks: Iterable[tuple[Seat, Mark]], views: Mapping[int, Json]) -> dict[int, Since]:
    """What has happened to each of these seats since its mark."""
    found = list(marks)
    news = [(seat, mark) for seat, mark in found if seat.match.step > mark.step and seat.match.digest]
    steps = events_since(news)
    words = {seat.pk: words_of(seat, mark, steps.get(seat.match_id, ()), views) for seat, mark in news}
    return {seat.pk: Since(mark.moment, seat.pk in words, words.get(seat.pk, ())) for seat, mark in found}


def events_since(news: Sequence[tuple[Seat, Mark]]) -> dict[int, list[bytes]]:
    """The steps of these matches since their marks, as they are stored."""
    wanted = [Q(match=seat.match_id, number__gt=max(mark.step, seat.match.step - MOST_STEPS)) for seat, mark in news]
    if not wanted:
        return {}
    found: dict[int, list[bytes]] = {}
    rows = Step.objects.filter(reduce(or_, wanted)).order_by("number").values_list("match_id", "events")
    for match, events in rows:
        found.setdefault(match, []).append(bytes(events))
    return found


def words_of(seat: Seat, mark: Mark, steps: Sequence[bytes], views: Mapping[int, Json]) -> tuple[str, ...]:
    """What these steps mean for a seat, by its own view and by the events that it may know."""
    match, language = seat.match, lang()

    def make() -> tuple[str, ...]:
        name = SeatName(seat.name)
        view = views.get(match.pk) or match.rules.view(match.realm, name)
        events = [event for step in steps for event in known(step, name)]
        return tuple(asked(match.game, lambda game: game.since_words(mark.figures, view, events, language), ()))

    return fragment(make, "since", match.pk, match.branch, match.digest, seat.name, mark.step, mark.figures, language)


def known(step: bytes, name: SeatName) -> tuple[Event, ...]:
    """The events of a step that a seat may know."""
    return seen_by(stored_events(step), name)
