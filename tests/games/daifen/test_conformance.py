"""Whole matches: the engine's promises, the ledgers of every turn, exact replay, thirty turns to completion."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.conformance import check_match, random_player
from heraut.engine.match import replay, verify
from heraut.engine.play import play as play_match
from heraut.engine.record import Record
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen.races import BUILDINGS, RACES, UNITS
from heraut.games.daifen.state import Continent
from tests.games.daifen.builders import continent, know, seats
from tests.games.daifen.promises import SAMPLE, check_ledgers, check_step, warlike
from tests.games.daifen.scramble import scramble
from tests.thorough import sample


@pytest.mark.slow
@pytest.mark.rule("DA-INV-01", "DA-INV-02", "DA-INV-03", "DA-INV-04", "DA-FOG-08", "DA-KIN-02", "DA-RNG-04")
@pytest.mark.parametrize("number", sample(range(len(SAMPLE)), 3))
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
        strangers=True,
    )


@pytest.mark.slow
def test_a_match_of_each_race_alone_runs_thirty_turns() -> None:
    for race in RACES:
        options = {"races": dict.fromkeys(seats(4), race), "abandon_after": None}
        players = dict.fromkeys(seats(4), warlike)
        match = check_match(
            daifen,
            seats(4),
            options,
            race.encode(),
            max_steps=30,
            players=players,
            check_step=check_step,
            strangers=True,
        )
        assert len(match.record.steps) == 30 or daifen.result(match.state) is not None


def world(rng: Rng) -> Continent:
    """A continent such as no match would reach: any units, buildings, wealth, knowledge, silence."""
    state = continent(rng.randint(3, 6), seed=b"world", abandon_after=rng.choice((None, 2)))
    for kingdom in state.kingdoms.values():
        kingdom.race = rng.choice(tuple(RACES))
        kingdom.gold, kingdom.intellect = rng.randint(0, 150), rng.randint(0, 40)
        kingdom.units = {code: rng.randint(1, 6) for code in UNITS if rng.random() < 0.3} | {
            "espion": rng.randint(1, 9)
        }
        kingdom.buildings = {code: rng.randint(1, 2) for code in BUILDINGS if rng.random() < 0.15}
        kingdom.missed = rng.randint(0, 1)
        know(state, kingdom.seat, *[seat for seat in state.kingdoms if rng.random() < 0.8])
    return state


@pytest.mark.slow
@pytest.mark.rule("DA-INV-01", "DA-INV-02", "DA-INV-03", "DA-INV-04", "DA-END-02", "DA-GIF-07")
@settings(max_examples=120, deadline=None)
@given(seed=st.binary(min_size=1, max_size=8))
def test_one_turn_of_any_world_balances(seed: bytes) -> None:
    rng = Rng(seed)
    state = world(rng)
    answers = {
        seat: owed.default if rng.random() < 0.2 else owed.sample(rng.at("form", seat))
        for seat, owed in daifen.pending(state).items()
    }
    before = daifen.dump(state)

    step = daifen.advance(state, answers, rng.at("turn"))

    check_ledgers(state, step.state, step.events)
    assert daifen.dump(state) == before


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.rule("DA-RNG-02", "DA-RNG-04", "DA-CON-10")
@settings(max_examples=10, deadline=None)
@given(seed=st.binary(min_size=1, max_size=8), other=st.binary(min_size=1, max_size=8))
def test_the_same_secret_gives_the_same_match_and_another_one_another(seed: bytes, other: bytes) -> None:
    def bits(chosen: bytes) -> bytes:
        return daifen.dump(play_match(daifen, dict.fromkeys(seats(4), random_player), {}, chosen, max_steps=4).state)

    assert bits(seed) == bits(seed)
    assert (bits(seed) == bits(other)) == (seed == other)
