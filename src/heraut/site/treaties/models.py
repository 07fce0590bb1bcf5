"""Treaties between seats of a match: a realm's word, whoever holds it. Free words belong to whoever wrote them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from heraut.engine.protocol import Json
from heraut.site.matches.models import Match, Seat

PROPOSED, SIGNED = "proposed", "signed"
REFUSED, WITHDRAWN, COUNTERED = "refused", "withdrawn", "countered"
KEPT, BROKEN, LAPSED = "kept", "broken", "lapsed"
ENDED = (KEPT, BROKEN, LAPSED)


class Treaty(models.Model):
    """One promise. `code` names it in addresses; `until` is the last turn of it.

    `terms` holds the figures of its kind, with `<name>_words` for what a choice was called; `by` and `to` are seats.
    `judged` is the step up to which events have been read for it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="treaties")
    code = models.CharField(max_length=12, unique=True)
    kind = models.CharField(max_length=20)
    terms: models.JSONField[Json, Json] = models.JSONField(default=dict)
    words = models.TextField(blank=True)
    until = models.PositiveIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, default=PROPOSED)
    author = models.ForeignKey(Seat, models.CASCADE, related_name="treaties_proposed")
    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="treaties_written")
    counters = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="countered_by")
    proposed = models.DateTimeField()
    signed_turn = models.PositiveIntegerField(null=True, blank=True)
    public = models.BooleanField(default=False)  # all its parties wished it
    breaker = models.ForeignKey(Seat, models.SET_NULL, null=True, blank=True, related_name="+")
    ended = models.DateTimeField(null=True, blank=True)
    ended_step = models.PositiveIntegerField(null=True, blank=True)  # the step that showed how; null: by word
    judged = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [models.Index(fields=["match", "status"], name="treaty_status")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind} {self.code}"


class Party(models.Model):
    """One seat of a treaty: whether it has signed, wishes it public, and its last word: that it will have none of it
    (refused, withdrawn), or how it ended (kept, broken).
    """

    treaty = models.ForeignKey(Treaty, models.CASCADE, related_name="parties")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="treaties")
    signed = models.DateTimeField(null=True, blank=True)
    public = models.BooleanField(default=False)
    said = models.CharField(max_length=10, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["treaty", "seat"], name="party_once")]

    def __str__(self) -> str:
        return f"{self.treaty_id}/{self.seat_id}"
