"""Who may use a route, and how often."""

from __future__ import annotations

from typing import Any

from allauth.core.internal import ratelimit
from django.http import HttpRequest
from ninja.security import HttpBearer
from ninja.throttling import BaseThrottle

from heraut.site.api.bearer import RATES
from heraut.site.api.faults import Fault
from heraut.site.api.models import PLAY, READ, SCOPES, Token

MINUTE = 60


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
