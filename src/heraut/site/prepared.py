"""Queries that Django writes once a process, and asks with other values each time.

To write the SQL of a small query takes Django three times as long as to ask it. Worth it for what every page of a
match asks; everything else is asked as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)
Value = int | str

FIRST_MARK = 1_000_000_007  # a number that no query holds by itself


class Prepared(Generic[Row]):
    """A query of some values, each a number or a text. `write` is called with marks in their places, and only once.

    The rows are models as always, fields left out by `only` and annotations included; `select_related` is not possible.
    """

    def __init__(self, write: Callable[..., QuerySet[Row]], *kinds: type[Value]) -> None:
        self.write, self.kinds = write, kinds
        self.written = cache(self.written_for)

    def __call__(self, *values: Value) -> list[Row]:
        """The rows for these values."""
        model, sql, places = self.written(connection.vendor)
        return list(model._default_manager.raw(sql, [values[p] if o else p for o, p in places]))

    def first(self, *values: Value) -> Row | None:
        """The first row, if there is one."""
        return next(iter(self(*values)), None)

    def written_for(self, vendor: str) -> tuple[type[Row], str, list[tuple[bool, Value]]]:
        """Its model, its SQL, and what goes to each place: (True, which of the values), or (False, always this)."""
        marks = [kind(FIRST_MARK + number) for number, kind in enumerate(self.kinds)]
        rows = self.write(*marks)
        sql, parameters = rows.query.sql_with_params()
        assert all(mark in parameters for mark in marks), sql
        return rows.model, sql, [(p in marks, marks.index(p) if p in marks else p) for p in parameters]
