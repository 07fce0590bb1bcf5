"""The ladders' page: a game, for good or in one season."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.site.common.paging import page_of
from heraut.site.matches.adapters import names
from heraut.site.matches.attendance import reliability_of
from heraut.site.seasons.models import Standing
from heraut.site.seasons.standings import SETTLED, ladder_of, placed, seasons_of
from heraut.site.seasons.trophies import season_words


def with_reliability(lines: Any) -> Sequence[Standing]:
    """These lines, those of players with the turns that they gave of those that they owed."""
    found = list(lines)
    given = reliability_of([line.player_id for line in found if line.player_id is not None])
    for line in found:
        line.reliability = given.get(line.player_id)
    return found


@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    """A ladder, a page at a time; the visitor's own line stands above it. Raises Http404: no such season."""
    game = request.GET.get("jeu", "") if request.GET.get("jeu", "") in names() else names()[0]
    seasons = seasons_of(game)
    season = request.GET.get("saison", "")
    if season not in ("", *seasons):
        raise Http404
    lines = ladder_of(game, season)
    own = lines.filter(player=request.user.pk).first() if request.user.is_authenticated else None
    page = {
        "game": game,
        "games": names(),
        "season": season,
        "seasons": [(one, season_words(one)) for one in seasons],
        "season_words": season_words(season) if season else "",
        "lines": page_of(request, placed(lines), read=with_reliability),
        "own": own,
        "place": lines.filter(points__gt=own.points).count() + 1 if own is not None else 0,
        "settled": SETTLED,
    }
    return render(request, "seasons/ladder.html", page)
