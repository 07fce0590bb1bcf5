"""The door, opened in French whatever the machine speaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.door import Door


@pytest.fixture
def heraut(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Door:
    """The command line, in an empty folder."""
    monkeypatch.setenv("HERAUT_LANG", "fr")
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    return Door(tmp_path, capsys, monkeypatch)
