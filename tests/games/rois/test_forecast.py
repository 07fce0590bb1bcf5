"""The year as it is foreseen: what is certain comes true whatever others do, the rest where nobody interferes; nothing
hidden shows in it (RO-TOOL-04, RO-TOOL-05, RO-INFO-03).
"""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois import orders as o
from heraut.games.rois.calculators.budget import budget
from heraut.games.rois.calculators.known_battle import known_battle
from heraut.games.rois.dice import Chance
from heraut.games.rois.forecast.adventure import encounter, search, wanderers
from heraut.games.rois.forecast.attack import Unanswerable, attack
from heraut.games.rois.forecast.certainty import CERTAIN, UNDISTURBED, UNKNOWN
from heraut.games.rois.forecast.grid import forecast
from heraut.games.rois.forecast.model import Cell, Forecast
from heraut.games.rois.orders import Action, Sheet
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.sample import random_sheet
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import Sighting, World
from heraut.games.rois.view import view
from heraut.games.rois.world.geography import NEIGHBOURS
from heraut.games.rois.world.whereabouts import Whereabouts

from .builders import (
    Fate,
    feature,
    free_hero,
    king,
    meet,
    own,
    person,
    relate,
    sheet,
    sheets,
    units,
    world,
)
from .foreseen import lived
from .scramble import scramble
from .test_calculators import CHANCY, quiet_year

J1 = Seat("j1")
DONE = {
    o.Move: "moved", o.Leave: "left_units", o.PickUp: "picked_up", o.Disband: "disbanded", o.Dismiss: "hero_dismissed",
    o.Spy: "spy_report", o.Defend: "on_guard", o.GiveItem: "item_given",
}  # fmt: skip


def seen(state: World) -> World:
    """Every King looks around, as at the end of last year."""
    look_around(Whereabouts(state), state.turn - 1, 6)
    return state


def foresee(state: World, text: str) -> Forecast:
    """What King 1 foresees of this sheet."""
    return forecast(view(seen(state), J1), sheet(state, "j1", text))


# Nothing hidden


@pytest.mark.slow
@pytest.mark.rule("RO-INFO-03", "RO-INFO-06")
@pytest.mark.parametrize("seed", range(3))
def test_a_forecast_does_not_move_with_what_is_hidden(seed: int) -> None:
    rng = Rng(f"hidden {seed}".encode())
    state, told = rois.setup([Seat(f"j{n}") for n in range(1, 5)], {}, rng.at("setup")).state, 0
    for year in range(4):
        owed = rois.pending(state)
        answers = {seat: asked.sample(rng.at("sheet", year, seat)) for seat, asked in owed.items()}
        for seat, asked in owed.items():
            other = rois.pending(scramble(state, seat, rng.at("scramble", year, seat)))[seat].view
            found = forecast(asked.view, answers[seat])
            assert found == forecast(other, answers[seat])
            told += len(found.rows)
            for place in NEIGHBOURS[asked.view["own"]["home"]][:2]:
                assert battle(asked.view, answers[seat], place) == battle(other, answers[seat], place)
            who = asked.view["own"]["king"]
            if who in asked.book.characters and not asked.book.characters[who]["died"]:
                assert encounter(asked.view, answers[seat], who, 3, "ogre", runs=20) == encounter(
                    other, answers[seat], who, 3, "ogre", runs=20
                )
        state = rois.advance(state, answers, rng.at("year", year)).state
    assert told


def battle(seen: Any, orders: Sheet, province: int) -> Any:
    """The odds of an attack there, or why there are none."""
    leaders = sorted({each["leader"] for each in seen["own"]["units"]} - {0})
    try:
        return attack(seen, orders, 1, province, joining=leaders[:1], runs=20)
    except Unanswerable as fault:
        return fault.code, fault.data


# What comes true


