"""A player of Fief who wants the crown: he beats whoever does anything, and matches among his like come to an end.

The long campaigns stand in docs/soak.md; here is a sample of them.
"""

from __future__ import annotations

import pytest

from heraut import bots
from heraut.bots.fief.court import site
from heraut.bots.fief.planner import Planner, leaving, points_of, wins
from heraut.bots.fief.roads import way, within
from heraut.engine.conformance import random_player
from heraut.engine.match import Match
from heraut.engine.play import Player, play
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import fief
from heraut.games.fief.board.places import EVERY_VILLAGE, NEIGHBOURS, VILLAGE_OF
from heraut.games.fief.orders.answers import Settle
from heraut.games.fief.orders.order import Answer

LONG = 6_000  # steps, far beyond any match seen
player = bots.player("fief", "player")


def match(players: dict[str, Player[Answer]], seed: str, **options: object) -> Match[fief.state.Realm, Answer]:
    """A match to its end."""
    seats = {Seat(seat): one for seat, one in players.items()}
    return play(fief, seats, dict(options), seed.encode(), max_steps=LONG)


def winners(played: Match[fief.state.Realm, Answer]) -> set[str]:
    found = fief.result(played.state)
    assert found is not None
    return {seat for seat, score in found.scores.items() if score}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(10))
def test_he_beats_whoever_does_anything(number: int) -> None:
    mine, other = ("j1", "j2") if number % 2 else ("j2", "j1")
    assert winners(match({mine: player, other: random_player}, f"duel {number}")) == {mine}


@pytest.mark.slow
@pytest.mark.parametrize("families", [3, 4, 6])
def test_matches_among_his_like_come_to_an_end(families: int) -> None:
    for number in range(2):
        played = match({f"j{n}": player for n in range(1, families + 1)}, f"table {number}", mode="normal")
        assert winners(played)
        assert played.state.turn < 150


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"surrender": True, "bishop_auction": True, "population_pressure": True, "disease_concentration": True},
        {"pace": "async", "starting_lord": "choice"},
        {"stock_limits": False, "hidden_stacks": False},
    ],
)
def test_he_answers_under_every_option(options: dict[str, object]) -> None:
    played = match({f"j{n}": player for n in range(1, 4)}, "options", mode="points", points_turns=10, **options)
    assert winners(played)


@pytest.mark.slow
def test_every_answer_of_his_is_legal() -> None:
    seats = [Seat("j1"), Seat("j2"), Seat("j3")]
    played, rng = Match.new(fief, seats, {"mode": "points", "points_turns": 10}, b"legal"), Rng(b"legal")
    while pending := played.pending():
        answers = {seat: player(decision, decision.view, rng) for seat, decision in pending.items()}
        for seat, answer in answers.items():
            assert not pending[seat].check(answer), (pending[seat].kind, answer)
        played.advance(answers)


def test_he_settles_in_the_middle_of_a_small_region() -> None:
    started = Match.new(fief, [Seat("j1"), Seat("j2")], {}, b"settle")
    (decision,) = started.pending().values()
    planner = Planner(decision, decision.view, Rng(b""))
    (order,) = player(decision, decision.view, Rng(b""))
    assert isinstance(order, Settle)
    assert order.village in (VILLAGE_OF["l_epervier"], VILLAGE_OF["st_gerome"])
    assert site(planner, order.village) == max(site(planner, village) for village in EVERY_VILLAGE)


# What he reckons with


def test_the_shortest_way_goes_through_what_is_free() -> None:
    everywhere = [True] * len(EVERY_VILLAGE)
    start, end = VILLAGE_OF["beaujeu"], VILLAGE_OF["st_andre"]
    found = way(start, end, everywhere)
    assert found[-1] == end and len(found) == within(start, 9)[end]
    assert all(b in NEIGHBOURS[a] for a, b in zip([start, *found], found, strict=False))
    closed = [village != found[0] for village in EVERY_VILLAGE]
    assert found[0] not in way(start, end, closed)
    assert way(start, start, everywhere) == [] == way(start, end, [False] * len(EVERY_VILLAGE))


def test_a_garrison_keeps_no_more_than_it_must() -> None:
    assert leaving((5, 1, 0), 1) == (4, 1, 0)
    assert leaving((0, 1, 1), 2) == (0, 0, 1)
    assert points_of(leaving((0, 0, 2), 1)) == 6
    assert leaving((1, 0, 0), 3) == (0, 0, 0)


def test_he_knows_the_exact_chances() -> None:
    assert wins(20, 18, "castle") == pytest.approx(0.0572, abs=1e-4)
    assert wins(20, 10, "open") > wins(20, 10, "castle") > wins(20, 10, "city")
    assert wins(20, 10, "open", margin=2) < wins(20, 10, "open")
