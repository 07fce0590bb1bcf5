"""A PostgreSQL database for one run: HERAUT_TEST_POSTGRES names a server on which databases may be made."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

SERVER = os.environ.get("HERAUT_TEST_POSTGRES", "postgres://heraut:heraut@127.0.0.1:5432/postgres")


def missing() -> str:
    """Why there is no server to use; "" when there is one."""
    import psycopg

    try:
        psycopg.connect(SERVER, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        return f"no PostgreSQL at HERAUT_TEST_POSTGRES: {' '.join(str(error).split())}"
    return ""


@contextmanager
def new_database(model: str = "") -> Iterator[str]:
    """The address of a database that is dropped at the end: empty, or a copy of that at `model`."""
    address = create_database(model)
    try:
        yield address
    finally:
        drop_database(address)


def create_database(model: str = "") -> str:
    """The address of a new database: empty, or a copy of that at `model`."""
    import psycopg

    name = f"heraut_{secrets.token_hex(6)}"
    like = f'TEMPLATE "{urlsplit(model).path[1:]}"' if model else ""
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}" {like}')  # type: ignore[arg-type, unused-ignore]
    return urlunsplit(urlsplit(SERVER)._replace(path=f"/{name}"))


def drop_database(address: str) -> None:
    """Drops it, whoever still reads it."""
    import psycopg

    name = urlsplit(address).path[1:]
    with psycopg.connect(SERVER, autocommit=True) as server:
        # Not WITH (FORCE), which is refused while autovacuum, whose process is the server's own, is at work there
        server.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = %s AND usename = current_user",
            [name],
        )
        server.execute(f'DROP DATABASE "{name}"')  # type: ignore[arg-type, unused-ignore]
