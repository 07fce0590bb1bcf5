"""The demonstration in the database of a test: its rows, copied from where it was made for all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from heraut.site.accounts.models import Player
from heraut.site.lobby.demo import prepare_demo
from tests.shared import DEMO_SEED, prepared_demonstration


def demonstration(request: pytest.FixtureRequest) -> Player:
    """Fills an empty database; the player of the demonstration."""
    if connection.vendor == "sqlite":
        copy_rows(prepared_demonstration(request) / "heraut.sqlite3")
    return prepare_demo(seed=DEMO_SEED)  # what is there already is left as it is


def copy_rows(database: Path) -> None:
    """Copies every row into tables that have none yet."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as source, connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            name = connection.ops.quote_name(table)
            if cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {name})").fetchone()[0]:  # noqa: S608  a table of ours
                continue  # kinds of rows and permissions, which Django has written
            rows = source.execute(f"SELECT * FROM {name}")  # noqa: S608
            columns = [connection.ops.quote_name(column[0]) for column in rows.description]
            places = ", ".join(["%s"] * len(columns))
            into = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608
            cursor.executemany(into, rows.fetchall())
