"""Levels and tempers of Daifen's bots: each has its own mind, and mends what the first release did wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from heraut import bots
from heraut.bots.character import TEMPERS, character
from heraut.bots.daifen.diplomacy import regard, strength
from heraut.bots.daifen.master import portfolio
from heraut.bots.daifen.planner import Planner
from heraut.bots.daifen.training import army_budget
from heraut.bots.daifen.traits import PLAYER, traits_of
from heraut.engine.play import play
from heraut.engine.protocol import Result, Seat
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen import orders as o
from heraut.games.daifen.orders import Form, Order
from heraut.games.daifen.races import RACES
from heraut.games.daifen.state import Continent, SpyReport
from tests.games.daifen import builders as b

LONG = 100


def ask(name: str, state: Continent, seat: str = "j1", chance: bytes = b"chance") -> Form:
    """The form of the bot of this name; all of it is taken."""
    decision = b.decision(state, seat)
    form: Form = bots.player("daifen", name)(decision, decision.view, Rng(chance))
    assert not decision.check(form)
    return form


def those(form: Form, kind: type[Order]) -> list[Any]:
    """The orders of one kind."""
    return [order for order in form.orders if isinstance(order, kind)]


def saw(state: Continent, seat: str, other: str, ago: int = 1, **units: int) -> None:
    """A spy of this seat saw these units there, and the buildings that stand now."""
    report = SpyReport(state.turn - ago, 200, dict(b.kingdom(state, other).buildings), units, {})
    b.kingdom(state, seat).reports[Seat(other)] = report


def last_three(turn: int = 30, idle: int = 400) -> Continent:
    """The last three of four, who know one another; the third has so many soldiers, the others a hundred each."""
    state = b.acquainted(4)
    b.fell(state, "j4")
    state.turn = turn
    for seat, archers in (("j1", 100), ("j2", 100), ("j3", idle)):
        b.endow(state, seat, gold=400, units={"archer": archers, "espion": 6})
        for other in {"j1", "j2", "j3"} - {seat}:
            saw(state, seat, other, archer={"j1": 100, "j2": 100, "j3": idle}[other])
    return state


def at_war() -> Continent:
    """A lord in the middle of a match, with a neighbour whom he might attack, and gold to spend."""
    state = b.acquainted(5)
    state.turn = 15
    b.endow(state, "j1", gold=300, units={"archer": 60, "espion": 4})
    saw(state, "j1", "j2", archer=19)
    return state


def test_levels_and_tempers_change_answers() -> None:
    names = [f"{level}:{temper}" for level in ("novice", "player") for temper in TEMPERS]
    forms = {ask(name, state) for name in names for state in (at_war(), last_three())}
    assert len(forms) >= 8


def test_the_same_view_does_not_always_give_the_same_answer() -> None:
    for name in ("novice:greedy", "player:warlike"):
        assert len({ask(name, at_war(), chance=bytes([n])) for n in range(12)}) > 1
        assert ask(name, at_war()) == ask(name, at_war())


def test_nobody_is_carried_who_has_kept_his_army_while_the_others_bled() -> None:
    for name, yes in (("classic", True), ("player", False)):
        assert those(ask(name, last_three()), o.Vote) == [o.Vote(yes=yes)]
    assert those(ask("player", last_three(idle=100)), o.Vote) == [o.Vote(yes=True)]
    staunch = bots.in_place_of_player("daifen", "player")
    assert those(ask(staunch, last_three(idle=100)), o.Vote) == [o.Vote(yes=False)]


def test_those_who_have_bled_march_together_on_one_turn_against_who_has_not() -> None:
    state = last_three(idle=150)
    for seat in ("j1", "j2"):
        assert [attack.kingdom for attack in those(ask("player", state, seat), o.Attack)] == [b.NAMES[2]]
        assert not those(ask("classic", state, seat), o.Attack)
        assert [reveal.kingdom for reveal in those(ask("player", state, seat), o.Reveal)] == [b.NAMES[2]]


def test_the_last_three_march_on_whoever_hides_from_their_spies_whatever_he_had() -> None:
    state = last_three(idle=100)
    for ago, marched in ((1, []), (8, []), (9, [b.NAMES[2]])):
        saw(state, "j1", "j3", ago, archer=100)
        assert [attack.kingdom for attack in those(ask("player", state), o.Attack)] == marched
    b.kingdom(state, "j1").reports.pop(Seat("j3"))  # one who was never seen is nobody's measure
    assert not those(ask("player", state), o.Attack)
    saw(state, "j1", "j3", 9, archer=100)
    state.turn += 1  # on even turns, so that they come together
    saw(state, "j1", "j2", archer=100)
    assert not those(ask("player", state), o.Attack)


@pytest.mark.slow
def test_before_the_league_lords_make_all_whom_they_know_known_to_one_another() -> None:
    state = b.acquainted(5)
    b.endow(state, "j1", units={"archer": 60, "espion": 6})
    for turn, told in ((18, 0), (19, 5), (24, 5), (25, 0)):
        state.turn = turn
        revealed = {(one.kingdom, one.recipient) for one in those(ask("player", state), o.Reveal)}
        assert len(revealed) == told
        assert all(kingdom != recipient for kingdom, recipient in revealed)
        for name in ("classic", "novice", "master@0.001", "player+league=999"):
            assert not those(ask(name, state), o.Reveal)
    state.turn = 19
    b.fell(state, "j4")
    b.fell(state, "j5")
    assert not those(ask("player", state), o.Reveal)  # the last three know one another


def test_on_the_eve_of_a_march_spies_look_for_the_strongest_first() -> None:
    state = b.acquainted(5)
    b.endow(state, "j1", units={"archer": 60, "espion": 2})
    for turn, watched in ((17, (1, 2)), (25, (4, 3)), (26, (1, 2)), (27, (4, 3))):
        state.turn = turn
        for number in (2, 3, 4, 5):
            saw(state, "j1", f"j{number}", archer=20 * number)
        assert [spied.kingdom for spied in those(ask("player", state), o.SpyOn)] == [b.NAMES[n] for n in watched]


def test_the_last_three_arm_with_nearly_all_their_gold_until_it_is_settled_whom_to_win_with() -> None:
    for idle, name, least, most in ((400, "player", 0.85, 0.9), (100, "player", 0.3, 0.4), (400, "classic", 0.4, 0.5)):
        state = last_three(idle=idle)
        b.endow(state, "j1", gold=4000)
        planner = Planner(b.decision(state, "j1").view, Rng(b"arm"), traits_of(character(name)))
        assert least * 4000 <= army_budget(planner) <= most * 4000


def test_nobody_waits_for_ever_to_win_with_the_strong() -> None:
    assert those(ask("player", last_three(turn=PLAYER.patience)), o.Vote) == [o.Vote(yes=True)]


def test_a_loyal_lord_helps_the_weaker_ally_with_gold() -> None:
    state = last_three()
    b.endow(state, "j1", units={"archer": 120, "espion": 6})
    assert [gift.kingdom for gift in those(ask("player:loyal", state), o.Give)] == [b.NAMES[1]]
    assert not those(ask("player:greedy", state), o.Give)


def test_an_ambitious_lord_shares_with_nobody_whom_he_could_crush() -> None:
    state = last_three(idle=100)
    b.endow(state, "j1", units={"archer": 900, "espion": 6})
    for temper, yes in (("warlike", False), ("cautious", True)):
        assert those(ask(f"player:{temper}", state), o.Vote) == [o.Vote(yes=yes)]


def test_what_others_are_to_a_lord() -> None:
    state = last_three()
    view = b.decision(state, "j1").view
    assert regard(view, b.NAMES[2]) == -1
    assert regard(view, b.NAMES[1]) == 0.5
    assert regard(view, "Nulle Part") == 0
    assert strength(view, b.NAMES[2]) == 1
    assert strength(view, b.NAMES[1]) == pytest.approx(0.25)
    assert strength(view, "Nulle Part") is None


def table(players: Mapping[str, str], seed: bytes) -> Result | None:
    """How a match between these bots ends."""
    seats = {Seat(seat): bots.player("daifen", name) for seat, name in players.items()}
    return daifen.result(play(daifen, seats, {}, seed, max_steps=LONG).state)


@pytest.mark.slow
def test_a_novice_is_beaten_by_players() -> None:
    wins = 0.0
    for number in range(4):
        names = {f"j{n}": "novice" if n == 1 else "player" for n in range(1, 6)}
        result = table(names, b"novice %d" % number)
        wins += result.scores[Seat("j1")] if result else 0
    assert wins <= 1


@pytest.mark.slow
def test_a_master_thinks_of_many_forms_and_sends_one_that_is_taken() -> None:
    state = at_war()
    b.endow(state, "j1", gold=900, units={"archer": 90, "espion": 4})
    decision = b.decision(state, "j1")
    forms = portfolio(decision, decision.view, PLAYER, Rng(b"portfolio"))
    assert len(forms) >= 5
    assert all(not decision.check(form) for form in forms)
    assert ask("master@0.001", state) == ask("master@0.001", state)


@pytest.mark.slow
def test_a_master_takes_the_victory_that_is_offered() -> None:
    state = last_three(idle=100)
    assert o.Vote(yes=True) in ask("master@0.1", state).orders
    assert o.Vote(yes=True) not in ask(bots.in_place_of_player("daifen", "master@0.1"), state).orders
    decision = b.decision(state, "j1")
    for mind, weighed in ((PLAYER, True), (replace(PLAYER, staunch=True), False)):
        forms = portfolio(decision, decision.view, mind, Rng(b"portfolio"))
        assert any(o.Vote(yes=True) in form.orders for form in forms) == weighed


@pytest.mark.slow
@pytest.mark.parametrize("race", RACES)
def test_every_race_and_temper_comes_to_an_end(race: str) -> None:
    players = {f"j{number}": f"player:{temper}" for number, temper in enumerate(TEMPERS, start=1)}
    seats = {Seat(seat): bots.player("daifen", name) for seat, name in players.items()}
    match = play(daifen, seats, {"races": dict.fromkeys(seats, race)}, race.encode(), max_steps=LONG)
    assert daifen.result(match.state) is not None