@pytest.mark.slow
@pytest.mark.rule("RO-TOOL-04", "RO-TURN-06", "RO-GEN-07")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_certain_comes_true_whatever_others_do(seed: int) -> None:
    rng = Rng(f"certain {seed}".encode())
    state, kept = rois.setup([Seat(f"j{n}") for n in range(1, 9)], {}, rng.at("setup")).state, 0
    for year in range(4):
        owed = rois.pending(state)
        answers = {seat: asked.sample(rng.at("sheet", year, seat)) for seat, asked in owed.items()}
        for seat, asked in owed.items():
            truth = lived(state, answers, Chance(rng.at("year", year)), seat)
            for row in forecast(asked.view, answers[seat]).rows:
                cell = row.cells[0]
                assert all(later.certainty != CERTAIN for later in row.cells[1:] if later.units)
                if cell.certainty == CERTAIN:
                    assert truth.stands[1].places.get(cell.character) == cell.after, cell
                if cell.order is not None and cell.done == CERTAIN:
                    told = [each.kind for each in truth.of(cell.character, 1)]
                    why = [each.data["reason"] for each in truth.of(cell.character, 1) if each.kind == "ignored"]
                    assert why == ([] if cell.reason is None else [cell.reason.code]), (cell, why)
                    if cell.reason is None and type(cell.order) in DONE:
                        assert DONE[type(cell.order)] in told, (cell, told)
                        kept += 1
        state = rois.advance(state, answers, rng.at("year", year)).state
    assert kept > 5


@pytest.mark.slow
@pytest.mark.rule("RO-TOOL-04", "RO-MOVE-02", "RO-MOVE-12", "RO-REC-03", "RO-ARMY-09", "RO-FIN-02", "RO-FIN-03")
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_where_nobody_interferes_the_year_is_as_foreseen(seed: int) -> None:
    rng = Rng(f"{seed}".encode())
    state = quiet_year(rng)
    known = view(state, J1)
    drawn = random_sheet(Book(known), rng)
    orders = Sheet(tuple(each for each in drawn.actions if not isinstance(each.order, CHANCY)), (), drawn.realm)
    found = forecast(known, orders)
    truth = lived(state, {**sheets(state, None), J1: orders}, Fate(), J1)

    for row in found.rows:
        for cell in row.cells:
            stand = truth.stands[cell.season]
            if cell.certainty != UNKNOWN:
                assert stand.places[cell.character] == cell.after, cell
                assert tuple(n for n in stand.led[cell.character] if n in known_units(known)) == cell.units, cell
                assert len(stand.led[cell.character]) == len(cell.units) + sum(n for _, n in cell.recruits)
            if cell.order is not None and cell.done != UNKNOWN:
                why = [e.data["reason"] for e in truth.of(cell.character, cell.season) if e.kind == "ignored"]
                assert why == ([] if cell.reason is None else [cell.reason.code]), cell
    assert [till.gold for till in found.purse.tills[1:]] == [truth.stands[season].gold[1] for season in range(1, 7)]
    assert found.purse.left == budget(known, orders).left


def known_units(seen: Any) -> set[int]:
    """One's own as the year begins."""
    return {each["number"] for each in seen["own"]["units"]}


# Cells worked by hand: King 1 stands at home in 41, beside 22, 23, 40, 42, 58 and 59


def cells(state: World, text: str, who: int = 1) -> tuple[Cell, ...]:
    """The year of one of King 1's people."""
    found = foresee(state, text)
    return next(row.cells for row in found.rows if row.character == who)


@pytest.mark.rule("RO-MOVE-03", "RO-MOVE-12")
def test_a_march_through_own_lands_counts_its_moves() -> None:
    state = world()
    own(state, 1, 42, 43, 44)
    units(state, 1, 41, "LE", leader=1)  # two moves a year
    found = cells(state, "@1\n1: MO 42\n2: MO 43\n3: MO 44")
    assert [(each.before, each.after, each.moves) for each in found[:3]] == [
        (41, 42, (1, 0)), (42, 43, (0, 0)), (43, 43, (0, 0)),
    ]  # fmt: skip
    assert (found[0].before_certainty, found[0].done, found[0].certainty) == (CERTAIN, CERTAIN, UNDISTURBED)
    assert found[1].done == UNDISTURBED
    assert found[2].reason is not None and found[2].reason.code == "no_moves"


