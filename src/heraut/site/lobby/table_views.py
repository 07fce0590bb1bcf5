"""One table: who may enter, who sits down, what its players and its host do by a button (its page: `table_page.py`)."""

from __future__ import annotations

from collections.abc import Mapping

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.hashers import check_password
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from heraut.site.accounts.views import player_of
from heraut.site.common.own_pages import own_page
from heraut.site.common.refusals import Refused
from heraut.site.common.words import local, say
from heraut.site.lobby import rematch as next_round
from heraut.site.lobby import tables as lobby
from heraut.site.lobby.actions import HOST_ACTS, MEDIATOR_ACTS, NAMING_ACTS, PLAYER_ACTS, Act
from heraut.site.lobby.forms import (
    LordForm,
    PasswordForm,
)
from heraut.site.lobby.table_page import hides_players, show_table
from heraut.site.lobby.waiting_list import WAITING, places
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import is_host, is_mediator
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import MatchAccess, access_to, may_enter

OPENED = "opened_matches"  # the session's list of matches whose password was given


def found(request: HttpRequest, code: str) -> Match:
    """The match of this code, to whoever may enter. Raises Http404."""
    match = get_object_or_404(Match.objects.defer("state", "seed").select_related("host"), code=code)
    if is_closed(request, match):
        raise Http404
    return match


def is_closed(request: HttpRequest, match: Match) -> bool:
    """Whether a password stands between the visitor and this match."""
    if not (match.private and match.password) or may_enter(MatchAccess(request, match)):
        return False
    asked = request.user.pk  # whom the host invites, to play or to keep the peace
    return not match.seats.filter(meant_for=asked, meant_for__isnull=False).exists() and not (
        asked is not None and match.mediator_calls.filter(player=asked).exists()
    )


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """A table and its chronicle; once the match runs, what its host may do and the seats that change hands."""
    match = get_object_or_404(Match.objects.defer("state", "seed").select_related("host"), code=code)
    if is_closed(request, match):
        return render(request, "lobby/closed.html", {"match": match, "form": PasswordForm()})
    return show_table(request, match)


@login_required
@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sits down at a table, or waits behind it."""
    match = found(request, code)
    if match.status not in WAITING:
        return refused(request, Refused("started"), "table", code)
    full = not places(match).free
    form = adapter(match.game).join_form(request.POST, full=full, player=request.user, match=match)
    if form.is_valid():
        data = form.cleaned_data
        try:
            behind = data.get("behind", False)
            lobby.join(match, player_of(request), data["lord"], data["word"], form.choices, behind=behind)
        except Refused as refusal:
            if refusal.key == "full" and "behind" not in form.fields:  # the last place has just been taken
                return refused(request, refusal, "table", code)
            complain(form, refusal)
        else:
            return entered(match)
    return show_table(request, match, form)


FIELD_OF = {"bad_lord": "lord", "lord_taken": "lord", "kingdom_unavailable": "kingdom", "host_unfit": "host"}


def complain(form: LordForm, refusal: Refused) -> None:
    """Says in a form what was refused, beside the name if it is the name."""
    form.add_error(FIELD_OF.get(refusal.key), refusal.words)


def entered(match: Match) -> HttpResponse:
    """On to the match if it has started, else back to its table."""
    match.refresh_from_db(fields=["status"])
    return redirect("match" if match.status == m.RUNNING else "table", match.code)


@login_required
@require_POST
@rate_limit(action="table")  # type: ignore[untyped-decorator]
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """One more round with the same people."""
    match = access_to(request, code).match
    try:
        table = next_round.rematch(match, player_of(request))
    except Refused as refusal:
        return refused(request, refusal, "match_finale", code)
    return entered(table)


@require_POST
@rate_limit(action="table_password")  # type: ignore[untyped-decorator]
def unlock(request: HttpRequest, code: str) -> HttpResponse:
    """The password of a private table, once for the whole session."""
    match = get_object_or_404(Match.objects.defer("state", "seed"), code=code)
    form = PasswordForm(request.POST)
    if form.is_valid() and check_password(form.cleaned_data["table_password"], match.password):
        request.session[OPENED] = [*request.session.get(OPENED, []), match.code]
        return redirect("table", code)
    form.add_error("table_password", say("lobby_refusal.wrong_password"))
    return render(request, "lobby/closed.html", {"match": match, "form": form})


@login_required
@require_POST
def player_act(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """What a player may do at a table by a button."""
    return carried_out(request, found(request, code), PLAYER_ACTS, act)


@login_required
@require_POST
@rate_limit(action="host")  # type: ignore[untyped-decorator]
def host_act(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """What only the host may do; much of it is told to others by mail."""
    return appoint(request, code) if act == "designer" else hosted_act(request, code, act)


@rate_limit(action="appoint")  # type: ignore[untyped-decorator]
def appoint(request: HttpRequest, code: str) -> HttpResponse:
    """Offers a lord to a player, who may never have heard of the table and gets a letter: a few times an hour."""
    return hosted_act(request, code, "designer")


def hosted_act(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """An act of the host, or of a mediator where it is one of his. Raises Http404, PermissionDenied."""
    match = found(request, code)
    player = player_of(request)
    if not is_host(match, player) and not (act in MEDIATOR_ACTS and is_mediator(match, player)):
        raise PermissionDenied
    if act in NAMING_ACTS and hides_players(match, match.seats.filter(user=request.user.pk).first(), request.user):
        raise Http404
    return carried_out(request, match, HOST_ACTS, act)


def carried_out(request: HttpRequest, match: Match, acts: Mapping[str, Act], act: str) -> HttpResponse:
    """Does what was asked and says so, or why not."""
    if act not in acts:
        raise Http404
    before, player = match.status, player_of(request)
    try:
        acts[act](player, match, request.POST)
    except Refused as refusal:
        return refused(request, refusal, "table", match.code)
    match.refresh_from_db(fields=["status", "deadline"])
    words = "act.voter_lifts" if act == "voter" and match.status == m.RUNNING else f"act.{act}"
    messages.success(request, say(words, until=local(match.deadline) if match.deadline else ""))
    if back := own_page(request.POST.get("back", "")):  # of a button that stands on many pages
        return redirect(back)
    started = before in WAITING and match.status == m.RUNNING and match.seats.filter(user=player).exists()
    place = {"retirer": "match_talk", "reprendre": "match"}.get(act, "match" if started else "table")
    return redirect(place, match.code)


def refused(request: HttpRequest, refusal: Refused, *place: str) -> HttpResponse:
    """Back to a page, which says why."""
    messages.error(request, refusal.words)
    return redirect(*place)
