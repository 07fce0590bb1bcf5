"""A match in progress under rules 1 goes on under rules 2."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut import bots
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois.state import HUMANOIDS
from heraut.games.rois.world.numbering import unit_number

from .promises import check_step

player = bots.player("rois", "classic")

RECORD = json.loads((Path(__file__).parents[2] / "records/rois-rules-1.json").read_text(encoding="utf-8"))
OLD: dict[str, Any] = RECORD["state"]


def carried_over(old: dict[str, Any]) -> dict[str, Any]:
    """The state under rules 2; the old one is left as it was."""
    before = deepcopy(old)
    new = rois.migrations["1"].carry(old)
    assert old == before
    return new


def test_the_record_is_of_the_version_that_the_migration_takes() -> None:
    assert RECORD["rules_version"] == "1" and list(rois.migrations) == ["1"] and rois.rules_version == "2"


def test_a_state_of_rules_1_cannot_be_taken_for_one_of_rules_2() -> None:
    with pytest.raises(msgspec.ValidationError):
        rois.load(json.dumps(OLD).encode())


def test_only_the_counters_and_the_remains_change() -> None:
    new = carried_over(OLD)
    assert new.keys() ^ OLD.keys() == {"next_unit", "next_item", "raised"}
    assert {key for key in new.keys() & OLD.keys() if new[key] != OLD[key]} <= {"provinces"}
    for number, province in OLD["provinces"].items():
        left = [each for each in province["remains"] if each["race"] in HUMANOIDS]
        assert new["provinces"][number] == {**province, "remains": left}


@pytest.mark.rule("RO-ARMY-15")
def test_the_bones_of_beasts_crumble() -> None:
    old = deepcopy(OLD)
    bones = [{"turn": 2, "type": "DR", "race": "dragon"}, {"turn": 2, "type": "LE", "race": "orc"}]
    old["provinces"]["60"]["remains"] = bones
    assert carried_over(old)["provinces"]["60"]["remains"] == bones[1:]


@pytest.mark.rule("RO-ARMY-01", "RO-INFO-03")
@pytest.mark.parametrize("next_unit", [1, 150, 2500, 2501, 6000])
def test_new_units_are_numbered_beyond_all_old_ones(next_unit: int) -> None:
    raised = carried_over({**OLD, "next_unit": next_unit})["raised"]
    assert raised.keys() == {"0", *OLD["kingdoms"]} and len(set(raised.values())) == 1
    assert all(unit_number(int(kingdom), count + 1) >= next_unit for kingdom, count in raised.items())


def test_the_match_goes_on() -> None:
    """Every King sees his realm; five years of silence and of bots keep every promise, and a report can be read."""
    start = rois.load(json.dumps(carried_over(OLD)).encode())
    assert rois.load(rois.dump(start)) == start
    seats = [kingdom.seat for kingdom in start.kingdoms.values()]
    assert set(rois.pending(start)) == {kingdom.seat for kingdom in start.living()}
    for play in (player, lambda owed, seen, rng: owed.default):
        state, rng = start, Rng(b"carried over")
        for year in range(5):
            answers = {seat: play(owed, owed.view, rng.at(year, seat)) for seat, owed in rois.pending(state).items()}
            step = rois.advance(state, answers, rng.at(year))
            check_step(state, step.state, step.events)
            state = step.state
            for seat in (None, *seats):
                assert rois.view(state, seat)["turn"] == OLD["turn"] + year + 1
        assert state.units.keys() - start.units.keys() or play is not player
