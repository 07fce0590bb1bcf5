"""Whatever armies meet: an assault ends, and every unit, building and gold piece of it is accounted for."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.rng import Rng
from heraut.games.daifen.battle.assault import Defence, Force, Outcome, assault
from heraut.games.daifen.races import BUILDINGS, UNITS, draw_nelrks, profiles

from .armies import added, chanced, defence, force

OFFENSIVE = [code for code, unit in UNITS.items() if unit.offensive]
DEFENSIVE = [code for code, unit in UNITS.items() if unit.defensive]


def stock(codes: list[str], most: int, *, least: int = 0) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(st.sampled_from(codes), st.integers(1, most), min_size=least, max_size=5)


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[Force], Defence, bytes]:
    """One to three attackers, up to two supports, whatever at home, and some chance."""
    attackers = [force(seat, **draw(stock(OFFENSIVE, 9, least=1))) for seat in "abc"[: draw(st.integers(1, 3))]]
    supports = [force("e", **draw(stock(DEFENSIVE, 9, least=1)))][: draw(st.integers(0, 1))]
    home, buildings = draw(stock(list(UNITS), 9)), draw(stock(list(BUILDINGS), 4))
    against = defence(*supports, buildings=buildings, gold=draw(st.integers(0, 500)), **home)
    return attackers, against, draw(st.binary(min_size=4, max_size=4))


def fought(field: tuple[list[Force], Defence, bytes]) -> Outcome:
    attackers, against, seed = field
    rng = Rng(seed)
    return assault(attackers, against, rng, profiles(draw_nelrks(rng.at("nelrks"))))


@pytest.mark.slow
@pytest.mark.rule("DA-ASS-16")
@settings(max_examples=60, deadline=None)
@given(fields())
def test_an_assault_ends_and_every_round_but_the_last_destroys_something(
    field: tuple[list[Force], Defence, bytes],
) -> None:
    attackers, against, _ = field
    outcome = fought(field)
    units = sum(sum(one.units.values()) for one in (*attackers, against.home, *against.supports))
    protections = sum(number for code, number in against.buildings.items() if BUILDINGS[code].protection)

    assert len(outcome.rounds) + (outcome.pillage is not None) <= units + protections + 1
    assert all(one.attacker_losses or one.defender_losses or one.protections for one in outcome.rounds[:-1])


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(fields())
def test_every_death_is_in_the_log(field: tuple[list[Force], Defence, bytes]) -> None:
    attackers, against, _ = field
    outcome = fought(field)
    volley = outcome.volley.losses if outcome.volley else {}
    dead = added(volley, *(one.attacker_losses for one in outcome.rounds))
    fallen = added(*(one.defender_losses for one in outcome.rounds))

    for army in attackers:
        assert added({army.seat: outcome.attackers[army.seat]}, {army.seat: dead.get(army.seat, {})}) == {
            army.seat: dict(army.units)
        }
    for army in (against.home, *against.supports):
        there = {code: number for code, number in army.units.items() if UNITS[code].defensive}
        assert added({army.seat: outcome.defenders[army.seat]}, {army.seat: fallen.get(army.seat, {})}) == {
            army.seat: there
        }


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(fields())
def test_gold_and_buildings_add_up(field: tuple[list[Force], Defence, bytes]) -> None:
    _, against, _ = field
    outcome = fought(field)

    assert (outcome.ending == "pillage") == (outcome.pillage is not None)
    assert sum(outcome.shares.values()) == outcome.loot
    if outcome.pillage is not None:
        assert outcome.loot == against.gold + outcome.pillage.scrap
        assert outcome.pillage.scrap == sum(
            BUILDINGS[code].resistance * number for code, number in outcome.pillage.buildings.items()
        )
    in_rounds = added(*({"d": one.protections} for one in outcome.rounds))
    looted = outcome.pillage.buildings if outcome.pillage else {}
    assert added({"d": outcome.lost_buildings}) == added(in_rounds, {"d": looted})
    assert all(number <= against.buildings[code] for code, number in outcome.lost_buildings.items())


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(fields())
def test_the_figures_of_a_round_hang_together(field: tuple[list[Force], Defence, bytes]) -> None:
    for one in fought(field).rounds:
        assert one.attacker_dice <= one.attacker_hits <= 3 * one.attacker_dice
        assert one.defender_dice <= one.defender_hits <= 3 * one.defender_dice
        assert 0 <= one.spent <= one.walls <= one.attacker_hits // 2
        assert sum(BUILDINGS[code].resistance * number for code, number in one.protections.items()) <= one.spent
        assert 0 <= one.absorbed <= one.defender_hits


@pytest.mark.rule("DA-RNG-04")
@settings(max_examples=25, deadline=None)
@given(fields())
def test_the_same_chance_gives_the_same_assault_to_the_byte_and_changes_no_army(
    field: tuple[list[Force], Defence, bytes],
) -> None:
    before = msgspec.json.encode(field[:2])

    assert msgspec.json.encode(fought(field)) == msgspec.json.encode(fought(field))
    assert msgspec.json.encode(field[:2]) == before


@pytest.mark.rule("DA-KIN-06")
def test_only_its_figures_tell_one_unit_from_another() -> None:
    for n in range(20):
        archers = chanced([force("a", archer=5)], defence(archer=4), n)
        veterans = chanced([force("a", veteran=5)], defence(archer=4), n)
        assert [one.defender_losses for one in archers.rounds] == [one.defender_losses for one in veterans.rounds]
        assert archers.attackers["a"].get("archer") == veterans.attackers["a"].get("veteran")


@pytest.mark.rule("DA-CON-10")
def test_nelrks_fight_by_the_secret_of_their_continent() -> None:
    strong, slow = (
        profiles({"homme_lezard": one, "automate": two, "mercenaire_nelrk": "leste"})
        for one, two in (("force", "garde"), ("garde", "force"))
    )
    dice = [
        chanced([force("a", homme_lezard=2)], defence(automate=1), profiles=secret).rounds[0]
        for secret in (strong, slow)
    ]

    assert [(one.attacker_dice, one.defender_dice) for one in dice] == [(6, 1), (2, 3)]
