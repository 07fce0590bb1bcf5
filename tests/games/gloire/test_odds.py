"""The odds of an attack: by hand, against simulated attacks, and against whole turns of the adjudicator."""

from __future__ import annotations

import json
from math import nextafter, sqrt
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.engine.spread import distribution
from heraut.games.gloire import orders as o
from heraut.games.gloire.calculators.course import advantage_chance
from heraut.games.gloire.calculators.forces import drawn, peasant_numbers
from heraut.games.gloire.calculators.odds import (
    BUDGET,
    Attacker,
    Defender,
    Force,
    Odds,
    Peasants,
    attack_odds,
    likely_success,
    odds,
    own_defenders,
    simulate,
)
from heraut.games.gloire.calculators.tally import Tally
from heraut.games.gloire.phases.attack import peasant_men
from heraut.games.gloire.phases.battle import Side
from heraut.games.gloire.renown import mean_knight_renown
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import LandName, Realm, Retreat
from heraut.games.gloire.tables import constants
from heraut.games.gloire.turn import PHASES

from . import builders as b
from .builders import view_of

CONSTANTS = constants("SCANDINAVIE", {})
ALLY = Seat("j7")


def exact(attacker: Attacker, *defenders: Defender, fortification: int = 0, budget: int = 10**6) -> Odds:
    result = odds(attacker, defenders, fortification, Rng(b"never drawn"), CONSTANTS, budget=budget)
    assert result.method == "exact"
    return result


# By hand


@pytest.mark.rule("GP-BAT-03")
@pytest.mark.parametrize(
    ("ours", "theirs", "chance"),
    [(1, 1, 0), (1, 50, 0), (50, 1, 1), (11, 11, 0.5), (21, 11, 0.75), (11, 21, 0.25), (101, 1.5, 0.9975)],
)
def test_who_takes_the_advantage(ours: float, theirs: float, chance: float) -> None:
    assert advantage_chance(ours, theirs) == pytest.approx(chance)


@pytest.mark.rule("GP-BAT-02", "GP-BAT-04", "GP-BAT-07", "GP-BAT-09")
def test_one_pass_that_settles_everything() -> None:
    seen = exact(Attacker(1000, 100.0, 0), Force(100, 100.0, 0))  # a tenth of 1000 is the last of the 100

    assert (seen.success, seen.death, seen.passes, seen.effort) == (1, 0, 1, 1)
    assert seen.men == msgspec.structs.replace(seen.men, mean=990, least=990, most=990)
    assert seen.renown is not None  # a victor gains 1 % at least, advantage or not
    assert (seen.renown.least, seen.renown.most) == (101, 101)
    defender = seen.defenders[0]
    assert (defender.fought, defender.destroyed, defender.men.most, defender.renown) == (1, 1, 0, None)
    peasants = exact(Attacker(1000, 100.0, 0), Force(100, 100.0, 0, "peasants"))
    assert peasants.defenders[0].destroyed == pytest.approx(1)
    assert peasants.passes == pytest.approx(1 + 99 / (2 * 999), abs=0.005)  # one more if they take the advantage


@pytest.mark.rule("GP-BAT-07", "GP-PEA-04")
def test_against_peasants_the_advantage_spares_half_the_blows() -> None:
    seen = exact(Attacker(200, 50.0, 190), Force(200, 50.0, 190, "peasants"))

    # whoever takes the advantage loses 10 men and stays at his 190, the other 20 and breaks off
    assert seen.success == pytest.approx(0.5)
    assert (seen.men.least, seen.men.most, seen.men.mean) == (180, 190, pytest.approx(185))
    assert seen.passes == pytest.approx(1)


@pytest.mark.rule("GP-SITE-26")
def test_an_undefended_land_is_taken_without_a_blow() -> None:  # GP-EX-25
    seen = exact(Attacker(10, 80.0, 8))

    assert (seen.success, seen.passes, seen.men.mean) == (1, 0, 10)
    assert seen.renown is not None and seen.renown.mean == 80


