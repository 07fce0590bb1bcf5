"""Who keeps the clock: one row a round of a worker, renewed as long as it lives. Rewinds: what they set aside, and
those that are being prepared. And what masters among the bots have thought of, before a turn ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from heraut.engine.protocol import Json
from heraut.site.matches.activity_kinds import ActivityKind
from heraut.site.matches.models import Match, Seat

ROUNDS = CLOCK, MAIL, PUSH, HOOKS, BOTS = (
    "clock",
    "mail",
    "push",
    "hooks",
    "bots",
)  # what a worker sees to, each in a thread of its own


class Heartbeat(models.Model):
    """One round of a worker: when it was last alive.

    The newest of all those of the clock says when the site was last keeping its deadlines.
    """

    worker = models.CharField(max_length=80)  # host, process, and a number that is never used twice
    duty = models.CharField(max_length=8, default=CLOCK)
    started = models.DateTimeField()
    seen = models.DateTimeField(db_index=True)
    stopped = models.BooleanField(default=False)  # went of its own will

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["worker", "duty"], name="heart_once")]

    def __str__(self) -> str:
        return f"{self.worker} {self.duty}"


class Branch(models.Model):
    """What a rewind set aside: the steps from `first` on, as they stood then, with their receipts (docs/adr/0019).

    `number` counts the rewinds of a match from 1; `change` says what was corrected, in public data; `told` says to each
    seat alone, by name, which of its lines fell away ("dropped": step and line) and whether it was corrected.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="branches")
    number = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    at = models.DateTimeField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    reason = models.TextField()
    change: models.JSONField[Json, Json] = models.JSONField(default=dict)
    told: models.JSONField[Any, Any] = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="branch_once")]
        ordering: ClassVar = ["number"]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class SetAsideStep(models.Model):
    """One step of a branch that was set aside: a `Step` as it stood, `ruling` beside it."""

    branch = models.ForeignKey(Branch, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    resolved = models.DateTimeField()
    answers: models.JSONField[Any, Any] = models.JSONField(default=list)
    ruling = models.TextField(blank=True)
    events = models.BinaryField()
    turn = models.PositiveIntegerField(default=0)
    state = models.BinaryField()  # whole, compressed
    rewinds = models.PositiveIntegerField(default=0)
    rules_version = models.CharField(max_length=20, blank=True, default="")
    digest = models.CharField(max_length=64)
    sealed_root = models.CharField(max_length=64, blank=True)
    sealed_hashes: models.JSONField[Any, Any] = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["branch", "number"], name="set_aside_once")]
        ordering: ClassVar = ["number"]

    def __str__(self) -> str:
        return f"{self.branch}#{self.number}"


ORDER, RULING, REOPEN = "order", "ruling", "reopen"  # what a rewind does
REWOUND: Mapping[str, ActivityKind] = {ORDER: "rewound_order", RULING: "rewound_ruling", REOPEN: "rewound_reopen"}
ASKED, READY, AGREED, OVERTAKEN, FAILED = "asked", "ready", "agreed", "overtaken", "failed"  # how far it is


class Rewind(models.Model):
    """A rewind that is being prepared, until it is carried out, and becomes a `Branch`, or given up.

    It holds as long as the match stands where it stood (`step`, `digest`, `branch`). A worker computes it by and by,
    `done` steps so far (`PreparedStep`), under a fence like that of a match; then its author agrees, with a reason.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="rewinds")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()
    kind = models.CharField(max_length=10)
    first = models.PositiveIntegerField()
    seat = models.CharField(max_length=20, blank=True)  # whose order is corrected
    text = models.TextField(blank=True)  # the orders, or the ruling, in the place of what was
    status = models.CharField(max_length=10, default=ASKED)
    reason = models.TextField(blank=True)
    step = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    branch = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    fence = models.PositiveBigIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)  # claims that brought no step

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match"], name="one_rewind_at_a_time")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind} {self.first}"


class PreparedStep(models.Model):
    """A step as it would be taken if its rewind is carried out; `dropped` are the lines that fell away, by seat."""

    rewind = models.ForeignKey(Rewind, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    answers: models.JSONField[Any, Any] = models.JSONField(default=list)
    ruling = models.TextField(blank=True)
    events = models.BinaryField()
    turn = models.PositiveIntegerField(default=0)
    state = models.BinaryField()  # whole, compressed
    digest = models.CharField(max_length=64)
    rewinds = models.PositiveIntegerField(default=0)
    dropped: models.JSONField[Any, Any] = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["rewind", "number"], name="prepared_once")]
        ordering: ClassVar = ["number"]

    def __str__(self) -> str:
        return f"{self.rewind}#{self.number}"


class Thought(models.Model):
    """What a bot that thinks answers to a step: sealed by its number, read by nobody but the clock (docs/adr/0027).

    It is no sheet: nobody saved it, it has no receipt, and a player for whom a bot stands in finds none of it. While it
    is thought of, `until` says how long whoever does so may take; null: it has ended, with a text, or with none after
    so many `tries`.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="thoughts")
    step = models.PositiveIntegerField()
    branch = models.PositiveIntegerField()  # rewinds of the match by then: another line is thought of anew
    bot = models.CharField(max_length=20)
    text = models.TextField(null=True)  # the answer, as its decision writes it
    until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "step", "branch"], name="thought_once")]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.step}"
