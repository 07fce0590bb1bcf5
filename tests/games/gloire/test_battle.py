"""A battle (GP-BAT), pass by pass with told draws, and what it leaves behind."""

from __future__ import annotations

import msgspec
import pytest

from heraut.engine.protocol import Step
from heraut.engine.rng import Rng
from heraut.games.gloire.phases.battle import (
    Ground,
    Pass,
    Side,
    cross,
    fight,
    loser_renown,
    losses,
    powers,
    victor_renown,
    won,
)
from heraut.games.gloire.phases.joust import cross_lances
from heraut.games.gloire.state import Realm
from heraut.games.gloire.tables import Constants, constants
from tests.games.gloire.builders import (
    WINS,
    YIELDS,
    Drawn,
    Fate,
    Noted,
    ally,
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
    run,
    war,
)

CONSTANTS: Constants = constants("SCANDINAVIE", {})
OPEN = Ground(fortification=0, peasants=False)
FORTIFIED = [Ground(level, False) for level in range(4)]
FAIR = Ground(fortification=0, peasants=True)


def strong() -> Side:
    """A thousand men under a knight of 100."""
    return Side(1000, 100, 0)


def weak() -> Side:
    """Half as many under one half as renowned: the powers are 2000 and 250."""
    return Side(500, 50, 0)


def front(men: int = 1000, *, at_war: bool = True) -> Realm:
    """Seigneur A, in person with his men in Narvik, before Thule of Seigneur B, who is far away in Oland.

    A third lord, in Turku, keeps the mean renown of the knights at 100.
    """
    state = realm(3, starts=("NARVIK", "OLAND", "TURKU"))
    give(state, "j2", "THULE")
    arm(state, lord_knight(state, "j1"), men)
    if at_war:
        war(state, "j1", "j2")
    return state


def attack(state: Realm, *draws: float, threshold: str = "0", others: str = "") -> Step[Realm]:
    """Seigneur A attacks Thule with these draws."""
    orders = {"j1": f'ATT "Seigneur A" THULE {threshold}', "j2": others}
    return run(state, orders, 4, 7, chance=Fate(attack=draws) if draws else Rng(b"battle"))


# One pass


@pytest.mark.rule("GP-BAT-00")
def test_the_attacker_draws_first_in_a_battle_and_the_first_of_the_pair_in_a_joust() -> None:
    draws, lances = Noted(7.0, 3.0), Drawn(1.0, 0.0)
    state = realm(2)

    blows = cross(strong(), weak(), OPEN, draws.uniform, CONSTANTS)
    passes, first_wins = cross_lances(
        lord_knight(state, "j1"), lord_knight(state, "j2"), lances.uniform, 100.0, CONSTANTS
    )

    assert (blows.attacker_draw, blows.defender_draw) == (7.0, 3.0)
    assert draws.asked == [(1.0, 2000.0), (1.0, 250.0)]
    assert (passes, first_wins) == ([[1.0, 0.0, 200.0, 100.0]], True)


@pytest.mark.rule("GP-BAT-00")
def test_the_source_of_chance_keeps_within_its_bounds() -> None:
    draws = Rng(b"bounds")
    dice = [draws.randint(2, 4) for _ in range(200)]
    reals = [draws.uniform(2, 4) for _ in range(200)]
    cards = list(range(9))
    draws.shuffle(cards)

    assert set(dice) == {2, 3, 4}
    assert all(2 <= real <= 4 for real in reals) and len(set(reals)) == 200
    assert {draws.choice("abc") for _ in range(99)} == set("abc")
    assert sorted(cards) == list(range(9))


