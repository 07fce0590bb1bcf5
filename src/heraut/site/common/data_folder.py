"""What the data folder keeps from all but its owner: the key of the site, and its database if that is SQLite."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path


def secret_key(folder: Path) -> str:
    """The key made at the first start and kept beside the database."""
    path = folder / "secret.key"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    return path.read_text()


def private_database(folder: Path) -> Path:
    """The SQLite database of this folder; nobody but their owner reads either, old ones too.

    They hold orders, addresses and password hashes. What SQLite writes beside the file gets the same rights.
    """
    path = folder / "heraut.sqlite3"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # a disk that takes nothing is told of where something is written
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    beside = [path.with_name(path.name + end) for end in ("", "-wal", "-shm")]
    for one in beside if folder.stat().st_mode & stat.S_ISVTX else [folder, *beside]:  # /tmp and its like are for all
        with suppress(OSError):  # another's; or a file that has just gone
            one.chmod(stat.S_IMODE(one.stat().st_mode) & ~0o077)
    return path
