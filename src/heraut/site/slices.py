"""Slices: what takes long is done a little at a time, so that it never holds up what comes after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

from django.db.models import Model, QuerySet

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
