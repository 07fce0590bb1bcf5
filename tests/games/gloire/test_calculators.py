"""The calculators that plan a turn: whatever they promise, the adjudicator does."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, product
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire import orders as o
from heraut.games.gloire.calculators.finance import estate, forecast, full_redistribution, land_plan, outcome
from heraut.games.gloire.calculators.knights import best_of, call_odds, call_odds_of
from heraut.games.gloire.calculators.known import known_realm, known_turn
from heraut.games.gloire.calculators.levy import Levies, departure
from heraut.games.gloire.calculators.renown import suppose
from heraut.games.gloire.calculators.retreat import way_home
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.renown import breakdowns
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import Land, LandName, Realm, copy
from heraut.games.gloire.tables import constants
from heraut.games.gloire.turn import PHASES

from . import builders as b
from .builders import view_of

CONSTANTS = constants("SCANDINAVIE", {})
NARVIK, VADVET, LAPPLAND, THULE = (LandName(name) for name in ("NARVIK", "VADVET-JAKKO", "LAPPLAND", "THULE"))
ME = Seat("j1")


def land(happiness: float = 20.0, population: int = 16500, coefficient: float = 0.40) -> Land:
    return Land(NARVIK, ME, happiness, population, coefficient)


# One land


@pytest.mark.rule("GP-IMP-02", "GP-IMP-03", "GP-IMP-04")
def test_narvik_at_level_9_brings_4948_and_keeps_a_tenth_of_its_happiness() -> None:  # GP-EX-04
    after = outcome(land(), 9, 0, 20.0, CONSTANTS)

    assert (after.tax, after.happiness) == (4948, pytest.approx(2))
    assert after.coefficient == pytest.approx(0.12)


@pytest.mark.rule("GP-RED-02")
def test_vadvet_jakko_at_level_4_with_1800_back() -> None:  # GP-EX-06
    after = outcome(land(), 4, 1800, 20.0, CONSTANTS)

    assert (after.tax, after.net) == (2199, 399)
    assert after.ratio == pytest.approx(9.0945, abs=1e-4)
    assert after.happiness == pytest.approx(22.913, abs=1e-3)
    assert after.coefficient == pytest.approx(0.45827, abs=1e-5)


@pytest.mark.rule("GP-RED-02")
@pytest.mark.parametrize(("amount", "expected"), [(944, 3540), (1245, 4668.75)])
def test_full_redistribution_at_level_6_costs_four_fifteenths_of_the_tax(amount: int, expected: float) -> None:
    # GP-EX-07: lands whose full redistribution costs so much bring so much, and happiness goes from 20 to 8 to 16
    scale = amount / 10 / (16500 * 0.16 * 0.0833 * 0.4)  # the coefficient that makes it so
    poor = land(coefficient=0.40 * scale)
    plan = land_plan(poor, 20.0, CONSTANTS).levels[6]

    assert plan.full is not None
    assert plan.alone.happiness == pytest.approx(8)
    assert plan.full.happiness == pytest.approx(16)
    assert plan.full.amount == pytest.approx(amount, abs=1)
    assert plan.full.tax == pytest.approx(expected, abs=1)


@pytest.mark.rule("GP-RED-02")
def test_a_point_of_happiness_doubled_costs_37_ecus() -> None:  # GP-EX-08: 36.1 before rounding up
    narvik = land(1.0, 6732, 0.12)
    plan = land_plan(narvik, 18.64, CONSTANTS).levels[0]

    assert plan.full is not None
    assert (plan.full.amount, plan.full.happiness) == (37, pytest.approx(2))


@pytest.mark.rule("GP-SITE-24", "GP-IMP-02", "GP-RED-02")
@pytest.mark.parametrize(("happiness", "coefficient"), [*product((5.0, 12.5, 20.0, 25.0), (0.1, 0.33, 0.7))])
def test_level_5_with_full_redistribution_leaves_a_land_unchanged(happiness: float, coefficient: float) -> None:
    place = land(happiness, coefficient=coefficient)  # GP-EX-09
    plan = land_plan(place, 20.0, CONSTANTS)
    after = plan.levels[5].full

    assert plan.steady == 5
    assert after is not None
    assert after.happiness == pytest.approx(happiness)
    assert after.coefficient == pytest.approx(coefficient)
    assert after.net == pytest.approx(after.tax / 2, abs=1)


D10 = """
0     0 5497.80 -5497.8 2.0
1   550 4453.22 -3903.4 1.8
2  1100 3518.59 -2419.0 1.6
3  1649 2693.92 -1044.6 1.4
4  2199 1979.21   219.9 1.2
5  2749 1374.45  1374.5 1.0
6  3299  879.65  2419.0 0.8
7  3848  494.80  3353.7 0.6
8  4398  329.87  4068.4 0.4
9  4948  164.93  4783.1 0.2
"""
COEFFICIENTS = (0.70, 0.70, 0.64, 0.56, 0.48, 0.40, 0.32, 0.24, 0.24, 0.24)


@pytest.mark.rule("GP-IMP-02", "GP-IMP-03", "GP-IMP-04", "GP-RED-02")
@pytest.mark.parametrize("row", D10.strip().splitlines())
def test_the_table_of_the_catalogue(row: str) -> None:
    level, tax, cost, net, happiness = row.split()
    plan = land_plan(land(), 20.0, CONSTANTS).levels[int(level)].full
    # a land of a hundred thousand times the people shows the decimals that the rounding to whole écus hides
    vast = land_plan(land(population=1_650_000_000), 20.0, CONSTANTS).levels[int(level)].full

    assert plan is not None and vast is not None
    assert str(plan.tax) == tax
    assert f"{vast.amount / 100_000:.2f}" == cost
    assert vast.net / 100_000 == pytest.approx(float(net), abs=0.0501)  # printed to one decimal
    assert plan.happiness == pytest.approx(20 * float(happiness))
    assert plan.coefficient == pytest.approx(COEFFICIENTS[int(level)])


@pytest.mark.rule("GP-IMP-05")
def test_level_10_leaves_nothing_to_redistribute_to_and_a_revolt() -> None:
    plan = land_plan(land(), 20.0, CONSTANTS).levels[10]

    assert plan.full is None
    assert (plan.alone.tax, plan.alone.happiness, plan.alone.revolts) == (5498, 0, True)
    assert plan.alone.coefficient == pytest.approx(0.12)
    assert outcome(land(), 10, 500, 20.0, CONSTANTS).amount == 0


@pytest.mark.rule("GP-RED-04")
def test_a_land_is_past_help_below_five_thousandths_of_happiness_and_not_at_them() -> None:
    for happiness, amount in ((0.005, 2), (0.0049, None)):
        assert full_redistribution(land(happiness), 20.0, CONSTANTS) == amount
        assert outcome(land(happiness), 0, 2, 20.0, CONSTANTS).amount == (amount or 0)
        assert outcome(land(happiness), 0, 0, 20.0, CONSTANTS).revolts == (amount is None)


@pytest.mark.rule("GP-SITE-25", "GP-RED-02")
@given(st.floats(0.1, 100), st.integers(1000, 60000), st.floats(0.05, 0.7), st.floats(1, 60))
def test_full_redistribution_is_the_least_amount_that_doubles(
    happiness: float, population: int, coefficient: float, mean: float
) -> None:
    place = land(happiness, population, coefficient)
    amount = full_redistribution(place, mean, CONSTANTS)

    assert amount is not None
    assert outcome(place, 0, amount, mean, CONSTANTS).ratio == pytest.approx(10, rel=1e-5)
    assert outcome(place, 0, amount - 1, mean, CONSTANTS).ratio < 10


@pytest.mark.rule("GP-SITE-23")
def test_the_estate_counts_every_own_land_at_every_level() -> None:
    state = b.realm(starts=["NARVIK"])
    b.give(state, "j1", VADVET)
    seen = estate(view_of(state))

    assert [plan.land for plan in seen.lands] == [NARVIK, VADVET]
    assert [[level.alone.level for level in plan.levels] for plan in seen.lands] == [[*range(11)]] * 2
    assert seen.mean_happiness == 20
    assert seen.tax[5] == 2 * 2749
    assert (seen.full_amount[5], seen.full_net[5]) == (2 * 1375, 2 * (2749 - 1375))
    assert (seen.full_amount[10], seen.full_net[10]) == (0, 2 * 5498)


@pytest.mark.rule("GP-SITE-24", "GP-OPT-05")
@pytest.mark.parametrize(("most", "steady"), [(10, 5), (9.9, 4), (8, 4), (2, 1), (1, 0), (100, 9)])
def test_the_level_that_leaves_a_land_as_it_was_follows_from_what_can_be_given_back(most: float, steady: int) -> None:
    figures = msgspec.structs.replace(CONSTANTS, redistribution_ratio_max=most)
    assert land_plan(land(20.0), 20.0, figures).steady == steady


# The treasury through the turn


def quiet_turn(state: Realm, sheet: Sheet, through: int = 16) -> Turn:
    """The real turn, in which nobody else gives an order, as far as this phase."""
    turn = Turn(state, {ME: sheet}, Rng(b"quiet"))
    for phase in PHASES[:through]:
        turn.open_phase()
        phase.resolve(turn)
    return turn


MINE = (NARVIK, VADVET, LAPPLAND, THULE)
BASE = b.realm(starts=["NARVIK"])
happy = st.floats(0.2, 100)


@st.composite
def quiet_realms(draw: st.DrawFn) -> Realm:
    """A realm in which our lord has some lands, knights and garrisons, and the others have what they have."""
    state = copy(BASE)
    state.turn = draw(st.integers(2, 9))
    for place in state.lands.values():
        place.happiness = draw(st.sampled_from((20.0, 3.5, 11.25, 27.4, 64.0)))
        place.population = draw(st.sampled_from((16500, 9001, 30250)))
    for name in draw(st.lists(st.sampled_from(MINE), min_size=1, max_size=4, unique=True)):
        b.give(state, "j1", name)
        place = b.land(state, name)
        place.happiness, place.tax_coefficient = draw(happy), draw(st.floats(0.05, 0.7))
        place.fortification = draw(st.integers(0, 3))
        if draw(st.booleans()):
            b.garrison(state, "j1", name, draw(st.integers(1, 5000)))
    me = b.lord(state, "j1")
    me.treasury = draw(st.integers(0, 12000))
    for lord in state.lords.values():
        lord.title = draw(st.sampled_from(("", "baron", "duc")))
        state.knights[lord.knight].renown = draw(st.floats(40, 200))
    for name in draw(st.lists(st.sampled_from(("Aubert", "Guy", "Renaud")), unique=True)):
        b.knight(
            state,
            "j1",
            name,
            draw(st.sampled_from(MINE)),
            renown=draw(st.floats(1, 250)),
            men=draw(st.integers(0, 2000)),
            pay=draw(st.integers(1, 300)),
        )
    if draw(st.booleans()):
        b.ally(state, "j1", "j2")
        b.war(state, "j1", "j3")
        b.ally(state, "j3", "j4")
    return state


@st.composite
def quiet_sheets(draw: st.DrawFn, state: Realm) -> Sheet:
    """Orders that another lord's secrets cannot change."""
    lands = [name for name, place in state.lands.items() if place.owner == "j1"]
    mine = [knight.id for knight in state.knights.values() if knight.lord == "j1"]
    others = [id for id in mine if id != b.lord(state, "j1").knight]
    armies = [army.id for army in state.armies.values()]
    garrisons = [army.id for army in state.armies.values() if army.knight is None]
    amounts = st.integers(5, 6000)
    kinds: list[st.SearchStrategy[o.Order]] = [
        st.builds(o.Tax, st.integers(0, 10), st.sampled_from(lands)),
        st.builds(o.Redistribute, amounts, st.sampled_from(lands)),
        st.builds(o.Levy, st.sampled_from(lands), amounts, st.sampled_from([None, *mine])),
        st.builds(o.Fortify, st.sampled_from(lands), st.integers(1, 3)),
        st.builds(o.Spy, st.sampled_from(MINE)),
        st.builds(o.LeaveGarrison, st.sampled_from(mine), st.integers(1, 3000)),
        st.builds(o.Sell, st.just(Seat("j2")), st.sampled_from(lands), amounts),
        st.builds(o.Buy, st.just(Seat("j2")), st.sampled_from(MINE), amounts),
    ]
    if others:
        kinds.append(st.builds(o.Dismiss, st.sampled_from(others)))
        kinds.append(st.builds(o.Transfer, st.sampled_from(mine), st.sampled_from(others), st.integers(1, 1000)))
    if armies:
        kinds.append(st.builds(o.Demobilise, st.sampled_from(armies)))
    if garrisons:
        kinds.append(st.builds(o.Assign, st.sampled_from(mine), st.sampled_from(garrisons)))
    return tuple(draw(st.lists(st.one_of(kinds), max_size=12)))


