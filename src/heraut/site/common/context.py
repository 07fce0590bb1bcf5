"""What every template may use."""

from __future__ import annotations

from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from heraut.site.common.words import lang


def site(request: HttpRequest) -> dict[str, Any]:
    """The language of the page, whether this is a demonstration, and where whoever runs it is written to."""
    return {
        "lang": lang(),
        "demo": settings.DEMO,
        "contact": parseaddr(settings.DEFAULT_FROM_EMAIL)[1],
    }
