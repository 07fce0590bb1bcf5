"""The pages of the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from heraut.site.accounts.guests import keeps_out, new_guest
from heraut.site.accounts.models import Player
from heraut.site.accounts.views import player_of
from heraut.site.common.paging import page_of
from heraut.site.common.refusals import Refused
from heraut.site.common.words import lang, say
from heraut.site.lobby import tables as lobby
from heraut.site.lobby.actions import bot_sent
from heraut.site.lobby.forms import ANY, TableForm, chosen
from heraut.site.lobby.game_cards import game_cards
from heraut.site.lobby.hall_of_fame import finished, just_ended, reigns
from heraut.site.lobby.my_matches import my_matches
from heraut.site.lobby.presets import PRESETS
from heraut.site.lobby.quick_match import MOST, in_play, play_at_once, too_many, trial_of, trials
from heraut.site.lobby.rematch import rounds_for
from heraut.site.lobby.table_views import complain, refused
from heraut.site.lobby.takeover import offered_seats
from heraut.site.lobby.watching import under_way, watched
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.models import Match
from heraut.site.moderation.mediation import calls_of
from heraut.site.moderation.relations import asking
from heraut.site.moderation.sanctions import unseen
from heraut.site.moderation.supporters import check_opening
from heraut.site.moderation.waiting import waiting_for
from heraut.site.regency.naming import offers_to

FEW, FEWER = 6, 4


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What waits for a player; then the games, what can be watched, who was crowned."""
    mine = my_matches(request) if request.user.is_authenticated else None
    running = under_way()
    page = {
        "mine": mine,
        "due": sum(one.due for one in mine) if mine else 0,
        "cards": game_cards(),
        "tables": lobby.cards(lobby.open_tables(reader(request))[:FEW]),
        "offered": list(offered_seats(request.user)[:FEW]),
        "reigns": reigns(finished()[:FEWER]),
        "watched": watched(list(running[:FEWER])),
        "running": running.count(),
    }
    if request.user.is_authenticated:
        page |= asked_of(request.user)
    return render(request, "lobby/home.html", page)


def reader(request: HttpRequest) -> Player | None:
    """Who is logged in, if anybody is."""
    return request.user if isinstance(request.user, Player) else None


