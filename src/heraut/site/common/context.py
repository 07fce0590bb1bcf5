"""What every template may use."""

from __future__ import annotations

from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from heraut.site.common.versions import worker_url
from heraut.site.common.words import lang


def site(request: HttpRequest) -> dict[str, Any]:
    """The language of the page, its service worker, whether this is a demonstration, where its host is written to."""
    return {
        "lang": lang(),
        "demo": settings.DEMO,
        "worker_url": worker_url,
        "contact": parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
    }
