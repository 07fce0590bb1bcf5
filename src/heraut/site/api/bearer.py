"""Who asks: the bearer of a token, or nobody in particular. A login opens nothing: no page can act for a player."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from heraut.site.accounts.language import language_of
from heraut.site.api.faults import as_json
from heraut.site.api.models import Token
from heraut.site.api.tokens import find

ADDRESS = "/api/"
URLCONF = "heraut.site.program_urls"  # the addresses of the site with those of the API
RATES = {"ask": "120/m/key", "save": "30/m/key"}  # of one token; of one address without a token


class BearerMiddleware:
    """Below /api/, the player is the token's, whoever is logged in; every error is JSON, nothing is kept by proxies.

    It stands before the language is chosen, so that a program is answered in its player's.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(ADDRESS):
            return self.get_response(request)
        request.urlconf = URLCONF
        if request.path == ADDRESS:  # which is a page, for people
            return self.get_response(request)
        token = bearer(request)
        request.token = token  # type: ignore[attr-defined]
        request.user = token.user if token else AnonymousUser()
        request.session = {}  # type: ignore[assignment]  # nor what a browser was let into by a password
        response = self.get_response(request)
        with translation.override(language_of(request)):
            response = as_json(response)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


def bearer(request: HttpRequest) -> Token | None:
    """The token of a request, if it is a good one."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return find(token.strip()) if scheme.lower() == "bearer" else None