@pytest.mark.rule("RO-MOVE-01", "RO-EXPL-07")
def test_alone_one_moves_freely_among_beasts() -> None:
    found = cells(world(), "@1\n1: MO 42\n2: MO 43\n3: MO 44")
    assert [each.after for each in found] == [42, 43, 44, 44, 44]
    assert all(each.moves is None for each in found)
    assert (found[0].done, found[0].certainty) == (CERTAIN, UNDISTURBED)
    assert [omen.data["chance"] for omen in found[0].omens if omen.code == "beasts"] == [10]


@pytest.mark.rule("RO-MOVE-08", "RO-BAT-35")
def test_an_attack_is_foreseen_won_and_makes_everything_after_it_unknown() -> None:
    state = world()
    units(state, 0, 42, "LE", "LE")
    units(state, 1, 41, "HC", "HC", leader=1)
    state.kingdoms[1].sightings[42] = Sighting(0, 6, 0, {0: 1}, [])
    found = cells(state, "@1\n1: MO 42\n2: MO 43")
    assert [omen.code for omen in found[0].omens] == ["moved", "battle", "conquest"]
    assert found[0].after == 42 and found[0].certainty == UNKNOWN
    assert found[0].moves == (1, 0)  # three, one for the way, one for the conquest
    assert found[1].before_certainty == UNKNOWN


@pytest.mark.rule("RO-BAT-35", "RO-FIN-02")
def test_taxes_of_what_is_still_to_be_conquered_are_hoped_for() -> None:
    state = world()
    state.kingdoms[1].gold = 0
    units(state, 1, 41, *["HC"] * 4, leader=1)  # their pay is 12, the taxes of home 10
    state.kingdoms[1].sightings[42] = Sighting(0, 6, 0, {}, [])
    purse = foresee(state, "@1\n1: MO 42").purse
    assert (purse.taxes, purse.hoped, purse.missing) == (10, 5, purse.troops - 10)
    assert [(each.season, each.lacks, each.covered) for each in purse.unpaid] == [
        (6, purse.missing, purse.missing <= 5)
    ]
    assert purse.unpaid[0].units


@pytest.mark.rule("RO-FIN-02", "RO-BAT-02")
def test_taxes_under_the_eyes_of_an_enemy_are_hoped_for() -> None:
    state = world()
    relate(state, 1, 2, "enemy")
    units(state, 1, 41, "HC", leader=1)
    units(state, 2, 41, "LE")
    purse = foresee(state, "@1\n1: EX").purse
    assert (purse.taxes, purse.hoped) == (0, 10)
    assert purse.left == budget(view(state, J1), sheet(state, "j1", "@1\n1: EX")).left


@pytest.mark.rule("RO-TURN-08", "RO-ORD-15a")
def test_idle_is_who_has_no_order_and_does_not_defend() -> None:
    state = world()
    person(state, 1, 41)
    found = foresee(state, "@1\n2: EX\n3: DE")
    assert [each.idle for each in found.rows[0].cells] == [True, False, False, False, False]
    assert [each.idle for each in found.rows[1].cells] == [True] * 5
    assert not any(each.idle for row in forecast(view(state, J1), o.SILENCE).rows for each in row.cells)


@pytest.mark.rule("RO-TURN-06", "RO-ARMY-09")
def test_a_hand_over_waits_for_the_comrade_who_arrives() -> None:
    state = world()
    own(state, 1, 42)
    other = person(state, 1, 42)
    units(state, 1, 41, "LE", leader=1)
    found = foresee(state, f"@1\n1: LE * {other.number}\n@{other.number}\n1: MO 41")
    assert found.cell(other.number, 1).units == (1,) and found.cell(1, 1).units == ()
    assert {"who": other.number, "origin": 42} in [o.data for o in found.cell(1, 1).omens if o.code == "comrade"]


