"""What the settings make of the environment, before anything of the site is loaded."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from heraut.site.settings import database


def mode(path: Path) -> int:
    """The rights on a file or folder."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("old", [False, True])
def test_nobody_but_its_owner_reads_the_data_folder_and_the_database(tmp_path: Path, old: bool) -> None:
    folder = tmp_path / "data"
    names = ("heraut.sqlite3", "heraut.sqlite3-wal", "heraut.sqlite3-shm")
    if old:
        folder.mkdir(mode=0o755)
        for name in names:
            (folder / name).touch(mode=0o644)
    database("", folder)
    assert mode(folder) == 0o700
    assert {mode(path) for path in folder.iterdir()} == {0o600}
    assert len(list(folder.iterdir())) == (3 if old else 1)


def test_a_folder_that_is_for_all_stays_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    database("", tmp_path)
    assert mode(tmp_path) == 0o1777
    assert mode(tmp_path / "heraut.sqlite3") == 0o600
