"""The hall of fame: finished public matches and their kings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import reduce
from operator import or_

import msgspec
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from heraut.engine.words import enumeration
from heraut.site.accounts.models import Player
from heraut.site.common.words import lang
from heraut.site.matches import models as m
from heraut.site.matches.adapters import names
from heraut.site.matches.lord_names import lord_names
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.layout import filmed

SHOWN_FOR = timedelta(days=5)  # on the first page of those who played


class Reign(msgspec.Struct, frozen=True):
    """One finished match: the seat that won (None: nobody did), the road to the crown, who shares it. `played`: by
    the reader.
    """

    match: Match
    king: Seat | None
    road: str
    others: tuple[Seat, ...] = ()
    played: bool = False

    @property
    def kings(self) -> tuple[Seat, ...]:
        """All who won."""
        return () if self.king is None else (self.king, *self.others)

    @property
    def called(self) -> str:
        """Their names."""
        return enumeration([king.called for king in self.kings], lang())  # type: ignore[attr-defined]

    @property
    def filmed(self) -> bool:
        """Whether its reader can watch it again."""
        return filmed(self.match.game, played=self.played)


def finished() -> QuerySet[Match]:
    """Finished public matches, the latest first."""
    over = Match.objects.filter(status=m.OVER, private=False, game__in=names()).defer("state", "seed")
    return over.order_by(F("ended").desc(nulls_last=True), "-pk")


def just_ended(player: Player) -> QuerySet[Match]:
    """The matches of a player that ended some days ago at most, private ones too, the latest first."""
    own = Match.objects.filter(status=m.OVER, seats__user=player, ended__gte=timezone.now() - SHOWN_FOR)
    return own.filter(game__in=names()).defer("state", "seed").order_by("-ended", "-pk")


def reigns(matches: Iterable[Match], *, played: bool = False) -> list[Reign]:
    """Who won these matches, and how; the crowned of all of them from one query, each by the name of who reigned at
    the end (`called`). `played`: whether the reader played in them.
    """
    listed = {match.pk: match for match in matches}
    crowned = {pk: best(match) for pk, match in listed.items()}
    theirs = reduce(or_, (Q(match=pk, name__in=names) for pk, names in crowned.items() if names), Q(pk__in=[]))
    kings: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(theirs).select_related("user"):
        seat.match = listed[seat.match_id]
        kings.setdefault(seat.match_id, []).append(seat)
    for pk, crowned_seats in kings.items():
        called = lord_names(listed[pk], crowned_seats)
        for seat in crowned_seats:
            seat.called = called[seat.name]  # type: ignore[attr-defined]
    return [reign(match, kings.get(pk, []), played=played) for pk, match in listed.items()]


def best(match: Match) -> list[str]:
    """The seats with the best score, if it is one."""
    scores = match.result.scores if match.result is not None else {}
    most = max(scores.values(), default=0.0)
    return [seat for seat, score in scores.items() if most > 0 and score == most]


def reign(match: Match, kings: Sequence[Seat], *, played: bool) -> Reign:
    """One line."""
    road = match.result.road if match.result is not None else ""
    return Reign(match, kings[0] if kings else None, road, tuple(kings[1:]), played)
