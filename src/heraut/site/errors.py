"""Requests that cannot be read or answered, told as all others are: Django's own answers have neither language nor look."""

from __future__ import annotations

import sys

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.views.defaults import server_error

from heraut.site.accounts.language import language_of
from heraut.site.busy import DatabaseBusyError

PAUSE = 10  # seconds after which it is worth asking again


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, in the reader's language; before it is known who asks (a wrong host name), in that of the browser."""
    if not hasattr(request, "user"):
        request.user = AnonymousUser()
    with translation.override(language_of(request)):
        return render(request, "400.html", status=400)


def failed(request: HttpRequest) -> HttpResponse:
    """503 if another program holds the database, else 500; neither asks the database for anything."""
    if not isinstance(sys.exc_info()[1], DatabaseBusyError):
        return server_error(request)
    with translation.override(getattr(request, "LANGUAGE_CODE", None) or translation.get_language()):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": str(PAUSE)})
