"""Slices: what takes long is done a little at a time, so that it never holds up what comes after it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

from django.db.models import Model, QuerySet

log = logging.getLogger("heraut.worker")

SLICE = 5.0  # seconds

Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)


def in_a_slice(items: Iterable[Item], seconds: float = SLICE) -> Iterator[Item]:
    """These one after another until the time is up, one at least; what is left is found again the next time."""
    until = monotonic() + seconds
    for item in items:
        yield item
        if monotonic() >= until:
            return


def one_by_one(rows: QuerySet[Row]) -> Iterator[Row]:
    """The rows, each read when its turn comes and only if it still belongs to them: never all of them at once."""
    for key in list(rows.values_list("pk", flat=True)):
        if (row := rows.filter(pk=key).first()) is not None:
            yield row


def see_to(rows: QuerySet[Row], act: Callable[[Row], object]) -> int:
    """Does this to the rows, for a slice; to how many: `act` says False where there was nothing to do after all.

    One over which it fails holds up none of the others.
    """
    done = 0
    for row in in_a_slice(one_by_one(rows)):
        try:
            done += act(row) is not False
        except Exception:
            log.exception("%s of %s %s failed", act, row._meta.label, row.pk)
    return done