@pytest.mark.slow
@pytest.mark.rule("GP-SITE-23")
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_in_a_quiet_realm_the_forecast_is_what_happens(data: st.DataObject) -> None:
    state = data.draw(quiet_realms())
    sheet = data.draw(quiet_sheets(state))
    seen = forecast(view_of(state), sheet, bargains=False)
    now = quiet_turn(state, sheet).now

    assert seen.end == now.lords[ME].treasury
    assert {name: (after.happiness, after.coefficient, after.population) for name, after in seen.lands.items()} == {
        name: (place.happiness, place.tax_coefficient, place.population)
        for name, place in now.lands.items()
        if place.owner == ME
    }
    assert sorted((army.land, army.knight or 0, army.men) for army in seen.armies) == sorted(
        (army.land, army.knight or 0, army.men) for army in now.armies.values()
    )
    for before, line in zip((seen.start, *(line.treasury for line in seen.lines)), seen.lines, strict=False):
        assert before + line.amount == line.treasury >= 0
    assert seen.end == (seen.lines[-1].treasury if seen.lines else seen.start)


@pytest.mark.rule("GP-SITE-23")
def test_every_payment_is_listed_in_the_order_of_the_phases() -> None:
    state = b.realm(starts=["NARVIK"])
    state.turn = 2
    b.lord(state, "j1").title = "baron"
    guy = b.knight(state, "j1", "Guy", "NARVIK", men=100, pay=40)
    sheet = (
        o.Fortify(NARVIK, 1),
        o.Spy(THULE),
        o.OrganiseJoust(2, 500, "lys"),
        o.Levy(NARVIK, 1000, guy.id),
        o.CallKnights(1),
        o.Redistribute(300, NARVIK),
        o.Tax(5, NARVIK),
    )
    seen = forecast(view_of(state), sheet)

    assert [(line.phase, line.what, line.amount, line.order) for line in seen.lines] == [
        (3, "rent", 1000, None),
        (3, "tax", 2749, 7),
        (3, "redistribution", -300, 6),
        (5, "levy", -1000, 4),
        (5, "knights", -1069, 5),  # a renown of 101: ten times its square over a mean of 1050/11
        (10, "joust", -1100, 3),
        (13, "spying", -500, 2),
        (15, "pay", -40, None),
        (15, "upkeep", -30, None),
        (16, "fortification", -500, 1),
    ]
    assert (seen.start, *(line.treasury for line in seen.lines)) == tuple(
        accumulate([line.amount for line in seen.lines], initial=5000)
    )
    assert seen.end == seen.lowest == seen.lines[-1].treasury
    assert seen.cautions == () and list(seen.lands) == [NARVIK]
    assert [(army.land, army.knight) for army in seen.armies] == [(NARVIK, guy.id)]


