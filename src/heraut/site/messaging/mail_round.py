"""The worker's part in mails that come in: it keeps their server listening, if the site takes any."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings

SERVER = "heraut.site.messaging.mail_in"  # loaded where it is wanted alone


@cache
def listener() -> Any:
    """The server of this process: a `mail_in.Listener`."""
    return import_module(SERVER).Listener()


def take_mail() -> None:
    """Sees to it that it listens."""
    if settings.MAIL_IN:
        listener().keep_listening()


def stop_taking() -> None:
    """Listens no more."""
    if listener.cache_info().currsize:
        listener().stop()
        listener.cache_clear()
