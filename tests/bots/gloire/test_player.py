"""The lord who plays to win: what he never does, what he does in common with his like, and that he wins."""

from __future__ import annotations

import copy
from collections import Counter
from statistics import median
from typing import Any

import pytest

from heraut.bots import player
from heraut.bots.character import Character
from heraut.bots.gloire.defence import NOBODY_STAYS
from heraut.bots.gloire.diplomacy import betrothals
from heraut.bots.gloire.jousts import host_of, hosts_of_the_turn, password
from heraut.bots.gloire.planner import Planner
from heraut.bots.gloire.traits import traits_of
from heraut.engine.match import Match
from heraut.engine.protocol import Event, Seat
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire import orders as o
from heraut.games.gloire.orders import Order, Sheet
from heraut.games.gloire.state import Call, Realm
from heraut.lab.simulate import MatchResult, match_seed, simulate
from tests.games.gloire import builders as b

lord_who_wins = player("gloire", "player")


def sheet(state: Realm, seat: str) -> Sheet:
    """The orders that the bot gives in this seat."""
    decision = gloire.pending(state)[Seat(seat)]
    orders: Sheet = lord_who_wins(decision, decision.view, Rng(b"bot"))
    assert not decision.check(orders)
    return orders


def those(orders: Sheet, kind: type[Order]) -> list[Any]:
    """The orders of one kind."""
    return [order for order in orders if type(order) is kind]


def planner(state: Realm, seat: str) -> Planner:
    """What this lord knows."""
    return Planner(gloire.view(state, Seat(seat)))


def followed(bots: list[str], index: int, turns: int) -> list[tuple[Seat, Event]]:
    """What a table of bots lives through: each event with the seat that acts in it or suffers it."""
    match = Match.new(gloire, b.seats(len(bots)), {"lords": len(bots)}, match_seed(b"followed", index))
    told: list[tuple[Seat, Event]] = []
    while match.state.turn <= turns and gloire.result(match.state) is None:
        answers = {}
        for seat, decision in gloire.pending(match.state).items():
            bot = player("gloire", bots[int(seat[1:]) - 1])
            answers[seat] = bot(decision, decision.view, Rng(b"followed").at(seat, match.state.turn))
            assert not decision.check(answers[seat])
            told += [(seat, Event("", "order_given", {"code": order.code})) for order in answers[seat]]
        for event in match.advance(answers):
            who = event.data.get("felon") or event.data.get("lord")
            told.append(((event.seen_by or (who,))[0], event))
    return told


# What he never does


@pytest.mark.slow
def test_his_orders_are_always_taken_whatever_happens_around_him() -> None:
    """Every seat of a table of random lords, where anything may have happened, asks the bot for orders each turn."""
    for seed in range(6):
        state = b.realm(10, seed=bytes([seed]), militia=bool(seed % 2), varied_lands=seed > 2)
        for turn in range(12):
            pending = gloire.pending(state)
            answers = {seat: decision.sample(Rng(b"x").at(seed, turn, seat)) for seat, decision in pending.items()}
            for decision in pending.values():
                orders = lord_who_wins(decision, decision.view, Rng(b"bot"))
                assert not decision.check(orders)
                assert decision.parse(decision.write(orders)).answer == orders
            state = gloire.advance(state, answers, Rng(b"adv").at(seed, turn)).state


def test_the_same_view_and_chance_give_the_same_orders_and_the_view_is_left_unchanged() -> None:
    state = b.play(b.realm(5), {}).state
    decision = gloire.pending(state)[Seat("j3")]
    before = copy.deepcopy(decision.view)
    assert lord_who_wins(decision, decision.view, Rng(b"a")) == lord_who_wins(decision, before, Rng(b"a"))
    assert decision.view == before


@pytest.mark.slow
def test_he_leaves_nobody_unpaid_and_commits_no_felony_among_his_like() -> None:
    told = [line for index in range(3) for line in followed(["player"] * 10, index, 60)]
    seen = Counter(event.kind for _, event in told)
    assert not {"knight_unpaid", "army_unpaid", "felony", "revolt", "lord_eliminated"} & set(seen)
    assert seen["order_ignored"] < 0.1 * seen["order_given"]