def cautions(state: Realm, *sheet: o.Order, **options: Any) -> list[tuple[int, str, int | None]]:
    return [(c.phase, c.code, c.order) for c in forecast(view_of(state), sheet, **options).cautions]


@pytest.mark.rule("GP-GEN-12")
def test_a_short_treasury_is_foreseen() -> None:
    state = b.realm(starts=["NARVIK"])
    b.lord(state, "j1").treasury = 600
    b.knight(state, "j1", "Guy", "NARVIK", pay=200, men=70)

    assert cautions(state, o.Redistribute(900, NARVIK)) == [
        (3, "reduced", 1),
        (15, "knight_unpaid", None),
    ]
    assert cautions(state, o.Levy(NARVIK, 400), o.Spy(THULE), o.Fortify(NARVIK, 2)) == [
        (13, "short_treasury", 2),
        (15, "army_unpaid", None),  # Guy's pay takes the last écus
        (15, "army_unpaid", None),
        (16, "short_treasury", 3),
    ]
    assert cautions(state, o.CallKnights(2), o.Levy(NARVIK, 400)) == [
        (5, "knights_uncertain", 1),
        (5, "empty_treasury", 2),
        (15, "knight_unpaid", None),
    ]


@pytest.mark.rule("GP-ATT-04")
def test_men_raised_with_the_last_ecus_attack_before_they_leave_unpaid() -> None:
    state = b.realm(starts=["NARVIK"])
    b.lord(state, "j1").treasury = 5000
    guy = b.knight(state, "j1", "Guy", "NARVIK")
    state.lands[LandName("NARVIK")].population = 60_000
    seen = forecast(view_of(state), (o.Levy(NARVIK, 100_000, guy.id), o.Attack(guy.id, THULE)))

    assert [(line.phase, line.what, line.amount) for line in seen.lines if line.what == "levy"] == [(5, "levy", -5000)]
    assert [caution.code for caution in seen.cautions] == ["reduced", "army_unpaid"]
    assert seen.attackers[guy.id] > 0
    assert not [army for army in seen.armies if army.knight == guy.id]


