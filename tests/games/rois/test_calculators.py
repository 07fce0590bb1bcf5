"""The budget and the chances agree with the engine (TOOL-04, TOOL-05)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Seat
from heraut.games.rois.calculators.budget import Budget, budget
from heraut.games.rois.calculators.chances import hiring, practice, pursuing, unnoticed
from heraut.games.rois.view import view

from .builders import (
    believe,
    free_hero,
    item,
    king,
    land,
    meet,
    own,
    person,
    play,
    sheet,
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
        gold=35, recruiting=5, gifts=6, taxes=18, stones=3, heroes=1, units=2 + 3 + 2 * 2 + 1, left=34, short=0
    )
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
    assert foreseen.short == 3 * len(first.units) - 13 and foreseen.left == 0


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
    assert (
        pursuing(seen, 1, 2) == 150 // 3 and pursuing(seen, 1, 2, leads=True) == 100 and pursuing(seen, 1, 99) is None
    )
    assert hiring(seen, 1, hero.number) is None
    state.kingdoms[1].exploration[41] = 0
    from heraut.games.rois.phases.exploration import find_hero

    from .builders import turn_of

    turn = turn_of(state)
    for each in (hero, far):
        find_hero(turn, 1, turn.characters[each.number])
    seen = view(turn.now, J1)
    assert (hiring(seen, 1, hero.number), hiring(seen, 1, far.number)) == (50, 0)
    turn.now.turn = 3
    assert pursuing(view(turn.now, J1), 1, 2) is None
