"""What rate limits count, kept in the database (`CACHES`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import OperationalError, connections, router

from heraut.site.common.errors import Unwritten


class Counts(DatabaseCache):
    """Django's cache in the database, which says so when it cannot write.

    Django's own keeps silent about it; then nobody can tell a count that is full from a disk that is, and a visitor
    would be told that he asks too often.
    """

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Writes a value unless there is one; whether it was written. Raises OperationalError where it cannot be."""
        failed: list[OperationalError] = []
        with connections[router.db_for_write(self.cache_model_class)].execute_wrapper(noting(failed)):
            for _ in range(2):  # between the two questions another may have taken his own value away
                if super().add(key, value, timeout, version):
                    return True
                if failed:
                    raise failed[0]
                if self.has_key(key, version):
                    return False
        raise Unwritten("the database takes no more")


def noting(failed: list[OperationalError]) -> Callable[..., Any]:
    """Keeps a note of what goes wrong in a statement."""

    def wrapper(execute: Callable[..., Any], *statement: Any) -> Any:
        try:
            return execute(*statement)
        except OperationalError as error:
            failed.append(error)
            raise

    return wrapper
