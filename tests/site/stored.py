"""What many tests begin with, made once in a process: its rows are kept, and written again for each test after it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.cache import caches
from django.db import connection, transaction

from heraut.site.games.fief import statistics as fief_figures
from heraut.site.games.gloire import statistics
from heraut.site.games.vassaux import statistics as vassaux_figures
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import state_of, view_of

Table = dict[Any, dict[str, Any]]  # by the first column, which is the key of all tables
SIGNED = "matches_sheet"  # its moments stand in receipts
_kept: dict[Hashable, tuple[datetime, dict[str, Table], dict[str, Table]]] = {}


def forget_views() -> None:
    """As in a process that has just begun."""
    state_of.cache_clear()
    view_of.cache_clear()
    statistics.kept.clear()
    fief_figures.kept.clear()
    vassaux_figures.kept.clear()


def once(key: Hashable, make: Callable[[], object]) -> None:
    """Does what `make` does in the database: the first time by `make`, then by the rows that it has written.

    `key` names all that differs from one call to another at the place where `make` stands; what numbers are given next
    is noted with it.
    """
    if connection.vendor != "sqlite":  # where numbers are never given twice
        make()
        return
    with connection.cursor() as cursor:
        numbers = cursor.execute("SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name").fetchall()
    key = make.__module__, make.__qualname__, key, tuple(numbers)
    if key in _kept:
        for cache in caches.all():
            cache.clear()
        made, new, changed = _kept[key]
        put(later(new, datetime.now(UTC) - made), changed)
    else:
        before, now = everything(), datetime.now(UTC)
        make()
        _kept[key] = now, *difference(before, everything())
        del before
        gc.collect()
        gc.freeze()  # as what has been collected (`tests/conftest.py`): rows that stay need not be gone through again


def stored_match(key: Hashable, make: Callable[[], Match]) -> Match:
    """The match that `make` begins and plays, as a process finds it that knows nothing of it yet."""
    once(key, make)
    forget_views()
    return Match.objects.latest("pk")


def everything() -> dict[str, Table]:
    """All rows of the site."""
    found: dict[str, Table] = {}
    with connection.cursor() as cursor:
        for table in set(connection.introspection.table_names(cursor)) - searched(cursor):
            rows = cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608  a table of ours
            columns = [column[0] for column in rows.description]
            found[table] = {row[0]: dict(zip(columns, row, strict=True)) for row in rows.fetchall()}
    return found


def searched(cursor: Any) -> set[str]:
    """Tables that SQLite keeps by itself, for what can be searched by words."""
    virtual = cursor.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%%'").fetchall()
    likes = [f"{name}%" for (name,) in virtual]
    tables = (cursor.execute("SELECT name FROM sqlite_master WHERE name LIKE %s", [like]).fetchall() for like in likes)
    return {name for found in tables for (name,) in found}


def difference(before: dict[str, Table], after: dict[str, Table]) -> tuple[dict[str, Table], dict[str, Table]]:
    """New rows, and what has changed in those that were there."""
    assert all(rows.keys() <= after[table].keys() for table, rows in before.items())
    new = {table: {key: row for key, row in rows.items() if key not in before[table]} for table, rows in after.items()}
    changed = {
        table: {
            key: {name: value for name, value in after[table][key].items() if row[name] != value}
            for key, row in rows.items()
            if after[table][key] != row
        }
        for table, rows in before.items()
    }
    return {table: rows for table, rows in new.items() if rows}, {
        table: rows for table, rows in changed.items() if rows
    }


def later(new: dict[str, Table], passed: timedelta) -> dict[str, Table]:
    """The same rows as if they had been made so much later: no deadline has passed meanwhile."""

    def moved(row: dict[str, Any]) -> dict[str, Any]:
        return {name: value + passed if isinstance(value, datetime) else value for name, value in row.items()}

    return {
        table: rows if table == SIGNED else {key: moved(row) for key, row in rows.items()}
        for table, rows in new.items()
    }


def put(new: dict[str, Table], changed: dict[str, Table]) -> None:
    """Writes what `difference` found; rows may come before those that they name, which are there at the end."""
    quoted = connection.ops.quote_name
    with transaction.atomic(), connection.cursor() as cursor:
        for table, rows in new.items():
            places = ", ".join(["%s"] * len(next(iter(rows.values()))))
            values = [tuple(row.values()) for row in rows.values()]
            cursor.executemany(f"INSERT INTO {quoted(table)} VALUES ({places})", values)  # noqa: S608  a table of ours
        for table, rows in changed.items():
            for key, row in rows.items():
                into = ", ".join(f"{quoted(name)} = %s" for name in row)
                cursor.execute(f"UPDATE {quoted(table)} SET {into} WHERE id = %s", [*row.values(), key])  # noqa: S608
