"""Tokens made, found and revoked. The token itself is shown once, when it is made, and kept nowhere."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.api.models import Token

PREFIX = "heraut_"  # lets people, and tools that look for leaked keys, see what it is
MOST = 10  # tokens of one player
HOUR = timedelta(hours=1)


class TooMany(Exception):
    """The player has as many tokens as one may have."""


def fingerprint(token: str) -> str:
    """What is kept of a token. It holds 256 random bits: a plain hash cannot be tried out."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def issue(player: Player, name: str, scope: str) -> str:
    """A new token of this player. Raises TooMany."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if Token.objects.filter(user=player).count() >= MOST:
        raise TooMany
    token = PREFIX + secrets.token_urlsafe(32)
    Token.objects.create(user=player, name=name, scope=scope, hash=fingerprint(token))
    return token


def find(token: str) -> Token | None:
    """The token that was shown, if it exists and its player may come in; the use is noted once an hour."""
    found = Token.objects.select_related("user").filter(hash=fingerprint(token), user__is_active=True).first()
    if found is None or found.user.barred:
        return None
    now = timezone.now()
    if found.used is None or now - found.used > HOUR:
        Token.objects.filter(pk=found.pk).update(used=now)
    return found


def revoke(player: Player, number: int) -> None:
    """Takes a token of this player out of use, at once and for good."""
    Token.objects.filter(user=player, pk=number).delete()