@pytest.mark.slow
def test_few_of_his_orders_come_to_nothing_among_lords_who_do_anything() -> None:
    told = [line for index in range(3) for line in followed(["player", "random"] * 5, index, 20)]
    seen = Counter(event.kind for seat, event in told if int(seat[1:]) % 2)
    assert seen["order_ignored"] < 0.1 * seen["order_given"]
    assert not {"knight_unpaid", "army_unpaid", "lord_eliminated"} & set(seen)


def test_he_never_stays_to_be_attacked_in_person() -> None:
    state = b.realm(2, starts=["NARVIK", "SCANIE"])
    army = b.arm(state, b.lord_knight(state, "j1"), 300)
    assert o.Defend(army.id, NOBODY_STAYS) in sheet(state, "j1")


def test_he_does_not_lead_his_own_men_against_a_lord() -> None:
    state = b.realm(2, starts=["NARVIK", "THULE"])
    b.give(state, "j1", *[name for name in state.lands if name != "THULE"])
    b.war(state, "j1", "j2")
    b.arm(state, b.lord_knight(state, "j1"), 900)
    champion = b.knight(state, "j1", "Aubert", "NARVIK", renown=90.0, men=600)
    (attack,) = those(sheet(state, "j1"), o.Attack)
    assert (attack.knight, attack.land) == (champion.id, "THULE")
    assert 0 < attack.men <= 600


def test_he_leaves_a_neutral_land_that_a_lesser_lord_may_take_first() -> None:
    state = b.realm(2, starts=["FIONIE", "BORNHOLM"])
    b.arm(state, b.lord_knight(state, "j1"), 900)
    assert "SEELAND" not in [order.land for order in those(sheet(state, "j1"), o.Attack)]
    b.ally(state, "j1", "j2")
    b.give(state, "j1", "JUTLAND")
    assert "SEELAND" in [order.land for order in those(sheet(state, "j1"), o.Attack)]


def test_he_declares_no_war_on_an_ally_even_when_called() -> None:
    state = b.realm(4, starts=["NARVIK", "THULE", "SCANIE", "OLAND"])
    b.ally(state, "j1", "j2")
    b.ally(state, "j1", "j3")
    b.war(state, "j2", "j3")
    state.calls.append(Call(Seat("j2"), Seat("j1"), (Seat("j3"),), 0))
    assert not those(sheet(state, "j1"), o.DeclareWar)


# What he does


def test_he_takes_a_neutral_land_on_the_first_turn() -> None:
    state = b.realm(2, starts=["NARVIK", "SCANIE"])
    step = gloire.advance(state, {seat: sheet(state, seat) for seat in state.lords}, Rng(b"first"))
    assert len([land for land in step.state.lands.values() if land.owner == "j1"]) == 2


def test_he_honours_a_call_to_arms() -> None:
    state = b.realm(4, starts=["NARVIK", "THULE", "SCANIE", "OLAND"])
    b.ally(state, "j1", "j2")
    b.war(state, "j2", "j3")
    state.calls.append(Call(Seat("j2"), Seat("j1"), (Seat("j3"),), 0))
    assert o.DeclareWar(Seat("j3")) in sheet(state, "j1")


def test_he_declares_war_on_a_weak_neighbour_once_no_land_is_free() -> None:
    state = b.realm(2, starts=["NARVIK", "THULE"], renown_victory=9999.0)
    b.give(state, "j1", *[name for name in state.lands if name != "THULE"])
    b.give(state, "j2", "THULE", "DOLON")
    b.lord(state, "j1").treasury = b.lord(state, "j2").treasury = 20_000
    b.lord_knight(state, "j2").renown = 10.0
    for name in ("Aubert", "Bertin"):
        b.knight(state, "j1", name, "NARVIK", renown=150.0)
    state.turn = 9
    assert o.DeclareWar(Seat("j2")) in sheet(state, "j1")
    assert not those(sheet(state, "j2"), o.DeclareWar)


