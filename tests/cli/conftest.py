"""The command line, in French whatever the machine speaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_line import CommandLine


@pytest.fixture
def heraut(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line, in an empty folder."""
    monkeypatch.setenv("HERAUT_LANG", "fr")
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    return CommandLine(tmp_path, capsys, monkeypatch)
