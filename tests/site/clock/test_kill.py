"""A short kill test; the long one is `python -m benchmarks.kill --turns 1000`, with `--postgres` or without."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from benchmarks.postgres import missing


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_workers_killed_at_random_moments_lose_and_double_nothing(database: str) -> None:
    if database == "postgresql" and (why := missing()):
        assert os.environ.get("HERAUT_CI") != "1", why
        pytest.skip(why)
    flags = ["--postgres"] if database == "postgresql" else []
    command = [sys.executable, "-m", "benchmarks.kill", "--turns", "24", "--turns-a-match", "4", *flags]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "heraut.site.settings"}
    ran = subprocess.run(command, capture_output=True, text=True, timeout=240, env=env)
    assert ran.returncode == 0, ran.stderr[-4000:]
    figures = json.loads(ran.stdout.splitlines()[-1])
    assert figures["faults"] == 0
    assert figures["killed"] > 3
    assert figures["turns"] >= 12
