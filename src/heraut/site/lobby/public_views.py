"""Pages that anybody may read: every match, and what a player shows of himself."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from heraut.site.accounts.models import Player
from heraut.site.common.paging import page_of
from heraut.site.common.words import say
from heraut.site.lobby.match_list import STATES, WANTED, begun, rows
from heraut.site.lobby.profiles import matches_of, player_named, private_ends, results
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.attendance import reliability
from heraut.site.moderation.reports import LONGEST, report
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


@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A player, as far as everybody may know him; to himself, his private matches as well. Others may report a name."""
    player = player_named(name)
    himself = request.user.pk == player.pk
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if name_reported(request, player):
            return redirect("profile", player.username)
    page = {
        "player": player,
        "results": results(player),
        "reliability": reliability(player),
        "standings": player.standings.filter(season="").order_by("game"),
        "trophies": page_of(request, trophies_of(player), word="trophees"),
        "supporter": is_supporter(player),
        "matches": page_of(request, matches_of(player), read=rows),
        "private": page_of(request, private_ends(player), word="privees", read=rows) if himself else None,
        "may_report": request.user.is_authenticated and not himself and not request.user.guest,
        "why": request.POST.get("why", ""),
        "longest": LONGEST,
    }
    return render(request, "lobby/profile.html", page)


def name_reported(request: HttpRequest, player: Player) -> bool:
    """Reports the name of a player to the referee; False, and a message, where that is refused. Raises Http404."""
    me, why = request.user, request.POST.get("why", "").strip()
    if not isinstance(me, Player) or me.guest or me == player:
        raise Http404
    if not why or len(why) > LONGEST:
        messages.error(request, say("messaging_refusal.report_reason", most=LONGEST))
    elif not ratelimit.consume(request, action="report"):
        messages.error(request, say("messaging_refusal.report_often"))
    else:
        report(me, "name", request.path, player.username, why, None, player.username, player)
        messages.success(request, say("profile.reported"))
        return True
    return False
