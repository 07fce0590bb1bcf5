"""What ails a database that does not do what was asked (`error_pages.py` tells of it)."""

from __future__ import annotations

from django.db import InterfaceError, OperationalError

from heraut.site.common.busy import DatabaseBusyError

BUSY, UNWRITTEN = "busy", "unwritten"  # who holds the database does not let go of it; nothing can be written to it
SQLITE = {5: BUSY, 6: BUSY, 8: UNWRITTEN, 10: UNWRITTEN, 13: UNWRITTEN, 14: UNWRITTEN}  # by primary result code
POSTGRES = {
    "25": UNWRITTEN,
    "53": UNWRITTEN,
    "58": UNWRITTEN,
    "08": BUSY,
    "55": BUSY,
    "57": BUSY,
}  # by class of SQLSTATE


class Unwritten(OperationalError):
    """What was to be written was not, and the database does not say why."""


def trouble_of(error: BaseException | None) -> str:
    """What ails the database; "" if this error tells of nothing of the kind."""
    if isinstance(error, DatabaseBusyError):
        return BUSY
    if isinstance(error, Unwritten):
        return UNWRITTEN
    if not isinstance(error, (OperationalError, InterfaceError)):
        return ""
    cause = error.__cause__
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        return SQLITE.get(code & 0xFF, "")
    state = getattr(cause, "sqlstate", None)
    return POSTGRES.get(state[:2], "") if state else BUSY
