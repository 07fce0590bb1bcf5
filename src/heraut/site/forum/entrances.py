"""How one comes before a forum: of a match by its code, of the site by its name. Who may not read it stays outside."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from heraut.site.forum.scopes import of_board, of_match
from heraut.site.matchpage.layout import turn_away

Page = Callable[..., HttpResponse]  # of a `Scope`, and of what the address says besides
READ, WRITTEN = ("GET", "HEAD"), ("GET", "HEAD", "POST")


def in_match(page: Page, methods: tuple[str, ...] = WRITTEN) -> Page:
    """The page for the forum of a match. Who may not read it is turned away as from any page of lords."""

    @require_http_methods(list(methods))
    @wraps(page)
    def view(request: HttpRequest, code: str, **places: Any) -> HttpResponse:
        scope = of_match(request, code)
        if not scope.access.hears or (request.method == "POST" and scope.player is None):
            return turn_away(scope.access)
        return page(scope, **places)

    return view


def on_board(page: Page, methods: tuple[str, ...] = WRITTEN) -> Page:
    """The page for a forum of the site."""

    @require_http_methods(list(methods))
    @wraps(page)
    def view(request: HttpRequest, board: str, **places: Any) -> HttpResponse:
        scope = of_board(request, board)
        if request.method == "POST" and scope.player is None:
            return redirect_to_login(request.path)
        return page(scope, **places)

    return view