def asked_of(player: Player) -> dict[str, Any]:
    """What others ask of a player beside his matches under way, and how those ended that have just ended."""
    return {
        "asked": offers_to(player),
        "rematches": rounds_for(player),
        "calls": calls_of(player),
        "waiting": waiting_for(player),
        "measures": unseen(player),
        "related": asking(player)[:FEW],
        "ended": reigns(just_ended(player)[:FEWER], played=True),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """A match against bots, at once; before it a page that asks what the game wants chosen first."""
    return begin_now(request) if request.method == "POST" else first_choice(request)


def first_choice(request: HttpRequest) -> HttpResponse:
    """What has to be chosen before a match to try; games that ask nothing begin on the first page. Who has as many as
    he may have is led to these instead.
    """
    game = game_asked(request.GET)
    if no_more_trials(request):
        under_way = list(in_play(player_of(request), trials(player_of(request))))
        return render(request, "lobby/full.html", {"trials": under_way, "most": MOST})
    question = asked_before(game, {})
    if question is None:
        return redirect("home")
    field: Any = question.field  # a ChoiceField, whose choices may be written in many ways
    choices = sorted(field.choices, key=lambda choice: choice[0] == "any")  # who leaves it to the lot last
    asked = {"game": game, "field": question, "choices": choices, "foe": foe_asked(request.GET)}
    return render(request, "lobby/choose.html", asked)


def foe_asked(asked: Mapping[str, str]) -> dict[str, str]:
    """The level and the temper of the bots that an address or a form names."""
    return {name: asked[name] for name in ("niveau", "caractere") if name in asked}


@rate_limit(action="guest")  # type: ignore[untyped-decorator]
def begin_now(request: HttpRequest) -> HttpResponse:
    """The match itself; a passer-by becomes a guest."""
    if keeps_out(request):
        return redirect("account_signup")
    game = game_asked(request.POST)
    if (begun := trial_under_way(request, game)) is not None:
        messages.info(request, say("lobby.quick_begun", game=say(f"game.{game}")))
        return redirect("match", begun.code)
    if no_more_trials(request) or asked_before(game, request.POST) is not None:
        return redirect(f"{reverse('play_now')}?{urlencode({'jeu': game, **foe_asked(request.POST)})}")
    choice = adapter(game).quick_choice
    choices = {choice: request.POST[choice]} if choice and request.POST[choice] != ANY else {}
    try:
        foe = bot_sent(game, request.POST)
        if not request.user.is_authenticated:
            login(request, new_guest(lang()))
        lord, way = request.POST.get("lord", "").strip(), request.POST.get("contre", "")
        match = play_at_once(player_of(request), game, lord, choices, way, foe)
    except Refused as refusal:
        return refused(request, refusal, "home")
    return redirect("match_intro" if adapter(game).guide is not None else "match", match.code)


def trial_under_way(request: HttpRequest, game: str) -> Match | None:
    """The match of this game that a guest has begun already."""
    user = request.user
    return trial_of(player_of(request), game) if user.is_authenticated and user.guest else None


def no_more_trials(request: HttpRequest) -> bool:
    """Whether who asks has as many matches against bots as he may have."""
    return request.user.is_authenticated and too_many(player_of(request))


def asked_before(game: str, given: Mapping[str, str]) -> BoundField | None:
    """What has to be chosen before a match of this game, as long as no answer of the list is given."""
    name = adapter(game).quick_choice
    if not name:
        return None
    form = adapter(game).join_form(full=False)
    return None if given.get(name) in dict(form.fields[name].choices) else form[name]


@require_safe
def fame(request: HttpRequest) -> HttpResponse:
    """Every finished match and its king."""
    return render(request, "lobby/fame.html", {"reigns": page_of(request, finished(), read=reigns)})


def game_asked(asked: Mapping[str, str]) -> str:
    """The game that an address or a form names; the first one if it names none."""
    return asked.get("jeu", "") if asked.get("jeu", "") in names() else names()[0]


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Tables that wait for players, by game, map and pace, and lords who want a player."""
    wanted = {key: request.GET.get(key, "") for key in ("game", "place", "pace")}
    page = {
        "wanted": wanted,
        "games": names(),
        "places": [place for name in names() for place in adapter(name).places()],
        "paces": PRESETS,
        "tables": page_of(request, lobby.chosen(lobby.open_tables(reader(request)), **wanted), read=lobby.cards),
        "offered": page_of(request, offered_seats(request.user), word="seigneurs"),
    }
    return render(request, "lobby/tables.html", page)


@login_required
@rate_limit(action="table")  # type: ignore[untyped-decorator]
def new_table(request: HttpRequest) -> HttpResponse:
    """Opens a table: presets first, details folded."""
    player = player_of(request)
    if player.guest:
        messages.info(request, say("lobby_refusal.guest"))
        return redirect("claim")
    game = game_asked(request.GET)
    first = {"title": lobby.usual_title(player, game), "lord": player.username[:30]}
    form: TableForm = adapter(game).table_form(request.POST or None, initial=first, player=player)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("table", open_with(request, form).code)
        except Refused as refusal:
            complain(form, refusal)
    return render(request, "lobby/new.html", {"form": form, "game": game, "games": names()})


@transaction.atomic
def open_with(request: HttpRequest, form: TableForm) -> Match:
    """The table that a valid form asks for, with its host at it if he plays. Raises Refused."""
    data, player = form.cleaned_data, player_of(request)
    check_opening(player, form.GAME, form.options, private=data["private"])
    match = lobby.open_table(
        player,
        data["title"],
        form.options,
        form.pace,
        game=form.GAME,
        private=data["private"],
        password=data["password"],
        bots=form.seated_bot,
        counted=data["counted"],
        open_after=data.get("open_after"),
        relations=data.get("relations", ""),
        hold=data.get("hold") or 0,
    )
    if data["play"]:
        lobby.join(match, player, data["lord"], data["word"], chosen(data, form.CHOICES))
    return match
