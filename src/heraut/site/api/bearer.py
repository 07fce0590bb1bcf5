"""Who asks: the bearer of a token, or nobody in particular. A login opens nothing: no page can act for a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.core.internal import ratelimit
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from ninja.security import HttpBearer
from ninja.throttling import BaseThrottle

from heraut.site.accounts.language import language_of
from heraut.site.api.faults import Fault, as_json
from heraut.site.api.models import PLAY, READ, SCOPES, Token
from heraut.site.api.tokens import find

ADDRESS = "/api/"
MINUTE = 60
RATES = {"ask": "120/m/key", "save": "30/m/key"}  # of one token; of one address without a token


class BearerMiddleware:
    """Below /api/, the player is the token's, whoever is logged in; every error is JSON, nothing is kept by proxies.

    It stands before the language is chosen, so that a program is answered in its player's.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(ADDRESS) or request.path == ADDRESS:  # which is a page, for people
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


class Bearer(HttpBearer):
    """A token of at least this scope. Raises Fault for a token that is none of ours, even where none is needed."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> Token:
        """The token that the middleware has found."""
        found: Token | None = getattr(request, "token", None)
        if found is None:
            raise Fault(401, "bad_token")
        if SCOPES.index(found.scope) < SCOPES.index(self.scope):
            raise Fault(403, "read_only")
        return found


def nobody(request: HttpRequest) -> str:
    """Whoever shows no token, where none is needed."""
    return "nobody"


class Limit(BaseThrottle):
    """So many requests a minute for one token, or for one address without a token."""

    def __init__(self, action: str) -> None:
        self.action = action

    def allow_request(self, request: HttpRequest) -> bool:
        """Counts this one; whether there was room for it."""
        token: Token | None = getattr(request, "token", None)
        key = f"token {token.pk}" if token else f"address {ratelimit.get_ip(request)}"
        counted = ratelimit.consume(
            request, app="heraut.api", action=self.action, config=RATES, key=key, limit_get=True
        )
        return counted is not None

    def wait(self) -> float:
        """How long one may have to wait, in seconds."""
        return MINUTE


LIMIT, SAVE_LIMIT = Limit("ask"), Limit("save")

# What each route says about who may ask, beside what its function looks at
ANYBODY: dict[str, Any] = {"auth": [Bearer(READ), nobody], "openapi_extra": {"security": [{}]}}
READER: dict[str, Any] = {"auth": Bearer(READ)}
PLAYER: dict[str, Any] = {
    "auth": Bearer(PLAY),
    "throttle": [LIMIT, SAVE_LIMIT],
    "openapi_extra": {"x-scope": PLAY},
}
