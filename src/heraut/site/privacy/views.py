"""The pages by which a player takes what is his, and leaves."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from heraut.site.accounts.barring import owner
from heraut.site.accounts.forms import ClosingForm
from heraut.site.common.words import say
from heraut.site.matches.models import CANCELLED, OVER
from heraut.site.privacy.closing import close
from heraut.site.privacy.export import everything_about


@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """All that the site keeps about the player, as a JSON file; to whoever is banned as well."""
    player = owner(request)
    if player is None:
        return redirect_to_login(request.get_full_path())
    response = JsonResponse(everything_about(player), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response.headers["Content-Disposition"] = f'attachment; filename="heraut-{timezone.localdate():%Y-%m-%d}.json"'
    return response


def delete(request: HttpRequest) -> HttpResponse:
    """Deletes the account, confirmed by the password; that of whoever is banned as well."""
    player = owner(request)
    if player is None:
        return redirect_to_login(request.get_full_path())
    often: HttpResponse | None = ratelimit.consume_or_429(request, action="reauthenticate", user=player)
    if often is not None:
        return often
    form = ClosingForm(player, request.POST or None)
    if request.method == "POST" and form.is_valid():
        logout(request)
        close(player)
        messages.success(request, say("account.closed"))
        return redirect("home")
    seats = player.seats.exclude(match__status__in=(OVER, CANCELLED)).select_related("match")
    return render(request, "accounts/delete.html", {"form": form, "seats": seats})
