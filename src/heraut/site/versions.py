"""Addresses of static files that change when the file does, so that a browser may keep each for long."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage


class VersionedFiles(StaticFilesStorage):
    """Adds the beginning of the file's hash to its address: heraut.css?v=1f2e3d4c.

    Not to a font's: the style sheet names it as well, without a version, and two addresses would be two downloads.
    """

    def url(self, name: str | None) -> str:
        """The address of a file; without a version if there is no such file, or a font."""
        found = finders.find(name) if name and not name.endswith(".woff2") else None
        address: str = super().url(name)
        return f"{address}?v={version(found, Path(found).stat().st_mtime_ns)}" if found else address


@cache
def version(path: str, changed: int) -> str:
    """The first eight digits of a file's SHA-256; `changed` makes a changed file be read again."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]