@pytest.mark.rule("RO-GEN-06", "RO-REC-03", "RO-REC-04")
@pytest.mark.parametrize(("gold", "count", "lacks"), [(4, 2, 0), (3, 2, 1), (2, 2, 2), (1, 2, 3), (40, 5, 0)])
def test_what_an_order_lacks_is_told_with_its_season(gold: int, count: int, lacks: int) -> None:
    state = world()
    state.kingdoms[1].gold = gold
    unpaid = [each for each in foresee(state, f"@1\n2: RE LE {count}").purse.unpaid if each.season < 6]
    assert [(each.season, each.character, each.lacks) for each in unpaid] == ([(2, 1, lacks)] if lacks else [])


@pytest.mark.rule("RO-HERO-04", "RO-HERO-05", "RO-MAG-04", "RO-SPY-04", "RO-EXP-05")
def test_chances_stand_beside_their_orders() -> None:
    state = world()
    king(state, 1, WH=2, SP=3)
    hero = free_hero(state, 41, TA=3)
    state.kingdoms[1].met[hero.number] = rois.state.Acquaintance(41, 0, 0, dict(hero.levels))
    relate(state, 1, 2, "neutral")
    own(state, 2, 42)
    found = cells(state, f"@1\n1: HI {hero.number}\n2: CA GU\n3: SP 42\n4: PR TA\n5: EX")
    chances = [each.chance and (each.chance.least, each.chance.most) for each in found]
    from heraut.games.rois.calculators.chances import hiring, practice, unnoticed

    known = view(state, J1)
    assert chances[0] == (hiring(known, 1, hero.number),) * 2
    assert chances[2] == (unnoticed(known, 1), 100)  # of 42 nobody of ours has seen who holds it
    assert chances[3] == (practice(known, 1, "TA"),) * 2
    assert chances[1] is not None and chances[4] is None
    assert (found[0].done, found[1].done, found[2].done) == (UNKNOWN, UNKNOWN, UNDISTURBED)


@pytest.mark.rule("RO-TURN-01")
def test_a_stranger_in_sight_leaves_nothing_certain() -> None:
    state = world()
    text = "@1\n1: SP 42"
    assert cells(state, text)[0].done == CERTAIN
    person(state, 2, 41)
    found = cells(state, text)[0]
    assert found.done == UNDISTURBED and found.before_certainty == CERTAIN
    assert [omen.data["who"] for omen in found.omens if omen.code == "stranger"] == [3]


@pytest.mark.rule("RO-FEAT-04", "RO-ENC-03")
def test_of_searches_and_meetings_nothing_is_made_up() -> None:
    state = world()
    hidden = feature(state, 41, guardian="dragon")
    found = cells(state, "@1\n1: SE 1\n2: EX")
    assert found[0].reason is None and found[0].certainty == UNKNOWN
    state.kingdoms[1].features[hidden.number] = 0  # nobody guards it any more
    assert cells(state, "@1\n1: SE 1\n2: EX")[0].certainty == UNDISTURBED
    meet(state, 1, 2)
    found = cells(state, "@1\n1: EN 2")
    assert found[0].reason is not None and found[0].reason.code == "not_here"


@pytest.mark.rule("RO-ORD-21", "RO-HERO-07")
def test_whoever_is_dismissed_before_he_acts_does_nothing() -> None:
    state = world()
    king(state, 1, MA=3)  # he acts first
    hero = person(state, 1, 41)
    found = cells(state, f"@1\n1: FI {hero.number}\n@{hero.number}\n1: PR TA\n2: PR TA", hero.number)
    assert [each.reason and each.reason.code for each in found[:2]] == ["dismissed", "dismissed"]
    assert not any(each.idle for each in found)


def test_who_pursues_or_flies_is_where_he_hopes_to_be() -> None:
    state = world()
    person(state, 1, 43)
    found = cells(state, "@1\n1: PU 3\n2: EX")
    assert (found[0].after, found[0].certainty) == (42, UNDISTURBED)  # a comrade is always found
    meet(state, 1, 2)
    state.kingdoms[1].met[2] = rois.state.Acquaintance(44, 0, 2)
    found = cells(state, "@1\n1: PU 2\n2: EX")
    assert (found[0].after, found[0].done, found[1].before_certainty) == (42, UNKNOWN, UNKNOWN)


