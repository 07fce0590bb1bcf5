"""The outbox: letters, pushes and webhooks, written in the transaction of what they tell, sent later, never doubled.

And what they are sent to: devices that players have allowed, hooks that hosts have set; and how the mail server is,
which all workers know of each other.
"""

from __future__ import annotations

import gzip
from typing import ClassVar
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models

from heraut.site.notifications.claims import FAILED, SENT, WAITING, Outgoing

__all__ = [
    "FAILED",
    "PICTURE",
    "SENT",
    "WAITING",
    "Delivery",
    "Device",
    "Hook",
    "Letter",
    "MailServer",
    "Push",
    "trouble",
]


PICTURE = "carte"  # the name of the map in a mail; its HTML shows `cid:carte`


class Letter(Outgoing):
    """One mail to one address."""

    choice = sentence = link = ""  # while it is written: its sort (`outbox.SORTS`), and what a push says of it

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="letters")
    match = models.ForeignKey("matches.Match", models.CASCADE, null=True)
    kind = models.CharField(max_length=30)
    address = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    html = models.TextField(blank=True)
    headers: models.JSONField[dict[str, str], dict[str, str]] = models.JSONField(default=dict)
    picture = models.BinaryField(default=bytes)  # the map as its reader sees it, SVG packed by gzip; until it has left
    written = models.DateTimeField(auto_now_add=True)
    broke = models.BooleanField(default=False)  # the line to the mail server once broke over it

    @property
    def svg(self) -> str:
        """The picture as it was drawn; "" without one."""
        return gzip.decompress(bytes(self.picture)).decode() if self.picture else ""


class Device(models.Model):
    """A browser that a player has allowed to show him messages: where its push service is, and its keys (RFC 8291)."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=800, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    made = models.DateTimeField(auto_now_add=True)
    reached = models.DateTimeField(null=True, blank=True)  # when its service last took a push
    fails = models.PositiveSmallIntegerField(default=0)  # pushes in a row that never arrived

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.name


class Push(Outgoing):
    """One message to one device: a title, a sentence, an address of this site. Nothing of it is a secret."""

    device = models.ForeignKey(Device, models.CASCADE, related_name="pushes")
    match = models.ForeignKey("matches.Match", models.CASCADE, null=True)
    kind = models.CharField(max_length=30)
    title = models.CharField(max_length=100)
    sentence = models.CharField(max_length=200)
    link = models.CharField(max_length=200)


class Hook(models.Model):
    """An address that a table's host wants told of what everyone may know of it."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="hooks")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hooks")
    url = models.CharField(max_length=800)
    form = models.CharField(max_length=10)  # `hooks.FORMS`
    turns = models.BooleanField(default=True)
    awaited = models.BooleanField(default=False)
    chronicle = models.BooleanField(default=False)
    secret = models.CharField(max_length=60)  # of the signatures; shown once
    made = models.DateTimeField(auto_now_add=True)
    fails = models.PositiveSmallIntegerField(default=0)  # tries in a row that came to nothing
    until = models.DateTimeField(null=True, blank=True)  # left alone
    stopped = models.DateTimeField(null=True, blank=True)  # for having failed too often

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"hook {self.pk}"

    @property
    def shown(self) -> str:
        """Enough of its address for its host to know it by; what follows is often a secret."""
        return f"{urlsplit(self.url).hostname}/…{self.url[-4:]}"


class Delivery(Outgoing):
    """One message to one hook, and what came of the last try: a status or a word (`outbound.NotReached`), and how long
    it took.
    """

    hook = models.ForeignKey(Hook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=10)  # turn, awaited, chronicle, test (`hooks.py`)
    body = models.TextField()
    tried = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=12, blank=True)
    took = models.PositiveIntegerField(default=0)  # milliseconds


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
