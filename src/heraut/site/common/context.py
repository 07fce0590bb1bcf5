"""What every template may use."""

from __future__ import annotations

from email.utils import parseaddr
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from heraut.site.common.versions import worker_url
from heraut.site.common.words import lang


def site(request: HttpRequest) -> dict[str, Any]:
    """The language of the page, its service worker, whether this is a demonstration and takes anybody new, its host's
    address, its source.
    """
    contact = contact_address()
    return {
        "source_url": settings.SOURCE or reverse("source"),
        "contact_url": contact if "://" in contact else f"mailto:{contact}",
        "lang": lang(),
        "demo": settings.DEMO,
        "signup": settings.SIGNUP,
        "worker_url": worker_url,
        "contact": bare_address(settings.DEFAULT_FROM_EMAIL),
    }


def contact_address() -> str:
    """Where whoever runs the site is written to: a mail address, or that of a page."""
    return settings.CONTACT or bare_address(settings.DEFAULT_FROM_EMAIL)


@lru_cache(maxsize=8)
def bare_address(sender: str) -> str:
    """The address in "Héraut <heraut@example.org>"; every page shows it."""
    return parseaddr(sender)[1]
