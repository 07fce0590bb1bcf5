"""The King who plays Rois aventuriers to win: what he never does, what he does, and that he wins."""

from __future__ import annotations

from collections import Counter

from heraut.bots.rois import player
from heraut.engine.conformance import random_player
from heraut.engine.play import Player
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois import orders as o
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import World
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


def test_he_raises_what_he_can_pay_and_no_more() -> None:
    for gold, raises in ((0, False), (60, True)):
        world = borderland()
        world.provinces[FIELD].types = ("LE",)
        world.kingdoms[A].gold = gold
        look_around(world, 1, 5)
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


def test_eight_of_him_finish_a_game_of_twenty_years() -> None:
    world, told = match("pppppppp", "eight", turns=20)
    assert world.road is not None and world.turn > 1
    assert told["conquered"] > 40 and told["encounter"] > 20
    assert told["unit_unpaid"] < told["conquered"] * 2
