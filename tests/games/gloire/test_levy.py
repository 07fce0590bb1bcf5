"""Phase 5 (GP-CHE, GP-ARM): knights are called, armies raised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.phases.levy import knight_price, levied_men, strongest_knight
from heraut.games.gloire.state import Realm
from tests.games.gloire.builders import (
    Drawn,
    Fate,
    arm,
    find,
    garrison,
    give,
    knight,
    land,
    lord,
    lord_knight,
    one,
    realm,
    reasons,
    refused,
    run,
)

T = TypeVar("T")


class Called(Drawn):
    """Knights of the renowns that it is told, in the first land of their lord."""

    def randint(self, low: int, high: int) -> int:
        """The next renown."""
        return int(self.uniform(low, high))

    def choice(self, items: Sequence[T]) -> T:
        """Always the last."""
        return items[-1]


def calls(*renowns: int) -> Fate:
    """Chance that brings knights of these renowns."""
    fate = Fate()
    fate.streams["call"] = Called(*renowns)
    return fate


def narvik(**options: Any) -> Realm:
    """Two lords; j1 in Narvik, j2 in Dolon."""
    return realm(2, starts=("NARVIK", "DOLON"), **options)


@pytest.mark.rule("GP-CHE-01")
def test_one_call_is_for_one_to_five_knights() -> None:
    state = narvik()

    assert refused(state, "j1", "CHE 0") == refused(state, "j1", "CHE 6") == [("GP-CHE-01", "out_of_range")]
    assert refused(state, "j1", "CHE 1\nCHE 5") == []


@pytest.mark.rule("GP-CHE-01", "GP-GEN-18")
def test_at_most_five_knights_are_tried_in_a_turn_whether_they_come_or_not() -> None:
    state = narvik()
    lord(state, "j1").treasury = 1000

    step = run(state, {"j1": "CHE 3\nCHE 3\nCHE 1"}, 5, chance=calls(101, 101, 10, 10, 10, 10))

    assert len(find(step, "knight_too_dear")) == 2
    assert len(find(step, "knight_hired")) == 3
    assert reasons(step, "j1") == ["knights_tried"]


@pytest.mark.rule("GP-CHE-01")
def test_a_lord_without_land_calls_in_vain() -> None:
    state = narvik()
    give(state, None, "NARVIK")

    assert reasons(run(state, {"j1": "CHE 5"}, 5), "j1") == ["no_land"]


@pytest.mark.rule("GP-CHE-02")
@pytest.mark.parametrize(("renown", "strongest"), [(100, 101), (99.99, 100), (1, 2), (57.9, 58)])
def test_a_knight_is_at_most_one_point_above_the_lord_in_person(renown: float, strongest: int) -> None:
    assert strongest_knight(renown) == strongest


@pytest.mark.rule("GP-CHE-02", "GP-GEN-14")
def test_a_knight_who_comes_may_bear_the_name_of_another_lord_s_knight_but_of_none_of_one_s_own() -> None:
    state = narvik()
    first = one(run(state, {"j1": "CHE 1"}, 5, chance=calls(10)), "knight_hired").data["knight"]

    knight(state, "j2", first, "DOLON")
    assert one(run(state, {"j1": "CHE 1"}, 5, chance=calls(10)), "knight_hired").data["knight"] == first
    knight(state, "j1", first, "NARVIK")
    # the same name a hundred times: one gets a number
    assert one(run(state, {"j1": "CHE 1"}, 5, chance=calls(10)), "knight_hired").data["knight"] == f"{first} 101"


@pytest.mark.rule("GP-CHE-02")
def test_every_renown_from_1_to_the_highest_and_every_land_is_as_likely() -> None:
    state = narvik()
    give(state, "j1", "THULE", "LAPPLAND")
    lord_knight(state, "j1").renown = 9.5  # knights of 1 to 10
    lord(state, "j1").treasury = 100_000
    hired = [
        event.data
        for seed in range(200)
        for event in find(run(state, {"j1": "CHE 5"}, 5, chance=Rng(bytes([seed]))), "knight_hired")
    ]

    renowns, places = Counter(data["renown"] for data in hired), Counter(data["land"] for data in hired)

    assert len(hired) == 1000
    assert set(renowns) == set(range(1, 11)) and all(60 <= times <= 140 for times in renowns.values())
    assert set(places) == {"NARVIK", "THULE", "LAPPLAND"} and all(270 <= times <= 400 for times in places.values())


@pytest.mark.rule("GP-CHE-02", "GP-GEN-06", "GP-GEN-08")
def test_the_price_uses_the_mean_of_the_start_of_the_phase() -> None:
    state = narvik()
    lord_knight(state, "j2").renown = 60  # mean 80

    step = run(state, {"j1": "CHE 1\nCHE 1"}, 5, chance=calls(30, 30))

    assert [event.data["price"] for event in find(step, "knight_hired")] == [113, 113]  # 112.5, half up
    assert lord(step.state, "j1").treasury == 5000 - 226


@pytest.mark.rule("GP-CHE-02")
def test_example_20_a_knight_costs_at_most_1020_ecus_at_the_start() -> None:
    figures = narvik().settings.constants

    assert strongest_knight(100) == 101
    assert [knight_price(renown, 100, figures) for renown in (1, 50, 101)] == [0, 250, 1020]


@pytest.mark.rule("GP-CHE-03")
def test_a_knight_too_dear_does_not_come_and_the_next_is_tried() -> None:
    state = narvik()
    lord(state, "j1").treasury = 250

    step = run(state, {"j1": "CHE 3"}, 5, chance=calls(51, 50, 3))

    assert [(event.kind, event.data["price"]) for event in step.events] == [
        ("knight_too_dear", 260),
        ("knight_hired", 250),  # the last écu is enough
        ("knight_too_dear", 1),
    ]
    assert find(step, "knight_too_dear", "j1", renown=51)
    assert lord(step.state, "j1").treasury == 0


@pytest.mark.rule("GP-CHE-03")
def test_a_hired_knight_has_a_pay_a_number_a_land_and_no_army() -> None:
    state = narvik()
    give(state, "j1", "THULE")

    after = run(state, {"j1": "CHE 1"}, 5, chance=calls(70)).state

    hired = after.knights[max(after.knights)]
    assert (hired.id, hired.renown, hired.pay, hired.land) == (101, 70, 70, "THULE")
    assert (hired.lord, hired.army, hired.hired) == ("j1", None, 1)


@pytest.mark.rule("GP-CHE-04")
def test_a_knight_called_this_turn_cannot_be_named_before_he_comes() -> None:
    state = narvik()
    name = one(run(state, {"j1": "CHE 1"}, 5, chance=calls(70)), "knight_hired").data["knight"]

    assert refused(state, "j1", f'CHE 1\nARM NARVIK 500 "{name}"') == [("GP-GEN-13", "unknown_knight")]
    assert gloire.view(state, "j1")["own"]["knights"].keys() == {"1"}


@pytest.mark.rule("GP-CHE-05")
def test_a_lord_may_have_any_number_of_knights() -> None:
    state = narvik()
    for n in range(60):
        knight(state, "j1", f"Guy {n}", "NARVIK", renown=10)
    lord(state, "j1").treasury = 100_000

    assert len(find(run(state, {"j1": "CHE 5"}, 5), "knight_hired")) == 5


@pytest.mark.rule("GP-ARM-01")
def test_an_army_is_raised_in_an_own_land_for_at_least_5_ecus() -> None:
    state = narvik()

    assert refused(state, "j1", "ARM NARVIK 4") == [("GP-ARM-01", "out_of_range")]
    assert refused(state, "j1", "ARM DOLON 500") == [("GP-ARM-01", "not_your_land")]
    assert one(run(state, {"j1": "ARM NARVIK 5"}, 5), "levied").data["men"] == 1


@pytest.mark.rule("GP-ARM-02")
@pytest.mark.parametrize(
    ("renown", "population", "men"),
    [
        (200, 16500, 200),
        (100, 16500, 100),
        (99, 16500, 100),  # never below half
        (150, 16500, 150),
        (151.9, 16500, 151),  # down
        (200, 33000, 400),
        (200, 40000, 400),  # never above twice
        (100, 33000, 200),
        (50, 41250, 125),  # a quarter of fame, 2.5 of people
    ],
)
def test_men_follow_the_lord_s_fame_and_the_people_of_the_land(renown: float, population: int, men: int) -> None:
    assert levied_men(1000, renown, 200, population, 16500, narvik().settings.constants) == men


@pytest.mark.rule("GP-ARM-02")
def test_fame_is_measured_against_the_most_renowned_lord_and_people_against_the_mean_of_the_map() -> None:
    state = narvik()
    lord(state, "j2").treasury = 10_000  # 140.625 against 130.625
    land(state, "NARVIK").population = 20_000
    mean = (44 * 16500 + 20_000) / 45
    renown = 100 + 20_000 / 800 + 10

    step = run(state, {"j1": "ARM NARVIK 1000"}, 5)

    assert one(step, "levied").data["men"] == int(200 * renown / 140.625 * 20_000 / mean) == 231
    assert lord(step.state, "j1").treasury == 4000


@pytest.mark.rule("GP-ARM-02", "GP-GEN-06", "GP-GEN-08")
def test_spending_in_the_phase_does_not_make_a_lord_less_famous_in_it() -> None:
    state = narvik()
    lord(state, "j2").treasury = 10_000

    step = run(state, {"j1": "ARM NARVIK 2500\nARM NARVIK 2500"}, 5)

    assert [event.data["men"] for event in find(step, "levied")] == [464, 464]


@pytest.mark.rule("GP-ARM-02")
def test_an_amount_that_raises_nobody_is_not_paid() -> None:
    state = narvik()
    lord(state, "j1").treasury = 4
    lord(state, "j2").treasury = 5000

    step = run(state, {"j1": "ARM NARVIK 500"}, 5)

    assert (lord(step.state, "j1").treasury, step.state.armies) == (4, {})
    assert reasons(step, "j1") == ["no_men"]


@pytest.mark.rule("GP-ARM-02", "GP-GEN-12")
def test_a_levy_is_cut_down_to_the_treasury_and_wholly_paid() -> None:
    state = narvik()
    lord(state, "j1").treasury = lord(state, "j2").treasury = 998

    step = run(state, {"j1": "ARM NARVIK 5000\nARM NARVIK 500"}, 5)

    assert (one(step, "levied").data["amount"], one(step, "levied").data["men"]) == (998, 199)
    assert lord(step.state, "j1").treasury == 0
    assert reasons(step, "j1") == ["empty_treasury"]


@pytest.mark.rule("GP-ARM-02", "GP-ARM-04")
def test_example_05_5000_ecus_give_1000_men_and_cost_narvik_a_point_of_happiness() -> None:
    state = narvik()
    for place in state.lands.values():
        place.happiness = (18 * 45 - 2) / 44
    land(state, "NARVIK").happiness = 2
    lord(state, "j2").treasury = 0
    give(state, None, "DOLON")  # nobody is more renowned than j1

    step = run(state, {"j1": 'ARM NARVIK 5000 "Seigneur A"'}, 5)

    assert one(step, "levied_for_knight").data["men"] == 1000
    assert land(step.state, "NARVIK").happiness == pytest.approx(0.909, abs=0.0005)


@pytest.mark.rule("GP-ARM-03")
@pytest.mark.parametrize("place", ["NARVIK", "THULE"])
def test_a_knight_in_the_land_or_next_to_it_takes_the_men(place: str) -> None:
    state = narvik()
    guy = knight(state, "j1", "Guy", place)
    alix = knight(state, "j1", "Alix", place, men=50)

    after = run(state, {"j1": "ARM NARVIK 1000 Guy\nARM NARVIK 1000 Alix"}, 5).state

    armies = {army.knight: army for army in after.armies.values()}
    assert (armies[guy.id].men, armies[guy.id].land) == (200, place)
    assert (armies[alix.id].men, armies[alix.id].land) == (250, place)


@pytest.mark.rule("GP-ARM-03")
def test_a_knight_too_far_or_gone_leaves_the_men_in_garrison() -> None:
    state = narvik()
    knight(state, "j1", "Guy", "DOLON")
    knight(state, "j1", "Alix", "NARVIK")

    step = run(state, {"j1": "LIB Alix\nARM NARVIK 1000 Guy\nARM NARVIK 1000 Alix"}, 2, 5)

    assert [(army.knight, army.land, army.men) for army in step.state.armies.values()] == [(None, "NARVIK", 400)]
    assert len(find(step, "levied_without_knight", "j1")) == 2
    assert land(step.state, "NARVIK").happiness == 20
    assert refused(state, "j1", 'ARM NARVIK 500 "Seigneur B"') == [("GP-GEN-13", "unknown_knight")]


@pytest.mark.rule("GP-ARM-04")
@pytest.mark.parametrize(("happiness", "left"), [(20, 20 - 20 * 400 / 16500), (0.2, 0)])
def test_men_who_follow_a_knight_leave_a_sadder_land_wherever_he_stands(happiness: float, left: float) -> None:
    state = narvik()
    land(state, "NARVIK").happiness = happiness
    land(state, "OLAND").happiness = 40 - happiness  # mean 20

    after = run(state, {"j1": 'ARM NARVIK 2000 "Seigneur A"'}, 5).state

    assert land(after, "NARVIK").happiness == pytest.approx(left)


@pytest.mark.rule("GP-ARM-04", "GP-GEN-08")
def test_two_levies_use_the_same_mean_and_the_population_of_their_land() -> None:
    state = narvik()
    land(state, "NARVIK").population = 8000
    land(state, "KOLA").population = 25_000

    after = run(state, {"j1": 'ARM NARVIK 1000 "Seigneur A"\nARM NARVIK 1000 "Seigneur A"'}, 5).state

    men = next(iter(after.armies.values())).men
    assert land(after, "NARVIK").happiness == pytest.approx(20 - 20 * men / 8000, abs=1e-9)


@pytest.mark.rule("GP-ARM-05", "GP-ARM-06")
def test_a_garrison_changes_neither_happiness_nor_population() -> None:
    state = narvik()

    after = run(state, {"j1": "ARM NARVIK 5000"}, 5).state

    assert next(iter(after.armies.values())).knight is None
    assert land(after, "NARVIK") == land(state, "NARVIK")


@pytest.mark.rule("GP-ARM-06", "GP-DEM-01")
def test_neither_levying_nor_demobilising_moves_the_population() -> None:
    state = narvik()

    after = run(state, {"j1": 'ARM NARVIK 5000 "Seigneur A"'}, 5).state

    assert land(after, "NARVIK").population == 16500
    assert land(run(after, {"j1": "DEM #1"}, 2).state, "NARVIK").population == 16500


@pytest.mark.rule("GP-ARM-07")
def test_men_raised_this_turn_are_kept_this_turn() -> None:
    assert lord(run(narvik(), {"j1": "ARM NARVIK 1000"}, 5, 15).state, "j1").treasury == 5000 - 1000 - 20


@pytest.mark.rule("GP-ARM-08")
def test_calls_and_levies_run_in_the_order_of_their_entry() -> None:
    state = narvik()

    levy_first = run(state, {"j1": "ARM NARVIK 5000\nCHE 1"}, 5, chance=calls(50))
    call_first = run(state, {"j1": "CHE 1\nARM NARVIK 5000"}, 5, chance=calls(50))

    assert [event.kind for event in levy_first.events] == ["levied", "knight_too_dear"]
    assert [event.kind for event in call_first.events] == ["knight_hired", "levied"]
    assert one(call_first, "levied").data["amount"] == 4750


@pytest.mark.rule("GP-ARM-08", "GP-GEN-09")
@pytest.mark.parametrize(("richer", "order"), [("j1", ["j2", "j1"]), ("j2", ["j1", "j2"])])
def test_the_least_renowned_lord_levies_first(richer: str, order: list[str]) -> None:
    state = narvik()
    lord(state, richer).treasury += 100

    step = run(state, {"j1": "ARM NARVIK 100", "j2": "ARM DOLON 100"}, 5)

    assert [event.seen_by for event in find(step, "levied")] == [(seat,) for seat in order]


@pytest.mark.rule("GP-ARM-09")
def test_men_join_the_army_that_is_there_and_take_its_number() -> None:
    state = narvik()
    give(state, "j1", "THULE")
    garrison(state, "j1", "NARVIK", 10)  # 1
    arm(state, lord_knight(state, "j1"), 10)  # 101
    orders = 'ARM NARVIK 100\nARM NARVIK 100 "Seigneur A"\nARM THULE 100\nARM THULE 100'

    after = run(state, {"j1": orders}, 5).state

    assert {id: army.men for id, army in after.armies.items()} == {1: 30, 101: 30, 201: 40}
    assert lord(after, "j1").next_army == 301


@pytest.mark.rule("GP-ARM-09")
def test_numbers_rise_over_the_whole_match_and_are_never_used_again() -> None:
    state = realm(3, starts=("NARVIK", "DOLON", "TURKU"))
    assert [knight.lord for knight in state.knights.values()] == ["j1", "j2", "j3"]
    assert list(state.knights) == [1, 2, 3]

    raised = run(state, {"j1": "ARM NARVIK 100\nCHE 1"}, 5, chance=calls(10)).state
    name = raised.knights[max(raised.knights)].name
    gone = run(raised, {"j1": f'DEM #1\nLIB "{name}"'}, 2).state
    again = run(gone, {"j1": "ARM NARVIK 100\nCHE 1"}, 5, chance=calls(10)).state

    assert list(again.armies) == [101]
    assert list(again.knights) == [1, 2, 3, 201]


@pytest.mark.rule("GP-ARM-09", "GP-INF-04")
def test_no_number_tells_how_many_men_others_have_called_in_secret() -> None:
    quiet = busy = realm(3, starts=("NARVIK", "DOLON", "TURKU"), start_treasury=100_000)

    for mine in ("CHE 2\nARM NARVIK 100", "CHE 2\nARM NARVIK 100\nDEM #1"):
        quiet = run(quiet, {"j1": mine}, 2, 5).state
        busy = run(busy, {"j1": mine, "j2": "CHE 5\nARM DOLON 500", "j3": "CHE 1\nARM TURKU 5"}, 2, 5).state

    here, there = (gloire.view(state, "j1")["own"] for state in (quiet, busy))
    assert list(here["knights"]) == list(there["knights"]) == ["1", "101", "201", "301", "401"]
    assert list(here["armies"]) == list(there["armies"]) == ["101"]
    assert lord(busy, "j2").next_army != lord(quiet, "j2").next_army
