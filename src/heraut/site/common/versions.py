"""Addresses of static files that change when the file does, so that a browser may keep each for long."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from whitenoise.storage import CompressedStaticFilesStorage


class VersionedFiles(CompressedStaticFilesStorage):
    """WhiteNoise's storage compresses each file; this adds the beginning of its hash to its address: a.css?v=1f2e3d4c.

    Not to a font's: the style sheet names it as well, without a version, and two addresses would be two downloads.
    """

    def url(self, name: str | None) -> str:
        """The address of a file; without a version if there is no such file, or a font."""
        find = version.__wrapped__ if settings.DEBUG else version
        return f"{super().url(name)}{find(name or '')}"


@cache
def version(name: str) -> str:
    """The first eight digits of a file's SHA-256, as an address has them; read once, as the server reads the file."""
    found = None if name.endswith(".woff2") else finders.find(name)
    return f"?v={digest(Path(found))}" if found else ""


def digest(file: Path) -> str:
    """The first eight digits of a file's SHA-256."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:8]


@lru_cache(maxsize=512)
def _digest_then(file: Path, changed: int) -> str:
    """The same, of a file last changed then (nanoseconds)."""
    return digest(file)


def is_another(name: str, asked: str) -> bool:
    """Whether a file, as it is laid out to be served, is not the version that an address asks for.

    While a site is being updated its pages may name a file before it is laid out, or after: what is sent then must be
    kept by nobody under that address.
    """
    if ".." in name:
        return True
    file = Path(settings.STATIC_ROOT) / name
    try:
        return _digest_then(file, file.stat().st_mtime_ns) != asked
    except OSError:
        return True


WORKER = "js/service-worker.js"
SHELL = (WORKER, "css/heraut.css", "js/heraut.js", "arms.svg")  # what it needs without a connection


@cache
def worker_url() -> str:
    """The address of the service worker: another one as soon as any file of the shell is another."""
    files = hashlib.sha256("".join(version(name) for name in SHELL).encode()).hexdigest()[:8]
    return f"{static(WORKER)}&f={files}"
