"""What follows for tokens from what django-allauth does."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.dispatch import receiver

from heraut.site.accounts.models import Player
from heraut.site.api.models import Token


@receiver([password_changed, password_reset, password_set])
def revoke_tokens(user: Player, **_: Any) -> None:
    """A new password shuts out whoever had got in: tokens go, as Django ends all other sessions."""
    Token.objects.filter(user=user).delete()
