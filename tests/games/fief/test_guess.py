"""Realms guessed from a view: the same view, every card and token somewhere, and they can be played on (ADR 0018)."""

from __future__ import annotations

import pytest

from heraut import bots
from heraut.engine.conformance import check_guess, random_player
from heraut.engine.match import Match
from heraut.engine.play import ask
from heraut.engine.protocol import Guessing
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.state import Realm
from tests.games.fief.builders import seats
from tests.games.fief.promises import SAMPLE, check_board, check_cards, check_pieces, schemer

STEPS = 40


def play_on(realm: Realm, rng: Rng) -> None:
    """A guess is a realm like any other: it can be played on."""
    for _ in range(20):
        asked = fief.open_decisions(realm)
        if not asked:
            return
        realm = fief.apply(realm, {seat: decision.sample(rng) for seat, decision in asked.items()}, rng)


def check_all(number: int, steps: int, every: int, style: str) -> None:
    players, options = SAMPLE[number]
    player = {"random": random_player, "schemer": schemer}.get(style) or bots.player("fief", style)
    match, rng = Match.new(fief, seats(players), options, b"guess %d" % number), Rng(b"guess")
    everyone = dict.fromkeys(seats(players), player)
    while match.pending() and (step := len(match.record.steps)) < steps:
        if step % every == 0:
            seat = seats(players)[step // every % players]
            found = check_guess(fief, match.state, match.events, [seat], rng.at(step), spared=style == "schemer")
            for guessed in found.values():
                check_cards(guessed)
                check_board(guessed)
                check_pieces(guessed)
                play_on(guessed, rng.at("on", step))
        match.advance(ask(match, everyone, rng))


def test_fief_can_guess() -> None:
    assert isinstance(fief, Guessing)


@pytest.mark.rule("FI-INF-01", "FI-INF-02", "FI-INF-03", "FI-INF-04")
@pytest.mark.parametrize("number", range(len(SAMPLE)))
def test_a_guess_agrees_with_all_that_is_seen(number: int) -> None:
    check_all(number, STEPS, 1, ("random", "schemer")[number % 2])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SAMPLE)))
def test_a_guess_agrees_as_long_as_matches_go_on(number: int) -> None:
    check_all(number, 400, 3, "classic")


def test_what_is_hidden_is_drawn_anew() -> None:
    match, rng = Match.new(fief, seats(4), {"mode": "normal"}, b"drawn"), Rng(b"drawn")
    everyone = dict.fromkeys(seats(4), bots.player("fief", "classic"))
    for _ in range(60):
        match.advance(ask(match, everyone, rng))
    seat = seats(4)[0]
    view = fief.view(match.state, seat)
    guesses = [fief.guess(view, (), seat, rng.at(number)) for number in range(5)]
    assert len({guess.draw for guess in guesses}) == 5
    assert len({guess.families[1].hand for guess in guesses}) > 1
    assert len({guess.families[1].purse for guess in guesses}) > 1
    assert {guess.families[0].hand for guess in guesses} == {match.state.families[0].hand}


def test_a_match_that_is_over_has_no_guess() -> None:
    match = Match.new(fief, seats(2), {"mode": "points", "points_turns": 10}, b"over")
    while match.pending():
        match.advance({})
    with pytest.raises(ValueError, match="nothing is hidden"):
        fief.guess(fief.view(match.state, seats(2)[0]), (), seats(2)[0], Rng(b"over"))
