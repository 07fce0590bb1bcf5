"""What follows from what django-allauth does."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, email_confirmed, user_signed_up
from django.dispatch import receiver
from django.http import HttpRequest

from heraut.site.accounts.former_addresses import keep
from heraut.site.accounts.models import Player
from heraut.site.accounts.zones import zone_of_browser
from heraut.site.common.words import lang


@receiver(user_signed_up)
def keep_language_and_hours(request: HttpRequest, user: Player, **_: Any) -> None:
    """Who signs up goes on reading in the language of the page, and reads the hours of his browser."""
    user.language, user.time_zone = lang(), zone_of_browser(request)
    user.save(update_fields=["language", "time_zone"])


@receiver(email_confirmed)
def welcome(request: HttpRequest, email_address: EmailAddress, **_: Any) -> None:
    """A confirmed address makes a player of a guest who has claimed his seat, and so has a password.

    It clears what the mail server last complained of.
    """
    player = email_address.user
    player.guest = player.guest and not player.has_usable_password()
    player.mail_failing = ""
    player.save(update_fields=["guest", "mail_failing"])


@receiver(email_changed)
def keep_way_back(user: Player, from_email_address: EmailAddress | None, **_: Any) -> None:
    """A confirmed address that another takes the place of is a way back; one that never was may be a stranger's."""
    if from_email_address is not None and from_email_address.verified:
        keep(user, from_email_address.email)