@pytest.mark.rule("GP-SITE-23")
def test_what_is_not_sure_is_said() -> None:
    state = b.realm(starts=["NARVIK", "DOLON"])
    state.turn = 2
    sale = o.Sell(Seat("j2"), NARVIK, 700)
    purchase = o.Buy(Seat("j2"), LandName("DOLON"), 700)
    guy = b.knight(state, "j1", "Guy", "NARVIK", men=100)
    attack, works = o.Attack(guy.id, THULE), o.Fortify(THULE, 1)
    gift = o.Transfer(guy.id, o.ForeignKnight(Seat("j2"), "Seigneur B"), 50)

    assert forecast(view_of(state), (sale,)).end == 5000 + 700 - 10
    assert cautions(state, sale) == cautions(state, purchase) == [(12, "counts_on_partner", 1)]
    assert forecast(view_of(state), (sale, purchase), bargains=False).end == 5000 - 10
    assert cautions(state, sale, bargains=False) == [(12, "no_bargain_counted", 1)]
    assert cautions(state, works, bargains=False) == [(16, "not_your_land", 1)]
    assert cautions(state, attack, works) == [(16, "only_if_conquered", 2)]
    assert cautions(state, works) == [(16, "not_your_land", 1)]
    assert cautions(state, gift) == [(6, "gift_not_counted", 1)]
    assert cautions(state, o.Tax(10, NARVIK)) == [(14, "revolt", None)]
    assert cautions(state, o.Abdicate()) == [(1, "abdicated", None)]


