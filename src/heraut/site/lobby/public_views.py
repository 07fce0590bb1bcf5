"""Pages that anybody may read: every match, and what a player shows of himself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.site.common.paging import page_of
from heraut.site.lobby.match_list import STATES, WANTED, begun, rows
from heraut.site.lobby.profiles import matches_of, player_named, private_ends, results
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.attendance import reliability
from heraut.site.moderation.supporters import is_supporter
from heraut.site.seasons.trophies import trophies_of


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """Matches under way and finished, by game, map and player."""
    wanted = {key: request.GET.get(key, "").strip() for key in WANTED}
    page = {
        "wanted": wanted,
        "states": STATES,
        "games": names(),
        "places": [place for name in names() for place in adapter(name).places()],
        "matches": page_of(request, begun(**wanted), read=rows),
        "filtered": any(wanted.values()),
    }
    return render(request, "lobby/matches.html", page)


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A player, as far as everybody may know him; to himself, his private matches as well."""
    player = player_named(name)
    himself = request.user.pk == player.pk
    page = {
        "player": player,
        "results": results(player),
        "reliability": reliability(player),
        "standings": player.standings.filter(season="").order_by("game"),
        "trophies": page_of(request, trophies_of(player), word="trophees"),
        "supporter": is_supporter(player),
        "matches": page_of(request, matches_of(player), read=rows),
        "private": page_of(request, private_ends(player), word="privees", read=rows) if himself else None,
    }
    return render(request, "lobby/profile.html", page)
