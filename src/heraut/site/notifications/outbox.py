"""Writing letters: into the database, in the transaction of what they tell. The worker sends them (`sender.py`)."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.urls import reverse
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.notifications.models import Letter

# what a player may refuse; other letters (a code, a muster) are sent whatever he chose
CHOICES = {"reports": "mail_reports", "reminders": "mail_reminders", "news": "mail_news", "letters": "mail_letters"}


def post(letters: Iterable[Letter]) -> None:
    """Puts letters in the outbox; one whose key is there already is left as it is."""
    Letter.objects.bulk_create(letters, ignore_conflicts=True)


def stop_url(player: Player, choice: str) -> str:
    """The address that refuses letters of this sort, in one click and without a password (RFC 8058)."""
    if not player.unsubscribe_key:
        Player.objects.filter(pk=player.pk, unsubscribe_key="").update(unsubscribe_key=secrets.token_urlsafe(32))
        player.refresh_from_db(fields=["unsubscribe_key"])
    return settings.URL + reverse("herald:stop", args=[player.pk, player.unsubscribe_key, choice])


def stop_headers(player: Player, choice: str) -> dict[str, str]:
    """What mail programs make their unsubscribe button from."""
    return {
        "List-Unsubscribe": f"<{stop_url(player, choice)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


class OutboxBackend(BaseEmailBackend):
    """Django's way of sending mail, for whatever sends it: the account pages' codes go through the same outbox."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Writes one letter an address."""
        letters = [letter for message in email_messages for letter in letters_of(message)]
        post(letters)
        return len(email_messages)


def letters_of(message: EmailMessage) -> list[Letter]:
    """The letters of a message: one for each of its recipients."""
    alternatives: Any = message.alternatives if isinstance(message, EmailMultiAlternatives) else []
    html = next((str(content) for content, sort in alternatives if sort == "text/html"), "")
    now = timezone.now()
    return [
        Letter(
            key=f"account:{secrets.token_hex(16)}",
            player=Player.objects.filter(email__iexact=address).first(),
            kind="account",
            address=address,
            subject=str(message.subject),
            text=str(message.body),
            html=html,
            due=now,
        )
        for address in message.recipients()
    ]