def test_the_heir_stands_where_he_arrives() -> None:
    state = world()
    late = king(state, 1)
    state.kingdoms[1].heir = person(state, 1, 0, role="king").number
    late.died, late.hp = 1, 0
    state.turn = 2
    found = foresee(state, "@3\n1: MO 42")
    assert [row.character for row in found.rows] == [3]
    assert (found.cell(3, 1).before, found.cell(3, 1).after) == (41, 42)


# Battles and encounters


@pytest.mark.rule("RO-TOOL-02")
def test_a_battle_is_fought_from_where_one_s_own_will_be() -> None:
    state = world()
    own(state, 1, 42)
    units(state, 0, 43, "LE", "LE")
    units(state, 1, 41, *["HC"] * 6, leader=1)
    state.kingdoms[1].sightings[43] = Sighting(0, 6, 0, {0: 1}, [])
    orders = sheet(seen(state), "j1", "@1\n1: MO 42\n2: MO 43")
    known = view(state, J1)
    found = attack(known, orders, 2, 43, runs=300)
    at_once, _ = known_battle(known, Sheet(), 43, [1])
    assert abs(found.victory - at_once.odds(Rng(b"other"), 300).victory) < 0.15
    assert found.attacks and found.leaders == (1,) and [each.count for each in found.own] == [6]
    assert "force" in [each.code for each in found.supposed]
    with pytest.raises(Unanswerable, match="no_troops"):
        attack(known, orders, 1, 43)
    assert attack(known, Sheet(), 1, 43, joining=[1], runs=300).strength == found.strength


@pytest.mark.rule("RO-TOOL-02")
def test_who_defends_reads_his_own_victory() -> None:
    state = world()
    units(state, 1, 41, *["HC"] * 6, leader=1)
    units(state, 2, 41, "LE")
    relate(state, 1, 2, "enemy")
    found = attack(view(seen(state), J1), Sheet(), 1, 41, runs=200)
    assert not found.attacks and found.victory > 0.9 and found.own_losses < found.foe_losses


@pytest.mark.rule("RO-TOOL-03", "RO-ENC-27")
def test_a_plan_is_tried_on_the_guardian_that_one_knows() -> None:
    state = world()
    lair = feature(state, 41, guardian="ogre", hp=8)
    known = view(seen(state), J1)
    assert search(known, Sheet(), 1, 1, 1) is None
    state.kingdoms[1].features[lair.number] = 3
    king(state, 1, ME=5)
    known = view(state, J1)
    fights = search(known, sheet(state, "j1", "@1\nPLAN {FI}"), 1, 1, 1)
    flees = search(known, sheet(state, "j1", "@1\nPLAN {FL}"), 1, 1, 1)
    assert fights is not None and flees is not None
    assert fights.known and fights.victory > flees.victory
    assert {each.monster for each in wanderers(known, Sheet(), 1, 1, runs=10)}


# As fast as a page asks


def test_a_large_sheet_is_foreseen_in_a_blink() -> None:
    state = world(4)
    own(state, 1, 40, 42, 58, 59)
    for _ in range(29):
        units(state, 1, 41, "LE", "HC", leader=person(state, 1, 41, TA=3, ME=2).number)
    known = view(seen(state), J1)
    numbers = [each["number"] for each in known["own"]["characters"]]
    orders = Sheet(tuple(Action(n, s, o.Move(42 if s % 2 else 41)) for n in numbers for s in (1, 2, 3, 4)))
    fastest = min(timed(known, orders) for _ in range(5))
    assert len(orders.actions) == 120 and fastest < 0.05, fastest


def timed(known: Any, orders: Sheet) -> float:
    """Seconds of work for one forecast."""
    start = time.process_time()
    forecast(known, orders)
    return time.process_time() - start
