"""Spies, pursuers and trackers (SPY)."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Json, Seat
from heraut.games.rois.dice import Dice
from heraut.games.rois.orders import Pursue
from heraut.games.rois.phases.actions import give_out_orders
from heraut.games.rois.phases.faults import fault_of
from heraut.games.rois.phases.spying import pursuit_chance, with_error
from heraut.games.rois.resolution import Turn
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import Acquaintance, Tactic, World
from heraut.games.rois.tables import CONSTANTS
from heraut.games.rois.view import view
from heraut.games.rois.world.whereabouts import Whereabouts

from .builders import (
    NO,
    YES,
    Fate,
    Told,
    face,
    find,
    free_hero,
    item,
    king,
    meet,
    one,
    own,
    person,
    relate,
    season,
    turn_of,
    units,
    world,
)


def spring(state: World, text: str, *, chance: Fate | None = None, **others: str) -> Turn:
    """One order of King 1 in spring."""
    turn = turn_of(state, {"j1": f"@1\n1: {text}", **others}, chance=chance)
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    return turn


def look(state: World) -> Json:
    """What King 1 knows after he has looked around at the end of a season."""
    look_around(Whereabouts(state), 1, 6)
    return view(state, Seat("j1"))["own"]


def watched() -> World:
    """King 2 at home with an army, King 1 beside him."""
    state = world(3)
    king(state, 1, province=51)
    units(state, 2, 50, *["LE"] * 10, leader=2)
    meet(state, 1, 2)
    return state


@pytest.mark.rule("RO-SPY-03")
def test_the_error_of_a_report() -> None:
    """W30: level 3, 6 units: 4 to 8."""
    margin = CONSTANTS.margin[3]
    assert (with_error(6, margin, Dice(Told(0.0))), with_error(6, margin, Dice(Told(0.999)))) == (4, 8)
    assert with_error(10, 25, Dice(Told(0.999))) == 13, "12.5 rounds up"
    assert with_error(7, 7, Dice(Told(0.999))) == 7, "7.49 does not"
    assert with_error(0, 70, Dice(Told(0.0))) == 0 and with_error(90, 0, Dice(Told())) == 90


@pytest.mark.rule("RO-SPY-01", "RO-SPY-02")
def test_a_spy_reports_on_his_province_or_the_next() -> None:
    state = watched()
    state.kingdoms[2].gold = 40
    relate(state, 2, 3, "allied")
    turn = spring(state, "SP 50", chance=Fate(action=0.5))
    told = one(turn, "spy_report", "j1").data
    assert (told["owner"], told["race"], told["types"], told["tax_base"]) == (2, "human", ["LE", "HC"], 10)
    assert told["units"] == [[2, "LE", 10]] and told["characters"] == [[2, 2]]
    assert told["treasury"] == 40 and told["relations"] == [[3, "allied"]]
    assert one(spring(state, "SP 52"), "spy_report").data["treasury"] == -1
    assert one(spring(state, "SP 60"), "ignored").data["reason"] == "too_far"


@pytest.mark.rule("RO-SPY-02", "RO-SPY-11")
def test_one_s_own_units_are_reported_as_they_are() -> None:
    state = watched()
    king(state, 1, province=50)
    person(state, 1, 50)
    units(state, 1, 50, *["BO"] * 60, leader=1)
    turn = turn_of(state, {"j1": "@4\n1: SP 50\n2: TR 1"}, chance=Fate(action=NO))
    turn.marks.mirage.add(1)
    turn.marks.illusory.add(1)
    for number in (1, 2):
        turn.order_of = give_out_orders(turn)[number]
        season(turn, "B2")
    assert one(turn, "spy_report", "j1").data["units"] == [[1, "BO", 60], [2, "LE", 17]]
    assert one(turn, "trail_report", "j1").data["units"] == [["BO", 60]]


@pytest.mark.rule("RO-SPY-02", "RO-SPY-06", "RO-INFO-04")
def test_a_spy_sees_neither_mercenaries_nor_the_hidden_nor_his_own_people() -> None:
    state = watched()
    person(state, 1, 50)
    veiled = person(state, 2, 50)
    hidden, known = free_hero(state, 50), free_hero(state, 50, known_to=1)
    units(state, 0, 50, "TR", race="troll", mercenary=9)
    turn = turn_of(state, {"j1": "@1\n1: SP 50"}, chance=Fate(action=0.5))
    turn.marks.mirage.add(veiled.number)
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    told = one(turn, "spy_report", "j1").data
    assert told["units"] == [[2, "LE", 10]] and told["characters"] == [[2, 2], [known.number, 0]]
    assert hidden.number not in turn.kingdoms[1].met


@pytest.mark.rule("RO-SPY-02", "RO-SPY-06")
def test_a_spy_counts_an_illusory_army_twice_and_names_nobody_who_is_disguised() -> None:
    turn = turn_of(watched(), {"j1": "@1\n1: SP 50"}, chance=Fate(action=0.5))
    turn.marks.illusory.add(2)
    turn.marks.disguised.add(2)
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    told = one(turn, "spy_report", "j1").data
    assert told["units"] == [[2, "LE", 20]] and told["characters"] == [[0, 0]]


@pytest.mark.rule("RO-INFO-02", "RO-INFO-04")
@pytest.mark.parametrize(
    ("role", "threshold", "known", "visible"),
    [("hero", 9, False, True), ("free", 9, False, False), ("free", 9, True, True), ("free", 0, False, True)],
)
def test_a_free_hero_is_seen_once_he_is_discovered_and_a_vassal_always(
    role: str, threshold: int, known: bool, visible: bool
) -> None:
    state = world(2)
    other = person(state, 2 if role == "hero" else 0, 41, role=role, threshold=threshold)
    if known:
        meet(state, 1, other.number)
    seen = look(state)
    assert seen["map"]["41"]["characters"] == ([other.number] if visible else [])
    assert (str(other.number) in seen["met"]) is visible


@pytest.mark.rule("RO-INFO-02")
@pytest.mark.parametrize("last", [(42, 1, 2), (41, 0, 2), (41, 1, 3), (41, 1, 2)])
def test_it_is_known_where_a_stranger_was_last_seen_when_and_in_whose_service(last: tuple[int, int, int]) -> None:
    state = world(3)
    other = person(state, 2, 41)
    state.kingdoms[1].met[other.number] = Acquaintance(*last, {"TA": 2})
    met = look(state)["met"][str(other.number)]
    assert (met["province"], met["turn"], met["kingdom"], met["levels"]) == (41, 1, 2, {"TA": 2})


@pytest.mark.rule("RO-INFO-02", "RO-REC-08")
def test_mercenaries_are_nobody_s_force_and_one_s_own_units_no_foreign_one() -> None:
    state = world(2)
    units(state, 1, 41, "LE", "LE", leader=1)
    units(state, 2, 41, "LE", *["BO"] * 3)
    units(state, 0, 41, "TR", race="troll", mercenary=9)
    assert look(state)["map"]["41"]["forces"] == {"2": 2}


@pytest.mark.rule("RO-SPY-04", "RO-INFO-06")
def test_a_spy_is_noticed_or_not_by_his_level() -> None:
    """D5: 0, 50, 75, 88, 95 % not to be noticed."""
    for level, unnoticed in enumerate([0, 50, 75, 88, 95]):
        for told, seen in ((face(100 - unnoticed), True), (face(min(100, 101 - unnoticed)), unnoticed == 0)):
            state = watched()
            king(state, 1, SP=level)
            turn = spring(state, "SP 50", chance=Fate(action=(0.5, 0.5, NO, told)))
            assert bool(find(turn, "noticed", "j2")) is seen, (level, told)
            assert find(turn, "spy_report", "j1")
    told = one(spring(watched(), "SP 50", chance=Fate(action=YES)), "noticed", "j2").data
    assert (told["who"], told["kingdom"], told["province"]) == (1, 1, 50)


@pytest.mark.rule("RO-SPY-04")
def test_own_allied_and_native_lands_notice_nobody() -> None:
    state = watched()
    relate(state, 1, 2, "allied")
    assert not find(spring(state, "SP 50", chance=Fate(action=YES)), "noticed")
    assert not find(spring(watched(), "SP 51", chance=Fate(action=YES)), "noticed")


@pytest.mark.rule("RO-SPY-06")
def test_a_disguised_spy_is_noticed_half_as_often() -> None:
    for level, told, seen in ((0, 50, True), (0, 51, False), (2, 12, True), (2, 13, False)):
        state = watched()
        king(state, 1, SP=level)
        turn = turn_of(state, {"j1": "@1\n1: SP 50"}, chance=Fate(action=(0.5, 0.5, NO, face(told))))
        turn.marks.disguised.add(1)
        turn.order_of = give_out_orders(turn)[1]
        season(turn, "B2")
        assert bool(find(turn, "noticed", "j2")) is seen


@pytest.mark.rule("RO-SPY-06")
def test_nobody_notices_a_spy_behind_a_mirage() -> None:
    turn = turn_of(watched(), {"j1": "@1\n1: SP 50"}, chance=Fate(action=YES))
    turn.marks.mirage.add(1)
    turn.order_of = give_out_orders(turn)[1]
    season(turn, "B2")
    assert find(turn, "spy_report", "j1") and not find(turn, "noticed")


@pytest.mark.rule("RO-SPY-05", "RO-INV-01")
def test_an_invention_may_be_stolen_where_the_king_is_at_home_or_a_sage_stands() -> None:
    for case, works in (("home", True), ("lost", False), ("sage", True), ("known", False)):
        state = watched()
        king(state, 1, SP=2)
        state.kingdoms[2].inventions = [6]
        place = 50
        if case == "lost":
            own(state, 0, 50)
        if case == "sage":
            person(state, 2, 52, SA=1)
            place = 52
        if case == "known":
            state.kingdoms[1].inventions = [6]
        dice = (
            (0.5, 0.5, NO, NO, face(20))
            if place == 50 and case != "lost"
            else (NO, face(20))
            if place == 52
            else (0.5, NO, face(20))
        )
        turn = spring(state, f"SP {place}", chance=Fate(action=dice))
        assert ([each.data["invention"] for each in find(turn, "invention_stolen", "j1")] == [6]) is works, case
        assert turn.characters[1].merit == ({"chancellor": 1} if works else {})
    state = watched()
    king(state, 1, SP=2)
    state.kingdoms[2].inventions = [6]
    assert not find(spring(state, "SP 50", chance=Fate(action=(0.5, 0.5, NO, NO, face(21)))), "invention_stolen")


@pytest.mark.rule("RO-SPY-08")
def test_the_chance_to_pursue() -> None:
    """W9: level 2, a target leading units at distance 3: 150 x 2 / 3."""
    state = watched()
    king(state, 1, SP=2, province=53)
    turn = turn_of(state)
    hunter, prey = turn.characters[1], turn.characters[2]
    assert pursuit_chance(turn, hunter, prey) == 100
    for unit in turn.contingent(2):
        turn.move_unit(unit, 50, 0)
    assert pursuit_chance(turn, hunter, prey) == 50
    turn.move_character(hunter, 50)
    assert pursuit_chance(turn, hunter, prey) == 150, "distance 0 divides by 1"
    turn.move_character(hunter, 58)
    assert pursuit_chance(turn, hunter, prey) == 150 // 9
    turn.marks.disguised.add(2)
    assert pursuit_chance(turn, hunter, prey) == 150 // 9 // 2
    turn.move_character(hunter, 52)
    assert pursuit_chance(turn, hunter, prey) == 37, "half of 75"
    assert pursuit_chance(turn, hunter, person(turn.now, 1, 140)) == 100


@pytest.mark.rule("RO-SPY-08", "RO-SPY-09", "RO-SPY-10", "RO-ORD-16")
def test_a_pursuer_takes_the_next_step_under_the_conditions_of_a_move() -> None:
    state = watched()
    king(state, 1, province=53)
    turn = spring(state, "PU 2", chance=Fate(action=(YES, NO)))
    assert turn.characters[1].province == 52
    turn = spring(state, "PU 2", chance=Fate(action=NO))
    assert turn.characters[1].province == 53 and find(turn, "track_lost")
    units(state, 1, 53, "LE", leader=1)
    own(state, 3, 52)
    turn = spring(state, "PU 2", chance=Fate(action=(YES, NO)))
    assert turn.characters[1].province == 53 and one(turn, "ignored").data["reason"] == "neutral_border"
    assert one(spring(state, "TR 2", chance=Fate(action=YES)), "ignored").data["reason"] == "leads_units"


@pytest.mark.rule("RO-SPY-08", "RO-SPY-11")
@pytest.mark.parametrize("order", ["PU", "TR"])
@pytest.mark.parametrize("change", [{"died": 1}, {"province": 0}])
def test_the_track_of_the_dead_and_of_those_who_are_nowhere_is_lost(order: str, change: dict[str, int]) -> None:
    state = watched()
    king(state, 2, **change)
    turn = spring(state, f"{order} 2", chance=Fate(action=(YES, NO)))
    assert turn.characters[1].province == 51 and find(turn, "track_lost", "j1") and not find(turn, "trail_report")


@pytest.mark.rule("RO-SPY-08", "RO-SPY-09", "RO-GEN-07")
@pytest.mark.parametrize(
    ("change", "reason"),
    [({}, "neutral_border"), ({"died": 1}, ""), ({"province": 0}, ""), ({"province": 53}, "")],
)
def test_no_border_stops_the_pursuit_of_whoever_is_lost_or_here(change: dict[str, int], reason: str) -> None:
    state = world(2)
    king(state, 1, province=53)
    king(state, 2, **{"province": 51, **change})
    own(state, 2, 52)
    units(state, 1, 53, "LE", leader=1)
    turn = turn_of(state)
    fault = fault_of(turn, turn.characters[1], Pursue(2))
    assert (fault.reason if fault else "") == reason and fault_of(turn, turn.characters[1], Pursue(99)) is None


@pytest.mark.rule("RO-SPY-11")
@pytest.mark.parametrize(("prey", "origin", "there"), [(50, 51, True), (50, 52, False), (1, 2, True)])
def test_a_tracker_notes_what_he_sees_once_he_is_where_his_prey_is(prey: int, origin: int, there: bool) -> None:
    state = watched()
    king(state, 1, province=origin)
    king(state, 2, province=prey)
    turn = spring(state, "TR 2", chance=Fate(action=(YES, NO, NO, 0.5, NO)))
    assert turn.characters[1].province == origin - 1 and bool(find(turn, "trail_report", "j1")) is there


@pytest.mark.rule("RO-SPY-09")
def test_of_two_shortest_paths_the_lower_number_is_taken() -> None:
    state = watched()
    king(state, 1, province=86)
    king(state, 2, province=50)
    turn = spring(state, "PU 2", chance=Fate(action=(YES, NO)))
    assert turn.characters[1].province == 67


@pytest.mark.rule("RO-SPY-11", "RO-SPY-10", "RO-ORD-17")
def test_who_is_trailed_keeps_no_secret() -> None:
    state = watched()
    king(state, 1, province=51, SP=3)
    prey = king(state, 2, hp=6, plan=(Tactic("FI"), Tactic("FL")), duel=(Tactic("ME"),))
    item(state, "BF", prey)
    turn = spring(state, "TR 2", j2="@2\n1: PR TA", chance=Fate(action=(YES, NO, NO, 0.5, face(12))))
    told = one(turn, "trail_report", "j1").data
    assert (told["order"], told["hp"], told["items"], told["plan"], told["duel"]) == (
        "PR TA",
        6,
        [[11, "BF"]],
        "FI, FL",
        "ME",
    )
    assert told["units"] == [["LE", 10]] and turn.kingdoms[1].items[11] == "BF"
    assert one(turn, "trailed", "j2").data["who"] == 1
    turn = spring(state, "TR 2", chance=Fate(action=(YES, NO, NO, 0.5, face(13))))
    assert not find(turn, "trailed", "j2")