@pytest.mark.rule("GP-BAT-01")
def test_a_battle_goes_on_pass_after_pass_each_from_the_values_the_last_one_left() -> None:
    attacker, defender = strong(), msgspec.structs.replace(weak(), threshold=101)

    passes = fight(attacker, defender, OPEN, Drawn(*WINS * 2).uniform, CONSTANTS)

    first, second = passes
    assert (first.attacker_losses, first.defender_losses) == (25, 200)
    assert (first.attacker_renown, first.defender_renown) == (100.5, 49)
    # 975 × 100.5 / 49 = 1999.7; 300 × 49 / 100.5 = 146.3
    assert (second.attacker_losses, second.defender_losses) == (15, 200)
    assert (second.attacker_men, second.defender_men) == (960, 100)
    assert (second.attacker_renown, second.defender_renown) == (pytest.approx(100.99), pytest.approx(47.995))
    assert (attacker.men, defender.men) == (960, 100)


@pytest.mark.rule("GP-BAT-02")
def test_power_is_men_times_one_s_renown_over_the_other_s() -> None:
    assert powers(strong(), weak()) == (2000, 250)
    assert powers(Side(90, 40, 0), Side(60, 30, 0)) == (120, 45)


@pytest.mark.rule("GP-BAT-03", "GP-FOR-05")
@pytest.mark.parametrize(("level", "most"), [(0, 250), (1, 275), (2, 312.5), (3, 412.5)])
def test_each_side_draws_up_to_its_power_the_defender_s_raised_by_his_works(level: int, most: float) -> None:
    draws = Noted(2, 1)

    cross(strong(), weak(), FORTIFIED[level], draws.uniform, CONSTANTS)

    assert draws.asked == [(1, 2000), (1, pytest.approx(most))]


@pytest.mark.rule("GP-BAT-03")
def test_a_power_below_one_still_draws_one() -> None:
    draws = Noted(1, 1)

    cross(Side(1, 1, 0), Side(1, 2, 0), OPEN, draws.uniform, CONSTANTS)

    assert draws.asked == [(1, 1), (1, 2)]


@pytest.mark.rule("GP-BAT-03")
@pytest.mark.parametrize(("draws", "advantage"), [((100.01, 100), True), ((100, 100), False), ((99, 100), False)])
def test_the_attacker_needs_the_higher_draw_and_equality_serves_the_defender(
    draws: tuple[float, float], advantage: bool
) -> None:
    assert cross(strong(), weak(), OPEN, Drawn(*draws).uniform, CONSTANTS).advantage == advantage


@pytest.mark.rule("GP-BAT-04", "GP-FOR-05")
@pytest.mark.parametrize("advantage", [True, False])
@pytest.mark.parametrize(("level", "lost"), [(0, 200), (1, 180), (2, 160), (3, 60)])
def test_each_side_loses_a_tenth_of_the_other_s_power_the_defender_less_behind_his_works(
    level: int, lost: int, advantage: bool
) -> None:
    assert losses(strong(), weak(), FORTIFIED[level], advantage, CONSTANTS) == (25, lost)


@pytest.mark.rule("GP-BAT-04", "GP-PEA-04")
@pytest.mark.parametrize(
    ("level", "advantage", "lost"),
    [(0, True, (13, 200)), (0, False, (25, 100)), (1, True, (13, 180)), (1, False, (25, 90))],
)
def test_against_peasants_the_side_that_takes_the_advantage_loses_half(
    level: int, advantage: bool, lost: tuple[int, int]
) -> None:
    assert losses(strong(), weak(), Ground(level, True), advantage, CONSTANTS) == lost


@pytest.mark.rule("GP-BAT-05", "GP-GEN-11")
@pytest.mark.parametrize(("men", "lost"), [(24, 2), (25, 3), (34, 3), (35, 4)])
def test_losses_are_rounded_to_the_nearest_man_halves_upward(men: int, lost: int) -> None:
    assert losses(Side(men, 50, 0), Side(100, 50, 0), OPEN, False, CONSTANTS)[1] == lost


@pytest.mark.rule("GP-BAT-05")
@pytest.mark.parametrize(("advantage", "lost"), [(True, (0, 1)), (False, (1, 0))])
def test_at_least_one_man_falls_on_the_side_that_did_not_take_the_advantage(
    advantage: bool, lost: tuple[int, int]
) -> None:
    assert losses(Side(3, 50, 0), Side(3, 50, 0), OPEN, advantage, CONSTANTS) == lost


