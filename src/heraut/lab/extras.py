"""The libraries that only the lab needs, and what to type where they are missing."""

from __future__ import annotations

from importlib.util import find_spec


class MissingExtra(ImportError):
    """Libraries are missing that belong to this extra of Héraut; the message is the command that installs them."""

    def __init__(self, extra: str, libraries: tuple[str, ...]) -> None:
        super().__init__(f"{', '.join(libraries)}: not installed; install it with: pip install 'heraut[{extra}]'")
        self.extra, self.libraries = extra, libraries


def require(*libraries: str, extra: str = "lab") -> None:
    """Raises MissingExtra unless all of these can be imported. Nothing is loaded to find out."""
    missing = tuple(name for name in libraries if not _found(name))
    if missing:
        raise MissingExtra(extra, missing)


def _found(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ValueError:  # somebody has put None in its place, so that it cannot be imported
        return False
