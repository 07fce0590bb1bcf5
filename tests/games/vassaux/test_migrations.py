"""A battle begun under older rules goes on under those of today."""

from __future__ import annotations

import copy
import json
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut.bots.character import Character
from heraut.bots.vassaux import answer
from heraut.engine.conformance import random_player
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.migrations import MIGRATIONS
from heraut.games.vassaux.state import Battle
from tests.games.vassaux.builders import SEATS, decision
from tests.games.vassaux.promises import check_step

RECORD = Path(__file__).parents[2] / "records" / "vassaux-rules-1.json"
CAPTAIN = partial(answer, character=Character("classic"))
STYLES = {"silent": lambda decision, view, rng: decision.default, "random": random_player, "bot": CAPTAIN}


@pytest.fixture
def old() -> dict[str, Any]:
    """The state of a battle in progress, as rules 1 left it."""
    state: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))["state"]
    return state


def carried_over(state: dict[str, Any]) -> Battle:
    """The same battle under the rules of today."""
    for migration in MIGRATIONS.values():
        state = migration.carry(state)
    return vassaux.load(msgspec.json.encode(state))


def test_the_versions_are_written_down() -> None:
    assert vassaux.rules_version == "3" and vassaux.migrations is MIGRATIONS


@pytest.mark.parametrize("version", MIGRATIONS)
def test_nothing_of_a_state_changes_and_the_old_one_is_left_alone(old: dict[str, Any], version: str) -> None:
    before = copy.deepcopy(old)
    migrated = MIGRATIONS[version].carry(old)
    migrated["hosts"][0]["reserve"] += 1
    migrated["units"]["2"]["men"].clear()
    assert old == before
    assert json.loads(vassaux.dump(carried_over(old))) == old


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_it_goes_on(old: dict[str, Any], style: str) -> None:
    battle, rng = carried_over(old), Rng(b"carried over")
    assert battle.asked == (0, "move")  # in the midst of an order
    for number in range(120):
        if battle.road is not None:
            break
        for seat in (*SEATS, None):
            vassaux.report(vassaux.view(battle, seat), [], "fr")
        ((seat, owed),) = vassaux.pending(battle).items()
        answer = STYLES[style](owed, vassaux.view(battle, seat), rng.at("answer", number))
        assert not owed.check(answer)
        step = vassaux.advance(battle, {seat: answer}, rng.at("step", number))
        check_step(battle, step.state, step.events)
        battle = step.state
    assert battle.turn > old["turn"]


def test_the_move_at_hand_may_be_answered_by_its_end_alone(old: dict[str, Any]) -> None:
    owed = decision(carried_over(old))
    x, y = owed.field.now.at[101]
    ends = [(x + 3000, y), (x - 3000, y), (x, y + 3000)]  # more than a ruler and his base
    assert any(not owed.parse(f"ALLER {east},{north}").refusals for east, north in ends)