@pytest.mark.rule("GP-BAT-05")
def test_no_more_men_fall_than_there_are() -> None:
    assert losses(Side(1000, 100, 0), Side(150, 50, 0), OPEN, True, CONSTANTS)[1] == 150
    assert losses(Side(7, 1, 0), Side(150, 50, 0), OPEN, True, CONSTANTS)[0] == 7


@pytest.mark.rule("GP-BAT-06")
@pytest.mark.parametrize(("draws", "renowns"), [(WINS, (100.5, 49)), (YIELDS, (99.5, 51))])
def test_the_advantage_brings_a_hundredth_of_the_other_s_renown_and_costs_him_a_hundredth_of_one_s_own(
    draws: tuple[float, float], renowns: tuple[float, float]
) -> None:
    attacker, defender = strong(), weak()

    cross(attacker, defender, OPEN, Drawn(*draws).uniform, CONSTANTS)

    assert (attacker.renown, defender.renown) == renowns


@pytest.mark.rule("GP-BAT-06", "GP-RG-07")
@pytest.mark.parametrize(("draws", "renowns"), [(WINS, (100.015, 1)), (YIELDS, (99.985, 2.5))])
def test_renown_does_not_fall_below_one_in_a_pass(draws: tuple[float, float], renowns: tuple[float, float]) -> None:
    attacker, defender = Side(1000, 100, 0), Side(500, 1.5, 0)

    cross(attacker, defender, OPEN, Drawn(*draws).uniform, CONSTANTS)

    assert (attacker.renown, defender.renown) == (pytest.approx(renowns[0]), renowns[1])


# Who holds the field


def last(advantage: bool) -> list[Pass]:
    """A battle of which only the advantage of the last pass matters."""
    return [Pass(0, 0, not advantage, 0, 0, 0, 0, 0, 0), Pass(0, 0, advantage, 0, 0, 0, 0, 0, 0)]


@pytest.mark.rule("GP-BAT-07")
@pytest.mark.parametrize(
    ("attacker", "defender", "advantage", "holds"),
    [
        (Side(50, 1, 50), Side(49, 1, 50), False, True),  # only the defender is out
        (Side(49, 1, 50), Side(50, 1, 50), True, False),  # only the attacker is
        (Side(49, 1, 50), Side(49, 1, 50), True, True),  # both: who took the advantage stays
        (Side(49, 1, 50), Side(49, 1, 50), False, False),
        (Side(1, 1, 50), Side(49, 1, 50), True, True),  # one man is enough
        (Side(49, 1, 50), Side(0, 1, 0), True, True),
        (Side(49, 1, 50), Side(0, 1, 0), False, False),
        (Side(0, 1, 0), Side(49, 1, 50), True, False),  # unless nobody is left of him
        (Side(0, 1, 0), Side(0, 1, 0), True, False),
    ],
)
def test_who_holds_the_field_when_one_side_or_both_are_out(
    attacker: Side, defender: Side, advantage: bool, holds: bool
) -> None:
    assert won(attacker, defender, last(advantage)) == holds


@pytest.mark.rule("GP-BAT-07")
@pytest.mark.parametrize(("threshold", "passes"), [(975, 2), (976, 1)])
def test_a_side_fights_on_at_its_threshold_and_breaks_off_below(threshold: int, passes: int) -> None:
    attacker = msgspec.structs.replace(strong(), threshold=threshold)

    assert len(fight(attacker, weak(), OPEN, Drawn(*WINS * 2).uniform, CONSTANTS)) == passes


