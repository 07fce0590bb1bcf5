"""Matches played on without views, in states guessed: the promises that search and learning build upon (ADR 0018)."""

from __future__ import annotations

import pytest

from heraut.engine.conformance import check_offers, check_search, random_player
from heraut.engine.match import Match
from heraut.engine.play import ask
from heraut.engine.protocol import Searchable, Seat
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.orders.negotiations import NotReady, Propose, Ready
from heraut.games.fief.phases.bargains import PEACE, price
from tests.games.fief.builders import seats
from tests.games.fief.promises import SAMPLE, schemer

STEPS = 60


@pytest.mark.parametrize("number", range(len(SAMPLE)))
def test_playing_on_without_views_comes_to_the_same(number: int) -> None:
    players, options = SAMPLE[number]
    match, rng = Match.new(fief, seats(players), options, b"search %d" % number), Rng(b"search")
    everyone = dict.fromkeys(seats(players), (random_player, schemer)[number % 2])
    while match.pending() and len(match.record.steps) < STEPS:
        answers = ask(match, everyone, rng)
        check_search(fief, match.state, answers, rng.at("step", len(match.record.steps)))
        match.advance(answers)


def test_fief_can_be_searched() -> None:
    assert isinstance(fief, Searchable)


@pytest.mark.slow
def test_a_window_offers_bargains_with_likely_figures() -> None:
    match, rng = Match.new(fief, seats(4), {"mode": "normal"}, b"bargains"), Rng(b"bargains")
    offered: set[Propose] = set()
    meant: dict[tuple[Seat, str], object] = {}
    while match.pending() and len(match.record.steps) < 400:
        for seat, decision in match.pending().items():
            if decision.kind == "window":
                check_offers(fief, match.state, seat, rng, meant)
                offered |= {order for order in decision.offers() if isinstance(order, Propose)}
                said = NotReady() if decision.player in match.state.ready else Ready()
                assert {Ready(), NotReady()} & {*decision.offers()} == {said}
        match.advance(ask(match, dict.fromkeys(seats(4), random_player), rng))
    assert any(order.promise == PEACE for order in offered)
    assert any(order.cards and order.asks for order in offered), "no card is sold to an ally"
    assert any(order.marriages for order in offered)


@pytest.mark.rule("FI-MOD-01", "FI-NEG-05")
def test_half_a_ransom_is_asked_in_whole_hundreds_and_not_below_it() -> None:
    assert [price(worth, 2) for worth in (200, 500, 700, 2000)] == [100, 300, 400, 1000]
    assert [price(worth, 1) for worth in (200, 500)] == [200, 500]