@pytest.mark.rule("GP-SITE-26")
def test_thresholds_above_the_men_present() -> None:
    cancelled = exact(Attacker(10, 80.0, 11), Force(5, 80.0, 0))
    aside = exact(Attacker(10, 80.0, 0), Force(500, 80.0, 501))
    unarmed = exact(Attacker(0, 80.0, 0))

    assert (cancelled.success, cancelled.death, cancelled.defenders[0].fought) == (0, 0, 0)
    assert (aside.success, aside.passes, aside.defenders[0].men.mean) == (1, 0, 500)
    assert (unarmed.success, unarmed.death) == (0, 0)
    # a last man lives, and his knight with him
    alone = exact(Attacker(1, 80.0, 0))
    assert alone.renown is not None and alone.renown.mean == 80
    spared = exact(Attacker(10, 100.0, 0), Force(2, 100.0, 2)).defenders[0]  # the first blow costs him one of two men
    assert spared.men.least == spared.men.most == 1
    assert spared.renown is not None and 99 <= spared.renown.least <= spared.renown.most <= 100
    for result in (cancelled, aside, unarmed):
        assert result.passes == 0

    drawn_ones = simulate(Attacker(10, 80.0, 11), [Force(5, 80.0, 0)], 0, 20, Rng(b"x"), CONSTANTS)
    assert (drawn_ones.success, drawn_ones.passes, drawn_ones.defenders[0].fought) == (0, 0, 0)


@pytest.mark.rule("GP-SITE-26")
def test_the_death_of_a_lord_in_person_ends_the_defence_of_his_men() -> None:
    attacker = Attacker(1000, 100.0, 0)
    owner = Force(50, 100.0, 0, in_person=True)
    ally = Force(50, 100.0, 0, lord=ALLY, in_person=True)
    behind = Force(900, 200.0, 0, lord=ALLY)
    garrison = Force(60, 100.0, 0, "garrison")

    assert exact(attacker, owner, garrison, behind).defenders[1].fought == 0
    seen = exact(attacker, ally, behind, garrison)
    assert [defender.fought for defender in seen.defenders] == [1, 0, 1]
    assert exact(attacker, owner, behind).success == 1
    assert simulate(attacker, [ally, behind, garrison], 0, 50, Rng(b"x"), CONSTANTS).success == 1
    assert simulate(attacker, [owner, behind], 0, 50, Rng(b"x"), CONSTANTS).success == 1
    simulated = simulate(attacker, [ally, behind, garrison], 0, 50, Rng(b"x"), CONSTANTS)
    assert [defender.fought for defender in simulated.defenders] == [1, 0, 1]
    assert simulated.passes >= 2  # one at least with each of those who are fought


@pytest.mark.rule("GP-PEA-01")
@pytest.mark.parametrize("population", [1000, 2490, 3000, 16500, 40001])
def test_every_number_of_peasants_has_its_exact_chance(population: int) -> None:
    numbers = dict(peasant_numbers(population, CONSTANTS))
    grid = 40_000
    counted: dict[int, int] = {}
    for step in range(grid):
        men = peasant_men(population, 0.8 + 0.4 * (step + 0.5) / grid, CONSTANTS)
        counted[men] = counted.get(men, 0) + 1

    assert sum(numbers.values()) == pytest.approx(1, abs=1e-9)
    assert min(numbers) >= 50
    assert set(numbers) == set(counted)
    assert all(numbers[men] == pytest.approx(counted[men] / grid, abs=2 / grid) for men in counted)


def test_distribution() -> None:
    seen = distribution({1.0: 0.5, 2.0: 0.25, 10.0: 0.25})

    assert (seen.mean, seen.least, seen.most) == (3.5, 1, 10)
    assert seen.quantiles == (1, 1, 1, 2, 10)


# Against simulated attacks

