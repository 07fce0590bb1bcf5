"""The King who plays Rois aventuriers to win: what he never does, what he does, and that he wins."""

from __future__ import annotations

from collections import Counter

import pytest

from heraut import bots
from heraut.engine.conformance import random_player
from heraut.engine.play import Player
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois import orders as o
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import OFFICES, World
from heraut.games.rois.world.whereabouts import Whereabouts
from tests.games.rois.bare_world import FIELD, NEXT, bare_world, lay, person, place, troops
from tests.games.rois.scramble import scramble

player = bots.player("rois", "classic")

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
    world = bare_world(2, "neutral")
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


@pytest.mark.slow
def test_he_beats_random_kings() -> None:
    """A sample, from both seats; the campaign of a hundred matches belongs to the benchmarks."""
    won = 0
    for seed in range(6):
        bots = "pr" if seed % 2 else "rp"
        world, _ = match(bots, f"sample {seed}")
        won += max(world.scores, key=lambda number: world.scores[number]) == bots.index("p") + 1
    assert won >= 5


@pytest.mark.slow
@pytest.mark.rule("RO-SOLO-01")
def test_eight_of_him_finish_games_of_twenty_years_pay_their_armies_and_win_offices() -> None:
    conquered = unpaid = 0
    for seed in ("eight", "pay", "gold"):
        world, told = match("pppppppp", seed, turns=20)
        assert world.road is not None and world.turn > 1
        assert told["conquered"] > 40 and told["encounter"] > 20
        conquered, unpaid = conquered + told["conquered"], unpaid + told["unit_unpaid"]
        assert set(world.offices) == set(OFFICES)
        assert len({world.characters[number].kingdom for number in world.offices.values()}) >= 3
    assert unpaid < conquered / 3


@pytest.mark.rule("RO-SOLO-01")
@pytest.mark.parametrize(("gold", "sent"), [(4, ()), (3, (5,)), (0, (5, 3))])
def test_who_cannot_be_paid_is_sent_home_the_worst_first(gold: int, sent: tuple[int, ...]) -> None:
    """Ten of taxes, twelve for six legions and two for two Heroes: four pieces are missing."""
    world = borderland()
    lay(world, FIELD, owner=A, tax=0)
    world.kingdoms[A].gold = gold
    for each in world.characters.values():
        each.alignment = "neutral"  # paid for their levels alone
    legions = list(world.units.values())
    legions[4].quality, legions[2].quality = 0, 1
    look_around(Whereabouts(world), 1, 5)
    found = [each for each in orders(world)[world.kingdoms[A].king] if isinstance(each, o.Disband)]
    assert found == ([o.Disband(tuple(sorted(legions[n - 1].number for n in sent)))] if sent else [])


@pytest.mark.rule("RO-SOLO-01")
@pytest.mark.parametrize(
    ("chancellor", "admiral", "studies"), [(90, 20, "EX"), (20, 90, "NA"), (None, 90, "EX"), (90, None, "NA")]
)
def test_the_idle_seek_the_office_that_lies_nearest(chancellor: int | None, admiral: int | None, studies: str) -> None:
    """Two talents that he knows equally well: the standings say which race he can win."""
    world = borderland()
    hero = person(world, A, FIELD, EX=2, NA=2)
    hero.aptitudes |= {ability: 0 for ability in hero.aptitudes if ability not in ("EX", "NA")}
    world.kingdoms[A].exploration = dict.fromkeys(range(1, 163), 100)
    world.kingdoms[A].standings = {"chancellor": chancellor, "admiral": admiral}
    assert orders(world)[hero.number] == [o.Practise(studies)] * 5


@pytest.mark.rule("RO-SOLO-01")
def test_two_do_not_run_the_same_race() -> None:
    """His comrade leads the race for the Chancellor, where he would add nothing; he turns to the sea."""
    world = borderland()
    person(world, A, FIELD, EX=4)
    hero = person(world, A, FIELD, EX=1, NA=1)
    hero.aptitudes |= {ability: 0 for ability in hero.aptitudes if ability not in ("EX", "NA")}
    world.kingdoms[A].exploration = dict.fromkeys(range(1, 163), 100)
    world.kingdoms[A].standings = {"chancellor": 100, "admiral": 25}
    assert orders(world)[hero.number] == [o.Practise("NA")] * 5


@pytest.mark.rule("RO-SOLO-01", "RO-EXP-05")
@pytest.mark.parametrize("natives", [True, False])
def test_nobody_studies_among_enemies(natives: bool) -> None:
    world = borderland()
    world.units.clear()  # there is nobody to march on them
    world.kingdoms[A].gold = 0
    hero = person(world, A, NEXT[0])
    if natives:
        troops(world, "LE", 0, NEXT[0])
    world.kingdoms[A].exploration = dict.fromkeys(range(1, 163), 100)
    look_around(Whereabouts(world), 1, 5)
    found = orders(world)[hero.number]
    assert len(found) == 5 and all(isinstance(each, o.Practise) is not natives for each in found)


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
    look_around(Whereabouts(world), 1, 5)
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
