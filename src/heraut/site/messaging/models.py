"""Threads of letters between lords of a match, sealed letters, and what is said at its table.

What belongs to a person ends with his hold on the seat; what all have heard stays as long as his account.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from heraut.site.common.words import say
from heraut.site.matches.models import Match, Seat


class Thread(models.Model):
    """All letters between two seats, or of a group. `code` names it in addresses: a number would tell of others.

    `pair` holds the keys of two seats, the lower one first: two have one thread alone. A group has a name instead.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="threads")
    code = models.CharField(max_length=12, unique=True)
    pair = models.CharField(max_length=42, unique=True, null=True, blank=True)
    name = models.CharField(max_length=60, blank=True)

    def __str__(self) -> str:
        return self.code

    @property
    def group(self) -> bool:
        """Whether it is a group's, and not that of two."""
        return self.pair is None


class Side(models.Model):
    """What a thread is to one of its seats: when it was last opened, and since when its letters are not wanted.

    Of two, the letters of the other; of a group, all of them. In a group a seat reads what was sent while it belonged
    to it: from `joined` on (null: since it was founded) until it has `left`.
    """

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="sides")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="sides")
    opened = models.DateTimeField(null=True, blank=True)
    blocked = models.DateTimeField(null=True, blank=True)
    founder = models.BooleanField(default=False)  # who may add others
    joined = models.DateTimeField(null=True, blank=True)
    left = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["thread", "seat"], name="side_once")]
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.thread_id}/{self.seat_id}"


class Message(models.Model):
    """One letter. It goes with the account of whoever wrote it (null: a bot); `author` is the seat that he held.

    `withheld` names the seats of the thread that it does not reach: they have fallen, which the author may not know, or
    want no letters of his. One that was sealed stands here from the moment that it opened.
    """

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="messages")
    author = models.ForeignKey(Seat, models.CASCADE, related_name="messages")
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="messages")
    bot = models.CharField(max_length=20, blank=True)  # the bot that wrote it; then `text` names a sentence (`court`)
    sent = models.DateTimeField()
    text = models.TextField()
    mark = models.CharField(max_length=2, blank=True)  # in game or out of game, where the game tells them apart
    signed = models.BooleanField(default=False)  # the author gives his name, even to those who do not know him
    withheld = models.ManyToManyField(Seat, related_name="+", blank=True)
    written = models.DateTimeField(null=True, blank=True)  # when it was sealed
    origin = models.CharField(max_length=64, unique=True, null=True, blank=True)  # the mail that brought it, hashed

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.thread_id} {self.sent:%Y-%m-%d %H:%M}"

    @property
    def words(self) -> str:
        """What it says; that of a bot in the language of the present reader."""
        return say(f"court.{self.text}") if self.bot else self.text


class SealedLetter(models.Model):
    """A letter that waits: until a day, until a turn begins, or until its author's lord is no more.

    It stands apart from letters, so that nothing which counts, lists, mails or exports these can tell of it before.
    """

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="sealed")
    author = models.ForeignKey(Seat, models.CASCADE, related_name="sealed_letters")
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sealed_letters")
    code = models.CharField(max_length=12, unique=True)
    written = models.DateTimeField()
    text = models.TextField()
    mark = models.CharField(max_length=2, blank=True)
    signed = models.BooleanField(default=False)
    until_day = models.DateTimeField(null=True, blank=True)
    until_turn = models.PositiveIntegerField(null=True, blank=True)
    on_death = models.BooleanField(default=False)
    checked = models.PositiveIntegerField(default=0)  # the step after which it was last asked whether it opens
    returned = models.BooleanField(default=False)  # it was to open, and could not be delivered

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.thread_id} sealed {self.written:%Y-%m-%d %H:%M}"


class Remark(models.Model):
    """One line of the table talk. It goes with the account of whoever said it; `number` counts in the match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="remarks")
    number = models.PositiveIntegerField()
    author = models.ForeignKey(Seat, models.CASCADE, related_name="remarks")
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="remarks")
    said = models.DateTimeField()
    text = models.TextField()
    removed = models.BooleanField(default=False)  # the words are gone, the place is left
    remover = models.CharField(max_length=12, blank=True)  # the office (`moderation.mediation`), and why
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="remark_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"