@pytest.mark.rule("GP-BAT-08", "GP-ATT-01")
def test_the_attacker_s_number_holds_for_the_whole_attack() -> None:
    state = front()
    knight(state, "j2", "Guy", "THULE", renown=90, men=300)
    knight(state, "j2", "Ode", "THULE", renown=100, men=1770)

    step = attack(state, *WINS, *YIELDS, threshold="")  # 80 % of the 1000 men of the start, not of the 973 left

    first, second = find(step, "battle", "j1")
    assert (first.data["attacker_left"], first.data["won"]) == (973, True)
    assert (second.data["attacker_left"], second.data["won"]) == (798, False)


@pytest.mark.rule("GP-BAT-08", "GP-ATT-15")
def test_the_defender_s_percentage_applies_to_his_men_at_the_start_of_each_battle() -> None:
    state = front(1000)
    knight(state, "j1", "Yves", "NARVIK", renown=100, men=1000)
    knight(state, "j2", "Ode", "THULE", renown=100, men=1000)
    orders = {"j1": 'ATT "Seigneur A" THULE 950\nATT Yves THULE 0'}

    step = run(state, orders, 7, chance=Fate(attack=(*WINS, *WINS * 2, *WINS)))

    first, second = find(step, "battle", "j1")
    assert (first.data["defender_left"], first.data["won"]) == (900, False)
    # 80 % of 900 is 720, of 1000 it would be 800: Ode leaves the field two passes later
    assert [blows[6] for blows in second.data["passes"]] == [799, 705]


# What a battle leaves behind


@pytest.mark.rule("GP-BAT-09")
@pytest.mark.parametrize(("current", "renown"), [(99, 100.5), (100.5, 100.5), (100.6, 100.6)])
def test_a_successful_attacker_gains_at_least_a_hundredth_of_the_last_commander_beaten(
    current: float, renown: float
) -> None:
    assert victor_renown(current, 100, 50, CONSTANTS) == renown


@pytest.mark.rule("GP-BAT-09", "GP-RG-07")
@pytest.mark.parametrize(
    ("current", "start", "renown"), [(101, 100, 99.5), (99.6, 100, 99.5), (98, 100, 98), (1, 1.2, 1)]
)
def test_a_repelled_attacker_loses_at_least_a_hundredth_of_the_last_commander_he_fought(
    current: float, start: float, renown: float
) -> None:
    assert loser_renown(current, start, 50, CONSTANTS) == renown


@pytest.mark.rule("GP-BAT-09")
def test_success_is_rewarded_by_the_last_commander_as_he_was_when_that_battle_began() -> None:
    state = front()
    garrison(state, "j2", "THULE", 10)  # led by 110 / 2: see the mean below
    knight(state, "j2", "Ode", "THULE", renown=140, men=200)
    mean = (3 * 100 + 140) / 4

    step = attack(state, *WINS, *YIELDS * 3)

    commanders = [(event.data["commander"], event.data["defender_renown"]) for event in find(step, "battle", "j1")]
    assert commanders == [("garrison", mean / 2), ("Ode", 140)]
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 + 1.4)


@pytest.mark.rule("GP-BAT-09")
def test_many_passes_won_bring_more_than_the_minimum() -> None:
    state = front()
    knight(state, "j2", "Ode", "THULE", renown=100, men=500)

    step = attack(state, *WINS * 3, others="INI 50 50 50")

    assert len(one(step, "battle", "j1").data["passes"]) == 3
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 + 1 + 0.99 + 0.9799)


@pytest.mark.rule("GP-BAT-09", "GP-ATT-13")
def test_a_failed_attack_costs_renown_even_if_every_pass_was_won() -> None:
    state = front()
    garrison(state, "j2", "THULE", 5000)

    step = attack(state, *WINS, threshold="1000")

    assert one(step, "battle", "j1").data["passes"][0][2]
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 - 0.5)


