"""A database held by another program (a copy being taken, a tool left open): said within seconds, in words.

SQLite lets whoever wants to write wait for `PATIENCE` (settings). A request has that patience once: the first statement
that waited in vain ends it, whatever would have gone on without (rate limits do), so that it is answered in time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse

LOCKED = ("SQLITE_BUSY", "SQLITE_LOCKED")


class DatabaseBusyError(Exception):
    """Another program holds the database. No DatabaseError: those are survived by who can do without an answer."""


class BusyDatabase:
    """Makes the first statement of a request that finds the database locked its last one (`errors.failed`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with connection.execute_wrapper(told):
            return self.get_response(request)


def told(execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any) -> Any:
    """Runs a statement. Raises DatabaseBusyError."""
    try:
        return execute(sql, parameters, many, context)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlite_errorname", "").startswith(LOCKED):
            raise DatabaseBusyError from error
        raise
