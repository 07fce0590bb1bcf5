"""Calls and ballots: when a King wants an end, and for whom he votes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from heraut.bots import in_place_of_player
from heraut.bots.rois.elections import choice, compromise, wants_end
from heraut.bots.rois.master import ballots
from heraut.bots.rois.planner import Planner
from heraut.bots.rois.traits import PLAYER, Traits
from heraut.engine.protocol import Seat
from heraut.games import rois
from heraut.games.rois import orders as o
from heraut.games.rois.state import World
from tests.games.rois.bare_world import bare_world

from .test_levels import sheet

A, B, C = 1, 2, 3


def electorate(turn: int = 13) -> World:
    """Three allies, of whom the third stands between the others; a vote is held."""
    world = bare_world(3, "allied")
    for number, alignment in ((A, "good"), (B, "evil"), (C, "neutral")):
        world.kingdoms[number].alignment = alignment  # type: ignore[assignment]
    world.turn = world.vote = turn
    return world


def planner(world: World, traits: Traits = PLAYER, seat: str = "j1") -> Planner:
    return Planner(rois.view(world, Seat(seat)), traits)


def test_all_agree_on_the_king_between_them() -> None:
    world = electorate()
    assert {compromise(planner(world, seat=seat)) for seat in ("j1", "j2", "j3")} == {C}


def test_of_several_each_has_his_turn() -> None:
    world = bare_world(3, "allied")
    found = set()
    for world.turn in (10, 11, 12):
        found.add(compromise(planner(world)))
    assert found == {A, B, C}


@pytest.mark.parametrize(
    ("standings", "ballot"),
    [({"emperor": 100}, A), ({"priest": 100, "admiral": 100}, C), ({"priest": 40}, 0)],
)
def test_the_greatest_votes_for_himself_the_satisfied_for_an_end(standings: dict[str, int], ballot: int) -> None:
    world = electorate()
    world.kingdoms[A].standings = dict(standings)
    assert choice(planner(world)) == ballot


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["player", "novice", "master@0.02", "classic"])
def test_in_the_place_of_a_player_a_king_calls_no_election_and_votes_for_no_other(bot: str) -> None:
    world = electorate()
    world.kingdoms[A].standings = {"priest": 100, "admiral": 100}
    staunch = in_place_of_player("rois", bot)
    votes = [order for order in sheet(world, staunch).realm if isinstance(order, o.Vote)]
    assert votes and all(vote.kingdom in (0, A) for vote in votes)
    world.vote, world.turn = 0, 12
    world.kingdoms[A].may_call = True
    assert o.CallVote() in sheet(world, bot).realm or bot != "player"
    assert o.CallVote() not in sheet(world, staunch).realm


def test_a_master_in_the_place_of_a_player_weighs_no_ballot_for_another() -> None:
    world = electorate()
    assert o.Vote(C) in [order for ballot in ballots(planner(world, PLAYER)) for order in ballot]
    staunch = planner(world, replace(PLAYER, staunch=True))
    assert {ballot for (ballot,) in ballots(staunch)} == {o.Vote(A), o.Vote(0)}


def test_an_enemy_has_no_vote_and_a_friend_of_ones_kind_has_it_late() -> None:
    world = electorate()
    world.kingdoms[A].standings = {"priest": 100, "admiral": 100}
    world.kingdoms[A].relations[C] = world.kingdoms[C].relations[A] = "enemy"
    assert choice(planner(world)) == 0
    world = electorate()
    assert choice(planner(world, Traits(votes=True, kin=2))) == C
    world.turn = 9
    assert choice(planner(world, Traits(votes=True, kin=2))) == 0


def test_nobody_wants_an_end_early() -> None:
    for turn, wants in ((5, False), (10, True)):
        world = electorate(turn)
        world.kingdoms[A].standings = {"priest": 100, "admiral": 100}
        assert wants_end(planner(world)) is wants


@pytest.mark.parametrize(("name", "calls", "ballot"), [("classic", True, A), ("player:greedy", False, None)])
def test_who_gains_nothing_calls_no_election(name: str, calls: bool, ballot: int | None) -> None:
    """In the first release everybody called as soon as he might, and voted for himself each year."""
    world = electorate(8)
    world.vote, world.kingdoms[A].may_call = 0, True
    found = sheet(world, name).realm
    assert (o.CallVote() in found) is calls
    assert (o.Vote(A) in found) is (ballot == A)
