"""Regents: who plays a seat for its player. Wills are fields of the seat itself; what they answered is kept here."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from heraut.site.matches.models import Match, Seat

MINUTE = timedelta(minutes=1)


class Regency(models.Model):
    """Somebody plays a seat for its player for some days, as far as he was allowed to.

    The days are those of the player's own calendar; `starts` and `stops` are their first moment and the one after
    their last, fixed when he names the regent: a move to another time zone changes neither.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="regencies")
    holder = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="regencies_named")
    regent = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="regencies")
    begins = models.DateField()
    ends = models.DateField()  # the last day
    starts = models.DateTimeField()
    stops = models.DateTimeField()
    orders = models.BooleanField(default=True)
    seal = models.BooleanField(default=False)  # may end a turn early; where a step is one decision, an answer is one
    letters = models.BooleanField(default=False)
    treaties = models.BooleanField(default=False)
    message = models.TextField(blank=True)  # of the player to his regent
    leaves_orders = models.BooleanField(default=False)  # his last orders stand in the file
    named = models.DateTimeField()
    accepted = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)  # before its time, by either of them; or refused

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.begins:%Y-%m-%d}"

    @property
    def since(self) -> datetime:
        """The moment from which it holds: its first, or that of his yes, if that came later."""
        return max(filter(None, (self.starts, self.accepted)))

    @property
    def last_minute(self) -> datetime:
        """The last minute of its last day, for sentences that tell both ends."""
        return self.stops - MINUTE


class WillTaken(models.Model):
    """A will that answered for a seat whose player and regent had saved nothing: what it said, and what was refused."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="wills_taken")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="wills_taken")
    holder = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="wills_taken")
    step = models.PositiveIntegerField()
    will = models.CharField(max_length=10)
    text = models.TextField(blank=True)  # the answer, in canonical form
    dropped: models.JSONField[Any, Any] = models.JSONField(default=list)  # refusals, as the game made them

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "step"], name="will_once")]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.step}"
