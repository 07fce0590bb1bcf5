"""Whole matches of random legal orders: the engine's promises, what a turn may not create or lose, exact replay."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.conformance import check_match, random_player
from heraut.engine.match import Match, replay, verify
from heraut.engine.play import ask
from heraut.engine.play import play as play_match
from heraut.engine.protocol import Seat, seen_by
from heraut.engine.record import Record
from heraut.engine.rng import Rng
from heraut.engine.rulebook import read_rules
from heraut.games import gloire
from heraut.games.gloire import orders as o
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.guess.patience import Counted
from heraut.games.gloire.state import LandName
from tests.games.gloire.builders import seats
from tests.games.gloire.promises import SAMPLE, check_step, sociable
from tests.games.gloire.scramble import scramble
from tests.thorough import sample

RULES = read_rules("heraut.games.gloire")

# Each sample once, the commonest once with each kind of players; `make soak` plays them all, and on
TRIED = [n for n, sample in enumerate(SAMPLE) if n == 1 or sample not in SAMPLE[:n]]


# The game, whose searches end after so many steps: in vain they take a minute
HURRIED = SimpleNamespace(**{name: getattr(gloire, name) for name in gloire.__all__})
HURRIED.guess = lambda *known: gloire.guess(*known, Counted())


@pytest.mark.slow
@pytest.mark.rule(
    "GP-INF-04", "GP-MIG-03", "GP-ARM-06", "GP-ARM-09", "GP-DIP-02", "GP-ELI-03", "GP-GEN-04", "GP-GEN-12"
)
@pytest.mark.parametrize("number", sample(TRIED, 3))
def test_a_match_of_random_orders_keeps_every_promise(number: int) -> None:
    map_name, lords, options = SAMPLE[number]

    check_match(
        HURRIED,
        seats(lords),
        {"map": map_name, "lords": lords, **options},
        b"conformance %d" % number,
        max_steps=min(14, 280 // lords),
        scramble=scramble,
        players=dict.fromkeys(seats(lords), (random_player, sociable)[number % 2]),
        check_step=check_step,
        namesakes=True,  # knights are renamed by chance
    )


# Secrets

AT_HOME = (o.CallKnights, o.Levy, o.Assign, o.LeaveGarrison, o.Demobilise, o.Defend, o.SetRetreat, o.Tax, o.Fortify)


def at_home(decision: SheetDecision, rng: Rng) -> o.Sheet:
    """Orders that concern their author's house alone, calls and levies among them."""
    drawn = [order for n in range(4) for order in decision.sample(rng.at(n)) if isinstance(order, AT_HOME)]
    return (*drawn, o.CallKnights(3), *[o.Levy(LandName(name), 100) for name in decision.book.own_lands])


@pytest.mark.slow
@pytest.mark.rule("GP-INF-04", "GP-ARM-09")
@pytest.mark.parametrize("number", range(0, len(SAMPLE), 3))
def test_what_a_lord_gets_and_sees_of_his_own_men_depends_on_no_secret_of_others(number: int) -> None:
    map_name, lords, options = SAMPLE[number]
    rng = Rng(b"at home").at(number)
    match = Match.new(gloire, seats(lords), {"map": map_name, "lords": lords, **options}, b"at home")
    for step in range(8):
        for seat, decision in list(match.pending().items())[:4]:
            sheet, chance = at_home(decision, rng.at("sheet", seat, step)), rng.at("turn", seat, step)
            told = []
            for state in (match.state, scramble(match.state, seat, rng.at("scramble", seat, step))):
                sheets = {other: sheet if other == seat else () for other in gloire.pending(state)}
                after = gloire.advance(state, sheets, chance)
                own = gloire.view(after.state, seat).get("own", {})
                told.append((seen_by(after.events, seat), own.get("knights"), own.get("armies")))
            assert told[0] == told[1]
        if gloire.result(match.state) is not None:
            break
        match.advance(ask(match, dict.fromkeys(seats(lords), sociable), rng))


# Replay


@pytest.mark.slow
@pytest.mark.rule("GP-GEN-04")
@settings(max_examples=15, deadline=None)
@given(
    seed=st.binary(min_size=1, max_size=32),
    lords=st.integers(2, 12),
    options=st.fixed_dictionaries(
        {},
        optional={
            "militia": st.booleans(),
            "varied_lands": st.booleans(),
            "turn_limit": st.integers(1, 6),
            "start_treasury": st.integers(0, 50_000),
        },
    ),
)
def test_a_record_read_back_from_text_replays_to_the_same_bits(
    seed: bytes, lords: int, options: dict[str, Any]
) -> None:
    everyone = dict.fromkeys(seats(lords), random_player)
    match = play_match(gloire, everyone, {"lords": lords, **options}, seed, max_steps=6)

    record = msgspec.json.decode(msgspec.json.encode(match.record), type=Record)

    assert gloire.dump(verify(gloire, record).state) == gloire.dump(match.state)
    assert [step.record.steps[-1].digest for step in replay(gloire, record) if step.record.steps] == [
        step.digest for step in match.record.steps
    ]


@pytest.mark.slow
@pytest.mark.rule("GP-GEN-04")
@settings(max_examples=10, deadline=None)
@given(seed=st.binary(min_size=1, max_size=8), other=st.binary(min_size=1, max_size=8))
def test_the_same_seed_gives_the_same_match_and_another_seed_another(seed: bytes, other: bytes) -> None:
    def bits(chosen: bytes) -> bytes:
        players = dict.fromkeys([Seat(seat) for seat in seats(4)], random_player)
        return gloire.dump(play_match(gloire, players, {"lords": 4}, chosen, max_steps=3).state)

    assert bits(seed) == bits(seed)
    assert (bits(seed) == bits(other)) == (seed == other)
