"""The pages of tournaments: the list, a new one, one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.site.accounts.models import Player
from heraut.site.common.paging import page_of
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.lobby.actions import reason
from heraut.site.lobby.forms import ReasonForm, TableForm
from heraut.site.lobby.presets import described
from heraut.site.lobby.table_views import refused
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match
from heraut.site.tournaments import tournaments
from heraut.site.tournaments.forms import TournamentForm
from heraut.site.tournaments.models import GATHERING, LEAGUE, OVER, RUNNING, Placing, Tournament
from heraut.site.tournaments.standings import placings_of, table_of


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """Every tournament, those that can be entered first."""
    found = Tournament.objects.select_related("host").filter(game__in=tournaments.games())
    gathering, others = found.filter(status=GATHERING), found.exclude(status=GATHERING)
    page = {"gathering": gathering, "tournaments": page_of(request, others)}
    return render(request, "tournaments/list.html", page)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="table")  # type: ignore[untyped-decorator]
def new(request: HttpRequest) -> HttpResponse:
    """A new tournament: the form of a table of its game, and how those who enter meet."""
    player, games = cast(Player, request.user), tournaments.games()
    if player.guest:
        messages.info(request, say("lobby_refusal.guest"))
        return redirect("claim")
    game = request.GET.get("jeu", "") if request.GET.get("jeu", "") in games else games[0]
    first = {"title": say("tournaments.title_of", name=player.username), "play": False}
    posted = request.POST.copy() if request.method == "POST" else None
    if posted is not None:
        for name in ("play", "private", "password"):  # nobody sits at it yet, and everybody may look on
            posted.pop(name, None)
    table: TableForm = adapter(game).table_form(posted, initial=first, player=player)
    table.fields["title"].label = say("tournaments.its_title")
    form = TournamentForm(posted)
    if posted is not None and all([table.is_valid(), form.is_valid()]):
        figures = {key: form.cleaned_data[key] for key in ("kind", "rounds")}
        made = tournaments.open_tournament(
            player, table.cleaned_data["title"], game, options=table.options, pace=table.pace, **figures
        )
        return redirect("tournament", made.code)
    return render(request, "tournaments/new.html", {"form": form, "table": table, "game": game, "games": games})


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """One tournament: its table, its rounds, what the visitor may do."""
    tournament = found(code)
    lines = table_of(tournament)
    own = next((line for line in lines if line.entrant.player_id == request.user.pk), None)
    page = {
        "tournament": tournament,
        "lines": lines,
        "own": own,
        "own_place": own and own.entrant.placings.filter(round=tournament.round).first(),
        "winners": [line.entrant.player for line in lines if line.place == 1] if tournament.status == OVER else [],
        "few": always_the_same(tournament, len(lines)),
        "few_bots": tournament.size - len(lines),
        "short": rounds_to_meet_all(tournament, len(lines)),
        "rounds": rounds_of(tournament),
        "pace": described(tournament.pace),
        "place": adapter(tournament.game).place_words(tournament.options),
        **agreed(tournament),
        "hosting": may_lead(request, tournament),
        "open": tournament.status == GATHERING,
        "running": tournament.status == RUNNING,
        "cancel_form": ReasonForm(),
    }
    return render(request, "tournaments/tournament.html", page)


def agreed(tournament: Tournament) -> dict[str, Any]:
    """What is agreed for each of its matches, as their tables will tell it."""
    game = adapter(tournament.game)
    match = Match(game=tournament.game, options=tournament.options, pace_data=tournament.pace_data)
    return {"options": list(game.chosen_options(match)), "figures": list(game.changed_constants(match))}


def rounds_of(tournament: Tournament) -> list[tuple[int, list[tuple[list[Placing], int]]]]:
    """Its rounds, the last one first: who sat together, and how many bots sat with them from the start."""
    rounds: dict[int, dict[int | None, list[Placing]]] = {}
    for one in placings_of(tournament):
        rounds.setdefault(one.round, {}).setdefault(one.match_id, []).append(one)
    return [
        (number, [(people, 0 if match is None else tournament.size - len(people)) for match, people in tables.items()])
        for number, tables in sorted(rounds.items(), reverse=True)
    ]


def always_the_same(tournament: Tournament, entered: int) -> bool:
    """Whether so few have entered that all of them would meet in each round; a league of two ends before that."""
    again = tournament.rounds > 1 and not (tournament.kind == LEAGUE and tournament.size == 2)
    return again and 2 <= entered <= tournament.size


def rounds_to_meet_all(tournament: Tournament, entered: int) -> int:
    """How many rounds a league of pairs takes until each has met each; 0 where it has so many."""
    needed = entered - 1 + entered % 2
    of_pairs = tournament.kind == LEAGUE and tournament.size == 2
    return needed if of_pairs and tournament.rounds < needed else 0


ACTS = {"entrer": tournaments.enter, "quitter": tournaments.leave}
HOST_ACTS: Mapping[str, Callable[[Tournament, Player, QueryDict], None]] = {
    "commencer": lambda one, _, __: tournaments.begin(one),
    "annuler": lambda one, player, sent: tournaments.cancel(one, player, reason(sent)),
}


@login_required
@require_POST
@rate_limit(action="enter")  # type: ignore[untyped-decorator]
def act(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """What the visitor, or its host, does with a tournament. Raises Http404."""
    tournament = found(code)
    try:
        if act in ACTS:
            ACTS[act](tournament, cast(Player, request.user))
        elif act in HOST_ACTS and may_lead(request, tournament):
            HOST_ACTS[act](tournament, cast(Player, request.user), request.POST)
        else:
            raise Http404
    except Refused as refusal:
        return refused(request, refusal, "tournament", code)
    messages.success(request, say(f"tournaments.done_{act}"))
    return redirect("tournament", code)


def found(code: str) -> Tournament:
    """The tournament of this code. Raises Http404."""
    return get_object_or_404(Tournament.objects.select_related("host").filter(game__in=tournaments.games()), code=code)


def may_lead(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether the visitor is its host, or runs the site."""
    user = request.user
    return user.is_authenticated and (user.pk == tournament.host_id or user.is_staff)
