"""General rules (GP-GEN): the turn, secrecy, chance, what is of the moment and what of the start of a phase."""

from __future__ import annotations

import json

import pytest

from heraut.engine.match import Match, verify
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.engine.rulebook import read_rules
from heraut.engine.words import real
from heraut.games import gloire
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.phases.titles import title_for
from heraut.games.gloire.renown import breakdowns, by_rank, mean_happiness, snapshot
from heraut.games.gloire.rounding import down, round_half_up, up
from heraut.games.gloire.state import Call, LandName, Realm, move_knight
from heraut.games.gloire.turn import PHASES
from tests.games.gloire.builders import (
    YIELDS,
    Fate,
    ally,
    arm,
    decision,
    find,
    garrison,
    give,
    knight,
    land,
    lord,
    lord_knight,
    one,
    opened,
    play,
    realm,
    reasons,
    run,
    seats,
    war,
)

A, B, C = Seat("j1"), Seat("j2"), Seat("j3")


def three() -> Realm:
    """Seigneurs A in Narvik, B in Dolon, C in Turku."""
    return realm(3, starts=("NARVIK", "DOLON", "TURKU"))


def busy() -> tuple[Realm, dict[str, str]]:
    """A realm and sheets by which something happens in nearly every phase."""
    state = three()
    state.turn = 5
    for seat, at in (("j1", "NARVIK"), ("j2", "DOLON"), ("j3", "TURKU")):
        lord(state, seat).treasury, lord(state, seat).title = 9000, "baron"
        knight(state, seat, f"Guy {seat}", at, men=300)
        garrison(state, seat, at, 50)
    give(state, "j2", "THULE")
    orders = {
        "j1": 'ESP DOLON\nFOR NARVIK palissade\nGUE "Seigneur C"\nREN "Guy j1" Alix\nIMP 3 NARVIK\nRED 500 NARVIK\n'
        'CHE 2\nINI 50 40 70\nGAR "Guy j1" 10\nORG 4 500 lys\nATT "Guy j1" VADVET-JAKKO\nARM NARVIK 500\nPAR "Guy j1"',
        "j2": 'MOV "Guy j2" KOLA\nVND "Seigneur A" THULE 100\nPAR "Guy j2" "Seigneur A" lys\nDEM #2',
        "j3": 'ACH "Seigneur B" THULE 5\nATT "Guy j3" VAASA\nPAR "Seigneur C"\nAFF "Seigneur C" #103',
    }
    return state, orders


# The turn


@pytest.mark.rule("GP-GEN-01")
def test_a_turn_is_one_resolution_of_nineteen_phases() -> None:
    state = three()

    assert [phase.number for phase in PHASES] == list(range(1, 20))
    assert play(state).state.turn == 2 and play(play(state).state).state.turn == 3


@pytest.mark.rule("GP-GEN-01")
def test_whatever_the_order_of_entry_things_happen_in_the_order_of_the_phases() -> None:
    state, orders = busy()
    phase_of = {id: rule.phase for id, rule in read_rules("heraut.games.gloire").items()}

    step = play(state, orders)

    phases = [phase_of[event.rule] for event in step.events if phase_of[event.rule]]
    assert phases == sorted(phases)
    assert set(phases) >= {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16}


@pytest.mark.rule("GP-GEN-02")
def test_nothing_of_a_sheet_is_known_to_anyone_before_the_resolution() -> None:
    state, orders = busy()
    before = gloire.dump(state)
    views = [gloire.view(state, seat) for seat in (None, *state.lords)]

    sheet = decision(state, "j1").parse(orders["j1"]).answer

    assert sheet
    assert gloire.dump(state) == before
    assert [gloire.view(state, seat) for seat in (None, *state.lords)] == views
    assert b"lys" not in gloire.dump(play(state, orders).state)


