"""Writing letters and pushes: into the database, in the transaction of what they tell.

The worker sends them (`sender.py`, `push_sender.py`).
"""

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
from heraut.site.notifications.models import Device, Letter, Push

# what a player may refuse, way by way; other letters (a code, a muster) are sent whatever he chose
SORTS = ("asked", "reports", "reminders", "letters", "forum", "news")
CHOICES = {sort: f"mail_{sort}" for sort in SORTS}
PUSHES = {sort: f"push_{sort}" for sort in SORTS}
TWICE = {"begun": "reports", "over": "reports"}  # what a push of the other sort tells already


def by_mail(player: Player, choice: str) -> bool:
    """Whether letters of this sort ("": such as nobody refuses) go to this player by mail."""
    return bool(player.email) and (not choice or bool(getattr(player, CHOICES[choice])))


def by_push(player: Player, choice: str) -> bool:
    """Whether he wants messages of this sort on the devices that he has allowed, if there are any."""
    return not choice or bool(getattr(player, PUSHES[choice]))


def with_devices(players: Iterable[Player]) -> set[int]:
    """Those of them that have allowed a device."""
    return set(Device.objects.filter(player__in=list(players)).values_list("player_id", flat=True))


def post(letters: Iterable[Letter]) -> None:
    """Puts letters, and the pushes that go with them, in the outbox; one whose key is there is left as it is."""
    written = list(letters)
    mails = [one for one in written if one.player is None or one.choice == "" or by_mail(one.player, one.choice)]
    Letter.objects.bulk_create([one for one in mails if one.address], ignore_conflicts=True)
    called = [one for one in written if one.sentence and one.player is not None and wants_push(one)]
    if called:
        Push.objects.bulk_create(pushes_of(called), ignore_conflicts=True)


def wants_push(letter: Letter) -> bool:
    """Whether its player wants it told by push, and is not told the same by another."""
    assert letter.player is not None
    twice = letter.kind in TWICE and by_push(letter.player, TWICE[letter.kind])
    return by_push(letter.player, letter.choice) and not twice


def pushes_of(letters: Sequence[Letter]) -> list[Push]:
    """A push for each device of whom these letters go to. It holds nothing of the letter but what `called` allows."""
    devices: dict[int, list[Device]] = {}
    for device in Device.objects.filter(player__in={letter.player_id for letter in letters}):
        devices.setdefault(device.player_id, []).append(device)
    return [
        Push(
            key=f"{letter.key[:100]}:{device.pk}",
            device=device,
            match=letter.match,
            kind=letter.kind,
            title=letter.match.title if letter.match is not None else "Héraut",
            sentence=letter.sentence[:200],
            link=letter.link,
            due=letter.due,
        )
        for letter in letters
        for device in devices.get(letter.player_id or 0, ())
    ]


def stop_url(player: Player, choice: str) -> str:
    """The address that refuses letters of this sort, in one click and without a password (RFC 8058)."""
    if not player.unsubscribe_key:
        Player.objects.filter(pk=player.pk, unsubscribe_key="").update(unsubscribe_key=secrets.token_urlsafe(32))
        player.refresh_from_db(fields=["unsubscribe_key"])
    return settings.URL + reverse("notifications:stop", args=[player.pk, player.unsubscribe_key, choice])


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
