"""A match in progress under older rules goes on, and knows whether its last kingdoms are asked to associate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen.migrations import MIGRATIONS
from tests.games.daifen.builders import continent
from tests.games.daifen.promises import check_step

RECORD = Path(__file__).parents[2] / "records/daifen-rules-1.json"


def old_state() -> dict[str, Any]:
    """The state of a match of four lords, in its seventh turn, as rules 1 left it."""
    state: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))["state"]
    return state


def test_every_older_version_has_its_way_to_the_next() -> None:
    assert daifen.migrations is MIGRATIONS
    assert list(MIGRATIONS) == [str(n) for n in range(1, int(daifen.rules_version))]


@pytest.mark.rule("DA-END-06", "DA-END-05")
@pytest.mark.parametrize(
    ("fallen", "road", "offered"),
    [(0, None, False), (1, None, True), (2, None, True), (3, None, False), (1, "x", False)],
)
def test_the_continent_is_as_it_was_and_the_offer_is_the_one_that_the_forms_hold(
    fallen: int, road: str | None, offered: bool
) -> None:
    old = old_state()
    for kingdom in list(old["kingdoms"].values())[:fallen]:
        kingdom["fallen"] = 3
    old["road"] = road
    before = json.dumps(old)

    new = daifen.load(msgspec.json.encode(MIGRATIONS["1"].carry(old)))

    assert json.loads(daifen.dump(new)) == old | {"offered": offered}
    assert daifen.view(new, None)["association"] is offered
    assert json.dumps(old) == before
    with pytest.raises(msgspec.ValidationError):
        daifen.load(msgspec.json.encode(old))


@pytest.mark.rule("DA-END-05", "DA-END-06")
@pytest.mark.parametrize(
    ("begun", "fallen", "offered"), [(2, 0, False), (3, 0, False), (3, 1, True), (4, 1, True), (4, 2, True)]
)
def test_nobody_is_asked_to_associate_before_somebody_has_fallen(begun: int, fallen: int, offered: bool) -> None:
    """Two or three kingdoms that began the match alone are not its last ones."""
    state = continent(begun)
    old = json.loads(daifen.dump(state))
    del old["offered"]  # all that rules 2 have added
    for kingdom in list(old["kingdoms"].values())[:fallen]:
        kingdom["fallen"] = 3
    assert MIGRATIONS["1"].carry(old)["offered"] is offered


def test_the_match_goes_on() -> None:
    state, rng = daifen.load(msgspec.json.encode(MIGRATIONS["1"].carry(old_state()))), Rng(b"carried over")
    for seat in (None, *state.kingdoms):
        assert daifen.view(state, seat)["turn"] == 7
    for turn in range(6):
        pending = daifen.pending(state)
        answers = {seat: decision.sample(rng.at(seat, turn)) for seat, decision in pending.items()}
        step = daifen.advance(state, answers, rng.at(turn))
        check_step(state, step.state, step.events)
        state = daifen.load(daifen.dump(step.state))
    assert state.turn > 7