@pytest.mark.rule("GP-SITE-23", "GP-CHE-02", "GP-CHE-03")
@pytest.mark.parametrize("treasury", [0, 300, 1100, 2500, 9000])
def test_knights_never_cost_more_than_was_foreseen(treasury: int) -> None:
    state = b.realm(starts=["NARVIK"])
    b.lord(state, "j1").treasury = treasury
    sheet = (o.CallKnights(3), o.CallKnights(4))
    foreseen = forecast(view_of(state), sheet).lines

    for seed in range(20):
        turn = Turn(state, {ME: sheet}, Rng(bytes([seed])))
        for phase in PHASES[:5]:
            turn.open_phase()
            phase.resolve(turn)
        assert turn.now.lords[ME].treasury >= min((line.treasury for line in foreseen), default=treasury)


def test_the_known_realm_holds_nothing_that_a_view_does_not() -> None:
    state = b.realm(starts=["NARVIK", "DOLON"])
    b.garrison(state, "j2", "DOLON", 500)
    b.garrison(state, "j1", "NARVIK", 30)
    b.knight(state, "j1", "Aubert", "NARVIK", men=20)
    b.land(state, "DOLON").tax_coefficient = 0.66
    b.lord(state, "j2").treasury = 123_456
    known = known_realm(view_of(state))

    assert {army.lord for army in known.armies.values()} == {ME}
    assert known.lands[LandName("DOLON")].tax_coefficient == CONSTANTS.start_tax_coefficient
    assert known.lords[Seat("j2")].treasury == 0
    assert known.lands[NARVIK] == state.lands[NARVIK]
    assert known.lords[ME] == state.lords[ME]
    bare = b.realm()  # a house that has formed no army yet
    assert known_realm(view_of(bare)).lords[ME] == bare.lords[ME]


