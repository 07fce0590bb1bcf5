"""Whole matches: the engine's promises, the ledgers of every turn, exact replay, thirty turns to completion."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.conformance import check_match, random_player
from heraut.engine.play import play as play_match
from heraut.engine.record import Record, replay, verify
from heraut.games import daifen
from heraut.games.daifen.races import RACES
from tests.games.daifen.builders import seats
from tests.games.daifen.promises import check_step, warlike
from tests.games.daifen.scramble import scramble

SAMPLE: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"abandon_after": None}),
    (4, {"pace": "rapide"}),
    (5, {"abandon_after": 2}),
    (6, {"returning": ["j1", "j4"]}),
    (8, {"abandon_after": None}),
    (10, {}),
    (12, {"abandon_after": 3}),
    (9, {}),
    (24, {"lords": 40}),
    (2, {}),
]


@pytest.mark.rule("DA-INV-01", "DA-INV-02", "DA-INV-03", "DA-INV-04", "DA-FOG-08", "DA-KIN-02", "DA-RNG-04")
@pytest.mark.parametrize("number", range(len(SAMPLE)))
def test_a_match_keeps_every_promise(number: int) -> None:
    kingdoms, options = SAMPLE[number]
    player = (warlike, random_player)[number % 2]

    check_match(
        daifen,
        seats(kingdoms),
        options,
        b"conformance %d" % number,
        max_steps=30,
        scramble=scramble,
        players=dict.fromkeys(seats(kingdoms), player),
        check_step=check_step,
    )


def test_a_match_of_each_race_alone_runs_thirty_turns() -> None:
    for race in RACES:
        options = {"races": dict.fromkeys(seats(4), race), "abandon_after": None}
        players = dict.fromkeys(seats(4), warlike)
        match = check_match(
            daifen, seats(4), options, race.encode(), max_steps=30, players=players, check_step=check_step
        )
        assert len(match.record.steps) == 30 or daifen.result(match.state) is not None


@pytest.mark.rule("DA-RNG-04")
@settings(max_examples=12, deadline=None)
@given(seed=st.binary(min_size=1, max_size=32), kingdoms=st.integers(2, 8), abandon=st.sampled_from([None, 2, 5]))
def test_a_record_read_back_from_text_replays_to_the_same_bits(seed: bytes, kingdoms: int, abandon: int | None) -> None:
    everyone = dict.fromkeys(seats(kingdoms), warlike)
    match = play_match(daifen, everyone, {"abandon_after": abandon}, seed, max_steps=8)

    record = msgspec.json.decode(msgspec.json.encode(match.record), type=Record)

    assert daifen.dump(verify(daifen, record).state) == daifen.dump(match.state)
    assert [step.record.steps[-1].digest for step in replay(daifen, record) if step.record.steps] == [
        step.digest for step in match.record.steps
    ]


@pytest.mark.rule("DA-RNG-02", "DA-RNG-04", "DA-CON-10")
@settings(max_examples=10, deadline=None)
@given(seed=st.binary(min_size=1, max_size=8), other=st.binary(min_size=1, max_size=8))
def test_the_same_secret_gives_the_same_match_and_another_one_another(seed: bytes, other: bytes) -> None:
    def bits(chosen: bytes) -> bytes:
        return daifen.dump(play_match(daifen, dict.fromkeys(seats(4), random_player), {}, chosen, max_steps=4).state)

    assert bits(seed) == bits(seed)
    assert (bits(seed) == bits(other)) == (seed == other)
