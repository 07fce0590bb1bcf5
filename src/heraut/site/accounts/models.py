"""A player of the site: one account for any number of matches (GP-SITE-01, 02, 05)."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone

from heraut.engine.names import plain


def within(day: date, first: date | None, last: date | None) -> bool:
    """Whether a day lies within an absence that was announced; one without an end goes on."""
    return first is not None and first <= day and (last is None or day <= last)


class Player(AbstractUser):
    """An account. `username` is the player's public name; the mail address is never shown to others."""

    language = models.CharField(max_length=2, default="fr", choices=[("fr", "Français"), ("en", "English")])
    time_zone = models.CharField(max_length=40, default="Europe/Paris")
    guest = models.BooleanField(default=False)  # plays at once without an account, until claimed by signing up
    companion_of = models.OneToOneField(  # plays at this player's screen, and has no other way in
        "self", models.CASCADE, null=True, blank=True, related_name="companion"
    )
    mail_asked = models.BooleanField(default=True)  # what comes by mail, and what by push to the devices he has allowed
    mail_reports = models.BooleanField(default=True)
    mail_reminders = models.BooleanField(default=True)
    mail_news = models.BooleanField(default=True)
    mail_letters = models.BooleanField(default=True)
    mail_forum = models.BooleanField(default=True)
    push_asked = models.BooleanField(default=True)
    push_reports = models.BooleanField(default=True)
    push_reminders = models.BooleanField(default=True)
    push_news = models.BooleanField(default=True)
    push_letters = models.BooleanField(default=True)
    push_forum = models.BooleanField(default=True)
    mail_failing = models.CharField(max_length=200, blank=True)  # what the mail server last answered, if it refused
    unsubscribe_key = models.CharField(max_length=43, blank=True)
    absent_from = models.DateField(null=True, blank=True)
    absent_until = models.DateField(null=True, blank=True)
    barred_until = models.DateTimeField(null=True, blank=True)  # by a ban from the site, which says why (`moderation`)
    folded_name = models.CharField(max_length=150, unique=True, editable=False)  # two names alike are one name

    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keeps the name as it is compared beside the name as it is written."""
        self.folded_name = plain(self.username)
        super().save(*args, **kwargs)

    @property
    def lang(self) -> str:
        """The language that this player reads: "fr" or "en"."""
        return self.language

    @property
    def barred(self) -> bool:
        """Whether he may not come in for the present."""
        return self.barred_until is not None and self.barred_until > timezone.now()

    def absent_on(self, day: date) -> bool:
        """Whether the player has said to be away on this day; an absence without an end goes on."""
        return within(day, self.absent_from, self.absent_until)


class FormerAddress(models.Model):
    """An address that was a player's until lately: whoever has it may take the account back (`former_addresses.py`)."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="former_addresses")
    email = models.EmailField()
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.email


class Count(models.Model):
    """What rate limits have counted, for all processes and machines: the table behind Django's cache (`CACHES`)."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "counts"

    def __str__(self) -> str:
        return self.cache_key
