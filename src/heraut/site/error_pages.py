"""What goes wrong outside of any page, in the reader's language and our look: Django's own answers have neither."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation

from heraut.site.accounts.language import language_of
from heraut.site.accounts.theme import theme_of
from heraut.site.api.bearer import ADDRESS
from heraut.site.api.faults import MOST, as_json
from heraut.site.common.errors import trouble_of

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

AGAIN = 60  # seconds after which it is worth while to try again
CROWD, SOON = "crowd", 3  # more pages are asked for than can be made; seconds after which there is room again


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, in the reader's language; before it is known who asks (a wrong host name), in that of the browser.

    413 where it is longer than anything that a page of ours sends.
    """
    status = 413 if isinstance(exception, RequestDataTooBig) else 400
    if not hasattr(request, "user"):
        request.user = AnonymousUser()
    with translation.override(language_of(request)):
        return render(request, "400.html", {**fault_named(f"{status}", status), "most": MOST}, status=status)


class NothingToRead:
    """405 with words for whoever reads an address that is only sent to (his history leads there): Django's is empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or request.method != "GET":
            return response
        page = render(request, "400.html", fault_named("405", 405), status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page


def fault_named(name: str, status: int) -> dict[str, Any]:
    """What pages that tell of a fault ask for (`parts/fault.html`)."""
    return {"name": name, "status": status, "title": f"error.{name}_title"}


def broken(request: HttpRequest) -> HttpResponse:
    """500; 503 where it is the database that cannot do what was asked: nothing is wrong with the request."""
    trouble = trouble_of(sys.exc_info()[1])
    with translation.override(getattr(request, "LANGUAGE_CODE", None) or translation.get_language()):
        return closed(request, trouble, AGAIN) if trouble else HttpResponse(bare_page(request, "500", 500), status=500)


def crowded(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """503 from a process that has more pages to make than may wait (`server.py`); the database is not asked."""
    request = WSGIRequest(environ)
    request.user = AnonymousUser()
    with translation.override(language_of(request)):
        answer = closed(request, CROWD, SOON)
    start_response(f"{answer.status_code} {answer.reason_phrase}", list(answer.items()))
    return [answer.content]


def closed(request: HttpRequest, trouble: str, seconds: int) -> HttpResponse:
    """503, and when to come back."""
    page = bare_page(request, f"503_{trouble}", 503)
    answer = HttpResponse(page, status=503, headers={"Retry-After": str(seconds), "Cache-Control": "no-store"})
    return as_json(answer) if request.path.startswith(ADDRESS) and request.path != ADDRESS else answer


def bare_page(request: HttpRequest, name: str, status: int) -> str:
    """A page that asks the database for nothing."""
    return render_to_string("500.html", {**fault_named(name, status), "request": request, "theme": theme_of(request)})
