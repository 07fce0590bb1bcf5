"""The smallest levy that takes a neutral land, and what the map shows of orders and battles."""

from __future__ import annotations

import msgspec
import pytest

from heraut.engine.protocol import Event
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire import orders as o
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.calculators.conquest import MEN, chance, meeting, men_to_conquer, peasants_between, sure_chance
from heraut.games.gloire.calculators.levy import Levies
from heraut.games.gloire.calculators.odds import Attacker, Peasants, attack_odds, odds
from heraut.games.gloire.orders import Levy
from heraut.games.gloire.picture.marks import MarkedOrder, happened, order_marks
from heraut.games.gloire.state import KnightId, LandName
from tests.games.gloire.builders import realm


@pytest.fixture
def start():
    """A lord's view at the start: his knight, his land, a neutral land beside it."""
    view = gloire.view(realm(), "j1")
    knight, home = view["own"]["lord_knight"], next(iter(view["own"]["lands"]))
    near = next(name for name in atlas("SCANDINAVIE").places[home].neighbours if view["lands"][name]["owner"] is None)
    return view, KnightId(knight), LandName(home), LandName(near)


@pytest.mark.slow
def test_the_fewest_men_are_enough_and_ten_fewer_are_not(start):
    view, knight, home, near = start
    met = meeting(view, knight, near)
    men = men_to_conquer(met)
    assert chance(met, men) >= 0.95 > chance(met, men - MEN)
    assert sure_chance(met, men) == chance(met, men)
    assert sure_chance(met, men - MEN) is None and sure_chance(met, MEN - 1) is None
    known = odds(Attacker(men, 100.0, 0.8 * men), [Peasants(16_500, 50.0, 50)], 0, Rng(b""), met.constants)
    assert known.method == "exact" and chance(met, men) == pytest.approx(known.success, abs=0.01)
    amount = Levies(view).of_men(home, men).amount
    assert attack_odds(view, knight, near, Rng(b"odds"), sheet=(Levy(home, amount, knight),)).success >= 0.95


def test_what_is_reckoned_for_many_is_rounded_against_the_attacker(start):
    view, knight, _, near = start
    view["own"]["knights"][str(knight)]["renown"] = 99.9
    view["means"]["knight_renown"], view["lands"][near]["population"] = 100.2, 16_001
    met = meeting(view, knight, near)
    assert (met.renown, met.peasant_renown, met.population) == (99, 51, 16_500)


@pytest.mark.slow
def test_up_to_five_thousand_men_are_reckoned_with(start):
    view, knight, _, near = start
    met = meeting(view, knight, near)
    fewest = men_to_conquer(met)
    stronger = msgspec.structs.replace(met, population=met.population * 4_500 // fewest // 500 * 500)
    assert 2_560 < men_to_conquer(stronger) <= 5_000
    assert men_to_conquer(msgspec.structs.replace(met, population=met.population * 5_500 // fewest)) is None


@pytest.mark.slow
def test_a_stronger_people_asks_for_more_men_and_too_many_for_none_at_all(start):
    view, knight, _, near = start
    few = men_to_conquer(meeting(view, knight, near))
    view["lands"][near]["population"] *= 3
    assert men_to_conquer(meeting(view, knight, near)) > few
    view["lands"][near]["population"] *= 100
    assert men_to_conquer(meeting(view, knight, near)) is None


def test_the_peasants_are_those_of_the_rules(start):
    view, _, _, near = start
    view["lands"][near]["population"] = 16_500
    assert peasants_between(view, near) == (264, 396)


def test_orders_are_drawn_where_they_act_and_numbered_as_in_the_list(start):
    view, knight, home, near = start
    orders = [
        o.Levy(home, 1300, knight),
        o.CallKnights(2),
        o.Attack(knight, near),
        o.Tax(4, home),
        o.Move(knight, near),
    ]
    drawn = order_marks("SCANDINAVIE", view, [MarkedOrder(n, one, "") for n, one in enumerate(orders, start=1)])
    assert [f">{n}</text>" in drawn for n in (1, 2, 3, 4, 5)] == [True, False, True, True, True]
    assert drawn.count('class="arrow k-ATT"') == 1 and drawn.count('class="arrow k-MOV"') == 1


def test_words_on_the_map_are_escaped_and_many_orders_are_not_all_drawn(start):
    view, _, home, _ = start
    drawn = order_marks("SCANDINAVIE", view, [MarkedOrder(1, o.Tax(4, home), "<b>&")])
    assert "&lt;b&gt;&amp;" in drawn and "<b>" not in drawn
    many = order_marks("SCANDINAVIE", view, [MarkedOrder(n, o.Tax(1, home)) for n in range(1, 900)])
    assert many.count("<circle") == 60


@pytest.mark.parametrize(
    ("seat", "kinds"), [("j1", ["won", "taken"]), ("j2", ["lost", "taken"]), (None, ["taken", "taken"])]
)
def test_what_happened_is_told_as_it_concerns_the_reader(seat, kinds):
    events = [
        Event("GP-ATT-14", "land_taken", {"land": "OULU", "lord": "j1", "former": "j2"}),
        Event("GP-ATT-14", "land_taken", {"land": "KOLA", "lord": "j3", "former": None}),
        Event("GP-DIP-01", "war_declared", {"lord": "j1"}),
    ]
    assert [one.kind for one in happened(events, seat)] == kinds
