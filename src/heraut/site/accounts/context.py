"""What every template may use of its reader's choices."""

from __future__ import annotations

from django.http import HttpRequest

from heraut.site.accounts.theme import theme_of


def look(request: HttpRequest) -> dict[str, str]:
    """Light or dark."""
    return {"theme": theme_of(request)}