@pytest.mark.rule("GP-GEN-02", "GP-INF-04")
def test_after_the_resolution_an_order_is_told_to_its_author_alone() -> None:
    state, orders = busy()

    step = play(state, orders)

    assert any("order" in event.data for event in step.events)
    assert any("lys" in json.dumps(event.data) for event in step.events)
    for event in step.events:
        if "order" in event.data:
            assert event.seen_by is not None and len(event.seen_by) == 1
        if "lys" in json.dumps(event.data):  # the sheet of one who knows the word, told to him alone
            assert event.seen_by in (("j1",), ("j2",))


# Chance


@pytest.mark.rule("GP-GEN-04")
def test_the_same_state_orders_and_seed_always_give_the_same_turn() -> None:
    state, orders = busy()
    before = gloire.dump(state)

    first, second = play(state, orders, seed=b"same"), play(state, orders, seed=b"same")

    assert gloire.dump(first.state) == gloire.dump(second.state)
    assert first.events == second.events
    assert gloire.dump(state) == before
    assert play(state, orders, seed=b"other").events != first.events


@pytest.mark.rule("GP-GEN-04")
def test_a_realm_put_on_disk_and_taken_back_goes_on_in_the_same_way() -> None:
    state, orders = busy()

    assert play(gloire.load(gloire.dump(state)), orders).events == play(state, orders).events


@pytest.mark.rule("GP-GEN-04")
def test_a_match_replays_to_the_same_states() -> None:
    match = Match.new(gloire, seats(10), {}, b"replay")
    for turn in range(4):
        pending = gloire.pending(match.state)
        match.advance({seat: pending[seat].sample(Rng(b"pen").at(seat, turn)) for seat in pending})

    assert gloire.dump(verify(gloire, match.record).state) == gloire.dump(match.state)


@pytest.mark.rule("GP-GEN-04")
def test_a_draw_more_for_one_lord_changes_nothing_for_another() -> None:
    state, orders = busy()
    more = {**orders, "j1": orders["j1"] + "\nESP OLAND\nESP FIONIE"}

    def of_c(sheets: dict[str, str]) -> list[object]:
        return [event.data for event in find(play(state, sheets), "battle", "j3")]

    assert of_c(orders) == of_c(more) != []


# The moment and the start of the phase


@pytest.mark.rule("GP-GEN-05")
def test_the_treasury_and_the_men_of_the_moment_are_those_that_count() -> None:
    state = three()
    lord(state, "j1").treasury = 1000
    knight(state, "j1", "Guy", "NARVIK", men=60)

    step = run(state, {"j1": 'RED 700 NARVIK\nARM NARVIK 500\nTSF Guy "Seigneur A" 50\nGAR Guy 50'}, 3, 5, 6)

    assert (one(step, "levied").data["amount"], lord(step.state, "j1").treasury) == (300, 0)
    assert one(step, "garrisoned").data["men"] == 10


@pytest.mark.rule("GP-GEN-05")
def test_a_knight_called_after_his_lord_s_fall_is_judged_by_the_renown_of_the_moment() -> None:
    state = three()
    lord(state, "j1").treasury = 100_000
    lord_knight(state, "j1").renown = 3

    renowns = {
        event.data["renown"]
        for n in range(60)
        for event in find(run(state, {"j1": "CHE 5"}, 5, chance=Rng(bytes([n]))), "knight_hired")
    }

    assert renowns == {1, 2, 3, 4}


@pytest.mark.rule("GP-GEN-06", "GP-GEN-08", "GP-RED-02")
def test_the_mean_happiness_of_phase_3_is_that_of_before_the_taxes() -> None:
    step = run(three(), {"j1": "IMP 5 NARVIK\nRED 400 NARVIK", "j2": "IMP 9 DOLON", "j3": "IMP 9 TURKU"}, 3)

    assert one(step, "redistributed").data["ratio"] == pytest.approx(400 / (16500 * 0.2 * 0.0833 * 0.5))


