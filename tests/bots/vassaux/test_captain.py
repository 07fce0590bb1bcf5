"""The captain who plays Seigneurs & Vassaux: what he weighs, that all he answers is legal, and that he wins."""

from __future__ import annotations

import pytest

from heraut.bots.character import Character
from heraut.bots.vassaux import answer
from heraut.bots.vassaux.assault import best_charge, chances
from heraut.bots.vassaux.march import Outlook
from heraut.bots.vassaux.muster import LORD, Clash, clash, exchange, fallen, worth
from heraut.bots.vassaux.traits import CLASSIC
from heraut.engine.play import play
from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.orders import Answer
from heraut.games.vassaux.state import Asked, Battle
from heraut.games.vassaux.table.field import Field
from heraut.geometry import rings

SEATS = (Seat("j1"), Seat("j2"))


def table(**places: tuple[int, int]) -> Field:
    """The plain battle, units set down around these places (`u2=(x, y)`); the others are not there."""
    state: Battle = vassaux.setup(SEATS, {}, Rng(b"captain")).state
    state.at.clear()
    for name, place in places.items():
        unit = state.units[int(name[1:])]
        state.at[unit.leader] = place
        unit.face = (0, 1) if unit.seat == 0 else (0, -1)
        for man, slot in zip(unit.men[1:], rings(place, unit.face, 2 * unit.sheet.radius, 3), strict=False):
            state.at[man] = slot
    for unit in state.units.values():
        if unit.leader not in state.at:
            unit.men, unit.leader = [], 0
    state.phase, state.turn, state.stack, state.asked = "orders", 1, [], Asked(0, "activate")
    return Field(state)


def test_losses_are_those_of_the_calculator() -> None:
    odds = fallen(2, 1, 1, 2, (False, False, False, False))
    assert odds == pytest.approx((55 / 216, 97 / 324, 289 / 648))


def test_a_lord_is_worth_more_than_his_host_a_vassal_than_his_men() -> None:
    field = table(u1=(7500, 1500), u2=(5000, 5000))
    assert worth(field, 1, 1, 1, True) > LORD
    assert worth(field, 2, 2, 8, False) == 20
    assert worth(field, 2, 2, 8, True) > 20 + 7 + 3 * 10


def test_a_fortified_enemy_is_worth_less() -> None:
    field = table(u2=(5000, 5000), u52=(5000, 7000))
    meeting = Clash(4, 4, 3, 3)
    open_field = exchange(field, 2, 52, meeting)
    field.now.units[52].fortified = True
    assert exchange(field, 2, 52, meeting) < open_field


def test_who_touches_most_falls_first() -> None:
    field = table(u2=(5000, 5000), u52=(5000, 5500))
    leader, foes = field.now.units[2].leader, field.now.units[52].men
    for man in field.now.units[2].men[1:]:
        field.now.at[man] = (field.now.at[man][0], 1000 + field.now.at[man][1] // 10)
    for foe, place in zip(foes, ((5000, 5500), (5433, 5250), (4567, 5250)), strict=False):
        field.now.at[foe] = place
    for foe in foes[3:]:
        field.now.at[foe] = (12_000, 500 * foe % 9000 + 3000)
    assert clash(field, 2, 52) == Clash(1, 3, 0, 2)
    assert leader in field.now.at


def test_a_charge_is_proposed_where_it_pays() -> None:
    field = table(u1=(7500, 1500), u2=(5000, 5000), u54=(5000, 8200))
    best = best_charge(field, field.now.units[2], "CHA", CLASSIC)
    assert best is not None and best[0] > 0 and best[1].target == 54
    assert any(chance.orders == ("CHA",) for chance in chances(field, field.now.units[2], CLASSIC, Rng(b"")))
    assert best_charge(table(u2=(5000, 2000), u54=(5000, 12_000)), field.now.units[2], "CHA", CLASSIC) is None


def test_men_keep_out_of_reach_of_a_charge_unless_others_stand_before_them() -> None:
    alone = table(u3=(5000, 5000), u52=(5000, 12_000))
    near, far = (5000, 8000), (5000, 5500)
    outlook = Outlook(alone, alone.now.units[3], CLASSIC)
    assert outlook.value(near) < outlook.value(far)
    screened = table(u3=(5000, 5000), u4=(5000, 10_000), u52=(5000, 12_500))
    outlook = Outlook(screened, screened.now.units[3], CLASSIC)
    assert outlook.guard[52] < 2000 and outlook.value(near) > outlook.value(far)


def strict(decision: BattleDecision, view: Json, rng: Rng) -> Answer:
    """The captain, every answer of his being legal."""
    given = answer(decision, view, rng, Character("player"))
    assert not decision.check(given), given
    return given


@pytest.mark.slow
@pytest.mark.parametrize("scenario", range(6))
def test_all_that_he_answers_is_legal(scenario: int) -> None:
    match = play(vassaux, dict.fromkeys(SEATS, strict), {"scenario": scenario}, b"legal", max_steps=3000)
    assert vassaux.result(match.state) is not None


@pytest.mark.slow
@pytest.mark.parametrize("school", ["ROUGE", "VERTE", "NOIRE"])
def test_with_magic_too(school: str) -> None:
    import msgspec

    from heraut.games.vassaux.roster import ready_made

    hosts = {
        seat: {**msgspec.to_builtins(ready_made(code)), "school": school}
        for seat, code in zip(SEATS, ("FRANC_400", "BARBARE_400"), strict=True)
    }
    options = {"magic": True, "hosts": hosts}
    match = play(vassaux, dict.fromkeys(SEATS, strict), options, b"magic", max_steps=3000)
    assert vassaux.result(match.state) is not None


@pytest.mark.slow
def test_he_beats_the_reaction_table() -> None:
    """The long count stands in benchmarks: a hundred battles; here a dozen, on either side of the table."""
    wins = 0.0
    for number in range(6):
        seed = b"captain %d" % number
        south = play(vassaux, {SEATS[0]: strict}, {}, seed, max_steps=3000)
        silent = {SEATS[0]: lambda decision, view, rng: decision.default, SEATS[1]: strict}
        north = play(vassaux, silent, {"automated": [SEATS[0]]}, seed, max_steps=3000)
        for match, seat in ((south, SEATS[0]), (north, SEATS[1])):
            result = vassaux.result(match.state)
            assert result is not None
            wins += result.scores[seat]
    assert wins >= 7
