"""What the settings make of the environment, before anything of the site is loaded."""

from __future__ import annotations

import logging
import re
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import timezone

from heraut.engine.words import catalogue
from heraut.site.common.environment import READS, SORTS, BadSetting, check
from heraut.site.common.words import noted
from heraut.site.settings import LOGGING, database
from tests.shared import surroundings

LINE: dict[str, str] = LOGGING["formatters"]["line"]  # type: ignore[index]
SWITCHES = ("HERAUT_MAIL_PICTURES", "HERAUT_SIGNUP", "HERAUT_SUPPORTERS", "HERAUT_DEBUG", "HERAUT_DEMO")
GOOD = {
    "HERAUT_URL": ("http://127.0.0.1:8000", "https://jeux.example.org/heraut/"),
    "HERAUT_DATABASE": ("", "postgres://heraut:a%40b@host:5432/heraut", "postgresql:///heraut"),
    "HERAUT_MAIL": ("page", "smtp://mail.example.org", "smtps://a:b%40c@mail.example.org:465", "smtp://[::1]:25"),
    "HERAUT_MAIL_IN": ("", "127.0.0.1:8025", "[::1]:8025"),
    "HERAUT_PROXIES": ("0", "1"),
    "HERAUT_PATIENCE": ("0.5", "20"),
    "HERAUT_OUTBOUND": ("", "10.2.0.0/16, fd00::/8"),
    "HERAUT_GUEST_DAYS": ("0",),
    "HERAUT_TABLE_DAYS": ("60",),
    **dict.fromkeys(SWITCHES, ("", "0", "1", "Yes", "false")),
}
BAD = {
    "HERAUT_URL": ("", "example.org", "ftp://example.org", "https://"),
    "HERAUT_DATABASE": ("mysql://a", "postgres://host:x/heraut", "postgres://host"),
    "HERAUT_MAIL": ("", "foo", "ftp://x", "mail.example.org:25", "smtp://", "smtp://u:p#w@host", "smtp://host:99999"),
    "HERAUT_MAIL_IN": ("8025", "host:", "host:0"),
    "HERAUT_PROXIES": ("", "a", "-1", "1.5"),
    "HERAUT_PATIENCE": ("", "nan", "inf", "-1"),
    "HERAUT_OUTBOUND": ("10.2.0.1/16", "x"),
    "HERAUT_GUEST_DAYS": ("never",),
    "HERAUT_TABLE_DAYS": ("-1",),
    **dict.fromkeys(SWITCHES, ("oui", "on", "2")),
}


@pytest.mark.parametrize("name", SORTS)
def test_what_a_setting_takes_is_told_from_what_it_does_not(name: str) -> None:
    for value in GOOD[name]:
        check({name: value})
    for value in BAD[name]:
        with pytest.raises(BadSetting) as fault:
            check({name: value})
        assert (fault.value.name, fault.value.sort) == (name, SORTS[name])


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_sort_of_setting_has_its_words(lang: str) -> None:
    assert set(catalogue("heraut.cli", lang).groups["setting"]) == set(READS) == set(SORTS.values())


@pytest.mark.parametrize("command", ["serve", "worker", "migrate"])
def test_a_setting_that_cannot_be_read_is_told_in_a_line_and_nothing_is_made(tmp_path: Path, command: str) -> None:
    env = {**surroundings(tmp_path / "data"), "HERAUT_MAIL": "mail.example.org:25"}
    words = [sys.executable, "-m", "heraut", "--lang", "fr", command]
    told = subprocess.run(words, env=env, capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.count("\n") == 1 and told.stderr.startswith("HERAUT_MAIL ne se lit pas")
    assert not (tmp_path / "data").exists()


def test_the_journal_says_in_whose_hours_its_times_are() -> None:
    line = logging.Formatter(fmt=LINE["format"], datefmt=LINE["datefmt"])
    told = line.format(logging.LogRecord("heraut", logging.INFO, "", 1, "bonjour", (), None))
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} INFO heraut bonjour", told)
    with timezone.override("Europe/Paris"):
        assert noted(datetime(2026, 11, 27, 21, 48, 1, tzinfo=UTC)) == "2026-11-27 22:48:01+0100"


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
