"""What those who keep the peace have to look at, what they do, and what they may know of people (docs/adr/0024)."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from heraut.engine.protocol import Json
from heraut.site.matches.models import Match, Seat

NEW, SEEN, SETTLED = "new", "seen", "settled"  # of a fault
LETTER = "letter"  # kind of a report that the referee alone reads
WARNING, REMOVED, MATCH_BAN, SITE_BAN = SANCTIONS = ("warning", "removed", "match_ban", "site_ban")
RELATIONS = ("family", "house", "address", "friends")
PLAYER = settings.AUTH_USER_MODEL


class Report(models.Model):
    """Something written that a reader finds against the code of conduct; it waits until somebody settles it.

    `address` is the page on which it is read and dealt with, `excerpt` its words as they stood when it was reported.
    """

    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="reports")
    author = models.ForeignKey(PLAYER, models.CASCADE, related_name="reports")
    kind = models.CharField(max_length=20)  # what was reported: post, article, comment, line, letter, name
    address = models.CharField(max_length=200)
    excerpt = models.TextField()
    written_by = models.CharField(max_length=60, blank=True)  # as the reader calls him; "": an anonymous article
    writer = models.ForeignKey(PLAYER, models.SET_NULL, null=True, blank=True, related_name="+")  # for the referee
    reason = models.TextField()
    at = models.DateTimeField()
    settled = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(PLAYER, models.SET_NULL, null=True, blank=True, related_name="reports_settled")
    outcome = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.address}"


class Call(models.Model):
    """A player is asked to be a mediator of a match; he accepts, and becomes one of `Match.mediators`, or declines."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="mediator_calls")
    player = models.ForeignKey(PLAYER, models.CASCADE, related_name="mediator_calls")
    author = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player"], name="called_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.player_id}"


class Fault(models.Model):
    """A mistake that a player believes to have found, with the turn that it happened in (GP-SITE-35).

    `step`, `digest` and `rules_version` name the state that the referee replays; they tell nothing of it. `shared`: the
    player lets those who keep the peace and do not play read his own report of that turn.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="faults")
    author = models.ForeignKey(PLAYER, models.CASCADE, related_name="faults")
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    turn = models.PositiveIntegerField()
    step = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    rules_version = models.CharField(max_length=20, blank=True)
    page = models.CharField(max_length=200, blank=True)  # the address that he came from
    rule = models.CharField(max_length=20, blank=True)
    words = models.TextField()
    shared = models.BooleanField(default=False)
    status = models.CharField(max_length=10, default=NEW)
    answer = models.TextField(blank=True)  # to the player
    notice = models.TextField(blank=True)  # to all: what was wrong, without a secret; "": nothing is told
    settled = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.step} {self.status}"


class Note(models.Model):
    """A public note of whoever keeps the peace, pinned above the chronicle of a match (GP-SITE-37)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="notes")
    author = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="notes_written")
    at = models.DateTimeField()
    text = models.TextField()
    edited = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.at:%Y-%m-%d}"


class Sanction(models.Model):
    """What was done to a player against his will: warned, removed, banned from a match or from the site.

    `until` None: for good. `lifted` ends it before its time.
    """

    player = models.ForeignKey(PLAYER, models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=10)
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="sanctions")
    author = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="+")
    reason = models.TextField()
    at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    lifted = models.DateTimeField(null=True, blank=True)
    seen = models.DateTimeField(
        null=True, blank=True
    )  # by its player, on the page of measures; told at home until then

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"

    def in_force(self, now: datetime) -> bool:
        """Whether it still holds."""
        return self.lifted is None and (self.until is None or self.until > now)


class Appeal(models.Model):
    """What a player says against a sanction, once; another member of the staff than its author answers."""

    sanction = models.OneToOneField(Sanction, models.CASCADE, related_name="appeal")
    text = models.TextField()
    at = models.DateTimeField()
    answered = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="+")
    answer = models.TextField(blank=True)
    granted = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.sanction}"


class StaffAct(models.Model):
    """An act of the site's staff that belongs to no match's log, looks at traces and evidence among them."""

    at = models.DateTimeField()
    author = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="+")
    player = models.ForeignKey(PLAYER, models.SET_NULL, null=True, related_name="acts_of_staff")
    kind = models.CharField(max_length=30)
    data: models.JSONField[Json, Json] = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d}"


class Tally(models.Model):
    """How often something happened in a year, and the hours until it was answered: what stays when all names go."""

    year = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    number = models.PositiveIntegerField(default=0)
    hours: models.FloatField[Any, Any] = models.FloatField(default=0.0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["year", "kind"], name="tally_once")]

    def __str__(self) -> str:
        return f"{self.year} {self.kind}"


class Relation(models.Model):
    """Two players know one another outside of the games; it counts once the other has confirmed it (GP-RP-07)."""

    author = models.ForeignKey(PLAYER, models.CASCADE, related_name="relations_told")
    other = models.ForeignKey(PLAYER, models.CASCADE, related_name="relations_heard")
    kind = models.CharField(max_length=10)
    at = models.DateTimeField()
    confirmed = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["author", "other"], name="relation_once"),
            models.CheckConstraint(condition=~Q(author=F("other")), name="relation_of_two"),
        ]
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.author_id} {self.kind} {self.other_id}"


class Trace(models.Model):
    """That on a day a player came from somewhere: keyed hashes of his address and of his family of browsers.

    Kept for thirty days (`traces.py`), and looked at by the referee alone.
    """

    player = models.ForeignKey(PLAYER, models.CASCADE, related_name="traces")
    day = models.DateField(db_index=True)
    address = models.CharField(max_length=32, db_index=True)
    browser = models.CharField(max_length=32)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "day", "address", "browser"], name="trace_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day}"


class Membership(models.Model):
    """A supporter of the site until the end of a day, set by the staff (GP-SITE-36)."""

    player = models.OneToOneField(PLAYER, models.CASCADE, related_name="membership")
    since = models.DateField()
    until = models.DateField()

    def __str__(self) -> str:
        return f"{self.player_id} {self.until}"
