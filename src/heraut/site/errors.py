"""A request that cannot be read, answered as all others are: Django's own answer has neither language nor look."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation

from heraut.site.accounts.language import language_of


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, in the reader's language; before it is known who asks (a wrong host name), in that of the browser."""
    if not hasattr(request, "user"):
        request.user = AnonymousUser()
    with translation.override(language_of(request)):
        return render(request, "400.html", status=400)
