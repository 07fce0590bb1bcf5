"""The table of a tournament: points, then what those were worth whom one met, then who entered first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from django.db.models import QuerySet

from heraut.engine.protocol import Seat as SeatName
from heraut.site.matches.models import Match
from heraut.site.tournaments.models import Entrant, Placing, Tournament


class Line(msgspec.Struct):
    """An entrant: his place (several may share it), points, the points of those he met, matches played to their end."""

    entrant: Entrant
    place: int
    points: float
    met: float
    played: int


def placings_of(tournament: Tournament) -> QuerySet[Placing]:
    """Who sat where, round by round."""
    found = Placing.objects.filter(entrant__tournament=tournament).select_related("entrant__player", "match")
    return found.defer("match__state", "match__seed").order_by("round", "match", "id")


def groups_of(placings: Sequence[Placing]) -> list[tuple[int, ...]]:
    """The entrants who sat together, match by match."""
    tables: dict[int, list[int]] = {}
    for one in placings:
        if one.match_id is not None:
            tables.setdefault(one.match_id, []).append(one.entrant_id)
    return [tuple(group) for group in tables.values()]


def table_of(tournament: Tournament) -> list[Line]:
    """Everybody who entered, the first one first."""
    placings = list(placings_of(tournament))
    entrants = list(tournament.entrants.select_related("player"))
    points = {one.pk: sum(each.points or 0.0 for each in placings if each.entrant_id == one.pk) for one in entrants}
    met = dict.fromkeys(points, 0.0)
    for group in groups_of(placings):
        for one in group:
            met[one] += sum(points[other] for other in group if other != one)
    ended = [each.entrant_id for each in placings if each.match_id is not None and each.points is not None]
    played = {one.pk: ended.count(one.pk) for one in entrants}
    order = sorted(entrants, key=lambda one: (-points[one.pk], -met[one.pk], one.pk))
    worth = {one.pk: (points[one.pk], met[one.pk]) for one in order}
    return [
        Line(one, 1 + sum(other > worth[one.pk] for other in worth.values()), *worth[one.pk], played[one.pk])
        for one in order
    ]


def share_of(match: Match, seat: str) -> float:
    """What a seat has of a match that is over, from 0 to 1: those it came before, and half of those it came beside.

    One who has won alone has all of it; where nothing was decided each has half.
    """
    scores: Mapping[SeatName, float] = match.result.scores if match.result is not None else {}
    own = scores.get(SeatName(seat))
    others = [score for name, score in scores.items() if name != seat]
    if own is None or not others:
        return 0.5
    return sum((own > score) + (own == score) / 2 for score in others) / len(others)
