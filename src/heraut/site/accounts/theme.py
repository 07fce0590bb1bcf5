"""Light or dark: chosen by the reader in a cookie, else left to the browser."""

from __future__ import annotations

from django.http import HttpRequest

COOKIE = "heraut_theme"
THEMES = ("light", "dark")


def theme_of(request: HttpRequest) -> str:
    """ "light", "dark", or "" where the browser decides."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else ""
