"""A match in progress under older rules goes on: its state is carried over by hand, and every house counts on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire import orders as o
from heraut.games.gloire.migrations import MIGRATIONS
from heraut.games.gloire.state import LandName
from tests.games.gloire.promises import check_step

RECORD = Path(__file__).parents[2] / "records/gloire-rules-1.json"


def old_state() -> dict[str, Any]:
    """The state of a match of four lords, in its fifth turn, as rules 1 left it."""
    state: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))["state"]
    return state


def carried() -> gloire.Realm:
    """The same, under the present rules."""
    return gloire.load(msgspec.json.encode(MIGRATIONS["1"].carry(old_state())))


def test_every_older_version_has_its_way_to_the_next() -> None:
    assert gloire.migrations is MIGRATIONS
    assert list(MIGRATIONS) == [str(n) for n in range(1, int(gloire.rules_version))]


@pytest.mark.rule("GP-ARM-09")
def test_who_bears_a_number_keeps_it_and_no_house_gives_one_of_the_old_ones_again() -> None:
    old, new = old_state(), carried()
    assert (old["next_knight"], old["next_army"]) == (58, 18)

    assert json.loads(gloire.dump(new))["knights"] == old["knights"]
    assert json.loads(gloire.dump(new))["armies"] == old["armies"]
    assert [lord.next_knight for lord in new.lords.values()] == [101, 102, 103, 104]
    assert [lord.next_army for lord in new.lords.values()] == [101, 102, 103, 104]


@pytest.mark.parametrize(("highest", "first"), [(4, 101), (100, 101), (101, 201), (1203, 1301)])
def test_the_new_numbers_are_above_all_that_were_ever_given(highest: int, first: int) -> None:
    old = old_state() | {"next_knight": highest + 1, "next_army": highest + 1}

    new = gloire.load(msgspec.json.encode(MIGRATIONS["1"].carry(old)))

    numbers = [(lord.next_knight, lord.next_army) for lord in new.lords.values()]
    assert numbers == [(first + house, first + house) for house in range(4)] and first > highest


def test_the_old_state_is_left_as_it_was_and_is_no_state_of_today() -> None:
    old = old_state()

    MIGRATIONS["1"].carry(old)

    assert old == old_state()
    with pytest.raises(msgspec.ValidationError):
        gloire.load(msgspec.json.encode(old))


def test_the_match_goes_on() -> None:
    state, rng = carried(), Rng(b"carried over")
    for seat in (None, *state.lords):
        assert gloire.view(state, seat)["turn"] == 5
    for turn in range(6):
        answers = {
            Seat(seat): (
                *decision.sample(rng.at(seat, turn)),
                o.CallKnights(1),
                *[o.Levy(LandName(name), 50) for name in decision.book.own_lands],
            )
            for seat, decision in gloire.pending(state).items()
        }
        step = gloire.advance(state, answers, rng.at(turn))
        check_step(state, step.state, step.events)
        state = gloire.load(gloire.dump(step.state))
    assert max(state.knights) > 101 and max(state.armies) > 101
