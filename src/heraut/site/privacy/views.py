"""The pages by which a player takes what is his, and leaves."""

from __future__ import annotations

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from heraut.site.accounts.forms import ClosingForm
from heraut.site.accounts.views import player_of
from heraut.site.common.words import say
from heraut.site.matches.models import CANCELLED, OVER
from heraut.site.privacy.closing import close
from heraut.site.privacy.export import everything_about


@login_required
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """All that the site keeps about the player, as a JSON file."""
    response = JsonResponse(
        everything_about(player_of(request)), json_dumps_params={"indent": 2, "ensure_ascii": False}
    )
    response.headers["Content-Disposition"] = f'attachment; filename="heraut-{timezone.localdate():%Y-%m-%d}.json"'
    return response


@login_required
@rate_limit(action="reauthenticate")
def delete(request: HttpRequest) -> HttpResponse:
    """Deletes the account, confirmed by the password."""
    player = player_of(request)
    form = ClosingForm(player, request.POST or None)
    if request.method == "POST" and form.is_valid():
        logout(request)
        close(player)
        messages.success(request, say("account.closed"))
        return redirect("home")
    seats = player.seats.exclude(match__status__in=(OVER, CANCELLED)).select_related("match")
    return render(request, "accounts/delete.html", {"form": form, "seats": seats})
