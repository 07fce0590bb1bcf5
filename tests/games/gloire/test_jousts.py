"""Phases 10 and 11: jousts are organised, entered and run (§5.11, §5.12, §10.10)."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.phases.joust import Duel, cross_lances, duel_gain, duel_loss, run_round
from heraut.games.gloire.resolution import Joust, Turn
from heraut.games.gloire.state import Knight, KnightId, LandName, Realm
from heraut.games.gloire.tables import constants
from tests.games.gloire.builders import (
    Drawn,
    arm,
    find,
    give,
    knight,
    lines_ignored,
    lord,
    lord_knight,
    one,
    play,
    realm,
    refused,
    war,
)

A, B, C, D = (f'"Seigneur {letter}"' for letter in "ABCD")
CONSTANTS = constants("SCANDINAVIE", {})
KING = 5  # a turn of royal jousts


def lists(turn: int = 1) -> Realm:
    """Four lords, far from each other, on a turn without royal jousts unless said otherwise."""
    state = realm(4, starts=["NARVIK", "BORNHOLM", "OLAND", "ESTLAND"])
    state.turn = turn
    return state


def champion(renown: float) -> Knight:
    """A knight for a duel, of nobody in particular."""
    return Knight(KnightId(0), Seat("j1"), "Guy", renown, 0, LandName("NARVIK"))


def gain_of(duel: dict[str, Any]) -> float:
    """What the winner of a duel gained, by the renowns that the results show."""
    side = 0 if duel["first_wins"] else 1
    return float(duel["after"][side] - duel["before"][side])


# Organising


@pytest.mark.rule("GP-ORG-01")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("ORG 1 500 lys", "out_of_range"),
        ("ORG 101 500 lys", "out_of_range"),
        ('ORG 2 500 ""', "bad_password"),
        ('ORG 2 500 "  "', "bad_password"),
        (f"ORG 2 500 {'x' * 31}", "bad_password"),
    ],
)
def test_a_joust_has_2_to_100_places_and_a_password_of_1_to_30_characters(order: str, code: str) -> None:
    assert refused(lists(), "j1", order) == [("GP-ORG-01", code)]
    for fine in ("ORG 2 500 x", f"ORG 100 500 {'x' * 30}", "ORG 2 0 lys"):
        assert refused(lists(), "j1", fine) == []


@pytest.mark.rule("GP-ORG-01", "GP-ORG-02")
@pytest.mark.parametrize(("prize", "held"), [(499, False), (500, True)])
def test_a_prize_below_500_annuls_the_joust_at_no_cost(prize: int, held: bool) -> None:
    step = play(lists(), {"j1": f"ORG 4 {prize} lys", "j2": f"PAR {B} {A} lys", "j3": f"PAR {C} {A} lys"})

    assert bool(find(step, "joust_held")) == held
    assert lord(step.state, "j1").treasury == (5000 - 1200 - 500 if held else 5000)
    assert lines_ignored(step, "j1") == ([] if held else [(1, "small_prize")])


@pytest.mark.rule("GP-ORG-01", "GP-GEN-18")
def test_a_lord_holds_one_joust_a_turn_the_first_entered() -> None:
    step = play(lists(), {"j1": "ORG 2 500 lys\nORG 2 600 rose"})

    assert one(step, "joust_organised", "j1").data["prize"] == 500
    assert lines_ignored(step, "j1") == [(2, "one_joust")]


@pytest.mark.rule("GP-ORG-01")
@pytest.mark.parametrize(("first", "reason"), [("ORG 2 499 lys", "small_prize"), ("ORG 100 500 lys", "short_treasury")])
def test_a_joust_that_comes_to_nothing_does_not_use_the_order_up(first: str, reason: str) -> None:
    step = play(lists(), {"j1": f"{first}\nORG 2 600 rose\nORG 2 700 iris"})

    assert one(step, "joust_organised", "j1").data["prize"] == 600
    assert lines_ignored(step, "j1") == [(1, reason), (3, "one_joust")]
    assert lord(step.state, "j1").treasury == 5000 - 600  # nobody came: the prize is given back


@pytest.mark.rule("GP-ORG-02")
@pytest.mark.parametrize(("treasury", "held"), [(1699, False), (1700, True)])
def test_places_and_prize_must_be_in_the_treasury(treasury: int, held: bool) -> None:
    state = lists()
    lord(state, "j1").treasury = treasury

    step = play(state, {"j1": "ORG 4 500 lys"})

    assert bool(find(step, "joust_organised", "j1")) == held
    assert lines_ignored(step, "j1") == ([] if held else [(1, "short_treasury")])
    assert [event.data["price"] for event in find(step, "order_ignored", "j1")] == ([] if held else [1700])


@pytest.mark.rule("GP-ORG-02", "GP-JST-07")
def test_every_place_is_paid_even_if_it_stays_empty_and_the_prize_goes_to_the_winner() -> None:
    step = play(lists(), {"j1": "ORG 10 700 lys", "j2": f"PAR {B} {A} lys", "j3": f"PAR {C} {A} lys"})
    winner = one(step, "joust_held", None).data["lord"]
    loser = {"j2": "j3", "j3": "j2"}[winner]

    assert one(step, "joust_organised", "j1").data["fee"] == 3000
    assert lord(step.state, "j1").treasury == 5000 - 3000 - 700
    assert (lord(step.state, winner).treasury, lord(step.state, loser).treasury) == (5700, 5000)


@pytest.mark.rule("GP-ORG-02")
def test_a_joust_is_paid_before_lands_are_sold_and_its_prize_can_buy_one() -> None:
    state = lists(turn=2)
    give(state, "j1", "THULE")
    lord(state, "j1").treasury = 1000
    poor = play(state, {"j1": f"ORG 2 500 lys\nVND {B} THULE 3000", "j2": f"ACH {A} THULE 3000"})
    assert lines_ignored(poor, "j1") == [(1, "short_treasury")]

    lord(state, "j1").treasury = 5000
    lord(state, "j2").treasury = 0
    lord_knight(state, "j2").renown = 150.0
    knight(state, "j2", "Guy", "BORNHOLM")
    rich = play(
        state,
        {"j1": f"ORG 2 500 lys\nVND {B} THULE 500", "j2": f"PAR {B} {A} lys\nPAR Guy {A} lys\nACH {A} THULE 500"},
    )
    assert find(rich, "land_sold", None)


@pytest.mark.rule("GP-ORG-03")
def test_any_number_of_jousts_is_organised_in_increasing_order() -> None:
    state = lists()
    for seat, renown in (("j1", 120.0), ("j2", 90.0), ("j3", 110.0), ("j4", 80.0)):
        lord_knight(state, seat).renown = renown

    step = play(state, dict.fromkeys(("j1", "j2", "j3", "j4"), "ORG 2 500 lys"))

    assert [event.seen_by for event in find(step, "joust_organised")] == [("j4",), ("j2",), ("j3",), ("j1",)]


# Entering


@pytest.mark.rule("GP-PAR-01")
def test_any_living_knight_may_enter_from_anywhere_with_or_without_army() -> None:
    state = lists()
    knight(state, "j2", "Guy", "THULE", men=100)
    knight(state, "j2", "Luc", "BORNHOLM")
    arm(state, lord_knight(state, "j3"), 50)

    step = play(
        state,
        {
            "j1": f"ORG 9 500 lys\nPAR {A} {A} lys",
            "j2": f"PAR Guy {A} lys\nPAR Luc {A} lys",
            "j3": f"PAR {C} {A} lys",
        },
    )

    entered = [event.data["knight"] for event in find(step, "joust_entered")]
    assert sorted(entered) == ["Guy", "Luc", "Seigneur A", "Seigneur C"]
    assert lord_knight(step.state, "j3").land == "OLAND"
    assert refused(state, "j1", f"PAR Guy {A} lys") == [("GP-GEN-13", "unknown_knight")]


@pytest.mark.rule("GP-PAR-01")
def test_a_knight_who_has_left_meanwhile_does_not_enter() -> None:
    state = lists()
    knight(state, "j2", "Guy", "BORNHOLM")

    step = play(state, {"j1": "ORG 2 500 lys", "j2": f"LIB Guy\nPAR Guy {A} lys"})

    assert lines_ignored(step, "j2") == [(2, "no_such_knight")]


@pytest.mark.rule("GP-PAR-01")
@pytest.mark.parametrize(
    ("password", "taken"),
    [("Or et Lys", True), ("  Or et Lys ", True), ("or et lys", False), ("Or et  Lys", False), ("Or", False)],
)
def test_the_password_must_be_exact_capitals_included_blanks_around_it_excepted(password: str, taken: bool) -> None:
    step = play(lists(), {"j1": 'ORG 2 500 " Or et Lys  "', "j2": f'PAR {B} {A} "{password}"'})

    assert bool(find(step, "joust_entered", "j2")) == taken
    assert lines_ignored(step, "j2") == ([] if taken else [(1, "no_such_joust")])


@pytest.mark.rule("GP-PAR-01", "GP-GEN-13")
def test_a_lords_joust_is_never_entered_without_password_and_must_exist() -> None:
    state = lists()
    assert refused(state, "j2", f"PAR {B} {C} lys") == []  # whether it exists is secret

    step = play(state, {"j1": "ORG 2 500 lys", "j2": f"PAR {B} {A}\nPAR {B} {C} lys"})

    assert lines_ignored(step, "j2") == [(1, "no_such_joust"), (2, "no_such_joust")]


@pytest.mark.rule("GP-PAR-01", "GP-JST-09")
@pytest.mark.parametrize("turn", [1, 4, 5, 6, 9, 10, 15, 21])
def test_the_king_holds_his_jousts_every_fifth_turn(turn: int) -> None:
    step = play(lists(turn), {"j1": f"PAR {A}", "j2": f"PAR {B} - disregarded"})

    assert bool(find(step, "royal_jousts_held", None)) == (turn % 5 == 0)
    assert lines_ignored(step, "j1") == lines_ignored(step, "j2") == ([] if turn % 5 == 0 else [(1, "no_royal_jousts")])


@pytest.mark.rule("GP-PAR-02")
def test_each_knight_is_entered_by_an_order_of_his_own() -> None:
    state = lists()
    knight(state, "j2", "Guy", "THULE")
    knight(state, "j2", "Luc", "BORNHOLM", men=3)
    knight(state, "j3", "Raoul", "OLAND")

    entered = [f'PAR {name} {A} "or et lys"' for name in ('"Seigneur B"', "Guy", "Luc")]
    step = play(state, {"j1": 'ORG 9 500 "or et lys"', "j2": "\n".join(entered)})

    assert [event.data["order"] for event in find(step, "joust_entered", "j2")] == [1, 2, 3]


@pytest.mark.rule("GP-PAR-03")
def test_the_first_valid_entry_of_a_knight_counts() -> None:
    step = play(
        lists(),
        {
            "j1": "ORG 2 500 lys",
            "j3": "ORG 2 500 rose",
            "j2": f"PAR {B} {C} lys\nPAR {B} {A} lys\nPAR {B} {C} rose",
        },
    )

    assert one(step, "joust_entered", "j2").data == {"order": 2, "knight": "Seigneur B", "organiser": "j1"}
    assert lines_ignored(step, "j2") == [(1, "no_such_joust"), (3, "entered_already")]


@pytest.mark.rule("GP-PAR-03")
def test_one_joust_a_knight_the_kings_included() -> None:
    step = play(lists(KING), {"j1": "ORG 2 500 lys", "j2": f"PAR {B}\nPAR {B} {A} lys"})

    assert lines_ignored(step, "j2") == [(2, "entered_already")]


@pytest.mark.rule("GP-PAR-03")
def test_enemies_joust_together() -> None:
    state = lists()
    for foe in ("j2", "j3"):
        war(state, "j1", foe)
    war(state, "j2", "j3")

    step = play(state, {"j1": "ORG 2 500 lys", "j2": f"PAR {B} {A} lys", "j3": f"PAR {C} {A} lys"})

    assert find(step, "joust_held", None)


@pytest.mark.rule("GP-PAR-04")
def test_registrations_are_made_in_increasing_order() -> None:
    state = lists()
    lord_knight(state, "j2").renown = 130.0
    lord_knight(state, "j3").renown = 70.0

    step = play(state, {"j1": "ORG 5 500 lys", "j2": f"PAR {B} {A} lys", "j3": f"PAR {C} {A} lys"})

    assert [event.seen_by for event in find(step, "joust_entered")] == [("j3",), ("j2",)]


@pytest.mark.rule("GP-PAR-04")
def test_a_full_joust_keeps_the_most_renowned_and_among_equals_the_first_registered() -> None:
    state = lists()
    for name, renown in (("Guy", 40.0), ("Luc", 60.0), ("Max", 40.0), ("Odo", 50.0)):
        knight(state, "j2", name, "BORNHOLM", renown=renown)

    step = play(
        state,
        {"j1": "ORG 3 500 lys", "j2": "\n".join(f"PAR {name} {A} lys" for name in ("Max", "Guy", "Odo", "Luc"))},
    )

    assert [event.data["knight"] for event in find(step, "joust_full", "j2")] == ["Guy"]
    duels = one(step, "joust_results", "j1").data["duels"]
    assert {name for duel in duels for name in (duel["first"], duel["second"])} == {"Max", "Luc", "Odo"}


@pytest.mark.rule("GP-PAR-04")
def test_a_joust_takes_as_many_knights_as_it_has_places() -> None:
    state = lists()
    for name in ("Guy", "Luc"):
        knight(state, "j2", name, "BORNHOLM")

    step = play(state, {"j1": "ORG 2 500 lys", "j2": f"PAR Guy {A} lys\nPAR Luc {A} lys"})

    assert not find(step, "joust_full")


@pytest.mark.rule("GP-PAR-04")
def test_the_kings_jousts_have_room_for_all() -> None:
    state = lists(KING)
    for number in range(120):
        knight(state, "j2", f"Guy {number}", "BORNHOLM")
    lord(state, "j2").treasury = 0

    step = play(state, {"j2": "\n".join(['PAR "Seigneur B"', *[f'PAR "Guy {number}"' for number in range(120)]])})

    assert len(one(step, "royal_jousts_held", None).data["duels"]) == 120  # 121 knights, one winner


# The tournaments


@pytest.mark.rule("GP-JST-01")
def test_the_kings_jousts_come_first_then_those_of_the_most_renowned() -> None:
    state = lists(KING)
    for seat, renown in (("j1", 120.0), ("j2", 90.0), ("j3", 140.0)):
        lord_knight(state, seat).renown = renown
    sheets = {}
    for seat, organiser, name in (("j1", A, "Guy"), ("j2", B, "Luc"), ("j3", C, "Max")):
        knight(state, seat, name, "NARVIK")
        knight(state, seat, f"{name} II", "NARVIK")
        sheets[seat] = f'ORG 2 500 lys\nPAR {name} {organiser} lys\nPAR "{name} II" {organiser} lys'
    sheets["j1"] += f"\nPAR {A}"
    sheets["j4"] = f"PAR {D}"

    step = play(state, sheets)

    held = [event for event in step.events if event.kind in ("joust_held", "royal_jousts_held")]
    assert [event.data["organiser"] for event in held] == [None, "j3", "j1", "j2"]
    told = [event for event in step.events if event.kind in ("joust_results", "royal_jousts_held")]
    draws = [tuple(event.data["duels"][0]["passes"][0][:2]) for event in told]
    assert len(set(draws)) == len(draws) == 4  # each has lots of its own


@pytest.mark.rule("GP-JST-01", "GP-GEN-10")
def test_equal_organisers_hold_their_jousts_in_the_reverse_order_of_the_phase() -> None:
    state = lists()
    sheets = {}
    for seat, organiser, name in (("j3", C, "Max"), ("j1", A, "Guy"), ("j2", B, "Luc")):
        knight(state, seat, name, "NARVIK")
        knight(state, seat, f"{name} II", "NARVIK")
        sheets[seat] = f'ORG 2 500 lys\nPAR {name} {organiser} lys\nPAR "{name} II" {organiser} lys'

    step = play(state, sheets)

    assert [event.data["organiser"] for event in find(step, "joust_held")] == ["j2", "j1", "j3"]


@pytest.mark.rule("GP-JST-01", "GP-JST-08", "GP-JST-07")
def test_fame_won_in_one_joust_counts_in_the_next() -> None:
    state = lists(KING)
    lord_knight(state, "j1").renown = 300.0

    step = play(
        state,
        {
            "j1": "ORG 2 500 lys",
            "j2": f"ORG 2 500 rose\nPAR {B} {A} lys",
            "j3": f"PAR {C} {A} lys",
            "j4": f"PAR {D}",
        },
    )
    first = one(step, "joust_results", "j1").data["duels"][0]

    # j1's fame, gained at the end of his joust, is a fifth of what the winner gained
    assert lord_knight(step.state, "j1").renown == pytest.approx(300 + 0.2 * gain_of(first))


@pytest.mark.rule("GP-JST-02")
@pytest.mark.parametrize("entry", ["", f"PAR {B} {A} lys"])
def test_without_two_knights_the_prize_comes_back_and_the_fee_is_lost(entry: str) -> None:
    step = play(lists(), {"j1": "ORG 4 900 lys", "j2": entry})

    assert lord(step.state, "j1").treasury == 5000 - 1200
    assert lord(step.state, "j2").treasury == 5000
    assert not find(step, "joust_held")
    assert [lord_knight(step.state, seat).renown for seat in ("j1", "j2")] == [100.0, 100.0]


@pytest.mark.rule("GP-JST-02", "GP-JST-09")
def test_a_single_knight_wins_nothing_at_the_kings_jousts() -> None:
    step = play(lists(KING), {"j1": f"PAR {A}"})

    assert not find(step, "royal_jousts_held")
    assert lord(step.state, "j1").treasury == 5000


@pytest.mark.rule("GP-JST-03")
def test_knights_are_paired_in_order_the_odd_one_passes_and_winners_keep_their_order() -> None:
    state = lists()
    names = ["Guy", "Luc", "Max", "Odo", "Yon"]
    knights = [knight(state, "j2", name, "BORNHOLM", renown=50.0) for name in names]
    turn = Turn(state, {}, Rng(b"round"))
    joust = Joust(None, None, 0, None)
    duels: list[Duel] = []

    winners, _ = run_round(turn, joust, knights, Drawn(0.0, 1.0, 1.0, 0.0).uniform, duels)

    assert [(duel.first, duel.second) for duel in duels] == [("Guy", "Luc"), ("Max", "Odo")]
    assert [winner.name for winner in winners] == ["Luc", "Max", "Yon"]
    assert winners[-1].renown == 50.0  # who passes gains nothing


@pytest.mark.rule("GP-JST-03")
def test_the_lots_are_drawn_and_one_knight_is_left() -> None:
    state = lists()
    names = ["Guy", "Luc", "Max", "Odo", "Yon", "Zac", "Ivo"]
    for name in names:
        knight(state, "j2", name, "BORNHOLM", renown=50.0)
    sheets = {"j1": "ORG 9 500 lys", "j2": "\n".join(f"PAR {name} {A} lys" for name in names)}
    firsts = set()

    for number in range(30):
        results = one(play(state, sheets, seed=b"%d" % number), "joust_results", "j1").data
        duels = results["duels"]
        beaten = [duel["second"] if duel["first_wins"] else duel["first"] for duel in duels]
        assert len(duels) == 6 and len(set(beaten)) == 6
        assert {*beaten, results["knight"]} == set(names)
        first_round = [name for duel in duels[:3] for name in (duel["first"], duel["second"])]
        assert len(set(first_round)) == 6
        passed = (set(names) - set(first_round)).pop()
        assert duels[4]["second"] == passed  # winners of round one, then he: the last of the second round
        firsts.add(duels[0]["first"])

    assert firsts == set(names)


@pytest.mark.rule("GP-JST-04")
def test_example_21_the_value_of_a_pass_lies_between_the_mean_and_the_mean_and_the_knight() -> None:
    for draw, value in ((0.0, 60.0), (0.25, 80.0), (1.0, 140.0)):
        passes, _ = cross_lances(
            champion(80), champion(1), Drawn(draw, 0.0, 1.0, 0.0, 1.0, 0.0).uniform, 60.0, CONSTANTS
        )
        assert passes[0][:3] == [draw, 0.0, pytest.approx(value)]


@pytest.mark.rule("GP-JST-04")
@pytest.mark.parametrize(("second", "passes"), [(1.0, 3), (0.901, 3), (0.9, 3), (0.899, 1), (0.5, 1)])
def test_values_within_a_tenth_of_the_higher_leave_a_pass_undecided(second: float, passes: int) -> None:
    draws = Drawn(1.0, second, 1.0, second, 1.0, second)  # mean 0: the values are 100 and 100 times the draw

    record, first_wins = cross_lances(champion(100), champion(100), draws.uniform, 0.0, CONSTANTS)

    assert (len(record), first_wins) == (passes, True)
    mirrored = Drawn(second, 1.0, second, 1.0, second, 1.0)
    assert cross_lances(champion(100), champion(100), mirrored.uniform, 0.0, CONSTANTS)[1] == (second == 1.0)


@pytest.mark.rule("GP-JST-04")
@pytest.mark.parametrize(
    ("draws", "renowns", "first_wins"),
    [
        ((0.50, 0.51), (50, 50), False),
        ((0.51, 0.50), (50, 50), True),
        ((0.50, 0.50), (50, 50), True),  # equal in all: the first of the pair
        ((0.0, 0.0), (40, 50), False),  # equal values: the more renowned
        ((0.0, 0.0), (50, 40), True),
    ],
)
def test_the_third_pass_decides_whatever_the_margin(
    draws: tuple[float, float], renowns: tuple[float, float], first_wins: bool
) -> None:
    misses = (0.9, 0.9, 0.2, 0.2)  # two passes too close to call
    source = Drawn(*misses, *draws)

    passes, outcome = cross_lances(champion(renowns[0]), champion(renowns[1]), source.uniform, 200.0, CONSTANTS)

    assert (len(passes), outcome) == (3, first_wins)
    assert source.values == []


@pytest.mark.rule("GP-JST-04", "GP-BAT-00")
def test_the_first_of_the_pair_draws_first() -> None:
    _, first_wins = cross_lances(champion(100), champion(100), Drawn(0.9, 0.1).uniform, 10.0, CONSTANTS)

    assert first_wins


@pytest.mark.rule("GP-JST-04", "GP-GEN-06")
def test_the_mean_is_that_of_the_start_of_the_phase_through_all_duels() -> None:
    state = lists()
    lord_knight(state, "j2").renown = 180.0
    sheets = {seat: f"PAR {name} {A} lys" for seat, name in (("j2", B), ("j3", C), ("j4", D))}

    step = play(state, {"j1": f"ORG 4 500 lys\nPAR {A} {A} lys", **sheets})

    duels = one(step, "joust_results", "j1").data["duels"]
    assert len(duels) == 3
    for duel in duels:
        for first_draw, second_draw, first_value, second_value in duel["passes"]:
            assert first_value - duel["before"][0] * first_draw == pytest.approx(120.0)
            assert second_value - duel["before"][1] * second_draw == pytest.approx(120.0)


@pytest.mark.rule("GP-JST-05", "GP-JST-06")
@pytest.mark.parametrize(
    ("winner", "loser", "gain", "loss"),
    [
        (50, 80, 12.8, 4.0),  # 8 × 80/50
        (30, 90, 18.0, 4.5),  # 9 × 2, not × 3
        (45, 90, 18.0, 4.5),
        (80, 50, 5.0, 0.0),  # not × 50/80
        (60, 60, 6.0, 0.0),
    ],
)
def test_the_winner_gains_by_the_loser_and_only_a_more_renowned_loser_loses(
    winner: float, loser: float, gain: float, loss: float
) -> None:
    assert duel_gain(winner, loser, CONSTANTS) == pytest.approx(gain)
    assert duel_loss(winner, loser, CONSTANTS) == pytest.approx(loss)


@pytest.mark.rule("GP-JST-05", "GP-JST-06", "GP-JST-07")
def test_gains_and_losses_are_reckoned_with_the_renowns_before_the_duel() -> None:
    state = lists()
    weak, strong = knight(state, "j2", "Guy", "OLAND", renown=50.0), knight(state, "j3", "Luc", "OLAND", renown=80.0)
    turn = Turn(state, {}, Rng(b"round"))
    duels: list[Duel] = []

    _, others = run_round(turn, Joust(None, None, 0, None), [weak, strong], Drawn(1.0, 0.0).uniform, duels)

    assert (weak.renown, strong.renown) == (pytest.approx(62.8), pytest.approx(76.0))
    assert others == pytest.approx(12.8)
    assert duels[0].before == [50.0, 80.0]
    assert duels[0].after == [weak.renown, strong.renown]


@pytest.mark.rule("GP-JST-07")
def test_changes_count_for_the_next_rounds_and_last() -> None:
    sheets = {seat: f"PAR {name}" for seat, name in (("j1", A), ("j2", B), ("j3", C), ("j4", D))}
    state = lists(KING)
    lord_knight(state, "j2").renown = 130.0

    step = play(state, sheets)

    duels = one(step, "royal_jousts_held", None).data["duels"]
    renowns = {each.name: each.renown for each in state.knights.values()}
    for duel in duels:
        assert duel["before"] == [renowns[duel["first"]], renowns[duel["second"]]]
        renowns[duel["first"]], renowns[duel["second"]] = duel["after"]
    assert {each.name: each.renown for each in step.state.knights.values()} == renowns


@pytest.mark.rule("GP-JST-08")
@pytest.mark.parametrize(("rides", "share"), [(False, 0.20), (True, 0.15)])
def test_the_organiser_gains_a_fifth_or_less_if_he_rides_himself(rides: bool, share: float) -> None:
    state = lists()
    lord_knight(state, "j2").renown = 180.0  # losses of the more renowned are not deducted
    lord_knight(state, "j1").renown = 10.0  # he will not win
    knight(state, "j1", "Guy", "NARVIK", renown=90.0)
    own = f"\nPAR Guy {A} lys" + (f"\nPAR {A} {A} lys" if rides else "")
    sheets = {seat: f"PAR {name} {A} lys" for seat, name in (("j2", B), ("j3", C), ("j4", D))}
    seen_own_gain = 0

    for number in range(25):
        step = play(state, {"j1": "ORG 5 500 lys" + own, **sheets}, seed=b"%d" % number)
        duels = one(step, "joust_results", "j1").data["duels"]
        gains = own_gains = 0.0
        before = 10.0
        for duel in duels:
            winner = duel["first_lord"] if duel["first_wins"] else duel["second_lord"]
            gains += gain_of(duel) if winner != "j1" else 0.0
            own_gains += gain_of(duel) if winner == "j1" else 0.0
            for side, name in enumerate((duel["first"], duel["second"])):
                if name == "Seigneur A":
                    before = duel["after"][side]
        assert lord_knight(step.state, "j1").renown == pytest.approx(before + share * gains)
        told = {"gains": gains, "share": share, "gained": share * gains, "renown": before + share * gains}
        assert one(step, "joust_fame", "j1").data == pytest.approx(told)
        seen_own_gain += own_gains > 0

    assert seen_own_gain  # else nothing would tell his knights' gains from the others'


@pytest.mark.rule("GP-JST-08")
def test_an_organiser_who_found_no_place_in_his_own_joust_did_not_take_part() -> None:
    state = lists()
    lord_knight(state, "j1").renown = 10.0

    step = play(state, {"j1": f"ORG 2 500 lys\nPAR {A} {A} lys", "j2": f"PAR {B} {A} lys", "j3": f"PAR {C} {A} lys"})

    assert one(step, "joust_full", "j1").data["knight"] == "Seigneur A"
    assert one(step, "joust_fame", "j1").data["share"] == 0.20


@pytest.mark.rule("GP-JST-08", "GP-JST-09")
def test_the_king_pays_the_prize_with_new_money_and_gains_no_fame() -> None:
    step = play(lists(KING), {"j1": f"PAR {A}", "j2": f"PAR {B}"})

    held = one(step, "royal_jousts_held", None).data
    assert held["prize"] == 15_000
    assert lord(step.state, held["lord"]).treasury == 20_000
    assert sum(each.treasury for each in step.state.lords.values()) == 4 * 5000 + 15_000
    assert not find(step, "joust_fame")
