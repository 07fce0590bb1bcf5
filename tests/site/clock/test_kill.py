"""A short kill test; the long one is `python -m benchmarks.kill --turns 1000`, with `--postgres` or without.
That of rewinds: `python -m benchmarks.kill_rewind --seconds 60`.

Of matches that go decision by decision: `python -m benchmarks.kill --game fief --seconds 300`. Turns are tried on
SQLite and decisions on PostgreSQL; each on both with HERAUT_THOROUGH=1, which `make soak` sets.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from benchmarks.kill_fief import examine_match, letters_owed
from benchmarks.postgres import missing
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.notifications.models import Letter
from tests.site.games.fief.conftest import POST, new_match, until
from tests.site.houses import Houses
from tests.thorough import THOROUGH


def on(database: str) -> Any:
    """Runs a test on this database, in a thorough campaign on the other as well."""
    return pytest.mark.parametrize("database", ["sqlite", "postgresql"] if THOROUGH else [database])


def killed(houses: Houses, database: str, *flags: str, module: str = "benchmarks.kill") -> dict[str, Any]:
    """The figures of a kill test that found nothing wrong."""
    if database == "postgresql" and (why := missing()):
        assert os.environ.get("HERAUT_CI") != "1", why
        pytest.skip(why)
    model = houses.models[database]
    like = [model.env["HERAUT_DATABASE"], "--postgres"] if database == "postgresql" else [str(model.folder)]
    command = [sys.executable, "-m", module, *flags, "--like", *like]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "heraut.site.settings"}
    ran = subprocess.run(command, capture_output=True, text=True, timeout=540, env=env)
    assert ran.returncode == 0, ran.stderr[-4000:]
    figures: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    assert figures["faults"] == 0 and figures["killed"] > 3
    return figures


@on("sqlite")
def test_workers_killed_at_random_moments_lose_and_double_nothing(database: str, houses: Houses) -> None:
    assert killed(houses, database, "--turns", "16", "--turns-a-match", "4")["turns"] >= 12


@on("postgresql")
def test_the_same_decision_by_decision(database: str, houses: Houses) -> None:
    figures = killed(houses, database, "--game", "fief", "--seconds", "120", "--decisions", "4", "--tables", "3")
    assert figures["turns"] >= 4 and figures["receipts"] > 0


@pytest.mark.django_db
def test_the_proof_sees_a_silence_that_was_not_told_and_a_letter_that_was_lost(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, pace=msgspec.structs.replace(POST, missed=1000))  # nobody stands in
    until(match, alice, "cards")
    while match.turn < 2:
        assert match.deadline is not None
        resolve_due(match.deadline + timedelta(seconds=1))
        match.refresh_from_db()
    assert examine_match(match) == []
    must, may = letters_owed(match)
    written = set(Letter.objects.filter(kind__in=("start", "turn", "asked")).values_list("key", flat=True))
    assert must <= written <= must | may and any(key.startswith("asked") for key in must)

    late = match.activities.filter(kind="silent").last()
    assert late is not None
    late.delete()
    assert ["the chronicle says" in fault for fault in examine_match(match)] == [True]
    match.steps.filter(number__gt=0).update(resolved=match.started)
    assert any("had no time to answer" in fault for fault in examine_match(match))
    match.steps.filter(number=1).update(answers=[])
    assert examine_match(match) == [f"{match}: the state of step 1 is not the one that was sealed"]


@on("sqlite")
def test_rewinds_happen_whole_or_not_at_all(database: str, houses: Houses) -> None:
    figures = killed(houses, database, "--seconds", "8", module="benchmarks.kill_rewind")
    assert figures["rewinds"] > 0 and figures["receipts"] > 0
