"""What many tests begin with, made once in a process: its rows are kept, and written again for each test after it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from django.core.cache import caches
from django.db import connection

Table = dict[Any, dict[str, Any]]  # by the first column, which is the key of all tables
_kept: dict[Hashable, tuple[dict[str, Table], dict[str, Table]]] = {}


def once(key: Hashable, make: Callable[[], object]) -> None:
    """Does what `make` does in the database: the first time by `make`, then by the rows that it has written.

    `key` names all that these rows depend on: the numbers of the players, say, which other tests have had before them.
    """
    if connection.vendor != "sqlite":  # where numbers are never given twice
        make()
    elif key in _kept:
        for cache in caches.all():
            cache.clear()
        put(*_kept[key])
    else:
        before = everything()
        make()
        _kept[key] = difference(before, everything())


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


def put(new: dict[str, Table], changed: dict[str, Table]) -> None:
    """Writes what `difference` found."""
    quoted = connection.ops.quote_name
    with connection.cursor() as cursor:
        for table, rows in new.items():
            places = ", ".join(["%s"] * len(next(iter(rows.values()))))
            values = [tuple(row.values()) for row in rows.values()]
            cursor.executemany(f"INSERT INTO {quoted(table)} VALUES ({places})", values)  # noqa: S608  a table of ours
        for table, rows in changed.items():
            for key, row in rows.items():
                into = ", ".join(f"{quoted(name)} = %s" for name in row)
                cursor.execute(f"UPDATE {quoted(table)} SET {into} WHERE id = %s", [*row.values(), key])  # noqa: S608
