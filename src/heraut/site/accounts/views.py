"""The pages of an account that django-allauth does not bring."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.internal.flows.password_reset import finalize_password_reset
from allauth.account.utils import get_next_redirect_url
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from heraut.site.accounts import language as languages
from heraut.site.accounts import theme as themes
from heraut.site.accounts.former_addresses import former_address, is_taken, restore
from heraut.site.accounts.forms import ChoicesForm, ClaimForm, NewPasswordForm
from heraut.site.accounts.guests import CLAIMED_FOR, demo_player, keeps_out, new_guest
from heraut.site.accounts.models import Player
from heraut.site.accounts.zones import zone_of_browser
from heraut.site.common.own_pages import own_page
from heraut.site.common.words import lang, say

A_YEAR = 60 * 60 * 24 * 365


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Everything that a player may choose, on one page."""
    form = ChoicesForm(request.POST or None, instance=player_of(request), theme=themes.theme_of(request))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, say("account.saved"))
        response = redirect("account")
        keep(response, themes.COOKIE, form.cleaned_data["theme"])
        return response
    return render(request, "accounts/account.html", {"form": form})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Changes the language of the pages, and of the mails of who is logged in."""
    chosen = request.POST.get("language")
    response = redirect(asked_for(request))
    if chosen in languages.LANGUAGES:
        keep(response, languages.COOKIE, chosen)
        if request.user.is_authenticated:
            Player.objects.filter(pk=request.user.pk).update(language=chosen)
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark, or as the browser says."""
    chosen, response = request.POST.get("theme", ""), redirect(asked_for(request))
    keep(response, themes.COOKIE, chosen if chosen in themes.THEMES else "")
    return response


@require_POST
@rate_limit(action="guest")
def invite(request: HttpRequest) -> HttpResponse:
    """Lets a passer-by play at once: a guest, who may keep the seat later by signing up."""
    if keeps_out(request):
        return redirect("account_signup")
    if not request.user.is_authenticated:
        login(request, new_guest(lang(), zone_of_browser(request)))
    return redirect(asked_for(request))


@login_required
@rate_limit(action="signup")
def claim(request: HttpRequest) -> HttpResponse:
    """A guest becomes a player: a name, a password, and an address that a code confirms. Seats stay, and he goes on to
    the page that sent him (`AccountAdapter`).
    """
    if not player_of(request).guest:
        return redirect("account")
    if (back := get_next_redirect_url(request)) is not None:
        request.session[CLAIMED_FOR] = back
    form = ClaimForm(player_of(request), request.POST or None)
    if request.method == "POST" and form.is_valid() and form.save(request):
        return redirect("account_email_verification_sent")
    return render(request, "accounts/claim.html", {"form": form})


def once_claimed(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page for players: a guest, who has neither a name of his own nor a password, is sent to claim his seat."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if getattr(request.user, "guest", False):
            return redirect("claim")
        return view(request, *args, **kwargs)

    return page


@rate_limit(action="reset_password_from_key")
def take_back(request: HttpRequest, key: str) -> HttpResponse:
    """Whoever has the former address of an account takes it back: the address returns, with a new password."""
    former = former_address(key)
    if former is None:
        return render(request, "accounts/take_back.html", status=404)
    form = NewPasswordForm(request.POST or None, user=former.player)
    if request.method == "POST" and form.is_valid():
        if not is_taken(former):
            with transaction.atomic():
                form.save()
                restore(former)
            return finalize_password_reset(request, former.player, former.email) or redirect("home")
        form.add_error(None, say("account_error.email_taken"))
    return render(request, "accounts/take_back.html", {"form": form, "email": former.email, "player": former.player})


def demo(request: HttpRequest) -> HttpResponse:
    """One click and one is the demo player; only where the site is a demonstration."""
    if not settings.DEMO:
        raise Http404
    login(request, demo_player())
    return redirect(asked_for(request))


def player_of(request: HttpRequest) -> Player:
    """Who is logged in; for views that nobody else reaches."""
    assert isinstance(request.user, Player)
    return request.user


def asked_for(request: HttpRequest) -> str:
    """The page to go on to, if it is one of ours; else the first one."""
    return own_page(request.POST.get("next") or request.GET.get("next") or "") or "/"


def keep(response: HttpResponse, cookie: str, value: str) -> None:
    """Keeps a choice in a cookie for a year."""
    response.set_cookie(cookie, value, max_age=A_YEAR, httponly=True, samesite="Lax", secure=settings.SECURE)
