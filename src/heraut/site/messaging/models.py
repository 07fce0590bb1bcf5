"""Threads of letters between two lords of a match, and what is said at its table.

What belongs to a person ends with his hold on the seat; what all have heard stays as long as his account.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from heraut.site.matches.models import Match, Seat


class Thread(models.Model):
    """All letters between two seats. `code` names it in addresses: a number would tell how many there are."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="threads")
    code = models.CharField(max_length=12, unique=True)
    pair = models.CharField(max_length=42, unique=True)  # the keys of its seats, the lower one first

    def __str__(self) -> str:
        return self.code


class Side(models.Model):
    """What a thread is to one of its two seats: when it was last opened, and since when the other is blocked."""

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="sides")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="sides")
    opened = models.DateTimeField(null=True, blank=True)
    blocked = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["thread", "seat"], name="side_once")]

    def __str__(self) -> str:
        return f"{self.thread_id}/{self.seat_id}"


class Message(models.Model):
    """One letter. It goes with the account of whoever wrote it; `author` is the seat that he held."""

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="messages")
    author = models.ForeignKey(Seat, models.CASCADE, related_name="messages")
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="messages")
    sent = models.DateTimeField()
    text = models.TextField()
    mark = models.CharField(max_length=2, blank=True)  # in game or out of game, where the game tells them apart
    signed = models.BooleanField(default=False)  # the author gives his name, even to those who do not know him
    delivered = models.BooleanField(default=True)  # False: the other had fallen, which the author may not know

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.thread_id} {self.sent:%Y-%m-%d %H:%M}"


class Remark(models.Model):
    """One line of the table talk. It goes with the account of whoever said it; `number` counts in the match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="remarks")
    number = models.PositiveIntegerField()
    author = models.ForeignKey(Seat, models.CASCADE, related_name="remarks")
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="remarks")
    said = models.DateTimeField()
    text = models.TextField()
    removed = models.BooleanField(default=False)  # by the host: the words are gone, the place is left

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="remark_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"
