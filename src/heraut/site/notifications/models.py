"""The outbox: letters written in the same transaction as what they tell, sent later, never dropped, never doubled.

And how the mail server is, which all workers know of each other.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

WAITING, SENT, FAILED = "waiting", "sent", "failed"


class Letter(models.Model):
    """One mail to one address. `key` makes it unique: writing it twice leaves one."""

    key = models.CharField(max_length=120, unique=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="letters")
    match = models.ForeignKey("matches.Match", models.CASCADE, null=True)
    kind = models.CharField(max_length=30)
    address = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    html = models.TextField(blank=True)
    headers: models.JSONField[dict[str, str], dict[str, str]] = models.JSONField(default=dict)
    written = models.DateTimeField(auto_now_add=True)
    due = models.DateTimeField(db_index=True)
    status = models.CharField(max_length=8, default=WAITING, db_index=True)
    claimed_until = models.DateTimeField(null=True, blank=True)  # a worker is sending it
    tries = models.PositiveSmallIntegerField(default=0)  # that came to nothing through the letter itself
    broke = models.BooleanField(default=False)  # the line to the mail server once broke over it
    error = models.CharField(max_length=300, blank=True)
    sent = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.key


class MailServer(models.Model):
    """The mail server, once it has failed: one row, the same for all workers."""

    fails = models.PositiveIntegerField(default=0)  # in a row; 0: it takes letters
    since = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)  # left alone
    error = models.CharField(max_length=300, blank=True)

    def __str__(self) -> str:
        return self.error or "well"


def trouble() -> MailServer | None:
    """The mail server if it takes no letters."""
    return MailServer.objects.filter(fails__gt=0).first()
