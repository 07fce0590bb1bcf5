"""Whole sites in folders of their own, with commands in processes of their own, on both databases."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.postgres import create_database, missing, new_database
from tests.shared import DATABASE, made_once, migrated_site

SHELL = """
import json, sys
import django; django.setup()
for line in sys.stdin:
    found = {}
    exec(json.loads(line), found)
    print(json.dumps(found.get("answer")), flush=True)
"""


class House:
    """A site of its own: a folder, a database, and commands in processes of their own."""

    def __init__(self, folder: Path, database: str = "") -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.env = {
            **os.environ,
            "HERAUT_DATA": str(folder),
            "HERAUT_DATABASE": database,
            "HERAUT_PASSWORD": "Montjoie Saint Denis",
            "HERAUT_LANG": "fr",
            "DJANGO_SETTINGS_MODULE": os.environ.get("HERAUT_TEST_SETTINGS", "heraut.site.settings"),
        }

    def run(self, *words: str, status: int = 0) -> str:
        """What a command prints; its exit status is as expected."""
        ran = subprocess.run([sys.executable, *words], env=self.env, capture_output=True, text=True, timeout=500)
        assert ran.returncode == status, ran.stdout + ran.stderr
        return ran.stdout + ran.stderr if status else ran.stdout

    def heraut(self, *words: str, status: int = 0) -> str:
        """`heraut …`"""
        return self.run("-m", "heraut", *words, status=status)

    @contextmanager
    def shell(self) -> Iterator[Shell]:
        """A process that loads the site once, and does what it is told as often as one likes."""
        pipe = subprocess.PIPE
        with subprocess.Popen([sys.executable, "-c", SHELL], env=self.env, stdin=pipe, stdout=pipe, text=True) as shell:
            try:
                yield Shell(shell)
            finally:
                shell.kill()


class Shell:
    """A process of a site, which stays."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def do(self, code: str) -> Any:
        """What this code leaves as `answer`."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(code) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "it has ended: its last words stand among the errors"
        return json.loads(line)


def migrate_on_postgresql(folder: Path) -> None:
    """A site with its tables on PostgreSQL, where `DATABASE` says; dropped after all tests (`tests/conftest.py`)."""
    address = create_database()
    (folder / DATABASE).write_text(address)
    House(folder, address).heraut("migrate")


class Houses:
    """Sites that are migrated, each a copy of one that was migrated for all."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self.models: dict[str, House] = {"sqlite": House(migrated_site(request))}

    @contextmanager
    def new(self, vendor: str, folder: Path) -> Iterator[House]:
        """An empty site on this database, migrated."""
        if vendor == "sqlite":
            shutil.copytree(self.models["sqlite"].folder, folder)
            yield House(folder)
            return
        with new_database(self.models[vendor].env["HERAUT_DATABASE"]) as database:
            yield House(folder, database)


@pytest.fixture(scope="session")
def houses(request: pytest.FixtureRequest) -> Houses:
    """Where migrated sites are copied from."""
    made = Houses(request)
    if not missing():
        folder = made_once(request, "postgresql", migrate_on_postgresql)
        made.models["postgresql"] = House(folder, (folder / DATABASE).read_text())
    return made


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, houses: Houses, tmp_path: Path) -> Iterator[House]:
    """An empty site on either database, migrated."""
    if request.param not in houses.models:
        assert os.environ.get("HERAUT_CI") != "1", missing()
        pytest.skip(missing())
    with houses.new(request.param, tmp_path / "house") as made:
        yield made