@pytest.mark.rule("GP-GEN-06", "GP-GEN-09")
def test_ranks_do_not_move_inside_a_phase_but_from_one_phase_to_the_next() -> None:
    state = three()
    lord(state, "j2").treasury += 500
    lord(state, "j1").title = "prince"  # his rent makes him the more renowned of the two
    orders = {"j1": "RED 1 NARVIK\nINI 1 1 1", "j2": "RED 1 DOLON\nINI 1 1 1"}

    step = run(state, orders, 3, 4)

    assert [event.seen_by for event in find(step, "redistributed")] == [("j1",), ("j2",)]
    assert [event.seen_by for event in find(step, "retreat_set")] == [("j2",), ("j1",)]


@pytest.mark.rule("GP-GEN-06", "GP-GEN-08")
def test_a_felony_does_not_move_the_mean_renown_of_its_phase() -> None:
    state = three()
    give(state, "j2", "THULE")
    arm(state, lord_knight(state, "j1"), 100)
    knight(state, "j1", "Guy", "NARVIK", renown=100, men=500)

    step = run(state, {"j1": 'ATT "Seigneur A" THULE\nATT Guy SVARTSEN'}, 7)

    assert lord_knight(step.state, "j1").renown == pytest.approx(100 / 3)
    assert one(step, "battle").data["defender_renown"] == 50


@pytest.mark.rule("GP-GEN-06", "GP-GEN-08", "GP-REF-01")
def test_the_price_of_a_refused_call_is_that_of_the_renowns_before_the_wars_of_the_phase() -> None:
    state = three()
    state.turn = 2
    ally(state, "j1", "j2")
    war(state, "j1", "j3")
    state.calls.append(Call(A, B, (C,), 1))
    before = breakdowns(state)[A].total

    step = run(state, {"j1": 'ANN "Seigneur B"'}, 8)  # the caller is 10 less renowned after it

    assert breakdowns(step.state)[A].total != before
    assert lord_knight(step.state, "j2").renown == pytest.approx(100 - 0.10 * before)


@pytest.mark.rule("GP-GEN-08", "GP-JST-04")
def test_all_duels_of_a_phase_add_the_mean_of_its_start() -> None:
    state = realm(4, starts=("NARVIK", "DOLON", "TURKU", "OLAND"))
    state.turn = 5
    lord_knight(state, "j2").renown = 20

    step = run(state, {f"j{n}": f'PAR "Seigneur {"ABCD"[n - 1]}"' for n in range(1, 5)}, 10, 11)

    duels = one(step, "royal_jousts_held", None).data["duels"]
    assert len(duels) == 3
    for duel in duels:
        for draws in duel["passes"]:
            assert draws[2] == pytest.approx(duel["before"][0] * draws[0] + 80)
            assert draws[3] == pytest.approx(duel["before"][1] * draws[1] + 80)


@pytest.mark.rule("GP-GEN-07")
def test_means_are_over_all_lands_of_the_map_and_all_knights_of_all_lords() -> None:
    state = three()
    land(state, "NARVIK").happiness, land(state, "OLAND").happiness = 65, 0  # one owned, one neutral
    land(state, "NARVIK").population, land(state, "OLAND").population = 1500, 1500
    knight(state, "j1", "Guy", "NARVIK", renown=20)

    now = snapshot(state)

    assert now.mean_happiness == pytest.approx((43 * 20 + 65) / 45)
    assert now.mean_population == pytest.approx((43 * 16500 + 3000) / 45)
    assert now.mean_knight_renown == pytest.approx((3 * 100 + 20) / 4)


@pytest.mark.rule("GP-GEN-07")
@pytest.mark.parametrize(("happiness", "mean"), [(0, 0.01), (0.009, 0.01), (0.02, 0.02)])
def test_the_mean_happiness_is_never_below_a_hundredth(happiness: float, mean: float) -> None:
    state = three()
    for place in state.lands.values():
        place.happiness = happiness

    assert mean_happiness(state) == pytest.approx(mean)


