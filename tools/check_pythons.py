"""The quick tests of engine, geometry, games, bots and lab under each later Python that we declare.

`python -m tools.check_pythons`, in the environment of `make install`. A version that is not here is named, and skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = ("tests/engine", "tests/geometry", "tests/games", "tests/bots", "tests/lab", "-m", "not slow")


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
        pip = ["-m", "pip", "install", "--quiet", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([folder / "bin" / "python", *pip, "--require-hashes", "-r", lock], check=True)
        made.touch()
    return folder / "bin" / "python"


def main() -> None:
    """Runs the tests version by version; the exit status is 1 when any of them failed."""
    here = {version: found(version) for version in declared()}
    failed = False
    for version, python in here.items():
        if python is None:
            print(f"Python {version}: skipped, this machine has none", flush=True)
            continue
        print(f"Python {version}: {python}", flush=True)
        words = ["-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *TESTS]
        failed |= subprocess.run([environment(version, python), *words], cwd=ROOT).returncode != 0
    sys.exit(failed)


if __name__ == "__main__":
    main()
