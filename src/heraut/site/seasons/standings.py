"""The ladders as pages read them; what makes them (`ladder.py`) is loaded by the worker alone."""

from __future__ import annotations

from django.db.models import F, QuerySet, Window
from django.db.models.functions import Rank
from django.utils import timezone

from heraut.site.seasons.counting import season_of
from heraut.site.seasons.models import Standing

SETTLED = 3  # matches from which on a rating says something; before, it is marked as provisional


def ladder_of(game: str, season: str = "") -> QuerySet[Standing]:
    """A ladder, the best first."""
    return (
        Standing.objects.filter(game=game, season=season)
        .select_related("player")
        .order_by("-points", "-won", "bot", "player")
    )


def placed(lines: QuerySet[Standing]) -> QuerySet[Standing]:
    """A ladder, each line with its place (`place`): those with as many points share one."""
    return lines.annotate(place=Window(Rank(), order_by=F("points").desc()))


def seasons_of(game: str) -> list[str]:
    """The seasons in which a game was played, the latest first; the present one always."""
    played = (
        Standing.objects.filter(game=game).exclude(season="").values_list("season", flat=True).distinct().order_by()
    )
    return sorted({*played, season_of(timezone.now())}, reverse=True)
