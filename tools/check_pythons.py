"""The tests of engine, geometry and games under every later Python that we declare and this machine has.

`python -m tools.check_pythons`, in the environment of `make install`. Under the newest line coverage is measured
and printed: from 3.12 on Python itself tells which lines ran (sys.monitoring), at little cost; under 3.11 it would take
three times as long as the tests themselves (docs/adr/0016). A version that is not here is named, and skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ("tests/engine", "tests/bots/test_registry.py", "tests/lab")
MEASURED = ("tests/engine", "tests/geometry", "tests/games", "tests/bots")
COVERED = ("heraut.engine", "heraut.geometry", "heraut.games", "heraut.bots")


def declared() -> list[str]:
    """The versions of Python that pyproject.toml declares, later than the one that runs this."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = [line.rpartition(" ")[2] for line in project["classifiers"] if "." in line.rpartition(" ")[2]]
    return [version for version in versions if number(version) > sys.version_info[:2]]


def number(version: str) -> tuple[int, ...]:
    """ "3.12" as (3, 12)."""
    return tuple(int(part) for part in version.split("."))


def found(version: str) -> str | None:
    """A Python of this version that runs: on the path, or kept by pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    on_path = shutil.which(f"python{version}")
    for python in [on_path, *sorted(kept.glob(f"{version}.*/bin/python"))]:
        if python and subprocess.run([python, "-c", "import venv"], capture_output=True).returncode == 0:
            return str(python)
    return None


def environment(version: str, python: str) -> Path:
    """The Python of an environment for this version, with what the lock file pins; made again when that has changed."""
    lock, folder = ROOT / "requirements-dev.lock", ROOT / "build" / f"python{version}"
    made = folder / ".installed"
    if not made.exists() or made.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--no-deps", "--require-hashes", "-r", lock], check=True)
        made.touch()
    return folder / "bin" / "python"


def command(python: Path, *, measured: bool) -> Iterator[str | Path]:
    """The tests to run, with coverage or without."""
    yield from (python, "-m", "pytest", "-n", str(os.cpu_count() or 1), "-p", "no:cacheprovider")
    yield from MEASURED if measured else TESTS
    if measured:
        yield from [f"--cov={package}" for package in COVERED]
        yield "--cov-report=term:skip-covered"


def main() -> None:
    """Runs the tests version by version; the exit status is 1 when any of them failed."""
    here = {version: found(version) for version in declared()}
    newest = max((version for version, python in here.items() if python), key=number, default=None)
    failed = False
    for version, python in here.items():
        if python is None:
            print(f"Python {version}: skipped, this machine has none", flush=True)
            continue
        print(f"Python {version}: {python}", flush=True)
        words = list(command(environment(version, python), measured=version == newest))
        env = {**os.environ, "COVERAGE_CORE": "sysmon", "COVERAGE_FILE": str(ROOT / "build" / "coverage")}
        failed |= subprocess.run(words, cwd=ROOT, env=env).returncode != 0
    if newest is None:
        print("coverage: not measured, for want of Python 3.12 or later")
    sys.exit(failed)


if __name__ == "__main__":
    main()