CASES: dict[str, tuple[Attacker, tuple[Defender, ...], int]] = {
    "peasants": (Attacker(300, 60.0, 150), (Force(330, 50.0, 165, "peasants"),), 0),
    "peasants, unknown": (Attacker(300, 60.0, 240), (Peasants(16500, 47.0, 50),), 0),
    "peasants, unknown, to the death": (Attacker(120, 60.0, 0), (Peasants(4000, 47.0, 50),), 0),
    "peasants behind a palisade": (Attacker(300, 80.0, 200), (Peasants(16500, 47.0, 50),), 1),
    "few peasants": (Attacker(60, 50.0, 0), (Peasants(1200, 40.0, 50),), 0),
    "equals": (Attacker(500, 100.0, 250), (Force(500, 100.0, 250),), 0),
    "1000 v 900 to the death": (Attacker(1000, 100.0, 0), (Force(900, 100.0, 0),), 0),
    "renown against numbers": (Attacker(300, 150.0, 0), (Force(700, 60.0, 350),), 0),
    "a wall": (Attacker(400, 100.0, 100), (Force(250, 100.0, 60),), 2),
    "an enceinte": (Attacker(400, 100.0, 100), (Force(100, 100.0, 0),), 3),
    "a handful": (Attacker(7, 30.0, 0), (Force(6, 31.0, 0),), 0),
    "two defenders": (Attacker(600, 90.0, 150), (Force(300, 50.0, 150, "garrison"), Force(300, 80.0, 100)), 0),
    "three, one a lord": (
        Attacker(160, 80.0, 20),
        (Force(50, 40.0, 25, "garrison"), Force(60, 70.0, 0, in_person=True), Force(60, 90.0, 30, lord=ALLY)),
        1,
    ),
    "a lord's last stand": (
        Attacker(140, 80.0, 0),
        (Force(60, 60.0, 0, lord=ALLY, in_person=True), Force(80, 85.0, 40, lord=ALLY), Force(30, 90.0, 0)),
        0,
    ),
}
RUNS = 20_000


@pytest.mark.slow
@pytest.mark.rule("GP-SITE-26", "GP-BAT-03")
@pytest.mark.parametrize("name", CASES)
def test_exact_odds_agree_with_20000_attacks_within_four_standard_errors(name: str) -> None:
    attacker, defenders, works = CASES[name]
    seen = exact(attacker, *defenders, fortification=works)
    fought = simulate(attacker, defenders, works, RUNS, Rng(name.encode()), CONSTANTS)

    for ours, theirs in ((seen.success, fought.success), (seen.death, fought.death)):
        assert abs(ours - theirs) <= 4 * sqrt(ours * (1 - ours) / RUNS) + 1e-9
    for mine, yours in zip(seen.defenders, fought.defenders, strict=True):
        assert abs(mine.fought - yours.fought) <= 4 * sqrt(mine.fought * (1 - mine.fought) / RUNS) + 1e-9
        assert abs(mine.destroyed - yours.destroyed) <= 4 * sqrt(mine.destroyed * (1 - mine.destroyed) / RUNS) + 1e-9
        assert within(mine.men, yours.men)
        assert (mine.renown is None) == (yours.renown is None)
    assert within(seen.men, fought.men)
    assert seen.renown is not None and fought.renown is not None
    assert within(seen.renown, fought.renown)
    assert seen.passes == pytest.approx(fought.passes, rel=0.03)
    assert seen.success + seen.death <= 1 + 1e-9


def within(mine: Any, yours: Any) -> bool:
    """Means within four standard errors, the deviation being at most half the range."""
    return bool(
        abs(mine.mean - yours.mean) <= 2 * (mine.most - mine.least) / sqrt(RUNS) + 1e-6
        and mine.least - 1e-6 <= yours.least
        and yours.most <= mine.most + 1e-6
    )


@pytest.mark.slow
def test_beyond_the_budget_the_answer_is_simulated_and_says_so() -> None:
    attacker, defenders, works = CASES["equals"]
    known = exact(attacker, *defenders, fortification=works)
    seen = odds(attacker, defenders, works, Rng(b"seeded"), CONSTANTS, budget=3, runs=4000)
    again = odds(attacker, defenders, works, Rng(b"seeded"), CONSTANTS, budget=3, runs=4000)

    assert (seen.method, seen.effort) == ("simulated", 4000)
    assert seen == again
    assert seen.success_interval[0] < known.success < seen.success_interval[1]
    assert 0 < seen.success_interval[1] - seen.success_interval[0] < 0.035
    assert known.success_interval == (known.success, known.success)


