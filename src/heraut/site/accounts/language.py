"""Each page in the reader's language and time: chosen in the account, else in a cookie, else by the browser."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

COOKIE = "heraut_language"
LANGUAGES = ("fr", "en")


def language_of(request: HttpRequest) -> str:
    """ "fr" or "en"; French where nothing is said."""
    if request.user.is_authenticated:
        return request.user.language
    chosen = request.COOKIES.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    asked = request.headers.get("Accept-Language", "fr").lower()
    return "en" if asked.startswith("en") else "fr"


class PlayerLanguage:
    """Sets language and time zone for the length of a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        lang = language_of(request)
        request.LANGUAGE_CODE = lang  # type: ignore[attr-defined, unused-ignore]  # as Django's own middleware does
        zone = ZoneInfo(request.user.time_zone if request.user.is_authenticated else "Europe/Paris")
        with translation.override(lang), timezone.override(zone):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", lang)
        patch_vary_headers(response, ("Cookie", "Accept-Language"))
        return response
