"""Who keeps the clock: one row a worker, renewed as long as it lives."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Heartbeat(models.Model):
    """One worker: when it was last alive. The newest of all says when the site was last keeping its deadlines."""

    worker = models.CharField(max_length=80, unique=True)  # host, process, and a number that is never used twice
    started = models.DateTimeField()
    seen = models.DateTimeField(db_index=True)
    stopped = models.BooleanField(default=False)  # went of its own will

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.worker
