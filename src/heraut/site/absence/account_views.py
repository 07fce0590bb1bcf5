"""The page of a player's absence, for all his matches, and what he answers to those who ask him to be their regent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from heraut.site.absence import acts
from heraut.site.absence.forms import DaysForm, SeatWillForm
from heraut.site.accounts.models import Player
from heraut.site.accounts.views import player_of
from heraut.site.common.words import say
from heraut.site.matches.adapters import names
from heraut.site.matches.models import Seat
from heraut.site.regency.in_force import UNDER_WAY
from heraut.site.regency.models import Regency
from heraut.site.regency.naming import NotNamed, offers_to, open_of, ruled_by

MOST = 50  # matches that the page shows


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def absence(request: HttpRequest) -> HttpResponse:
    """When he is away, and what answers for him in each match; whom he stands in for himself."""
    player = player_of(request)
    given = request.POST if request.method == "POST" else None
    form = DaysForm(given, initial={"away_from": player.absent_from, "away_until": player.absent_until})
    wills = [SeatWillForm(given, seat=seat) for seat in seats_of(player)]
    wrong = [one for one in (form, *wills) if given is not None and not one.is_valid()]  # each says what is wrong in it
    if given is not None and not wrong:
        if ratelimit.consume(request, action="absence"):
            save(player, form, wills)
            messages.success(request, say("absence.saved"))
            return redirect("absence")
        messages.error(request, say("regency_refusal.often"))
    return render(request, "absence/absence.html", page(player, form, wills))


def seats_of(player: Player) -> list[Seat]:
    """His seats in matches under way."""
    held = Seat.objects.filter(user=player, match__status__in=UNDER_WAY, match__game__in=names())
    return list(
        held.select_related("match", "user").defer("match__state", "match__seed", "notes").order_by("pk")[:MOST]
    )


@transaction.atomic
def save(player: Player, form: DaysForm, wills: list[SeatWillForm]) -> None:
    """Keeps the days and the wills that were chosen."""
    data = form.cleaned_data
    player.absent_from, player.absent_until = data["away_from"], data["away_until"]
    player.save(update_fields=["absent_from", "absent_until"])
    for will in wills:
        if will.cleaned_data["will"] != will.seat.will:
            acts.leave_will(will.seat, will.cleaned_data["will"])


def page(player: Player, form: DaysForm, wills: list[SeatWillForm]) -> dict[str, Any]:
    """What the page shows."""
    return {
        "form": form,
        "lines": [{"seat": will.seat, "will": will["will"], "regencies": list(open_of(will.seat))} for will in wills],
        "offers": offers_to(player),
        "ruled": list(ruled_by(player)),
    }


@login_required
@require_POST
def accept(request: HttpRequest, number: int) -> HttpResponse:
    """He will be regent, or is from now on."""
    return done(request, acts.accept, number, accepted_words)


def accepted_words(regency: Regency) -> str:
    """Whether he is regent already, or once the days have come."""
    return "absence.accepted_now" if regency.starts <= timezone.now() else "absence.accepted"


@login_required
@require_POST
def end(request: HttpRequest, number: int) -> HttpResponse:
    """He does not want to, or no longer; or wants to have his own seat back."""
    return done(request, acts.end, number, partial(end_words, player_of(request)))


def end_words(player: Player, regency: Regency) -> str:
    """What has ended by that: a regency, or the demand of one."""
    if regency.accepted is not None:
        return "absence.ended"
    return "absence.taken_back" if regency.holder_id == player.pk else "absence.declined"


def done(
    request: HttpRequest, act: Callable[[int, Player], Regency], number: int, words: Callable[[Regency], str]
) -> HttpResponse:
    """Does it and says so, or why not. Raises Http404 for what is not his."""
    player = player_of(request)
    try:
        regency = act(number, player)
    except Regency.DoesNotExist:
        raise Http404 from None
    except NotNamed as refusal:
        messages.error(request, refusal.words)
        return redirect("absence")
    messages.success(request, say(words(regency), title=regency.seat.match.title))
    if regency.holder_id == player.pk:
        return redirect("match_regency", regency.seat.match.code)
    return redirect("absence")
