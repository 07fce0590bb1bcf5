"""The budget and the chances agree with the engine (TOOL-04, TOOL-05)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.rois import orders as o
from heraut.games.rois.calculators.budget import Budget, budget
from heraut.games.rois.calculators.chances import hiring, practice, pursuing, unnoticed
from heraut.games.rois.calculators.knowledge import forces_seen
from heraut.games.rois.orders import Sheet
from heraut.games.rois.phases.discovery import find_hero
from heraut.games.rois.phases.heroes import acceptance
from heraut.games.rois.phases.spying import pursuit_chance
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.sample import random_sheet
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import World
from heraut.games.rois.turn import advance
from heraut.games.rois.view import view
from heraut.games.rois.world.whereabouts import Whereabouts

from .builders import (
    YES,
    Fate,
    believe,
    free_hero,
    item,
    king,
    land,
    meet,
    own,
    person,
    play,
    relate,
    sheet,
    sheets,
    turn_of,
    units,
    world,
)

J1 = Seat("j1")


@pytest.mark.rule("RO-TOOL-04")
@pytest.mark.parametrize(
    "text",
    [
        "@ROYAUME",
        "@1\n1: RE LE 2\n2: RE GA 1",
        "@1\n1: RE HC 9\n2: RE HC 1",
        "@1\n1: MO 42\n2: RE LE 9\n@3\n1: RE LE 1",
        "@1\n1: DI 1\n@ROYAUME\nDON 2 3",
    ],
)
def test_the_budget_is_what_the_year_brings(text: str) -> None:
    state = play(world_of_means()).state
    orders = sheet(state, "j1", text)
    foreseen = budget(view(state, J1), orders)
    step = play(state, {"j1": text})

    assert step.state.kingdoms[1].gold == foreseen.left and foreseen.short == 0
    changes = [event.data for event in step.events if event.kind == "gold" and event.data["kingdom"] == 1]
    spent = {
        why: sum(each["amount"] for each in changes if each["why"] == why)
        for why in ("recruiting", "taxes", "stones", "unit_pay", "hero_pay")
    }
    assert spent == {
        "recruiting": -foreseen.recruiting, "taxes": foreseen.taxes, "stones": foreseen.stones,
        "unit_pay": -foreseen.units, "hero_pay": -foreseen.heroes,
    }  # fmt: skip


@pytest.mark.rule("RO-TOOL-04")
def test_a_budget_worked_by_hand() -> None:
    state = play(world_of_means()).state  # 20 + 10 and 7 + 1 of the mines + 3 of the stone - 1 - 2 - 3
    orders = sheet(state, "j1", "@1\n1: RE LE 2\n2: RE GA 1\n@ROYAUME\nDON 2 6")
    expected = Budget(
        gold=35, recruiting=5, hiring=0, gifts=6, taxes=18, stones=3, heroes=1, units=2 + 3 + 2 * 2 + 1, left=34,
        short=0,
    )  # fmt: skip
    assert budget(view(state, J1), orders) == expected


def world_of_means() -> object:
    """A kingdom with a mine, a stone, a Hero and a few units."""
    state = world(2)
    own(state, 1, 42)
    land(state, 42, terrain="mountain", tax_base=7)
    state.kingdoms[1].inventions = [3]
    state.kingdoms[1].gold = 20
    item(state, "PP", king(state, 1))
    person(state, 1, 41, TA=2)
    units(state, 1, 41, "LE", "HC", leader=1)
    return state


@pytest.mark.rule("RO-TOOL-04")
def test_the_budget_tells_what_will_be_missing() -> None:
    state = world(1)
    units(state, 1, 41, *["HC"] * 9, leader=1)
    state.kingdoms[1].gold = 3
    first = play(state).state
    first.kingdoms[1].gold = 3
    foreseen = budget(view(first, J1), sheet(first, "j1", "@ROYAUME"))
    assert foreseen.short == 3 * len(first.units) - 13
    assert foreseen.left == play(first).state.kingdoms[1].gold == 1  # four of them are paid


@pytest.mark.rule("RO-TOOL-04")
@pytest.mark.parametrize(
    ("text", "gold", "left"),
    [
        ("@1\n1: DI *", 5, 5 + 18 + 3 - 1),  # all that he leads, and nothing of what stands in garrison
        ("@1\n1: RE DR 2", 5, 5 + 18 + 3 - 1 - 5),  # no dragons are raised here: nothing is spent, or owed
        ("@1\n1: RE LE 2\n@ROYAUME\nDON 2 4", 4, 0 + 18 + 3 - 1 - 5 - 4),  # the gift finds an empty treasury
        ("@1\n1: RE LE 9 POUR 2", 9, 9 + 18 + 3 - 1 - 5),  # nobody may lead them for a stranger
        ("@3\n1: MO 42\n2: RE LE 9", 30, 30 - 3 * 2 + 18 + 3 - 1 - 5 - 3 * 2),  # rich mountains give three
        ("@1\n1: FI 3\n2: LE * G\n3: DI 1", 5, 5 + 18 + 3 - 3),  # from the garrison
    ],
)
def test_the_budget_follows_the_rules_line_by_line(text: str, gold: int, left: int) -> None:
    state = play(world_of_means()).state
    state.kingdoms[1].gold = gold
    assert play(state, {"j1": text}).state.kingdoms[1].gold == left
    assert budget(view(state, J1), sheet(state, "j1", text)).left == left


@pytest.mark.rule("RO-TOOL-04", "RO-HERO-05")
def test_a_hero_who_is_hired_is_paid_twice() -> None:
    state = world(2)
    hero = free_hero(state, 41, TA=3, ME=3, EL=3)
    turn = turn_of(state)
    find_hero(turn, 1, turn.characters[hero.number])
    look_around(turn, 0, 6, turn.marks)
    text = f"@1\n1: HI {hero.number}"
    found = budget(view(turn.now, J1), sheet(turn.now, "j1", text))
    assert (found.hiring, found.heroes, found.left) == (3, 3, 10 - 3 + 10 - 3)
    assert play(turn.now, {"j1": text}, chance=Fate(action=YES)).state.kingdoms[1].gold == found.left


@pytest.mark.rule("RO-TOOL-04", "RO-FIN-02", "RO-REC-02")
def test_an_enemy_in_the_land_costs_its_taxes() -> None:
    state = world(2)
    relate(state, 1, 2, "enemy")
    own(state, 1, 42)
    units(state, 2, 42, "LE")
    seen = turn_of(state)
    look_around(seen, 0, 6, seen.marks)
    assert budget(view(seen.now, J1), sheet(seen.now, "j1", "@1\n1: MO 42\n2: RE LE 1")).taxes == 10


CHANCY = (o.Search, o.Cast, o.Use, o.Hire, o.Meet, o.Pursue, o.Trail)


@pytest.mark.slow
@pytest.mark.rule("RO-TOOL-04")
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_without_chance_the_budget_is_the_year(seed: int) -> None:
    rng = Rng(f"{seed}".encode())
    state = quiet_year(rng)
    seen = view(state, J1)
    drawn = random_sheet(Book(seen), rng)
    orders = Sheet(tuple(each for each in drawn.actions if not isinstance(each.order, CHANCY)), (), drawn.realm)
    foreseen = budget(seen, orders)
    step = advance(state, {**sheets(state, None), J1: orders}, Fate())

    assert foreseen.left == step.state.kingdoms[1].gold
    changes = [each.data for each in step.events if each.kind == "gold" and each.data["kingdom"] == 1]
    spent = Counter(dict.fromkeys(("taxes", "stones", "recruiting", "hiring", "gift", "donation"), 0))
    for each in changes:
        spent[each["why"]] += each["amount"]
    assert (spent["taxes"], spent["stones"], -spent["recruiting"]) == (
        foreseen.taxes, foreseen.stones, foreseen.recruiting,
    )  # fmt: skip
    assert -spent["gift"] - spent["donation"] == foreseen.gifts and foreseen.hiring == 0
    if not foreseen.short:
        assert -spent["hero_pay"] == foreseen.heroes and -spent["unit_pay"] == foreseen.units


def quiet_year(rng: Rng) -> World:
    """Such a King in his second year, some gold in his coffers, and the match goes on."""
    state = play(small_empire(rng)).state
    state.road = None
    state.kingdoms[1].gold = rng.randint(0, 40)
    return state


def small_empire(rng: Rng) -> World:
    """A King who owns nearly everything, seas included, with people and troops of all sorts in three places."""
    state = world(2)
    own(state, 1, *[number for number in state.provinces if number != 50])
    richest = rng.choice((0, 10))
    for number in range(1, 163):
        if number not in (41, 50) and rng.random() < 0.3:
            land(state, number, terrain="sea", race="", types=(), tax_base=rng.randint(0, richest))
        elif number != 50:
            land(state, number, tax_base=rng.randint(0, richest), types=("LE", rng.choice(("HC", "FL", "BO"))))
    state.kingdoms[1].inventions = [n for n in range(1, 15) if rng.random() < 0.3]
    king(state, 1, DR=rng.randint(0, 4), MA=rng.randint(0, 3))
    for place in (41, 42, 50, 51):
        hero = person(state, 1, place, alignment=rng.choice(("neutral", "good", "evil")), TA=rng.randint(1, 4))
        item(state, rng.choice(("PP", "ER", "PG")), hero)
        if place != 50:
            types = [rng.choice(("LE", "GA", "HC", "FL", "DR", "BO")) for _ in range(rng.randint(0, 5))]
            units(state, 1, place, *types, leader=rng.choice((0, hero.number)))
    units(state, 1, 41, "LE", "LE", leader=1)
    meet(state, 1, 2)
    return state


@pytest.mark.rule("RO-TOOL-05")
def test_the_chances_are_those_of_the_rules() -> None:
    state = world(2)
    believe(state, 1, "druidic")
    king(state, 1, ME=1, SP=1)
    item(state, "CP", king(state, 1))
    king(state, 2, province=44)
    meet(state, 1, 2)
    hero = free_hero(state, 41, alignment="pagan", race="elf")
    far = free_hero(state, 41, alignment="evil", known_to=1)
    seen = view(state, J1)

    assert practice(seen, 1, "ME", teacher=True) == 50 and practice(seen, 1, "NE") == 40
    assert unnoticed(seen, 1) == 75
    assert pursuing(seen, 1, 2) == (150 // 3, 100) and pursuing(seen, 1, 99) is None
    assert hiring(seen, 1, hero.number) is None
    state.kingdoms[1].exploration[41] = 0
    turn = turn_of(state)
    for each in (hero, far):
        find_hero(turn, 1, turn.characters[each.number])
    seen = view(turn.now, J1)
    assert (hiring(seen, 1, hero.number), hiring(seen, 1, far.number)) == (50, 0)
    turn.now.turn = 2
    assert pursuing(view(turn.now, J1), 1, 2) is None, "a year ago is too long ago"


@pytest.mark.rule("RO-TOOL-05", "RO-SPY-08")
@pytest.mark.parametrize(
    ("seen", "armies", "shown"),
    [
        (True, ("LE", "LE"), (25, 50)),  # a force is seen beside him: does he lead it?
        (True, (), (25, 25)),  # he is seen without any
        (False, (), (25, 50)),  # nobody saw what stands where he was
    ],
)
def test_the_chance_to_pursue_tells_what_is_not_known(
    seen: bool, armies: tuple[str, ...], shown: tuple[int, int]
) -> None:
    state = world(2)
    king(state, 2, province=43)
    units(state, 2, 43, *armies, leader=2)
    person(state, 1, 43 if seen else 41)
    meet(state, 1, 2)
    found = turn_of(state)
    if seen:
        look_around(found, 0, 6, found.marks)
    assert pursuing(view(found.now, J1), 1, 2) == shown
    true = pursuit_chance(found, found.characters[1], found.characters[2])
    assert shown[0] <= true <= shown[1] and true == shown[bool(armies)]


@pytest.mark.rule("RO-TOOL-05", "RO-SPY-08")
def test_no_chance_to_pursue_is_shown_above_a_hundred() -> None:
    state = world(2)
    king(state, 1, SP=3)
    king(state, 2, province=42)
    meet(state, 1, 2)
    assert pursuing(view(state, J1), 1, 2) == (100, 100)


@pytest.mark.rule("RO-TOOL-05", "RO-SPY-08")
def test_a_free_hero_leads_nobody_and_comrades_are_always_found() -> None:
    state = world(1)
    hero = free_hero(state, 43, known_to=1)
    comrade = person(state, 1, 60)
    seen = view(state, J1)
    assert pursuing(seen, 1, hero.number) == (25, 25) and pursuing(seen, 1, comrade.number) == (100, 100)


@pytest.mark.rule("RO-TOOL-05", "RO-INFO-02")
@pytest.mark.parametrize(
    ("kingdom", "types", "likely"),
    [(0, ("BO", "LE"), ("BO", "elf")), (0, (), ("LE", "human")), (2, ("BO", "LE"), ("LE", "human"))],
)
def test_natives_are_taken_for_what_their_province_raises_and_strangers_for_what_their_home_does(
    kingdom: int, types: tuple[str, ...], likely: tuple[str, str]
) -> None:
    state = world(2)
    land(state, 42, race="elf", types=types)
    king(state, 1, province=42)
    units(state, kingdom, 42, "GA")
    look_around(Whereabouts(state), 1, 6)
    found = forces_seen(Book(view(state, J1)))
    assert {(unit.kingdom, unit.province, unit.type, unit.race) for unit in found} == {(kingdom, 42, *likely)}


@pytest.mark.rule("RO-TOOL-05", "RO-FEAT-08")
@pytest.mark.parametrize(("captor", "chance"), [(0, 60), (1, 90), (2, 60)])
def test_a_hero_whom_we_freed_likes_it_better(captor: int, chance: int) -> None:
    state = world(2)
    turn = turn_of(state)
    hero = free_hero(turn.now, 41, captor=captor, alignment="good", race="human")
    find_hero(turn, 1, hero)
    assert hiring(view(turn.now, J1), 1, hero.number) == chance
    assert acceptance(turn.kingdoms[1], turn.characters[1], hero) == chance
    assert view(turn.now, J1)["own"]["met"][str(hero.number)]["freed"] is (captor == 1)