@pytest.mark.parametrize("budget", [0, BUDGET], ids=["simulated", "exact"])
@pytest.mark.parametrize("men", [30, 60, 70, 80, 200])
def test_whether_a_chance_is_so_great_is_told_as_the_odds_have_it(men: int, budget: int) -> None:
    met = (Attacker(men, 90.0, 0), [Peasants(1_500, 60.0, 50)], 0)
    success = odds(*met, Rng(b"x"), CONSTANTS, budget=budget, runs=200).success
    for least in (0.0, nextafter(success, 0), success, nextafter(success, 2), 0.95, 1.0):
        likely = likely_success(least, *met, Rng(b"x"), CONSTANTS, budget=budget, runs=200)
        assert likely == (success if success >= least else None), (success, least)


def test_to_know_that_a_chance_is_small_few_attacks_are_fought() -> None:
    rng, again = Rng(b"x"), Rng(b"x")
    hopeless = (Attacker(10, 50.0, 0), [Peasants(9_000, 60.0, 50)], 0)
    assert likely_success(0.95, *hopeless, rng, CONSTANTS, budget=0, runs=1_000) is None
    simulate(*hopeless, 51, again, CONSTANTS)
    assert rng.uniform(0, 1) == again.uniform(0, 1)


@pytest.mark.rule("GP-BAT-10")
def test_a_defender_who_is_not_fought_keeps_what_he_has_and_garrisons_have_no_renown() -> None:
    tally = Tally(Attacker(100, 60.0, 0), [Force(30, 50.0, 0), Force(30, 50.0, 0, "garrison")], CONSTANTS)
    for index in (0, 1):
        tally.fought(0.25, index, Side(10, 40.0, 0), renown_before=50.0)
    tally.end(0.25, 90, 60.5, 50.0, success=True)
    tally.end(0.75, 0, 60.0, 40.0, success=False)
    told = tally.summary("exact", 1)
    knight, garrison = told.defenders

    assert (knight.fought, knight.men.mean) == (garrison.fought, garrison.men.mean) == (0.25, 25)
    assert knight.renown is not None and knight.renown.mean == 47.5
    assert garrison.renown is None
    assert told.success_interval == (0.25, 0.25) and told.death_interval == (0.75, 0.75)
    least, most = tally.summary("simulated", 100).death_interval
    assert 0.65 < least < 0.75 < most < 0.85


@pytest.mark.rule("GP-ATT-11", "GP-ATT-13")
def test_a_victor_below_his_threshold_does_not_meet_the_next_defender() -> None:
    first, second = Force(100, 100.0, 0), Force(1, 101.0, 0)

    assert exact(Attacker(1000, 100.0, 1000), first).success > 0.9  # he takes the advantage, and loses ten men
    assert exact(Attacker(1000, 100.0, 1000), first, second).success == 0
    assert exact(Attacker(1000, 100.0, 990), first, second).success > 0.9


@pytest.mark.rule("GP-PEA-01")
def test_peasants_are_drawn_a_fifth_around_their_number() -> None:
    draws = [drawn(Peasants(16_500, 50.0, 50), Rng(b"peasants").at(n), CONSTANTS) for n in range(200)]

    assert 264 <= min(draws) < 270 and 390 < max(draws) <= 396


sides = st.tuples(st.integers(0, 60), st.floats(1, 200), st.floats(0, 1))


@given(sides, st.lists(sides, max_size=3), st.integers(0, 3), st.sampled_from(("knight", "garrison", "peasants")))
@settings(max_examples=60, deadline=None)
def test_odds_are_chances_whatever_the_forces(
    attacker: tuple[int, float, float], others: list[tuple[int, float, float]], works: int, sort: Any
) -> None:
    forces = [Force(men, renown, share * men, sort) for men, renown, share in others]
    men, renown, share = attacker
    seen = odds(Attacker(men, renown, share * men), forces, works, Rng(b"any"), CONSTANTS, budget=3000, runs=50)

    assert 0 <= seen.success <= 1 + 1e-9 and 0 <= seen.death <= 1 + 1e-9
    assert 0 <= seen.men.least <= seen.men.mean + 1e-9 <= seen.men.most + 2e-9 <= men + 2e-9
    assert list(seen.men.quantiles) == sorted(seen.men.quantiles) and len(seen.men.quantiles) == 5
    assert all(0 <= foe.destroyed <= foe.fought + 1e-9 <= 1 + 2e-9 for foe in seen.defenders)
    assert json.loads(msgspec.json.encode(seen))