# Global renown, supposed


def famous_realm() -> Realm:
    state = b.realm(starts=["NARVIK", "DOLON"])
    for number, seat in enumerate(state.lords):
        b.lord_knight(state, seat).renown = 100.0 + 10 * number
    b.ally(state, "j1", "j2")
    b.ally(state, "j2", "j3")
    b.war(state, "j1", "j4")
    b.ally(state, "j4", "j5")
    return state


def real_total(state: Realm) -> float:
    return breakdowns(state)[ME].total


IN_PERSON = {Seat(f"j{n}"): 90.0 + 10 * n for n in range(1, 11)}


@pytest.mark.rule("GP-SITE-27")
def test_happiness_and_treasury_change_renown_as_the_formula_says() -> None:
    state = famous_realm()
    seen = suppose(view_of(state), happiness={NARVIK: 35.0}, treasury=9000)
    b.land(state, NARVIK).happiness = 35.0
    b.lord(state, "j1").treasury = 9000

    assert seen.then.total == pytest.approx(real_total(state))
    assert seen.guessed == ()


@pytest.mark.rule("GP-SITE-27")
@pytest.mark.parametrize(
    ("order", "guessed"),
    [
        (o.DeclareWar(Seat("j6")), {"j6"}),
        (o.DeclareWar(Seat("j3")), {"j2", "j3"}),  # j2, friend of both, is lost to both
        (o.DeclareWar(Seat("j2")), {"j2", "j3"}),  # an ally: felony
        (o.OfferAlliance(Seat("j7")), {"j7"}),
        (o.OfferAlliance(Seat("j4")), set()),  # at war: impossible
        (o.OfferPeace(Seat("j4")), {"j4", "j5"}),
        (o.CancelAlliance(Seat("j2")), {"j2"}),
    ],
)
def test_a_supposed_treaty_is_worth_what_the_real_one_brings(order: o.Order, guessed: set[str]) -> None:
    state = famous_realm()
    seen = suppose(view_of(state), diplomacy_orders=(order,), lord_knights=IN_PERSON)
    answer = {Seat(order.lord): (type(order)(ME),)} if isinstance(order, (o.OfferAlliance, o.OfferPeace)) else {}
    turn = Turn(state, {ME: (order,), **answer}, Rng(b"treaty"))
    for phase in PHASES[:8]:
        turn.open_phase()
        phase.resolve(turn)

    assert seen.now.total == real_total(state)
    assert seen.then.total == pytest.approx(real_total(turn.now))
    assert seen.guessed == ()
    assert set(suppose(view_of(state), diplomacy_orders=(order,)).guessed) == guessed


@pytest.mark.rule("GP-TIT-01")
def test_a_supposed_renown_shows_the_title_it_would_be_worth() -> None:
    state = b.realm(starts=["NARVIK"])
    seen = suppose(view_of(state), treasury=5000 + 500 * 20)

    assert (seen.now.title, seen.then.title) == ("", "baron")


# Levies


@pytest.mark.rule("GP-ARM-02", "GP-ARM-04")
def test_a_thousand_men_for_5000_ecus_leave_narvik_at_a_happiness_of_0_9() -> None:  # GP-EX-05
    state = b.realm(starts=["NARVIK"])
    for place in state.lands.values():
        place.happiness = 18.0
    b.land(state, "NARVIK").happiness, b.land(state, "VADVET-JAKKO").happiness = 2.0, 34.0  # 18 on average
    b.lord(state, "j1").treasury = 50_000  # nobody is more renowned
    quote = Levies(view_of(state)).for_amount(NARVIK, 5000)

    assert quote.men == 1000
    assert quote.happiness_led == pytest.approx(0.909, abs=1e-3)
    assert (quote.upkeep, quote.treasury) == (100, 50_000)