def test_he_sends_all_his_knights_to_the_royal_jousts() -> None:
    state = b.realm(2)
    b.knight(state, "j1", "Aubert", "NARVIK")
    state.turn = 5
    assert [order.organiser for order in those(sheet(state, "j1"), o.EnterJoust)] == [None, None]


def test_he_guards_a_land_next_to_an_enemy() -> None:
    state = b.realm(2, starts=["NARVIK", "THULE"])
    b.war(state, "j1", "j2")
    assert [(order.land, order.knight) for order in those(sheet(state, "j1"), o.Levy)][-1] == ("NARVIK", None)


# What he agrees on with his like, without a word


def test_lords_offer_alliances_to_each_other_and_to_a_few_only() -> None:
    state = b.realm(10)
    offers = {(seat, order.lord) for seat in state.lords for order in those(sheet(state, seat), o.OfferAlliance)}
    met = {(seat, other) for seat, other in offers if (other, seat) in offers}
    assert set(betrothals(planner(state, "j1"))) <= met
    assert len(met) > len(offers) / 2
    assert max(Counter(seat for seat, _ in offers).values()) <= traits_of(Character()).open_hand


def test_any_two_lords_see_the_same_betrothals_and_hosts() -> None:
    state = b.realm(10)
    for pair in (("j1", "j4"), ("j4", "j7"), ("j2", "j3")):
        b.ally(state, *pair)
    state.turn = 7
    seen = [planner(state, seat) for seat in state.lords]
    assert all(betrothals(one) == betrothals(seen[0]) for one in seen)
    assert all(hosts_of_the_turn(one) == hosts_of_the_turn(seen[0]) for one in seen)


def test_allies_meet_at_one_joust_with_one_password() -> None:
    state = b.realm(10)
    b.ally(state, "j1", "j4")
    state.turn = 4
    hosts = hosts_of_the_turn(planner(state, "j1"))
    host = host_of(planner(state, "j1"), Seat("j4"), hosts)
    assert host == host_of(planner(state, "j4"), Seat("j1"), hosts) in ("j1", "j4")
    b.lord(state, host).treasury = 20_000
    (organised,) = those(sheet(state, host), o.OrganiseJoust)
    assert organised.password == password(planner(state, "j1"), host)
    for seat in ("j1", "j4"):
        assert {order.organiser for order in those(sheet(state, seat), o.EnterJoust)} == {host}


# That he wins


def first(result: MatchResult) -> str:
    """The bot that ended first: king, or the most renowned."""
    return result.entered[max(result.result, key=lambda seat: result.result[seat])]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 10])
def test_he_beats_lords_who_do_anything(seats: int) -> None:
    table = {"options": {"lords": seats}, "seats": seats, "bots": ["player", "random"], "max_turns": 40}
    results = list(simulate("gloire", matches=6, seed=b"goals", **table))
    assert [first(result) for result in results] == ["player"] * 6


@pytest.mark.slow
def test_ten_of_them_always_find_a_king_and_never_at_once() -> None:
    results = list(simulate("gloire", options={}, seats=10, bots=["player"], matches=4, seed=b"goals", max_turns=60))
    assert {result.road for result in results} <= {"renown", "conquest"}
    assert all(result.turns >= 8 for result in results)
    assert 10 <= median(result.turns for result in results) <= 30


@pytest.mark.slow
@pytest.mark.parametrize(("map_name", "lords"), [("MOYEN-ORIENT", 20), ("EUROPE", 30)])
def test_he_plays_on_every_map(map_name: str, lords: int) -> None:
    options = {"map": map_name, "lords": lords}
    (result,) = simulate("gloire", options=options, seats=lords, bots=["player"], matches=1, seed=b"maps", max_turns=60)
    assert result.road in ("renown", "conquest")