@pytest.mark.rule("GP-GEN-07")
def test_the_dead_count_in_no_mean_and_without_any_knight_the_mean_is_one() -> None:
    state = three()
    lord(state, "j3").treasury = 50_000
    renowns = {seat: parts.total for seat, parts in breakdowns(state).items()}

    assert snapshot(state).max_global_renown == max(renowns.values()) == 100 + 20.625 + 100
    assert snapshot(state).mean_global_renown == pytest.approx(sum(renowns.values()) / 3)
    left = snapshot(run(state, {"j3": "ABD"}, 1).state)
    assert (left.mean_global_renown, left.max_global_renown) == (130.625, 130.625)
    nobody = run(state, {"j1": "ABD", "j2": "ABD", "j3": "ABD"}, 1).state
    assert (snapshot(nobody).mean_knight_renown, snapshot(nobody).order) == (1, ())


# Who acts before whom


@pytest.mark.rule("GP-GEN-09")
def test_the_least_renowned_lord_acts_first_and_each_in_the_order_of_his_sheet() -> None:
    state = three()
    for seat, treasury in (("j1", 9000), ("j2", 5000), ("j3", 7000)):
        lord(state, seat).treasury = treasury
    orders = {"j1": "ESP OLAND\nESP KOLA", "j2": "ESP OLAND\nESP KOLA", "j3": "ESP KOLA\nESP OLAND"}

    step = run(state, orders, 13)

    assert [(*(event.seen_by or ()), event.data["land"]) for event in step.events] == [
        ("j2", "OLAND"),
        ("j2", "KOLA"),
        ("j3", "KOLA"),
        ("j3", "OLAND"),
        ("j1", "OLAND"),
        ("j1", "KOLA"),
    ]


@pytest.mark.rule("GP-GEN-10")
@pytest.mark.parametrize(
    ("renowns", "entered", "order"),
    [
        ((100.01, 100, 99.99), (A, B, C), (C, B, A)),
        ((100.004, 100, 99.996), (A, B, C), (A, B, C)),  # all are 100.00: the first to give orders acts first
        ((100.004, 100, 99.996), (C, A, B), (C, A, B)),
        ((100.005, 100, 100), (A, B, C), (B, C, A)),  # half a hundredth is rounded up
        ((50.499, 50.501, 100), (B, A, C), (B, A, C)),  # both are 50.50
        ((100, 100, 100), (C,), (C, A, B)),  # those without orders come last, by their numbers
        ((100, 100, 100), (), (A, B, C)),
    ],
)
def test_ranks_are_told_apart_by_renown_to_the_hundredth_then_by_entry_then_by_number(
    renowns: tuple[float, float, float], entered: tuple[Seat, ...], order: tuple[Seat, ...]
) -> None:
    numbers = {A: 1, B: 2, C: 3}

    assert by_rank(dict(zip((A, B, C), renowns, strict=True)), entered, numbers) == order


@pytest.mark.rule("GP-GEN-10")
def test_equal_lords_act_in_the_order_in_which_their_orders_were_entered() -> None:
    sheets = {"j3": "ESP KOLA", "j1": "", "j2": "ESP KOLA"}

    assert opened(three(), sheets).snapshot.order == (C, B, A)
    step = run(three(), {"j3": "ESP KOLA", "j1": "ESP KOLA", "j2": "ESP KOLA"}, 13)
    assert [event.seen_by for event in step.events] == [("j3",), ("j1",), ("j2",)]


@pytest.mark.rule("GP-GEN-10", "GP-TIT-01", "GP-VIC-01")
@pytest.mark.parametrize(("renown", "title"), [(149.996, ""), (150, "baron"), (199.999, "baron")])
def test_thresholds_use_the_exact_renown(renown: float, title: str) -> None:
    state = three()
    assert title_for(renown, state.settings.constants) == title

    lord_knight(state, "j1").renown = 999.004 - 30.625
    assert run(state, {}, 19).state.king == "j1"
    lord_knight(state, "j1").renown = 999 - 30.625
    assert run(state, {}, 19).state.king is None


