"""The King who plays Rois aventuriers to win: what he never does, what he does, and that he wins."""

from __future__ import annotations

from collections import Counter

import pytest

from heraut.bots.rois import player
from heraut.engine.conformance import random_player
from heraut.engine.play import Player
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois import orders as o
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import World
from heraut.games.rois.whereabouts import Whereabouts
from tests.games.rois.scramble import scramble
from tests.games.rois.stage import FIELD, NEXT, lay, person, place, stage, troops

A, B = 1, 2


def match(bots: str, seed: str, turns: int = 15) -> tuple[World, Counter[str]]:
    """A match of players (p) and random Kings (r), to its end; what happened, by kind. Every sheet is legal."""
    seats = [Seat(f"j{n}") for n in range(1, len(bots) + 1)]
    world = rois.setup(seats, {"turns": turns}, Rng(seed.encode())).state
    rng, told, year = Rng(f"{seed} bots".encode()), Counter[str](), 0
    play: dict[str, Player] = {"p": player, "r": random_player}  # type: ignore[type-arg]
    while owed := rois.pending(world):
        sheets = {}
        for seat, decision in owed.items():
            bot = bots[seats.index(seat)]
            sheets[seat] = play[bot](decision, decision.view, rng.at(year, seat))
            assert not decision.check(sheets[seat])
        step = rois.advance(world, sheets, rng.at("year", year))
        world, year = step.state, year + 1
        told.update(event.kind for event in step.events)
    return world, told


def orders(world: World, seat: str = "j1") -> dict[int, list[o.Order]]:
    """What the bot orders in this seat, by character."""
    decision = rois.pending(world)[Seat(seat)]
    sheet = player(decision, decision.view, Rng(b"bot"))
    assert not decision.check(sheet)
    found: dict[int, list[o.Order]] = {}
    for action in sheet.actions:
        found.setdefault(action.character, []).append(action.order)
    return found


def borderland() -> World:
    """A's King holds the field with a good army; next door lives a handful of natives."""
    world = stage(2, "neutral")
    king = world.characters[world.kingdoms[A].king]
    king.province = FIELD
    lay(world, FIELD, owner=A, tax=9)
    world.kingdoms[A].charted = dict.fromkeys((FIELD, *NEXT), 1)
    world.kingdoms[A].visited = {FIELD: 1}
    for number in NEXT[1:]:
        lay(world, number, "sea")
    troops(world, "LE LE LE LE LE LE", A, FIELD, king)
    return world


def test_he_marches_on_whom_he_can_beat() -> None:
    world = borderland()
    assert o.Move(NEXT[0]) in orders(world)[world.kingdoms[A].king]


def test_he_stays_at_home_when_he_cannot() -> None:
    world = borderland()
    for unit in list(world.units.values())[1:]:
        del world.units[unit.number]
    world.kingdoms[A].gold = 0
    assert not [each for each in orders(world).get(world.kingdoms[A].king, []) if isinstance(each, o.Move)]


@pytest.mark.rule("RO-SOLO-01")
def test_he_raises_what_he_can_pay_and_no_more() -> None:
    for gold, raises in ((0, False), (60, True)):
        world = borderland()
        world.provinces[FIELD].types = ("LE",)
        world.kingdoms[A].gold = gold
        look_around(Whereabouts(world), 1, 5)
        counts = [each.count for each in orders(world)[world.kingdoms[A].king] if isinstance(each, o.Recruit)]
        assert bool(counts) is raises


def test_a_strong_hero_searches_what_he_can_master() -> None:
    world = borderland()
    hero = person(world, A, FIELD, ME=5)
    place(world, "TB", "skeleton")
    world.kingdoms[A].features = {1: -1}
    found = orders(world)[hero.number]
    assert any(isinstance(each, o.Search) and each.plan for each in found)
    place(world, "RD", "dragon")
    world.kingdoms[A].features = {2: -1}
    assert not [each for each in orders(world)[hero.number] if isinstance(each, o.Search) and each.place == 2]


def test_he_beats_random_kings() -> None:
    """A sample, from both seats; the campaign of a hundred matches belongs to the benchmarks."""
    won = 0
    for seed in range(6):
        bots = "pr" if seed % 2 else "rp"
        world, _ = match(bots, f"sample {seed}")
        won += max(world.scores, key=lambda number: world.scores[number]) == bots.index("p") + 1
    assert won >= 5


@pytest.mark.rule("RO-SOLO-01")
def test_eight_of_him_finish_a_game_of_twenty_years() -> None:
    world, told = match("pppppppp", "eight", turns=20)
    assert world.road is not None and world.turn > 1
    assert told["conquered"] > 40 and told["encounter"] > 20
    assert told["unit_unpaid"] < told["conquered"] * 2


# The least that a bot does (RO-SOLO-01)


@pytest.mark.rule("RO-SOLO-01")
def test_he_reads_nothing_but_his_view() -> None:
    """Another world that he cannot tell from this one is played alike."""
    world = rois.setup([Seat(f"j{n}") for n in range(1, 5)], {"turns": 20}, Rng(b"blind")).state
    for year in range(4):
        owed = rois.pending(world)
        sheets = {seat: player(decision, decision.view, Rng(b"one")) for seat, decision in owed.items()}
        for seat, sheet in sheets.items():
            other = rois.pending(scramble(world, seat, Rng(b"secrets")))[seat]
            assert player(other, other.view, Rng(b"two")) == sheet
        world = rois.advance(world, sheets, Rng(b"blind").at(year)).state


@pytest.mark.rule("RO-SOLO-01")
@pytest.mark.parametrize(("explored", "attacks"), [(0, False), (20, True)])
def test_he_attacks_from_a_superiority_of_thirteen_to_ten(explored: int, attacks: bool) -> None:
    """Two unknown units of a prosperous land, 2 x 4.5 x 2 x 1.25 x 1.1 = 24.75: 32.2 are needed of legions of 8."""
    world = borderland()
    for unit in list(world.units.values())[4:]:
        del world.units[unit.number]
    lay(world, NEXT[0], "plain", tax=5)
    world.kingdoms[A].gold = 0
    world.kingdoms[A].exploration[NEXT[0]] = explored  # 32, or 33.6
    king = world.characters[world.kingdoms[A].king]
    king.levels = {}
    moves = [each for each in orders(world).get(king.number, []) if isinstance(each, o.Move)]
    assert (o.Move(NEXT[0]) in moves) is attacks


@pytest.mark.rule("RO-SOLO-01")
def test_he_treats_with_everybody_until_turn_five() -> None:
    world = borderland()
    for turn, offers in ((1, True), (5, True), (6, False)):
        world.turn = turn
        decision = rois.pending(world)[Seat("j1")]
        sheet = player(decision, decision.view, Rng(b"bot"))
        assert (o.Treat(B) in sheet.realm) is offers


@pytest.mark.rule("RO-SOLO-01")
def test_the_best_fighter_searches_and_the_others_explore_or_study() -> None:
    world = borderland()
    novice, fighter = person(world, A, FIELD, ME=2), person(world, A, FIELD, ME=5)
    place(world, "TB", "skeleton")
    world.kingdoms[A].features = {1: -1}
    world.kingdoms[A].exploration = {FIELD: 0}
    found = orders(world)
    assert any(isinstance(each, o.Search) for each in found[fighter.number])
    assert not any(isinstance(each, o.Search) for each in found[novice.number])
    assert found[novice.number][0] == o.Explore()
    world.kingdoms[A].exploration = dict.fromkeys(range(1, 163), 100)
    assert all(isinstance(each, o.Practise) for each in orders(world)[novice.number])
