"""What concerns a player himself: his relations, what was done to him, his appeals; and the public count of a year."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from heraut.site.accounts.barring import visitor
from heraut.site.accounts.models import Player
from heraut.site.accounts.views import once_claimed, player_of
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.refusals import Refused
from heraut.site.common.words import local, say
from heraut.site.moderation import relations as known
from heraut.site.moderation import sanctions
from heraut.site.moderation.forms import AppealForm, RelationForm, asked
from heraut.site.moderation.models import Relation, Sanction
from heraut.site.moderation.tally import counts


@require_safe
def yearly(request: HttpRequest) -> HttpResponse:
    """How many reports, bans and appeals there were, year by year; no names."""
    return render(request, "moderation/yearly.html", {"years": counts()})


@login_required
@once_claimed
@require_http_methods(["GET", "HEAD", "POST"])
def relations(request: HttpRequest) -> HttpResponse:
    """Whom a player has told that he knows; a POST tells, confirms or takes back."""
    player = player_of(request)
    form = RelationForm(request.POST if request.POST.get("do") == "declarer" else None)
    if request.method == "POST":
        try:
            if change(request, player, form):
                return redirect("relations")
        except Refused as refusal:
            messages.error(request, refusal.words)
    return render(request, "moderation/relations.html", {"form": form, "relations": known.of(player)})


def change(request: HttpRequest, player: Player, form: RelationForm) -> bool:
    """Does what a button asks; False where the form says what is wrong. Raises Refused."""
    if not ratelimit.consume(request, action="relation"):
        raise Refused("often")
    act = request.POST.get("do")
    if act == "declarer":
        if not form.is_valid():
            return False
        known.declare(player, form.cleaned_data["player"], form.cleaned_data["relation"])
    else:
        relation = get_object_or_404(Relation, pk=whole_number(request.POST.get("number", "")) or 0)
        (known.confirm if act == "confirmer" else known.withdraw)(relation, player)
    messages.success(request, say("relation.kept"))
    return True


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def measures(request: HttpRequest) -> HttpResponse:
    """What was done to a player and why, with his appeal; open to him whom a ban keeps from coming in as well."""
    player = visitor(request)
    if player is None:
        return redirect_to_login(request.get_full_path())
    mine = player.sanctions.select_related("match", "appeal")
    typed = {}
    if request.method == "POST":
        number = whole_number(request.POST.get("number", "")) or 0
        sanction = get_object_or_404(mine, pk=number)
        try:
            if not ratelimit.consume(request, action="appeal", user=player):
                raise Refused("often")
            sanctions.appeal(sanction, asked(AppealForm(request.POST)).cleaned_data["appeal"])
        except Refused as refusal:
            messages.error(request, refusal.words)
            typed = {number: request.POST.get("appeal", "")}
        else:
            messages.success(request, say("measure.appeal_sent"))
            return redirect("measures")
    rows = [(one, appeal_form(one, typed.get(one.pk, ""))) for one in mine]
    mine.filter(seen=None).update(seen=timezone.now())
    return render(request, "moderation/measures.html", {"rows": rows, "person": player, "until": end_of_ban(player)})


def end_of_ban(player: Player) -> str:
    """Until when the site is closed to a player, in words; "" if for good, or not at all."""
    until = player.barred_until
    return local(until) if until is not None and until < sanctions.FOR_EVER else ""


def appeal_form(sanction: Sanction, typed: str) -> AppealForm | None:
    """The form of an appeal; None where one was made, or there is nothing left to appeal against."""
    if hasattr(sanction, "appeal") or sanction.lifted is not None:
        return None
    return AppealForm(initial={"appeal": typed}, auto_id=f"appeal-{sanction.pk}-%s")
