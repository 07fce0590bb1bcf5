"""The data files that stand beside the code: tables, words, maps."""

from __future__ import annotations

from pkgutil import get_data  # importlib.resources reads the same, but takes 3 ms more at every start


def packaged(package: str, name: str) -> bytes:
    """A data file of a package: `packaged("heraut.cli", "text/fr.toml")`. Raises FileNotFoundError."""
    data = get_data(package, name)
    assert data is not None  # every loader of Python code knows how to read
    return data
