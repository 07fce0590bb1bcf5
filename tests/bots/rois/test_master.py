"""The master: what he knows besides, what a world is worth to him, and that he looks ahead."""

from __future__ import annotations

import pytest

from heraut.bots.character import Character
from heraut.bots.rois.evaluation import evaluate, expected_points
from heraut.bots.rois.master import portfolio, searched
from heraut.bots.rois.traits import MASTER
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois import orders as o
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.sheet.book import Book
from tests.games.rois.bare_world import FIELD, NEXT, lay, person, troops

from .test_levels import J1, A, court, orders, seen, sheet

SEATS = [Seat(f"j{n}") for n in range(1, 5)]


def test_all_that_he_weighs_is_legal_and_the_usual_comes_first() -> None:
    world = rois.setup(SEATS, {}, Rng(b"master")).state
    world.vote = world.turn
    decision = rois.pending(world)[J1]
    found = portfolio(decision, decision.view, MASTER, Rng(b"1"))
    assert len(set(found)) > 3
    assert not [fault for each in found for fault in decision.check(each)]
    assert {order for each in found for order in each.realm if isinstance(order, o.Vote)} >= {o.Vote(0), o.Vote(1)}


@pytest.mark.slow
def test_the_same_stream_gives_the_same_sheet_and_it_reads_nothing_but_the_view() -> None:
    world = rois.setup(SEATS[:2], {}, Rng(b"master")).state
    view = rois.view(world, J1)
    decision, master = SheetDecision(view), Character("master", budget=0.02)
    found = searched(decision, view, Rng(b"1"), master)
    assert searched(decision, view, Rng(b"1"), master) == found
    assert not decision.check(found)
    assert Book(view).kingdom == A


def test_worth_rises_with_merit_and_ends_in_victory() -> None:
    world = rois.setup(SEATS, {}, Rng(b"worth")).state
    before = evaluate(world, J1)
    assert 0 < before < 1
    assert sum(evaluate(world, seat) for seat in SEATS) == pytest.approx(1)
    world.kingdoms[A].gold += 100
    assert evaluate(world, J1) > before
    assert expected_points(world)[A] == max(expected_points(world).values())
    world.road, world.scores = "turns", {1: 3000, 2: 1500, 3: 0, 4: 0}
    assert evaluate(world, J1) == 1 and evaluate(world, SEATS[1]) == pytest.approx(0.05)
    world.kingdoms[A].fallen = 3
    assert evaluate(world, J1) == 0


@pytest.mark.slow
def test_he_blesses_armies_where_that_brings_more_than_study() -> None:
    world = court()
    priest = person(world, A, FIELD, WH=2)
    priest.aptitudes = dict.fromkeys(priest.aptitudes, 0) | {"WH": 5}
    king = world.characters[world.kingdoms[A].king]
    troops(world, "LE LE", A, FIELD, king)
    person(world, A, NEXT[0])  # who sees that nothing is to be conquered there
    world.kingdoms[A].gold = 0
    assert o.Cast("BE", (king.number,)) in orders(sheet(seen(world), "master:loyal@0.01"), priest.number)
    assert not [each for each in orders(sheet(world, "classic"), priest.number) if isinstance(each, o.Cast)]


def test_his_captains_sail_for_seas_that_are_nobodys() -> None:
    world = court()
    for number in NEXT[1:]:
        world.provinces[number].race = ""
    sailor = person(world, A, FIELD, NA=2)
    world.provinces[FIELD].types = ("LE", "FL")
    world.kingdoms[A].gold = 60
    found = orders(sheet(seen(world), "master:cautious@0.01"), sailor.number)
    assert any(isinstance(each, o.Recruit) and each.type == "FL" for each in found)
    assert [each for each in found if isinstance(each, o.Move) and each.province in NEXT[1:]]


def test_his_last_army_goes_home_unpaid() -> None:
    """The first release paid it once more, on the last day of the match."""
    world = court()
    lay(world, FIELD, owner=A, tax=9)
    king = world.characters[world.kingdoms[A].king]
    troops(world, "LE LE", A, FIELD, king)
    world.turn = world.settings.turns
    assert isinstance(orders(sheet(seen(world), "master:loyal@0.01"), king.number)[-1], o.Disband)
    assert not [each for each in orders(sheet(world, "classic"), king.number) if isinstance(each, o.Disband)]