# Numbers


@pytest.mark.rule("GP-GEN-11")
@pytest.mark.parametrize(
    ("value", "half_up", "below", "above"),
    [
        (2.5, 3, 2, 3),
        (3.5, 4, 3, 4),
        (2.4999994, 2, 2, 3),
        (2.4999996, 3, 2, 3),  # 2.5 once at six decimals
        (2.9999996, 3, 3, 3),
        (2.999999, 3, 2, 3),
        (3.0000004, 3, 3, 3),
        (3.000001, 3, 3, 4),
        (-0.5, 0, -1, 0),
        (0, 0, 0, 0),
    ],
)
def test_the_three_roundings_work_on_six_decimals(value: float, half_up: int, below: int, above: int) -> None:
    assert (round_half_up(value), down(value), up(value)) == (half_up, below, above)


@pytest.mark.rule("GP-GEN-11")
def test_men_money_and_people_are_whole_and_the_rest_is_never_rounded() -> None:
    state, orders = busy()

    after = play(state, orders).state

    assert all(type(army.men) is int for army in after.armies.values())
    assert all(type(lord.treasury) is int for lord in after.lords.values())
    assert all(type(place.population) is int for place in after.lands.values())
    ratio = 500 / (16500 * 0.28 * 0.0833 * 14 / 20)
    exact = run(state, {"j1": orders["j1"]}, 3).state
    assert land(exact, "NARVIK").happiness == pytest.approx(14 * (1 + ratio / 10), rel=1e-12)
    assert land(exact, "NARVIK").tax_coefficient == pytest.approx(0.28 * (1 + ratio / 10), rel=1e-12)


@pytest.mark.rule("GP-GEN-11")
def test_reals_are_shown_with_one_decimal_unless_two_are_asked_for() -> None:
    assert (real(0.909, "fr"), real(12.25, "en"), real(0.458, "fr", 2)) == ("0,9", "12.2", "0,46")


@pytest.mark.rule("GP-GEN-12")
@pytest.mark.parametrize(
    ("line", "phase", "price"),
    [("ESP KOLA", 13, 500), ("FOR NARVIK muraille", 16, 1500), ("ORG 2 500 lys", 10, 1100)],
)
def test_an_order_of_fixed_price_is_ignored_if_the_treasury_is_an_ecu_short(line: str, phase: int, price: int) -> None:
    rich, short = three(), three()
    lord(rich, "j1").treasury, lord(short, "j1").treasury = price, price - 1

    assert lord(run(rich, {"j1": line}, phase).state, "j1").treasury == 0
    step = run(short, {"j1": line}, phase)
    assert (reasons(step, "j1"), lord(step.state, "j1").treasury) == (["short_treasury"], price - 1)


@pytest.mark.rule("GP-GEN-12", "GP-VTE-04")
@pytest.mark.parametrize(("treasury", "left"), [(700, 0), (699, 699)])
def test_a_buyer_an_ecu_short_buys_nothing(treasury: int, left: int) -> None:
    state = three()
    state.turn = 2
    lord(state, "j1").treasury = treasury

    step = run(state, {"j1": 'ACH "Seigneur C" TURKU 700', "j3": 'VND "Seigneur A" TURKU 700'}, 12)

    assert lord(step.state, "j1").treasury == left


@pytest.mark.rule("GP-GEN-12")
def test_an_order_of_chosen_amount_is_cut_down_to_the_treasury() -> None:
    state = three()
    lord(state, "j1").treasury = 600

    step = run(state, {"j1": "RED 550 NARVIK\nARM NARVIK 900"}, 3, 5)

    assert (one(step, "levied").data["amount"], lord(step.state, "j1").treasury) == (50, 0)