@pytest.mark.rule("GP-SITE-24", "GP-ARM-02")
def test_a_levy_is_reckoned_on_what_rents_and_taxes_make_of_the_most_renowned() -> None:
    state = b.realm(starts=["NARVIK", "DOLON"])
    b.lord(state, "j2").title = "prince"  # of 5000 écus a turn
    b.lord_knight(state, "j2").renown = 200.0
    b.lord(state, "j1").treasury = 20_000
    taxes = (o.Tax(9, NARVIK),)  # which make the land of all others happier than the mean

    quote = Levies(view_of(state), taxes).for_amount(NARVIK, 20_000)

    now = quiet_turn(state, (*taxes, o.Levy(NARVIK, 20_000)), through=5).now
    assert [army.men for army in now.armies.values()] == [quote.men]


@pytest.mark.slow
@pytest.mark.rule("GP-SITE-24")
@given(st.data(), st.integers(1, 3000), st.integers(0, 9))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_amount_for_so_many_men_is_the_least_and_the_real_levy_agrees(
    data: st.DataObject, men: int, level: int
) -> None:
    state = data.draw(quiet_realms())
    b.lord(state, "j1").treasury = 1_000_000
    taxes: Sheet = (o.Tax(level, NARVIK),)
    view = view_of(state)
    quote = Levies(view, taxes).of_men(NARVIK, men)

    assert quote is not None and quote.men >= men
    assert Levies(view, taxes).for_amount(NARVIK, quote.amount - 1).men < men
    knight = b.lord_knight(state, "j1")
    now = quiet_turn(state, (*taxes, o.Levy(NARVIK, quote.amount, knight.id)), through=5).now
    assert now.armies[now.knights[knight.id].army or 0].men == quote.men
    assert now.lands[NARVIK].happiness == quote.happiness_led
    assert now.lords[ME].treasury == quote.treasury - quote.amount


@pytest.mark.rule("GP-SITE-24", "GP-AFF-03", "GP-ARM-05")
def test_a_garrison_leaves_its_discontent_when_it_goes() -> None:
    state = b.realm(starts=["NARVIK"])
    post = b.garrison(state, "j1", "NARVIK", 700)
    me = b.lord_knight(state, "j1")
    taxes = (o.Tax(3, NARVIK), o.Levy(NARVIK, 500))
    cost = departure(view_of(state), NARVIK, 797, taxes)
    now = quiet_turn(state, (*taxes, o.Assign(me.id, post.id)), through=6).now

    assert (cost.happiness, now.armies[post.id].men) == (14, 797)
    assert now.lands[NARVIK].happiness == cost.happiness_left < 14


def test_no_amount_raises_more_men_than_can_be_written() -> None:
    assert Levies(view_of(b.realm(starts=["NARVIK"]))).of_men(NARVIK, 10**9) is None


# Knights


@pytest.mark.rule("GP-SITE-24", "GP-CHE-02")
def test_the_dearest_knight_costs_1020_ecus_when_the_mean_is_100() -> None:  # GP-EX-20
    odds = call_odds(view_of(b.realm(starts=["NARVIK"])))

    assert (odds.strongest, odds.highest_price, len(odds.candidates)) == (101, 1020, 101)
    assert odds.mean_renown == 51
    assert odds.best[0] == pytest.approx(51)
    assert odds.grain == 1
    assert odds.all_paid[:4] == (1, 1, 1, 1)  # 5000 écus always pay four
    assert 0.99 < odds.all_paid[4] < 1


