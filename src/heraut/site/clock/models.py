"""Who keeps the clock, who sends what is to be sent: one row a round of a worker, renewed as long as it lives."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

ROUNDS = CLOCK, MAIL, PUSH, HOOKS = (
    "clock",
    "mail",
    "push",
    "hooks",
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
