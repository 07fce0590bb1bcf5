"""Queries that Django writes once a process, and asks with other values each time.

To write the SQL of a small query takes Django three times as long as to ask it. Worth it for what every page of a
match asks; everything else is asked as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState

Row = TypeVar("Row", bound=Model)
Value = int | str

FIRST_MARK = 1_000_000_007  # a number that no query holds by itself


class Written(NamedTuple):
    """A query as it is asked. `places` say what goes where: (True, which of the values), or (False, always this).

    A column is the attribute it fills; `changes` are what Django does to columns that the database writes otherwise.
    """

    model: type[Model]
    sql: str
    places: list[tuple[bool, Any]]
    columns: list[str]
    changes: list[tuple[int, list[Callable[..., Any]], Any]]


class CompiledQuery(Generic[Row]):
    """A query of some values, each a number or a text. `write` is called with marks in their places, and only once.

    The rows are models as always, fields left out by `only` and annotations included; `select_related` is not possible.
    They come without the signals of Django's `Model.__init__`, which takes ten times as long.
    """

    def __init__(self, write: Callable[..., QuerySet[Row]], *kinds: type[Value]) -> None:
        self.write, self.kinds = write, kinds
        self.written = cache(self.written_for)

    def __call__(self, *values: Value) -> list[Row]:
        """The rows for these values."""
        query = self.written(connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(query.sql, [values[place] if open else place for open, place in query.places])
            return [self.row(query, list(found)) for found in cursor.fetchall()]

    def first(self, *values: Value) -> Row | None:
        """The first row, if there is one."""
        return next(iter(self(*values)), None)

    def row(self, query: Written, found: list[Any]) -> Row:
        """A model with what the database has found."""
        for place, changes, column in query.changes:
            for change in changes:
                found[place] = change(found[place], column, connection)
        model: Any = query.model.__new__(query.model)
        model._state = ModelState()
        model._state.adding, model._state.db = False, connection.alias
        model.__dict__.update(zip(query.columns, found, strict=True))
        return cast(Row, model)

    def written_for(self, vendor: str) -> Written:
        """The query in the words of this kind of database."""
        marks = [kind(FIRST_MARK + number) for number, kind in enumerate(self.kinds)]
        rows = self.write(*marks)
        compiler = rows.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        assert all(mark in parameters for mark in marks), sql
        selected = [column for column, _, _ in compiler.select]
        annotated = {place: name for name, place in compiler.annotation_col_map.items()}
        return Written(
            rows.model,
            sql,
            [(p in marks, marks.index(p) if p in marks else p) for p in parameters],
            [annotated.get(place) or column.target.attname for place, column in enumerate(selected)],
            [(place, *change) for place, change in compiler.get_converters(selected).items()],
        )
