"""Whole matches: the engine's promises, cards, men and écus conserved, nothing hidden seen, exact replay."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.conformance import check_match, random_player
from heraut.engine.match import verify
from heraut.engine.play import play as play_match
from heraut.engine.protocol import Seat
from heraut.engine.record import Record
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.board.places import EVERY_VILLAGE
from heraut.games.fief.cards import EVERY_LORD
from heraut.games.fief.orders.cards import PlayHeir
from heraut.games.fief.orders.grammar import grammar
from heraut.games.fief.orders.instructions import SetPlan
from tests.games.fief.builders import seats
from tests.games.fief.promises import SAMPLE, check_state, check_step, schemer
from tests.games.fief.scramble import scramble
from tests.thorough import sample


@pytest.mark.slow
@pytest.mark.rule("FI-MOD-01", "FI-MOD-17", "FI-INF-01", "FI-INF-02", "FI-KIN-01", "FI-DP-R1")
@pytest.mark.parametrize("number", sample(range(len(SAMPLE)), 2))
def test_a_match_keeps_every_promise(number: int) -> None:
    players, options = SAMPLE[number]
    style = (random_player, schemer)[number % 2]

    match = check_match(
        fief,
        seats(players),
        options,
        b"fief %d" % number,
        max_steps=250,
        scramble=scramble,
        players=dict.fromkeys(seats(players), style),
        check_step=check_step,
        spared=style is schemer,
    )

    assert len(match.record.steps) == 250 or fief.result(match.state) is not None


@pytest.mark.slow
@pytest.mark.rule("FI-MOD-16")
@settings(max_examples=8, deadline=None)
@given(seed=st.binary(min_size=1, max_size=32), players=st.integers(2, 6))
def test_a_record_read_back_from_text_replays_to_the_same_bits(seed: bytes, players: int) -> None:
    match = play_match(fief, dict.fromkeys(seats(players), random_player), {}, seed, max_steps=60)

    record = msgspec.json.decode(msgspec.json.encode(match.record), type=Record)

    assert fief.dump(verify(fief, record).state) == fief.dump(match.state)


@pytest.mark.slow
@pytest.mark.rule("FI-MOD-17", "FI-MOD-04")
@settings(max_examples=15, deadline=None)
@given(seed=st.binary(min_size=1, max_size=8), number=st.integers(0, len(SAMPLE) - 1))
def test_cards_and_pieces_are_conserved_in_any_match(seed: bytes, number: int) -> None:
    players, options = SAMPLE[number]
    rng = Rng(seed)
    state = fief.setup(seats(players), options, rng.at("setup")).state
    for _ in range(120):
        pending = fief.pending(state)
        if not pending:
            break
        answers = {seat: decision.sample(rng) for seat, decision in pending.items()}
        state = fief.advance(state, answers, rng).state
        check_state(state)


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(seed=st.binary(min_size=1, max_size=8), number=st.integers(0, len(SAMPLE) - 1))
def test_everything_offered_is_legal_and_reads_back(seed: bytes, number: int) -> None:
    players, options = SAMPLE[number]
    rng = Rng(seed)
    state = fief.setup(seats(players), options, rng.at("setup")).state
    for _ in range(100):
        pending = fief.pending(state)
        if not pending:
            break
        for decision in pending.values():
            for order in decision.offers():
                assert not decision.check((order,)), (decision.kind, order, decision.check((order,)))
                assert decision.parse(decision.write((order,))).answer == (order,)
        answers = {seat: decision.sample(rng) for seat, decision in pending.items()}
        state = fief.advance(state, answers, rng).state


def test_the_first_village_of_the_board_is_written_like_any_other() -> None:
    text = grammar((Seat("j1"), Seat("j2")))
    for village in (None, *EVERY_VILLAGE):
        for order in (SetPlan("viser", "tous", village), PlayHeir(EVERY_LORD[0], village)):
            assert text.read(text.write(order)) == order