# Against whole turns


def attacked(state: Realm, order: o.Attack, runs: int) -> tuple[float, float]:
    """How often an attack of j1 takes the land in real turns, and his knight's mean renown after it if he lives."""
    taken, renowns = 0, []
    for seed in range(runs):
        turn = Turn(state, {Seat("j1"): (order,)}, Rng(seed.to_bytes(3, "big")))
        for phase in PHASES[:7]:
            if phase.number == 7:
                turn.open_phase()
                phase.resolve(turn)
        taken += turn.now.lands[order.land].owner == "j1"
        if order.knight in turn.now.knights:
            renowns.append(turn.now.knights[order.knight].renown)
    return taken / runs, sum(renowns) / len(renowns)


def agree(seen: Odds, real: tuple[float, float], runs: int) -> None:
    assert abs(seen.success - real[0]) <= 4 * sqrt(seen.success * (1 - seen.success) / runs)
    assert seen.renown is not None
    assert abs(seen.renown.mean - real[1]) <= 2 * (seen.renown.most - seen.renown.least) / sqrt(runs) + 1e-9


@pytest.mark.rule("GP-SITE-26", "GP-ATT-07")
def test_the_odds_on_a_neutral_land_are_those_of_real_turns() -> None:
    state = b.realm(starts=["NARVIK"])
    guy = b.knight(state, "j1", "Guy", "NARVIK", renown=70.0, men=66)
    b.land(state, "THULE").fortification = 1
    b.land(state, "THULE").population = 4000
    seen = attack_odds(view_of(state), guy.id, LandName("THULE"), Rng(b""), men=40, fortification=1)

    assert seen.method == "exact" and 0.1 < seen.success < 0.9
    agree(seen, attacked(state, o.Attack(guy.id, LandName("THULE"), 40), 400), 400)


@pytest.mark.rule("GP-SITE-26", "GP-ATT-08")
def test_the_odds_of_a_felony_are_those_of_real_turns() -> None:
    state = b.realm(starts=["NARVIK", "DOLON"])
    b.give(state, "j2", "THULE")
    me = b.lord_knight(state, "j1")
    me.renown = 240.0
    b.arm(state, me, 90)
    b.garrison(state, "j2", "THULE", 90)
    b.knight(state, "j2", "Renaud", "THULE", renown=75.0, men=120)
    defenders = own_defenders(view_of(state, "j2"), LandName("THULE"))
    seen = attack_odds(view_of(state), me.id, LandName("THULE"), Rng(b""), men=30, defenders=defenders)

    assert [(force.sort, force.men) for force in defenders if isinstance(force, Force)] == [
        ("garrison", 90),
        ("knight", 120),
    ]
    assert 0.05 < seen.success < 0.95
    agree(seen, attacked(state, o.Attack(me.id, LandName("THULE"), 30), 400), 400)