@pytest.mark.rule("GP-BAT-09", "GP-FEL-03")
@pytest.mark.parametrize(("draws", "renown"), [(WINS, 100 / 3 + 0.5), (YIELDS, 100 / 3 + 0.5)])
def test_the_renown_at_the_start_counts_after_the_felony(draws: tuple[float, float], renown: float) -> None:
    state = front(at_war=False)
    garrison(state, "j2", "THULE", 10)

    step = attack(state, *draws)

    assert one(step, "battle", "j1").data["attacker_renown"] == pytest.approx(100 / 3)
    assert lord_knight(step.state, "j1").renown == pytest.approx(renown)


@pytest.mark.rule("GP-BAT-09", "GP-FEL-03", "GP-FEL-02")
def test_a_felony_in_mid_attack_divides_the_renown_at_the_start_as_well() -> None:
    state = front()
    ally(state, "j2", "j3")
    garrison(state, "j2", "THULE", 10)
    knight(state, "j3", "Ode", "THULE", renown=100, men=10)

    step = attack(state, *YIELDS, *YIELDS, threshold="0")

    first, second = find(step, "battle", "j1")
    assert first.data["attacker_renown"] == 100
    assert second.data["attacker_renown"] == pytest.approx((100 - 0.5) / 3)
    assert lord_knight(step.state, "j1").renown == pytest.approx(100 / 3 + 1)


@pytest.mark.rule("GP-BAT-10")
@pytest.mark.parametrize(("draws", "renown"), [(YIELDS, 100), (WINS, 99)])
def test_a_defender_keeps_no_renown_that_a_battle_brought_but_loses_what_it_cost(
    draws: tuple[float, float], renown: float
) -> None:
    state = front(100)
    ode = knight(state, "j2", "Ode", "THULE", renown=100, men=1000)

    step = attack(state, *draws, threshold="100")

    assert one(step, "battle", "j1").data["defender_left"] == 990
    assert step.state.knights[ode.id].renown == pytest.approx(renown)
    assert step.state.armies[2].men == 990


@pytest.mark.rule("GP-BAT-06", "GP-ATT-09")
def test_the_renown_that_a_garrison_won_is_forgotten_after_the_battle() -> None:
    state = front(100)
    knight(state, "j1", "Yves", "NARVIK", renown=100, men=100)
    garrison(state, "j2", "THULE", 1000)

    step = run(
        state, {"j1": 'ATT "Seigneur A" THULE 100\nATT Yves THULE 100'}, 7, chance=Fate(attack=(*YIELDS, *YIELDS))
    )

    assert [event.data["defender_renown"] for event in find(step, "battle", "j1")] == [50, 50]


@pytest.mark.rule("GP-BAT-11")
def test_a_knight_without_men_left_is_dead_and_a_garrison_without_men_gone() -> None:
    state = front()
    guards = garrison(state, "j2", "THULE", 10)
    ode = knight(state, "j2", "Ode", "THULE", renown=100, men=10)
    idle = knight(state, "j2", "Ysé", "THULE", renown=100)

    after = attack(state, *WINS * 2).state

    assert guards.id not in after.armies
    assert ode.id not in after.knights and ode.army not in after.armies
    assert idle.id in after.knights


@pytest.mark.rule("GP-BAT-11", "GP-ATT-13", "GP-BAT-09")
@pytest.mark.parametrize(("draws", "renown"), [(YIELDS, 10 - 0.3875), (WINS, 10 + 0.3875)])
def test_an_attacker_whose_last_man_falls_is_dead_and_remembered_as_he_fell(
    draws: tuple[float, float], renown: float
) -> None:
    state = front()
    yves = knight(state, "j1", "Yves", "NARVIK", renown=10, men=10)
    garrison(state, "j2", "THULE", 1000)

    step = run(state, {"j1": "ATT Yves THULE 0"}, 7, chance=Fate(attack=draws))

    assert yves.id not in step.state.knights
    assert [army.lord for army in step.state.armies.values()] == ["j1", "j2"]
    told = one(step, "attack_fatal", "j1").data
    assert (told["knight"], told["men"], told["renown"]) == ("Yves", 0, pytest.approx(renown))
    assert lord(step.state, "j1").alive