@pytest.mark.rule("GP-CHE-02")
def test_chances_of_calls_by_hand() -> None:
    odds = call_odds_of(2.0, 10.0, 5, CONSTANTS)  # renown 1, 2 or 3 for 1, 4 or 9 écus

    assert [(candidate.renown, candidate.price) for candidate in odds.candidates] == [(1, 1), (2, 4), (3, 9)]
    assert odds.all_paid == pytest.approx((2 / 3, 3 / 9, 1 / 27, 1 / 81, 1 / 243))
    one_short = call_odds_of(2.0, 10.0, 4, CONSTANTS)
    assert one_short.all_paid == pytest.approx((2 / 3, 1 / 9, 1 / 27, 1 / 81, 0))
    assert odds.best == pytest.approx((2, (1 * 1 + 2 * 3 + 3 * 5) / 9, *(3 - (1 + 2**n) / 3**n for n in (3, 4, 5))))
    assert odds.mean_price == pytest.approx(14 / 3)
    assert best_of(5, 1) == 1
    free = call_odds_of(2.0, 1e9, 0, CONSTANTS)  # beside such knights these ask for nothing
    assert (free.highest_price, free.grain, free.all_paid) == (0, 1, (1, 1, 1, 1, 1))


@pytest.mark.slow
@pytest.mark.rule("GP-CHE-02")
def test_a_coarse_count_of_chances_never_flatters() -> None:
    coarse = call_odds_of(400.0, 60.0, 60_000, CONSTANTS)
    draws = Rng(b"calls")
    prices = [candidate.price for candidate in coarse.candidates]
    paid = sum(sum(draws.choice(prices) for _ in range(5)) <= 60_000 for _ in range(4000)) / 4000

    assert coarse.grain > 1
    assert coarse.all_paid[4] == pytest.approx(paid, abs=0.03)
    assert coarse.all_paid[4] <= paid + 0.03


# The way home


@pytest.mark.rule("GP-RAP-02", "GP-RAP-03")
def test_a_thousand_men_on_their_way_home() -> None:  # the losses of GP-EX-24
    state = b.realm(starts=["NARVIK"])
    b.give(state, "j1", LAPPLAND)
    home = way_home(view_of(state), THULE, 1000)

    assert [stage.left for stage in home.table] == [1000, 750, 500, 250, 0]
    assert (set(home.refuges), home.distance, home.lost) == ({NARVIK, LAPPLAND}, 1, 0)
    far = way_home(view_of(state), LandName("DOLON"), 1000)
    assert (far.refuges, far.distance, far.left) == ((LAPPLAND,), 1, 1000)
    assert way_home(view_of(state), LandName("DOLON"), 1000, garrison=True) == far  # he has a land: none is demobilised
    farther = way_home(view_of(state), LandName("KOLA"), 1000)
    assert (farther.distance, farther.left) == (2, 750)


@pytest.mark.rule("GP-RAP-05")
def test_without_a_land_knights_find_shelter_and_garrisons_melt() -> None:
    state = b.realm(2, starts=["NARVIK", "DOLON"])
    b.give(state, "j2", *[name for name in state.lands if name not in (NARVIK, THULE)])
    view = view_of(state)

    assert way_home(view, NARVIK, 100).refuges == (THULE,)
    melted = way_home(view, NARVIK, 100, garrison=True)
    assert (melted.demobilised, melted.lost, melted.left) == (True, 100, 0)
    b.give(state, "j2", THULE)
    stuck = way_home(view_of(state), NARVIK, 100)
    assert (stuck.refuges, stuck.distance, stuck.left, stuck.demobilised) == ((), None, 100, False)


CALCULATIONS: list[Callable[[Any], Any]] = [
    estate,
    lambda view: forecast(view, (o.Tax(10, NARVIK),)),
    suppose,
    call_odds,
    lambda view: Levies(view).for_amount(NARVIK, 100),
    lambda view: way_home(view, THULE, 100),
]


@pytest.mark.parametrize("calculate", CALCULATIONS)
def test_results_print_as_json_and_leave_the_view_alone(calculate: Callable[[Any], Any]) -> None:
    view = view_of(b.realm(starts=["NARVIK"]))
    result = calculate(view)

    assert msgspec.json.decode(msgspec.json.encode(result))
    assert view == view_of(b.realm(starts=["NARVIK"]))
    assert known_turn(view).now == known_realm(view)
