"""What every template may use."""

from __future__ import annotations

from email.utils import parseaddr
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.safestring import SafeString

from heraut.site.common.versions import worker_url
from heraut.site.common.words import lang


def site(request: HttpRequest) -> dict[str, Any]:
    """The language of the page, its service worker, whether this is a demonstration and takes anybody new, its host's
    address, its source; the token of its forms, which is the same in all of them.
    """
    contact = contact_address()
    return {
        "csrf_input": SimpleLazyObject(lambda: token_field(get_token(request))),
        "source_url": settings.SOURCE or reverse("source"),
        "contact_url": contact if "://" in contact else f"mailto:{contact}",
        "lang": lang(),
        "demo": settings.DEMO,
        "signup": settings.SIGNUP,
        "worker_url": worker_url,
        "contact": bare_address(settings.DEFAULT_FROM_EMAIL),
    }


def token_field(token: str) -> SafeString:
    """What a form sends along, that the site knows it for its own."""
    return format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)


def contact_address() -> str:
    """Where whoever runs the site is written to: a mail address, or that of a page."""
    return settings.CONTACT or bare_address(settings.DEFAULT_FROM_EMAIL)


@lru_cache(maxsize=8)
def bare_address(sender: str) -> str:
    """The address in "Héraut <heraut@example.org>"; every page shows it."""
    return parseaddr(sender)[1]
