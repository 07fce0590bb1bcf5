"""What every template may use."""

from __future__ import annotations

from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from heraut.site.accounts.theme import theme_of
from heraut.site.herald.views import LOCAL
from heraut.site.words import lang


def site(request: HttpRequest) -> dict[str, Any]:
    """The language and look of the page, whether this is a demonstration, or shows its mails instead of sending them;
    and where whoever runs it is written to.
    """
    return {
        "lang": lang(),
        "theme": theme_of(request),
        "demo": settings.DEMO,
        "contact": parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
        "mail_page": settings.MAIL == "page" and settings.HOST in LOCAL,
    }