@pytest.mark.rule("GP-SITE-26", "GP-BAT-12", "GP-ATT-11")
@pytest.mark.parametrize(("owner_men", "ally_men", "garrison_men"), [(14, 14, 70), (40, 12, 0), (0, 30, 55)])
def test_the_odds_against_lords_in_person_are_those_of_real_turns(
    owner_men: int, ally_men: int, garrison_men: int
) -> None:
    state = b.realm(starts=["NARVIK", "DOLON", "OULU"])
    b.give(state, "j2", "THULE")
    b.ally(state, "j2", "j3")
    for foe in ("j2", "j3"):
        b.war(state, "j1", foe)
        b.lord(state, foe).retreat = Retreat(50, 0, 0)
    guy = b.knight(state, "j1", "Guy", "NARVIK", renown=60.0, men=45)
    defenders: list[Defender] = []
    for seat, renown, men in (("j3", 30.0, ally_men), ("j2", 40.0, owner_men)):
        leader = b.lord_knight(state, seat)
        leader.renown, leader.land = renown, LandName("THULE")
        if men:
            b.arm(state, leader, men)
            defenders.append(Force(men, renown, 0, "knight", Seat("j3") if seat == "j3" else None, in_person=True))
    b.knight(state, "j3", "Renaud", "THULE", renown=45.0, men=20)
    defenders.append(Force(20, 45.0, 0, "knight", Seat("j3")))
    if garrison_men:
        b.garrison(state, "j2", "THULE", garrison_men)
        defenders.append(Force(garrison_men, mean_knight_renown(state) / 2, 0, "garrison"))
    defenders.sort(key=lambda force: force.renown)
    seen = attack_odds(view_of(state), guy.id, LandName("THULE"), Rng(b""), men=20, defenders=defenders)

    assert seen.method == "exact"
    agree(seen, attacked(state, o.Attack(guy.id, LandName("THULE"), 20), 300), 300)


@pytest.mark.rule("GP-SITE-26")
def test_an_own_or_allied_land_is_not_attacked_and_the_empty_threshold_is_that_of_ini() -> None:
    state = b.realm(starts=["NARVIK", "DOLON"])
    b.give(state, "j2", "THULE")
    b.ally(state, "j1", "j2")
    guy = b.knight(state, "j1", "Guy", "NARVIK", men=100)
    view = view_of(state)

    assert attack_odds(view, guy.id, LandName("NARVIK"), Rng(b"")).success == 0
    alone = attack_odds(view, b.lord_knight(state, "j1").id, LandName("OULU"), Rng(b""), defenders=())
    assert (alone.success, alone.men.most) == (0, 0)  # nobody attacks without men
    assert attack_odds(view, guy.id, LandName("THULE"), Rng(b"")).success == 0
    assert attack_odds(view, guy.id, LandName("LAPPLAND"), Rng(b"")).men.least < 80  # broke off below 80 %
    assert attack_odds(view, guy.id, LandName("LAPPLAND"), Rng(b"")).death == 0


@pytest.mark.rule("GP-SITE-26", "GP-ATT-10", "GP-DEF-01")
def test_the_odds_count_what_the_sheet_does_before_the_attacks() -> None:
    state = b.realm(starts=["NARVIK"])
    guy = b.knight(state, "j1", "Guy", "NARVIK", renown=50.0, men=10)
    post = b.garrison(state, "j1", "NARVIK", 40)
    sheet = (o.Levy(LandName("NARVIK"), 2500, guy.id), o.Defend(post.id, 30))
    view = view_of(state)

    assert attack_odds(view, guy.id, LandName("THULE"), Rng(b""), men=10, sheet=sheet).men.most > 400
    assert own_defenders(view, LandName("NARVIK"), sheet) == (
        Force(40, 525 / 11, 30, "garrison"),  # the mean renown of the knights is 1050 / 11
        Force(510, 50.0, 408.0, "knight"),
    )
    attack = o.Attack(guy.id, LandName("THULE"))
    assert len(own_defenders(view, LandName("NARVIK"), (*sheet, attack))) == 1
    handed_on = (o.Transfer(guy.id, b.lord_knight(state, "j1").id, 4),)
    assert [force.men for force in own_defenders(view, LandName("NARVIK"), handed_on)] == [40, 6, 4]


@pytest.mark.rule("GP-SITE-26")
def test_under_the_option_the_militia_defends_an_empty_land() -> None:
    state, without = (b.realm(starts=["NARVIK"], militia=militia) for militia in (True, False))

    assert own_defenders(view_of(state), LandName("NARVIK")) == (Peasants(16500, 50.0, 50),)
    assert own_defenders(view_of(without), LandName("NARVIK")) == ()
    b.garrison(state, "j1", "NARVIK", 40)
    assert [force.sort for force in own_defenders(view_of(state), LandName("NARVIK"))] == ["garrison"]
