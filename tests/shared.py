"""What takes long to make and is the same for all: one process of a run makes it, each of the others takes a copy."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from benchmarks.postgres import drop_database

ROOT = Path(__file__).parents[1]
DATABASE = "database"  # a file that names the database that was made with its folder
DEMO_SEED = "Thulé"  # of the demonstration: what chance makes of it is the same in every run


def folder_of_run(request: pytest.FixtureRequest) -> Path:
    """What all workers of a run have in common."""
    factory: pytest.TempPathFactory = request.getfixturevalue("tmp_path_factory")
    own = factory.getbasetemp()
    return own.parent if hasattr(request.config, "workerinput") else own


def made_once(request: pytest.FixtureRequest, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that `make` has filled, in whatever process of this run came first; nobody else writes in it."""
    run = folder_of_run(request)
    folder, begun = run / name, run / f"{name}-begun"
    with (run / f"{name}.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.exists():
            rmtree(begun, ignore_errors=True)  # by one who failed
            begun.mkdir()
            make(begun)
            begun.rename(folder)
    return folder


def drop_databases(run: Path) -> None:
    """Drops those that a run has made for all of its processes."""
    for file in run.glob(f"*/{DATABASE}"):
        drop_database(file.read_text())


def migrated_site(request: pytest.FixtureRequest) -> Path:
    """A folder with what `heraut migrate` makes, on SQLite: tables alone."""
    return made_once(request, "migrated", lambda folder: prepare(folder, "migrate", **surroundings(folder)))


def prepared_site(request: pytest.FixtureRequest) -> Path:
    """The same with what `heraut prepare` adds: static files."""

    def make(folder: Path) -> None:
        copytree(migrated_site(request), folder, dirs_exist_ok=True)
        prepare(folder, "prepare", **surroundings(folder))

    return made_once(request, "prepared", make)


def prepared_demonstration(request: pytest.FixtureRequest) -> Path:
    """The same with what `heraut play` makes before it serves it."""

    def make(folder: Path) -> None:
        copytree(prepared_site(request), folder, dirs_exist_ok=True)
        prepare(folder, "prepare", "--demo", "--seed", DEMO_SEED, **of_demo(folder))

    return made_once(request, "demonstration", make)


def prepare(folder: Path, *words: str, **env: str) -> None:
    """`heraut …` in a process of its own."""
    subprocess.run([sys.executable, "-m", "heraut", *words], env=env, cwd=folder, check=True)


def surroundings(folder: Path) -> dict[str, str]:
    """What a command is told of a site in this folder, on SQLite."""
    settings = os.environ.get("HERAUT_TEST_SETTINGS", "heraut.site.settings")
    return {**os.environ, "HERAUT_DATA": str(folder), "HERAUT_DATABASE": "", "DJANGO_SETTINGS_MODULE": settings}


def of_demo(folder: Path) -> dict[str, str]:
    """The same of a demonstration, in French, with what suits browsers in tests."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return surroundings(folder) | {
        "LANG": "fr_FR.UTF-8",
        "PYTHONPATH": path,
        "DJANGO_SETTINGS_MODULE": "tests.site.e2e.settings",
        "HERAUT_DEMO": "1",
        "HERAUT_MAIL": "page",
    }
