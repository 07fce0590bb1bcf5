"""The document of the API says what the API does: schemathesis asks every route for it, well and badly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from heraut.site.accounts.models import Player
from heraut.site.api import bearer
from heraut.site.api.models import PLAY
from heraut.site.api.tokens import issue
from tests.site.matches.builders import give_orders, pass_deadline, running
from tests.thorough import THOROUGH

EXAMPLES = 50 if THOROUGH else 2  # random requests of each route, beside those that cover every field's boundaries
SEED = 20261122
# Who has no token is asked for one before his fields are read: boundaries of fields are tried by a player
BRIEFLY = [] if THOROUGH else ["--phases", "examples,fuzzing"]

# Where a code or a name stands in an address; what else is asked is made up
SETTINGS = """
[parameters]
"path.code" = "{code}"
"path.name" = "gloire"
"""


def ask(folder: Path, document: str, code: str, *options: str) -> str:
    """What schemathesis finds; "" is nothing."""
    (folder / "schemathesis.toml").write_text(SETTINGS.format(code=code))
    asked = ["run", document, "--checks", "all", "--seed", str(SEED), "--max-examples", str(EXAMPLES), *options]
    run = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", *asked, "--continue-on-failure", "--no-color"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return run.stdout + run.stderr if run.returncode else ""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", ["player", "nobody"])
def test_schemathesis_finds_nothing(
    who: str, live_server: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, alice: Player
) -> None:
    for action in bearer.RATES:
        monkeypatch.setitem(bearer.RATES, action, "1000000/m/key")
    match = running(alice, bots=2)
    give_orders(match, alice, seal=True)
    pass_deadline(match)
    token = ["--header", f"Authorization: Bearer {issue(alice, 'essai', PLAY)}"] if who == "player" else BRIEFLY
    assert ask(tmp_path, f"{live_server.url}/api/openapi.json", match.code, *token) == ""
