"""One at a time: how letters, pushes and webhooks wait to be sent, and how no two workers send the same.

A row is claimed for some minutes, sent, and marked; nothing takes as long as a claim lasts. A worker that dies leaves
a claim that lapses.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar, TypeVar

from django.db import connection, models, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

WAITING, SENT, FAILED = "waiting", "sent", "failed"
LEASE = timedelta(minutes=5)  # longer than any of them takes


class Outgoing(models.Model):
    """Something to be sent. `key` makes it unique: writing it twice leaves one."""

    key = models.CharField(max_length=120, unique=True)
    due = models.DateTimeField(db_index=True)
    status = models.CharField(max_length=8, default=WAITING, db_index=True)
    claimed_until = models.DateTimeField(null=True, blank=True)  # a worker is sending it
    tries = models.PositiveSmallIntegerField(default=0)  # that came to nothing through this one itself
    error = models.CharField(max_length=300, blank=True)
    sent = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.key


Sort = TypeVar("Sort", bound=Outgoing)


def free(rows: QuerySet[Sort], now: datetime) -> QuerySet[Sort]:
    """Those of these rows that are due, and that no worker is sending."""
    nobodys = Q(claimed_until=None) | Q(claimed_until__lt=now)
    return rows.filter(nobodys, status=WAITING, due__lte=now)


def claims(rows: QuerySet[Sort], now: datetime | None = None) -> Iterator[Sort]:
    """One row after another, each claimed when its turn comes."""
    return iter(partial(take, rows, now), None)


def take(rows: QuerySet[Sort], now: datetime | None = None) -> Sort | None:
    """The row that has waited longest, which no other worker will touch for a while; None if none is due."""
    now = now or timezone.now()
    with transaction.atomic():
        due = free(rows, now).order_by("due", "pk")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True, of=("self",), no_key=True)
        row = due.first()
        if row is not None:
            row.claimed_until = now + LEASE
            row.save(update_fields=["claimed_until"])
    return row


def held(row: Sort) -> Any:
    """The row as a query: empty once somebody else has claimed or sent it."""
    return type(row)._default_manager.filter(pk=row.pk, status=WAITING, claimed_until=row.claimed_until)
