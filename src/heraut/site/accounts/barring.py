"""Whom a ban keeps out of the site, and what is open to him all the same: the reason, an appeal, his data, leaving."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare

from heraut.site.accounts.models import Player

BARRED = "barred"  # in a session: who has proven by his password that a ban concerns him


def visitor(request: HttpRequest) -> Player | None:
    """Who is logged in, or has shown who he is and is kept out by a ban, or was when he did."""
    if isinstance(request.user, Player):
        return request.user
    number = request.session.get(BARRED)
    found = Player.objects.filter(pk=number, is_active=True).first() if number is not None else None
    return found or cut_off(request)


def owner(request: HttpRequest) -> Player | None:
    """The same, as far as a ban still holds: whose data these are."""
    found = visitor(request)
    return found if found is None or found == request.user or found.barred else None


def cut_off(request: HttpRequest) -> Player | None:
    """Whose session a ban has ended; from now on it opens what a ban leaves open, and nothing else."""
    session = request.session
    if request.user.is_authenticated or SESSION_KEY not in session:
        return None
    player = Player.objects.filter(pk=session[SESSION_KEY], is_active=True).first()
    proof = session.get(HASH_SESSION_KEY, "")
    if player is None or not player.barred or not constant_time_compare(proof, player.get_session_auth_hash()):
        return None
    session.flush()
    session[BARRED] = player.pk
    return player


def told_why(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """The page on which one logs in: whose session a ban has ended is first led to the reason."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "GET" and cut_off(request) is not None:
            return redirect("measures")
        return view(request, *args, **kwargs)

    return inner
