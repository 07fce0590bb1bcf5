"""The site's addresses, and two that spare tests forms which tests of their own fill in: an account, a match begun."""

from __future__ import annotations

from uuid import uuid4

from allauth.account.models import EmailAddress
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from heraut.engine.names import plain
from heraut.site.accounts.models import Player
from heraut.site.accounts.views import player_of
from heraut.site.lobby.muster import start_now
from heraut.site.lobby.views import open_with
from heraut.site.matches.adapters import adapter
from heraut.site.urls import handler400, handler500
from heraut.site.urls import urlpatterns as of_the_site
from tests.site.e2e.visitor import PASSWORD

__all__ = ["handler400", "handler500"]


@csrf_exempt
@transaction.atomic
def account(request: HttpRequest) -> HttpResponse:
    """An account of this name, its address confirmed, logged in; one of an earlier test gives the name up."""
    name = request.POST["name"]
    for former in Player.objects.filter(folded_name=plain(name)):
        former.username = f"{name} {uuid4().hex[:8]}"
        former.save()
    player = Player.objects.create_user(name, f"{uuid4().hex[:12]}@example.org", PASSWORD, language="fr")
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    login(request, player, "heraut.site.accounts.sessions.Accounts")
    return HttpResponse()


@csrf_exempt
@transaction.atomic
def begun(request: HttpRequest) -> HttpResponse:
    """The code of a match that whoever asks has begun with bots: what `Ouvrir entre amis` opens, with these fields."""
    player, game = player_of(request), request.POST["jeu"]
    first = {"title": "Une table", "lord": player.username[:30]}
    form = adapter(game).table_form(initial=first, player=player)
    filled = adapter(game).table_form({**form.among_friends, **request.POST.dict()}, initial=first, player=player)
    assert filled.is_valid(), filled.errors
    match = open_with(request, filled)
    start_now(match, player)
    return HttpResponse(match.code)


urlpatterns = [path("essai/compte/", account), path("essai/partie/", begun), *of_the_site]
