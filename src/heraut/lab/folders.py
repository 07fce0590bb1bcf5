"""A folder that fills up belongs to one run at a time: two would write over each other's files."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import BinaryIO


class Busy(RuntimeError):
    """Another run is at work in the folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder}: another run is at work there")
        self.folder = folder


def held(folder: Path) -> BinaryIO:
    """Holds the folder, which is made if need be, for as long as what this gives is open, or until the process ends.

    The processes that a run has begun do not hold it on. Raises Busy, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / ".run").open("ab")
    try:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        lock.close()
        raise Busy(folder) from None
    return lock