@pytest.mark.rule("GP-GEN-12")
def test_no_treasury_is_ever_below_nothing() -> None:
    match = Match.new(gloire, seats(10), {"start_treasury": 900}, b"poor")
    for turn in range(12):
        pending = gloire.pending(match.state)
        match.advance({seat: pending[seat].sample(Rng(b"poor pen").at(seat, turn)) for seat in pending})
        assert all(lord.treasury >= 0 for lord in match.state.lords.values())


# Distance, death, silence


@pytest.mark.rule("GP-GEN-15")
@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [("NARVIK", "NARVIK", 0), ("NARVIK", "THULE", 1), ("NARVIK", "DOLON", 2), ("TURKU", "LIVO-JOKI", 3)],
)
def test_distance_is_the_number_of_borders_on_the_shortest_way(a: str, b: str, distance: int) -> None:
    assert atlas("SCANDINAVIE").distance(a, b) == atlas("SCANDINAVIE").distance(b, a) == distance


@pytest.mark.rule("GP-GEN-15", "GP-RAP-03")
def test_the_shortest_way_leads_through_any_land_even_an_enemy_s() -> None:
    state = three()
    war(state, "j1", "j2")
    give(state, "j2", *[name for name in state.lands if name not in ("NARVIK", "TURKU")])
    arm(state, lord_knight(state, "j1"), 1000)
    move_knight(state, lord_knight(state, "j1"), LandName("DOLON"))

    after = run(state, {}, 18).state

    assert (lord_knight(after, "j1").land, after.armies[1].men) == ("NARVIK", 750)


@pytest.mark.rule("GP-GEN-16")
def test_what_remains_of_a_dead_lord_s_orders_is_skipped_without_a_word() -> None:
    state = three()
    arm(state, lord_knight(state, "j1"), 20)
    knight(state, "j1", "Guy", "NARVIK", men=500)
    orders = 'ATT "Seigneur A" THULE 0\nATT Guy SVARTSEN\nGUE "Seigneur B"\nMOV Guy LAPPLAND\nESP KOLA'

    step = run(state, {"j1": orders}, *range(1, 20), chance=Fate(attack=(1.0, *YIELDS * 9)))

    assert not lord(step.state, "j1").alive
    assert reasons(step, "j1") == []
    assert find(step, "spied") + find(step, "nothing_learnt") + find(step, "war_declared") == []
    assert [event.data["land"] for event in find(step, "battle")] == ["THULE"]


@pytest.mark.rule("GP-GEN-16", "GP-VTE-04")
def test_a_dead_lord_s_purchase_is_void() -> None:
    state = three()
    state.turn = 2

    step = run(state, {"j1": 'ABD\nACH "Seigneur C" TURKU 0', "j3": 'VND "Seigneur A" TURKU 0'}, 1, 12)

    assert land(step.state, "TURKU").owner == "j3"


@pytest.mark.rule("GP-GEN-17")
def test_a_lord_who_gives_no_order_passes_and_time_goes_on() -> None:
    state = three()
    lord(state, "j1").title = "baron"
    garrison(state, "j1", "NARVIK", 500)
    knight(state, "j1", "Guy", "NARVIK", pay=30)
    land(state, "NARVIK").happiness = 10

    after = play(state, {"j2": "CHE 1"}).state

    assert lord(after, "j1").treasury == 5000 + 1000 - 50 - 30
    assert land(after, "NARVIK").population < 16500
    assert land(after, "NARVIK").happiness == 10.5


@pytest.mark.rule("GP-GEN-18")
def test_of_surplus_orders_the_first_entered_counts() -> None:
    step = run(three(), {"j1": "ORG 2 500 lys\nORG 3 600 or\nIMP 1 NARVIK\nIMP 2 NARVIK"}, 3, 10)

    assert one(step, "joust_organised").data["places"] == 2
    assert one(step, "taxed").data["level"] == 1
    assert reasons(step, "j1") == ["taxed_already", "one_joust"]
