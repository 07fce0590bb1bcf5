"""Whole battles through the engine's conformance, every promise of the rules checked at every step; leaks; replay."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.conformance import check_match, check_same_decision, random_player
from heraut.engine.match import verify
from heraut.engine.play import play as play_match
from heraut.engine.protocol import Ruled
from heraut.engine.record import Record
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.state import Battle
from tests.games.vassaux.builders import SEATS
from tests.games.vassaux.promises import SAMPLE, bold, check_step
from tests.games.vassaux.scramble import scramble
from tests.thorough import sample


@pytest.mark.slow
@pytest.mark.rule(
    "SV-GEO-02", "SV-GEO-04", "SV-MOV-03", "SV-TER-03", "SV-CMD-02", "SV-END-05", "SV-COH-05", "SV-INF-01", "SV-INF-02"
)
@pytest.mark.parametrize("number", sample(range(len(SAMPLE)), 3))
def test_a_battle_keeps_every_promise(number: int) -> None:
    check_match(
        vassaux,
        SEATS,
        SAMPLE[number],
        b"conformance %d" % number,
        max_steps=100,
        players=dict.fromkeys(SEATS, (bold, random_player)[number % 2]),
        check_step=check_step,
    )


@pytest.mark.rule("SV-SCN-32", "SV-INF-02", "SV-INF-03")
@pytest.mark.parametrize("number", range(3))
def test_the_secret_number_of_the_duel_changes_nothing_that_the_other_sees(number: int) -> None:
    state = vassaux.setup(SEATS, {"scenario": 3}, Rng(b"duel %d" % number)).state
    rng = Rng(b"answers %d" % number)
    while state.turn < 1:
        state = step(state, rng)
    for index in range(60):
        if state.road is not None:
            break
        for place, seat in enumerate(SEATS):
            other = scramble(state, seat, rng.at("scramble", index))
            assert vassaux.dump(other) != vassaux.dump(state)
            assert vassaux.view(other, seat) == vassaux.view(state, seat)
            assert vassaux.view(other, None) == vassaux.view(state, None)
            assert vassaux.view(state, seat)["battle"]["hosts"][1 - place].get("number", 0) == 0
            if state.asked is not None and state.asked[0] == place:
                here, there = vassaux.pending(state)[seat], vassaux.pending(other)[seat]
                check_same_decision(seat, here, there, rng.at("decision", index))
        state = step(state, rng.at("step", index))


def test_a_battle_may_be_ruled_upon() -> None:
    assert isinstance(vassaux, Ruled)


def step(state: Battle, rng: Rng) -> Battle:
    """A random answer."""
    answers = {seat: owed.sample(rng) for seat, owed in vassaux.pending(state).items()}
    return vassaux.advance(state, answers, rng).state


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(seed=st.binary(min_size=1, max_size=16), number=st.integers(0, len(SAMPLE) - 1))
def test_a_record_read_back_from_text_replays_to_the_same_bits(seed: bytes, number: int) -> None:
    match = play_match(vassaux, dict.fromkeys(SEATS, random_player), SAMPLE[number], seed, max_steps=40)

    record = msgspec.json.decode(msgspec.json.encode(match.record), type=Record)

    assert vassaux.dump(verify(vassaux, record).state) == vassaux.dump(match.state)


def test_the_view_gives_the_state_back() -> None:
    state = vassaux.setup(SEATS, {"scenario": 2}, Rng(b"view")).state
    for index in range(40):
        state = step(state, Rng(b"view %d" % index))

    from heraut.games.vassaux.view import battle_of

    assert vassaux.dump(battle_of(vassaux.view(state, SEATS[0]))) == vassaux.dump(state)
