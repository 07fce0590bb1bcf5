"""What every template may use of mails."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format

from heraut.site.common.words import local, say
from heraut.site.notifications.models import trouble
from heraut.site.notifications.views import LOCAL


def mail(request: HttpRequest) -> dict[str, Any]:
    """Whether the site shows its mails instead of sending them, and what is wrong with the mail server."""
    return {"mail_page": settings.MAIL == "page" and settings.HOST in LOCAL, "mail_trouble": mail_trouble}


def mail_trouble() -> str:
    """What is wrong with the mail server, for whoever runs the site; "" if nothing is."""
    server = trouble() if settings.MAIL != "page" else None
    if server is None or server.since is None or server.until is None:
        return ""
    told = {"since": local(server.since), "until": date_format(timezone.localtime(server.until), "H:i")}
    return say("site.mail_trouble", **told, error=server.error)