def last_stand(men: int, *, allied: bool) -> Realm:
    """Seigneur B in person holds Thule with so many men, first of the defenders."""
    state = front()
    lord_knight(state, "j2").land = land(state, "THULE").name
    lord_knight(state, "j2").renown = 10
    arm(state, lord_knight(state, "j2"), men)
    garrison(state, "j2", "THULE", 400)
    garrison(state, "j2", "OLAND", 50)
    if allied:
        ally(state, "j2", "j3")
        knight(state, "j3", "Ode", "THULE", renown=90, men=400)
    return state


@pytest.mark.rule("GP-BAT-12", "GP-ELI-01", "GP-ELI-02", "GP-ATT-12")
def test_when_the_owner_of_the_land_dies_all_defence_ends_and_the_land_is_taken() -> None:
    step = attack(last_stand(10, allied=True), *WINS)

    assert len(find(step, "battle", "j1")) == 1
    assert not lord(step.state, "j2").alive
    assert land(step.state, "THULE").owner == "j1" and land(step.state, "OLAND").owner is None
    assert {army.lord for army in step.state.armies.values()} == {"j1", "j3"}
    assert find(step, "felony") == []


@pytest.mark.rule("GP-BAT-12", "GP-BAT-07")
@pytest.mark.parametrize(("draws", "owner"), [(WINS, "j1"), (YIELDS, None)])
def test_a_land_whose_owner_dies_is_neutral_when_the_attacker_is_out_as_well(
    draws: tuple[float, float], owner: str | None
) -> None:
    step = attack(last_stand(100, allied=False), *draws, threshold="1000")

    assert not lord(step.state, "j2").alive
    assert one(step, "battle", "j1").data["attacker_left"] == 999
    assert land(step.state, "THULE").owner == owner
    assert lord_knight(step.state, "j1").land == ("THULE" if owner else "NARVIK")


@pytest.mark.rule("GP-BAT-12")
def test_when_an_ally_of_the_owner_dies_his_men_leave_and_the_others_fight_on() -> None:
    state = front()
    ally(state, "j2", "j3")
    war(state, "j1", "j3")
    lord_knight(state, "j3").land, lord_knight(state, "j3").renown = land(state, "THULE").name, 10
    arm(state, lord_knight(state, "j3"), 10)
    knight(state, "j3", "Ysé", "THULE", renown=40, men=300)
    knight(state, "j2", "Ode", "THULE", renown=90, men=10)

    step = attack(state, *WINS, *WINS)

    assert [event.data["commander"] for event in find(step, "battle", "j1")] == ["Seigneur C", "Ode"]
    assert not lord(step.state, "j3").alive and lord(step.state, "j2").alive
    assert land(step.state, "THULE").owner == "j1"


@pytest.mark.rule("GP-BAT-13")
def test_a_battle_that_does_not_end_is_a_failed_attack_after_a_thousand_passes() -> None:
    endless = constants("SCANDINAVIE", {"pass_damage": 0.0})  # each pass costs one man, in turn
    attacker, defender = Side(10_000, 100, 0), Side(10_000, 100, 0)

    passes = fight(attacker, defender, OPEN, Drawn(*(WINS + YIELDS) * 500).uniform, endless)

    assert len(passes) == 1000
    assert (attacker.men, defender.men) == (9500, 9500)
    assert not won(attacker, defender, passes)


@pytest.mark.rule("GP-BAT-03", "GP-BAT-04")
def test_a_stronger_army_of_equal_renown_wins_to_the_death_as_often_as_the_rules_say() -> None:
    draws = Rng(b"stronger")

    def holds(men: int) -> bool:
        attacker, defender = Side(1000, 100, 0), Side(men, 100, 0)
        return won(attacker, defender, fight(attacker, defender, OPEN, draws.uniform, CONSTANTS))

    assert all(holds(900) for _ in range(50))
    assert 55 <= sum(holds(1000) for _ in range(150)) <= 95
